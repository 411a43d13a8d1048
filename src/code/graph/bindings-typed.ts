/** What gives a local name its meaning where the type stands before it: Java, C#, C, C++, Dart, PHP. */
import { type Binding, type Extent, linePrefix, occurrences, opaque } from "./binding.ts";
import { valueEnd } from "./bindings-script.ts";
import { openAround, written } from "./brackets.ts";
import type { SourceFile } from "./world.ts";

const TYPE_BEFORE =
  /(?:^|[;{}(,]|\b(?:final|const|using|static|late|in|public|private|protected|internal|abstract|virtual|override|volatile|transient|readonly|sealed|extern|unsigned|signed|struct|var))\s*((?:[A-Za-z_][\w]*(?:\.|::|\\))*[A-Za-z_]\w*(?:<[^;{}()=]*>)?(?:\[\])*\??)[\s*&]+$/;
/** Words that stand before a name and are no types. */
const NO_TYPES =
  /^(?:return|new|throw|else|await|yield|case|goto|delete|in|is|as|instanceof|not|and|or|echo|print|import|package|extends|implements)$/;

export function typedBindings(file: SourceFile, name: string, range: Extent, without: readonly Extent[]): Binding[] {
  return occurrences(file.code, name, range.from, range.to, without).flatMap(
    (at) => bindingAt(file, name, at, range) ?? [],
  );
}

function bindingAt(file: SourceFile, name: string, at: number, range: Extent): Binding | null {
  const { code } = file;
  const behind = at + name.length;
  const after = code.slice(behind, behind + 80);
  const equals = /^\s*=(?![=>])/.exec(after);
  const value =
    equals === null
      ? null
      : written(file, behind + equals[0].length, valueEnd(code, behind + equals[0].length, range.to));
  const declared = TYPE_BEFORE.exec(linePrefix(code, at));
  const type = declared?.[1] ?? null;
  if (type !== null && !NO_TYPES.test(type) && /^\s*(?:[=;:,)]|in\b|\{)/.test(after)) {
    const inferred = /^(?:var|auto|final|dynamic|const|let)$/.test(type);
    return { at, type: inferred ? null : type, value, position: -1, how: "itself", ...range };
  }
  if (/^\s*(?:->|=>)/.test(after) && file.language !== "php" && file.language !== "cpp" && file.language !== "c")
    return opaque(at, range);
  const open = openAround(code, at, Math.max(range.from, at - 500));
  if (open !== -1 && code[open] === "(" && /^[\w\s,]*\)\s*(?:->|=>)/.test(after)) return opaque(at, range);
  if (value !== null && file.language === "php" && /(?:^|[;{}])\s*\$?$/.test(linePrefix(code, at))) {
    return { at, type: null, value, position: -1, how: "itself", ...range };
  }
  return null;
}
