/** What gives a local name its meaning in Python. */
import { type Binding, type Extent, linePrefix, occurrences, opaque } from "./binding.ts";
import { closing, endOutside, openAround, split, written } from "./brackets.ts";
import type { SourceFile } from "./world.ts";

/** Bindings of the name in [from, to), ranges left out; in the order of the text. */
export function pythonBindings(file: SourceFile, name: string, range: Extent, without: readonly Extent[]): Binding[] {
  return occurrences(file.code, name, range.from, range.to, without).flatMap(
    (at) => bindingAt(file, name, at, range) ?? [],
  );
}

function bindingAt(file: SourceFile, name: string, at: number, range: Extent): Binding | null {
  const { code } = file;
  const open = openAround(code, at, Math.max(range.from, at - 2000));
  const prefix = linePrefix(code, at);
  const after = code.slice(at + name.length, at + name.length + 200);
  if (/\blambda\b[^:()]*$/.test(prefix)) return opaque(at, around(code, open, at));
  if (open !== -1 && isLoopTarget(code.slice(open + 1, at)) && /^[\s,\w)]*\bin\b/.test(after)) {
    return opaque(at, around(code, open, at));
  }
  if (/^\s*:=/.test(after)) return setTo(file, at, code.indexOf(":=", at) + 2, range);
  if (open !== -1 && !isTarget(code, open, prefix)) return null;
  return statementBinding(file, name, at, prefix, after, range);
}

/** Behind `for` and before its `in`. */
function isLoopTarget(before: string): boolean {
  const found = /\bfor\s+([\w\s,(*]*)$/.exec(before);
  return found !== null && !/\bin\b/.test(found[1] ?? "");
}

/** (a, b) = … and [a, b] = …, and `with (open() as f):`. */
function isTarget(code: string, open: number, prefix: string): boolean {
  const close = closing(code, open);
  return (close !== -1 && /^\s*=(?!=)/.test(code.slice(close + 1, close + 20))) || /\bas\s+$/.test(prefix);
}

function statementBinding(
  file: SourceFile,
  name: string,
  at: number,
  prefix: string,
  after: string,
  range: Extent,
): Binding | null {
  const { code } = file;
  const behind = at + name.length;
  const start = /^\s*(?:[\w.]+\s*=\s*)*$/.test(prefix);
  if (start && /^\s*:(?!=)/.test(after)) {
    const colon = code.indexOf(":", behind);
    const end = logicalEnd(code, colon + 1, range.to);
    const equals = topLevelEquals(code, colon + 1, end);
    const type = written(file, colon + 1, equals === -1 ? end : equals);
    // `else:`, `try:` and the like are no names that anybody asks for.
    const value = equals === -1 ? null : written(file, equals + 1, end);
    return type === "" ? null : { at, type, value, position: -1, how: "itself", ...range };
  }
  if (start && /^\s*=(?!=)/.test(after)) return setTo(file, at, code.indexOf("=", behind) + 1, range);
  if (/\bas\s+\(?$/.test(prefix)) return asBinding(file, at, prefix, range);
  if (/^\s*(?:async\s+)?for\b/.test(prefix) && isLoopTarget(prefix)) return forBinding(file, name, at, range);
  if (/^\s*[([]?\s*(?:[\w.*[\]]+\s*,\s*)*\*?$/.test(prefix) && /^\s*(?:,[\w\s,.*[\]()]*)?[)\]]?\s*=(?!=)/.test(after)) {
    const equals = code.indexOf("=", behind);
    const position = (prefix.match(/,/g) ?? []).length;
    return { ...setTo(file, at, equals + 1, range), position };
  }
  return null;
}

function setTo(file: SourceFile, at: number, from: number, range: Extent): Binding {
  const { code } = file;
  const value = written(file, from, logicalEnd(code, from, range.to));
  // a = b = value
  return {
    at,
    type: null,
    value: value.replace(/^(?:[\w.]+\s*=\s*(?!=))+/, ""),
    position: -1,
    how: "itself",
    ...range,
  };
}

function asBinding(file: SourceFile, at: number, prefix: string, range: Extent): Binding | null {
  const { code } = file;
  const lineStart = at - prefix.length;
  const except = /^\s*except\*?\s+(.*?)\s+as\s+$/.exec(prefix);
  if (except !== null) {
    const types = (except[1] ?? "").replace(/^\(|\)$/g, "");
    return {
      at,
      type: split(types, 0, types.length)
        .map(({ start, end }) => types.slice(start, end))
        .join(" | "),
      value: null,
      position: -1,
      how: "itself",
      ...range,
    };
  }
  if (/^\s*(?:from\b.*)?import\b/.test(prefix)) return null;
  const withAt = /^\s*(?:async\s+)?with\b\s*\(?/.exec(prefix);
  if (withAt === null) return opaque(at, range);
  const from = lineStart + withAt[0].length;
  const asAt = code.lastIndexOf(" as ", at);
  const last = split(code, from, asAt).at(-1);
  const value = last === undefined ? null : written(file, last.start, last.end);
  return { at, type: null, value, position: -1, how: "context", ...range };
}

function forBinding({ code, text }: SourceFile, name: string, at: number, range: Extent): Binding {
  const found = /^\s*in\b/.exec(code.slice(at + name.length, at + name.length + 40));
  if (found === null || !/\bfor\s+$/.test(linePrefix(code, at))) return opaque(at, range);
  const from = at + name.length + found[0].length;
  return {
    at,
    type: null,
    value: text
      .slice(from, logicalEnd(code, from, range.to))
      .trim()
      .replace(/:$/, ""),
    position: -1,
    how: "element",
    ...range,
  };
}

/** The bracket that holds the offset, or its line. */
function around(code: string, open: number, at: number): Extent {
  const lineEnd = code.indexOf("\n", at);
  const close = open === -1 ? -1 : closing(code, open);
  return {
    from: open === -1 ? at - linePrefix(code, at).length : open,
    to: close === -1 ? (lineEnd === -1 ? code.length : lineEnd) : close,
  };
}

/** Where the statement or bracket ends that holds `from`. */
function logicalEnd(code: string, from: number, to: number): number {
  return endOutside(code, from, to, (sign, at) => sign === ";" || (sign === "\n" && code[at - 1] !== "\\"));
}

function topLevelEquals(code: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "=" && depth === 0) return at;
  }
  return -1;
}
