/** The hello-world that start-up is measured against, built as the program is. */
import { writeFileSync } from "node:fs";

const PRINTS_HELLO = 'console.log("hello");\n';

export interface HelloOptions {
  readonly source?: string;
  /** As the program is, where there is something to split. */
  readonly splitting?: boolean;
}

/** Writes `source` beside the binary `outfile`, where it finds its modules, and compiles it. */
export async function buildHello(
  outfile: string,
  { source = PRINTS_HELLO, splitting = false }: HelloOptions = {},
): Promise<void> {
  writeFileSync(`${outfile}.ts`, source);
  const built = await Bun.build({
    entrypoints: [`${outfile}.ts`],
    target: "bun",
    format: "esm",
    minify: true,
    splitting,
    sourcemap: "none",
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  if (!built.success) throw new Error("hello-world does not build");
}
