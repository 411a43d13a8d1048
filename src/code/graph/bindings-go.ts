/** What gives a local name its meaning in Go. */
import { type Binding, type Extent, linePrefix, occurrences, opaque } from "./binding.ts";
import { closing, endOutside, openAround, written } from "./brackets.ts";
import { parametersBetween } from "./parameters.ts";
import type { SourceFile } from "./world.ts";

const TYPE =
  /^\s+((?:\[[^\]\n]*\]|\*|map\[[^\]]*\]|chan\s+)*(?:func\s*\([^)]*\)[^\n{=]*|[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?(?:\{\})?))/;

export function goBindings(file: SourceFile, name: string, range: Extent, without: readonly Extent[]): Binding[] {
  return occurrences(file.code, name, range.from, range.to, without).flatMap(
    (at) => bindingAt(file, name, at, range) ?? [],
  );
}

function bindingAt(file: SourceFile, name: string, at: number, range: Extent): Binding | null {
  const { code } = file;
  const prefix = linePrefix(code, at);
  const after = code.slice(at + name.length, at + name.length + 200);
  if (/^(?:\s*,\s*\w+)*\s*:=/.test(after)) return shortDeclaration(file, at, prefix, range);
  if (/\bvar\s+(?:\w+\s*,\s*)*$/.test(prefix)) return varDeclaration(file, name, at, range);
  const open = openAround(code, at, Math.max(range.from, at - 2000));
  if (open === -1) return null;
  if (
    code[open] === "(" &&
    /\bvar\s*$/.test(code.slice(Math.max(0, open - 6), open)) &&
    /^\s*(?:\w+\s*,\s*)*$/.test(prefix)
  ) {
    return varDeclaration(file, name, at, range);
  }
  return code[open] === "(" && /\bfunc\s*$/.test(code.slice(Math.max(0, open - 8), open))
    ? closureParameter(file, name, at, open, range)
    : null;
}

function shortDeclaration(file: SourceFile, at: number, prefix: string, range: Extent): Binding {
  const { code } = file;
  const sign = code.indexOf(":=", at);
  const from = sign + 2;
  const header = /\b(?:if|for|switch|case)\b[^;{]*$/.test(prefix);
  const end = statementEnd(code, from, range.to, header);
  const value = written(file, from, end);
  const names = code.slice(at - (/(?:\w+\s*,\s*)*$/.exec(prefix)?.[0].length ?? 0), sign).split(",");
  const before = (/(?:\w+\s*,\s*)*$/.exec(prefix)?.[0].match(/,/g) ?? []).length;
  if (/\.\(type\)$/.test(value)) return opaque(at, range);
  if (/^range\b/.test(value)) {
    const how = before === 1 || names.length === 1 ? "element" : "itself";
    return before === 1
      ? { at, type: null, value: value.slice(5).trim(), position: -1, how, ...range }
      : opaque(at, range);
  }
  return { at, type: null, value, position: names.length === 1 ? -1 : before, how: "itself", ...range };
}

function varDeclaration(file: SourceFile, name: string, at: number, range: Extent): Binding {
  const { code } = file;
  const behind = at + name.length;
  const list = /^(?:\s*,\s*\w+)*/.exec(code.slice(behind, behind + 200))?.[0].length ?? 0;
  const rest = code.slice(behind + list, behind + list + 300);
  const type = TYPE.exec(rest)?.[1] ?? null;
  const equals = /^[^\n=]*=/.exec(rest);
  const from = behind + list + (equals?.[0].length ?? 0);
  const value = equals === null ? null : written(file, from, statementEnd(code, from, range.to, false));
  return { at, type, value: type === null ? value : null, position: -1, how: "itself", ...range };
}

function closureParameter(file: SourceFile, name: string, at: number, open: number, range: Extent): Binding | null {
  const close = closing(file.code, open);
  const brace = file.code.indexOf("{", close);
  if (close === -1 || brace === -1) return null;
  const end = closing(file.code, brace);
  const parameter = parametersBetween(file, open + 1, close).find((one) => one.name === name);
  return parameter === undefined
    ? null
    : { ...opaque(at, { from: open, to: end === -1 ? range.to : end }), type: parameter.type };
}

/** Where a statement ends: with its line outside of brackets; in the head of an `if` or `for` also at its block. */
function statementEnd(code: string, from: number, to: number, header: boolean): number {
  return endOutside(
    code,
    from,
    to,
    (sign, at) =>
      (sign === "{" && header) || sign === ";" || (sign === "\n" && !/[,(+\-*/&|.=]\s*$/.test(code.slice(from, at))),
  );
}
