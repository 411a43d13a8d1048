/** What gives a local name its meaning in JavaScript and TypeScript, and in languages that declare by `val`, `var` or `let`. */
import { type Binding, type Extent, linePrefix, occurrences, opaque } from "./binding.ts";
import { closing, openAround, written } from "./brackets.ts";
import { parametersBetween, typeEnd } from "./parameters.ts";
import type { SourceFile } from "./world.ts";

const LOOK_BACK = 3000;
const DECLARED = /\b(?:const|let|var|val)\s+(?:mut\s+)?$/;
/** At a line's beginning these go on with the expression above. */
const GOES_ON = /^\s*(?:[.?:|&+*/%,=<>)\]}]|-[^-]|instanceof\b|in\b|as\b|satisfies\b)/;

export function scriptBindings(file: SourceFile, name: string, range: Extent, without: readonly Extent[]): Binding[] {
  return occurrences(file.code, name, range.from, range.to, without).flatMap(
    (at) => bindingAt(file, name, at, range) ?? [],
  );
}

function bindingAt(file: SourceFile, name: string, at: number, range: Extent): Binding | null {
  const { code } = file;
  const behind = at + name.length;
  const prefix = linePrefix(code, at);
  const after = code.slice(behind, behind + 120);
  if (DECLARED.test(prefix)) return declared(file, at, behind, range);
  if (/^\s*=>/.test(after)) return opaque(at, arrowExtent(code, at, code.indexOf("=>", behind) + 2, range));
  const open = openAround(code, at, Math.max(range.from, at - LOOK_BACK));
  if (open !== -1) {
    const inner = within(file, name, at, open, range);
    if (inner !== null) return inner;
  }
  if (/\b(?:const|let|var)\b[^;={}]*(?:=[^;{}]*)?,\s*$/.test(prefix) && /^\s*[=:,;]/.test(after))
    return declared(file, at, behind, range);
  if (/^\s*=(?![=>])/.test(after) && /(?:^|[;{}])\s*$/.test(prefix))
    return assigned(file, at, code.indexOf("=", behind) + 1, range);
  return null;
}

/** `const name: Type = value`, `for (const name of values)`. */
function declared(file: SourceFile, at: number, behind: number, range: Extent): Binding {
  const { code, language } = file;
  const found = /^\s*[!?]?\s*(:|=(?!=)|of\b|in\b)?/.exec(code.slice(behind, behind + 60));
  const mark = found?.[1];
  const from = behind + (found?.[0].length ?? 0);
  if (mark === ":") {
    const end = typeEnd(code, from, range.to, language);
    const type = written(file, from, end);
    const value = code[end] === "=" ? written(file, end + 1, valueEnd(code, end + 1, range.to)) : null;
    return { at, type: type === "" ? null : type, value, position: -1, how: "itself", ...range };
  }
  if (mark === "=") return assigned(file, at, from, range);
  if (mark === "of") {
    const end = valueEnd(code, from, range.to);
    return { at, type: null, value: written(file, from, end), position: -1, how: "element", ...range };
  }
  return opaque(at, range);
}

function assigned(file: SourceFile, at: number, from: number, range: Extent): Binding {
  const { code } = file;
  return {
    at,
    type: null,
    value: written(file, from, valueEnd(code, from, range.to)),
    position: -1,
    how: "itself",
    ...range,
  };
}

/** A name inside of brackets: a parameter, a part of a pattern. */
function within(file: SourceFile, name: string, at: number, open: number, range: Extent): Binding | null {
  const { code } = file;
  const close = closing(code, open);
  if (close === -1) return null;
  if (code[open] === "(") {
    const arrow = /^\s*(?::[^;{}]*?(?:\{[^{}]*\})?[^;{}]*?)?=>/.exec(code.slice(close + 1, close + 400));
    const before = code.slice(Math.max(0, open - 80), open);
    if (/\bcatch\s*$/.test(before)) return opaque(at, { from: open, to: braceEnd(code, close + 1, range.to) });
    if (arrow === null && !/\bfunction\b\s*\*?\s*[\w$]*\s*(?:<[^()]*>)?$/.test(before)) return null;
    const behind = close + 1 + (arrow?.[0].length ?? 0);
    const extent = { from: open, to: arrowExtent(code, open, behind, range).to };
    const parameter = parametersBetween(file, open + 1, close).find(
      (one) => one.name === name && at - one.at < name.length + 40,
    );
    // A default that names it is no parameter.
    if (parameter !== undefined) return { ...opaque(at, extent), type: parameter.type };
    return /[({[,]\s*(?:\.\.\.)?$/.test(linePrefix(code, at)) ? opaque(at, extent) : null;
  }
  const before = code.slice(Math.max(0, open - 60), open);
  if (
    /^\s*(?::[^=;]*)?=(?![=>])/.test(code.slice(close + 1, close + 200)) &&
    DECLARED.test(before.replace(/.*\n/s, ""))
  )
    return opaque(at, range);
  const outer = openAround(code, open, Math.max(range.from, open - LOOK_BACK));
  return outer !== -1 && /[({[,:]\s*(?:\.\.\.)?$/.test(code.slice(Math.max(0, open - 20), open))
    ? pattern(file, at, outer, range)
    : null;
}

/** A part of a pattern among parameters: ({ name }) => … */
function pattern(file: SourceFile, at: number, open: number, range: Extent): Binding | null {
  const { code } = file;
  const close = closing(code, open);
  if (close === -1 || code[open] !== "(") return null;
  const arrow = /^\s*(?::[^;{}]*)?=>/.exec(code.slice(close + 1, close + 200));
  if (arrow === null) {
    const head = code.slice(Math.max(0, open - 80), open);
    const isHead =
      /\bfunction\b\s*\*?\s*[\w$]*\s*(?:<[^()]*>)?$/.test(head) ||
      !/\b(?:if|for|while|switch|catch|with)\s*$/.test(head);
    return isHead && /^\s*(?::[^;]*?)?\{/.test(code.slice(close + 1, close + 200)) ? opaque(at, range) : null;
  }
  return opaque(at, { from: open, to: arrowExtent(code, open, close + 1 + arrow[0].length, range).to });
}

/** From the parameters of an arrow function to the end of its body. */
function arrowExtent(code: string, from: number, body: number, range: Extent): Extent {
  return {
    from,
    to: /^\s*\{/.test(code.slice(body, body + 40)) ? braceEnd(code, body, range.to) : valueEnd(code, body, range.to),
  };
}

function braceEnd(code: string, from: number, to: number): number {
  const open = code.indexOf("{", from);
  const close = open === -1 ? -1 : closing(code, open);
  return close === -1 ? to : close;
}

/** Where the expression ends that begins at `from`: at a separator or bracket of what is around it, or with its line. */
export function valueEnd(code: string, from: number, to: number): number {
  let depth = 0;
  let last = "";
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if (
      sign === "\n" &&
      depth === 0 &&
      last !== "" &&
      !"=(,?:&|+-*.<>".includes(last) &&
      !GOES_ON.test(code.slice(at, at + 200))
    )
      return at;
    if (/\s/.test(sign)) continue;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) {
      if (--depth < 0) return at;
    } else if (depth === 0 && (sign === ";" || sign === ",")) return at;
    last = sign;
  }
  return to;
}
