/** Parameters and declared results of functions, read from the text of their heads. */
import type { SymbolLanguage } from "../languages.ts";
import { closing, pastBlanks, split } from "./brackets.ts";
import type { SourceFile } from "./world.ts";

export interface Parameter {
  readonly name: string;
  /** As written; null where none is. */
  readonly type: string | null;
  /** Has a default or takes any number: it may be left out. */
  readonly optional: boolean;
  /** Takes any number. */
  readonly rest: boolean;
  /** Offset of the piece in the text. */
  readonly at: number;
}

const NAME_FIRST: ReadonlySet<SymbolLanguage> = new Set([
  "python",
  "typescript",
  "tsx",
  "javascript",
  "kotlin",
  "swift",
  "rust",
]);

/** Offset of the bracket that opens a function's parameters; -1 where they have none. */
export function parameterList(file: SourceFile, index: number): number {
  const symbol = file.symbol(index);
  if (symbol === undefined) return -1;
  const { code } = file;
  const from = symbol.nameStart + symbol.name.length;
  const direct = /^[?!]?\s*(?:<[^()]*>|\[[^()]*\])?\s*\(/.exec(code.slice(from, Math.min(symbol.end, from + 400)));
  if (direct !== null) return from + direct[0].length - 1;
  // const name: Type = async (a, b) => …, or an anonymous function that begins right here.
  const at = symbol.name === "" ? from : assignmentOf(code, from, symbol.end);
  if (at === -1) return -1;
  const head = /^\s*(?:async\b\s*)?(?:function\b\s*\*?\s*[\w$]*\s*)?(?:<[^()]*>)?\s*\(/.exec(
    code.slice(at, Math.min(symbol.end, at + 400)),
  );
  return head === null ? -1 : at + head[0].length - 1;
}

/** Offset behind the first "=" outside of brackets that assigns; -1 where none does. */
function assignmentOf(code: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "=" && depth === 0 && code[at + 1] === ">") at++;
    else if (sign === "=" && depth === 0 && code[at + 1] !== "=") return at + 1;
    else if (sign === ";" && depth === 0) return -1;
  }
  return -1;
}

export function parametersOf(file: SourceFile, index: number): Parameter[] {
  const open = parameterList(file, index);
  if (open === -1) return [];
  return parametersBetween(file, open + 1, closing(file.code, open));
}

/** `func f() (n int, err error)`: results of Go that are variables. */
export function namedResults(file: SourceFile, index: number): Parameter[] {
  if (file.language !== "go") return [];
  const open = parameterList(file, index);
  const close = open === -1 ? -1 : closing(file.code, open);
  const results = close === -1 ? -1 : pastBlanks(file.code, close + 1);
  if (results === -1 || file.code[results] !== "(") return [];
  return parametersBetween(file, results + 1, closing(file.code, results));
}

/** Parameters of the list in [from, to) of the file's text. */
export function parametersBetween({ code, text, language }: SourceFile, from: number, to: number): Parameter[] {
  if (to < from) return [];
  const parameters: Parameter[] = [];
  for (const { start, end } of split(code, from, to)) {
    const parameter = parameterOf(code.slice(start, end), text.slice(start, end), start, language);
    if (parameter !== null) parameters.push(parameter);
  }
  return language === "go" ? groupedTypes(parameters) : parameters;
}

function parameterOf(code: string, text: string, at: number, language: SymbolLanguage): Parameter | null {
  if (language === "go") return goParameter(code, at);
  const equals = /(?<![=!<>])=(?![=>])/.exec(code)?.index ?? -1;
  const head = (equals === -1 ? code : code.slice(0, equals)).trim();
  const rest = /^(?:\*|\.\.\.|params\b|vararg\b)|\.\.\./.test(head);
  const optional = equals !== -1 || rest;
  if (NAME_FIRST.has(language)) {
    const found =
      /^(?:@[\w.]+(?:\([^)]*\))?\s*|(?:public|private|protected|readonly|override|val|var|vararg|crossinline|noinline|mut|inout|_)\s+|[*.&]+)*([\w$]+)(?:\s+([\w$]+))?\s*(\?)?\s*(:)?/.exec(
        head,
      );
    if (found === null) return null;
    const name = found[2] ?? found[1] ?? "";
    const type = found[4] === undefined ? null : text.slice(found[0].length, equals === -1 ? undefined : equals).trim();
    return { name, type: type === "" ? null : type, optional: optional || found[3] !== undefined, rest, at };
  }
  const found = /^(.*?)[\s*&]*([$\w]+)(?:\s*\[\])?$/s.exec(head.replace(/@[\w.]+(?:\([^)]*\))?\s*/g, ""));
  if (found === null) return null;
  const type = (found[1] ?? "")
    .replace(/\b(?:final|const|ref|out|in|this|params|required|covariant|late|readonly)\b/g, "")
    .trim();
  return { name: found[2] ?? "", type: type === "" ? null : type, optional, rest, at };
}

function goParameter(code: string, at: number): Parameter | null {
  const found = /^([\w]+)(?:\s+(.+))?$/s.exec(code.trim());
  if (found === null) return null;
  const type = found[2] ?? null;
  const rest = type?.startsWith("...") ?? false;
  return { name: found[1] ?? "", type, optional: rest, rest, at };
}

/** `a, b T`: a has the type of b. Names without any type are types of unnamed parameters. */
function groupedTypes(parameters: readonly Parameter[]): Parameter[] {
  let type: string | null = null;
  return parameters
    .toReversed()
    .map((parameter) => {
      type = parameter.type ?? type;
      return { ...parameter, type };
    })
    .reverse();
}

/** The declared result as written; null where none is. */
export function resultOf(file: SourceFile, index: number): string | null {
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const { code, text, language } = file;
  const open = parameterList(file, index);
  if (language === "java" || language === "csharp" || language === "c" || language === "cpp" || language === "dart") {
    return typeBefore(code.slice(Math.max(symbol.start, symbol.nameStart - 300), symbol.nameStart));
  }
  if (open === -1) return null;
  const close = closing(code, open);
  if (close === -1) return null;
  if (language === "go") return goResult(code, close + 1, symbol.end);
  const at = pastBlanks(code, close + 1);
  const mark = code.startsWith("->", at) ? 2 : code[at] === ":" && language !== "python" ? 1 : 0;
  if (mark === 0) return null;
  return text.slice(at + mark, typeEnd(code, at + mark, symbol.end, language)).trim() || null;
}

/** Where a type ends that stands behind a colon or an arrow. */
export function typeEnd(code: string, from: number, to: number, language: SymbolLanguage): number {
  let depth = 0;
  // The last character that is no blank.
  let last = "";
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if (
      sign === "\n" &&
      depth === 0 &&
      last !== "" &&
      !"|&".includes(last) &&
      !/^\s*[|&]/.test(code.slice(at, at + 80))
    )
      return at;
    if (/\s/.test(sign)) continue;
    if (sign === "{" && depth === 0 && last !== "" && !"|&".includes(last)) return at;
    if ("([{<".includes(sign)) depth++;
    else if (")]}".includes(sign) || (sign === ">" && last !== "=" && last !== "-")) {
      if (--depth < 0) return at;
    } else if (depth === 0 && endsType(sign, code[at + 1], last, language)) return at;
    last = sign;
  }
  return to;
}

function endsType(sign: string, next: string | undefined, last: string, language: SymbolLanguage): boolean {
  if (sign === ";" || sign === ",") return true;
  if (sign === ":") return language === "python";
  // "=>" belongs to a function's type only behind its parameters.
  return sign === "=" && (next !== ">" || last !== ")");
}

function goResult(code: string, from: number, to: number): string | null {
  const at = pastBlanks(code, from);
  if (code[at] === "(") {
    const close = closing(code, at);
    return close === -1 ? null : code.slice(at, close + 1);
  }
  const body =
    /^(?:map\[[^\]]*\]|\[\]|\*|chan\s+)*(?:interface\{\}|struct\{\}|func\s*\([^)]*\)\s*[\w.*]*|[\w.]+(?:\[[^\]]*\])?)/.exec(
      code.slice(at, to),
    );
  return body === null || code[at] === "{" ? null : body[0];
}

/** `public static List<Foo> ` → List<Foo>; null for a constructor. */
function typeBefore(head: string): string | null {
  const found = /([A-Za-z_][\w.]*(?:<[^;{}()=]*>)?(?:\[\])*\??)[\s*&]+$/.exec(head);
  const type = found?.[1] ?? null;
  return type === null ||
    /^(?:public|private|protected|static|final|abstract|virtual|override|async|new|return|void|internal|sealed|inline|const|operator)$/.test(
      type,
    )
    ? null
    : type;
}

/** Texts of a Go result list's types, names left out: (n int, err error) → int, error. */
export function goResults(type: string): string[] {
  if (!type.startsWith("(")) return [type];
  const pieces = split(type, 1, type.length - 1).map(({ start, end }) => type.slice(start, end));
  const named = pieces.some(
    (piece) => /^\w+\s+[\w*[\].(]/.test(piece) && !/^(?:chan|func|map|struct|interface)\b/.test(piece),
  );
  if (!named) return pieces;
  let last = "";
  return pieces
    .toReversed()
    .map((piece) => {
      const found = /^\w+\s+(.+)$/s.exec(piece);
      last = found?.[1] ?? last;
      return last;
    })
    .reverse();
}
