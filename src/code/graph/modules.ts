/** What the module of an import is: a file, a folder, or something outside of the tree. */
import type { ImportedName } from "../symbols.ts";
import { goModule } from "./modules-go.ts";
import { pythonModule } from "./modules-python.ts";
import { scriptModule } from "./modules-script.ts";
import { suffixModule } from "./modules-suffix.ts";
import type { Values } from "./semantics.ts";
import type { CodeWorld, SourceFile } from "./world.ts";

/** Null where it should be in the tree and is not, or could be several. */
export function moduleValues(world: CodeWorld, file: SourceFile, module: string): Values {
  switch (file.language) {
    case "python":
      return pythonModule(world, file, module);
    case "javascript":
    case "typescript":
    case "tsx":
      return scriptModule(world, file, module);
    case "go":
      return goModule(world, file, module);
    default:
      return suffixModule(world, file, module);
  }
}

/** The name that an import gives in its file, and the module it then stands for. */
export function localImport(
  file: SourceFile,
  { module, name, alias, line }: ImportedName,
): { alias: string; module: string } {
  if (file.language !== "python" || name !== "*" || !module.includes(".") || module.startsWith("."))
    return { alias, module };
  // import a.b.c gives a; only "as" gives what the last part stands for.
  const start = lineStart(file.text, line);
  const text = file.text.slice(start, file.text.indexOf("\n", start) + 1 || undefined);
  if (/\bas\s/.test(text)) return { alias, module };
  const first = module.slice(0, module.indexOf("."));
  return { alias: first, module: first };
}

function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) at = text.indexOf("\n", at) + 1;
  return at;
}
