/** Places that name a definition without calling it: used as a value, or mentioned. */
import type { CallResolver } from "../../call-graph/resolver.ts";
import type { SymbolPlace, Values } from "../../call-graph/values.ts";
import { type GraphFile, isType } from "../../call-graph/world.ts";

export interface Use {
  readonly file: GraphFile;
  /** UTF-16 offset. */
  readonly at: number;
  readonly name: string;
}

/** Identifiers with the names, and strings that name functions, except calls, definitions, imports, keys and parameters. */
export function usesIn(file: GraphFile, names: ReadonlySet<string>): Use[] {
  const { records, found, text } = file;
  const calls = new Set(found.calls.map(({ offset }) => offset));
  const heads = new Set(found.symbols.map(({ nameStart }) => nameStart));
  const uses: Use[] = [];
  for (const at of [...records.words, ...records.quoted.keys()]) {
    if (calls.has(at) || heads.has(at) || records.keys.has(at)) continue;
    const name = wordAt(text, at);
    if (!names.has(name) || isBound(file, name, at) || isImport(file, name, at)) continue;
    uses.push({ file, at, name });
  }
  return uses;
}

/** The definition that the use certainly means; null without one. */
export function standsFor(
  resolver: CallResolver,
  { file, at, name }: Use,
  isTarget: (place: SymbolPlace) => boolean,
): SymbolPlace | null {
  const values: Values = resolver.meaning(file, at, name);
  const [first] = values ?? [];
  if (values === null || first?.kind !== "symbol") return null;
  if (!values.every((value) => value.kind === "symbol" && isTarget(value))) return null;
  const symbol = first.file.symbol(first.index);
  const isHanded = symbol === undefined || !isType(symbol) || isValue(file, at);
  return isHanded ? { file: first.file, index: first.index } : null;
}

/** Types occur in many places; values are passed to calls, assigned, or returned. */
function isValue(file: GraphFile, at: number): boolean {
  const starts = (span: { readonly start: number } | null) => span?.start === at;
  const { expressions, bindings, functions, types } = file.records;
  if (types.some(({ start, end }) => start <= at && at < end)) return false;
  for (const { form, items, entries } of expressions.values()) {
    if ((form === "call" || form === "new" || form === "invoke" || form === "list") && items.some(starts)) return true;
    if (entries.some(({ value }) => starts(value))) return true;
  }
  for (const own of bindings.values()) if (own.some(({ value }) => starts(value))) return true;
  for (const { returns } of functions.values()) if (returns.some(starts)) return true;
  return false;
}

function isBound(file: GraphFile, name: string, at: number): boolean {
  if (file.records.bindings.get(name)?.some((binding) => binding.at === at) === true) return true;
  for (const fields of file.records.fields.values()) if (fields.some((field) => field.at === at)) return true;
  return false;
}

function isImport({ found, text }: GraphFile, name: string, at: number): boolean {
  const named = found.imports.filter((one) => one.name === name || one.alias === name || one.module.includes(name));
  if (named.length === 0) return false;
  let line = 1;
  for (let i = text.indexOf("\n"); i !== -1 && i < at; i = text.indexOf("\n", i + 1)) line++;
  return named.some((one) => one.line === line);
}

function wordAt(text: string, at: number): string {
  const word = /[@$\p{L}_][\p{L}\p{N}_$]*[?!]?/uy;
  word.lastIndex = at;
  const found = word.exec(text)?.[0] ?? "";
  return /[?!]$/.test(found) && text[at + found.length] === "." ? found.slice(0, -1) : found;
}

/** Number of occurrences of a word in a text. */
export function countWord(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) count++;
  }
  return count;
}

function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}_$]/u.test(sign);
}
