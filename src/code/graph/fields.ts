/** What the fields of a class, struct or interface hold, by their declarations and by what methods set them to. */
import type { Binding, Extent } from "./binding.ts";
import { isWordPart, opaque } from "./binding.ts";
import { closing, endOutside, openAround, split, written } from "./brackets.ts";
import { bindingsOf, bindingValues, innerScopes } from "./locals.ts";
import { parametersOf, typeEnd } from "./parameters.ts";
import type { Place, Semantics, Values } from "./semantics.ts";
import { all } from "./types.ts";
import { isFunction, type SourceFile } from "./world.ts";

/** What the field holds; undefined where the type has none of that name. */
export function fieldValues(semantics: Semantics, file: SourceFile, index: number, name: string): Values | undefined {
  const symbol = file.symbol(index);
  if (symbol === undefined) return undefined;
  if (file.language === "go") return goField(semantics, file, index, name);
  const place: Place = { file, scope: index, at: symbol.end };
  const declared = declaredIn(file, index, name);
  const typed = declared.find(({ type }) => type !== null);
  if (typed !== undefined) return bindingValues(semantics, typed, place);
  const set = assignments(file, index, name);
  const annotated = set.find(({ binding }) => binding.type !== null);
  if (annotated !== undefined)
    return bindingValues(semantics, annotated.binding, { file, scope: annotated.scope, at: annotated.binding.at });
  const values = [
    ...declared.map((binding) => bindingValues(semantics, binding, place)),
    ...set.map(({ binding, scope }) => bindingValues(semantics, binding, { file, scope, at: binding.at })),
  ];
  if (values.length === 0) return undefined;
  const together = all(values);
  // Only ever set to None here: somebody else sets it.
  return together !== null && together.length === 0 ? null : together;
}

/** Declarations in the body itself, and parameters of a constructor that are fields. */
function declaredIn(file: SourceFile, index: number, name: string): Binding[] {
  const symbol = file.symbol(index);
  if (symbol === undefined) return [];
  const range = { from: symbol.nameStart + symbol.name.length, to: symbol.end };
  const inner = innerScopes(file, index);
  if (file.language === "typescript" || file.language === "tsx" || file.language === "javascript") {
    return [...scriptFields(file, name, range, inner), ...parameterFields(file, index, name)];
  }
  const bindings = bindingsOf(file, name, range, inner);
  return file.language === "kotlin" ? [...bindings, ...ownParameters(file, index, name)] : bindings;
}

/** `name: Type;`, `private name = value;` */
function scriptFields(file: SourceFile, name: string, { from, to }: Extent, inner: readonly Extent[]): Binding[] {
  const { code } = file;
  const found: Binding[] = [];
  for (let at = code.indexOf(name, from); at !== -1 && at < to; at = code.indexOf(name, at + 1)) {
    const behind = at + name.length;
    if (
      isWordPart(code[at - 1]) ||
      isWordPart(code[behind]) ||
      inner.some((range) => at >= range.from && at < range.to)
    )
      continue;
    if (
      !/(?:^|[;{},\n])\s*(?:(?:public|private|protected|readonly|declare|override|static|accessor)\s+)*#?$/.test(
        code.slice(Math.max(from, at - 80), at),
      )
    )
      continue;
    if (openAround(code, at, from) !== bodyStart(code, from)) continue;
    const mark = /^[?!]?\s*(:|=(?![=>]))/.exec(code.slice(behind, behind + 40));
    if (mark === null) continue;
    const start = behind + mark[0].length;
    const end = mark[1] === ":" ? typeEnd(code, start, to, file.language) : start;
    const type = mark[1] === ":" ? written(file, start, end) : null;
    const valueFrom = mark[1] === "=" ? start : code[end] === "=" ? end + 1 : -1;
    const value = valueFrom === -1 ? null : written(file, valueFrom, statementEnd(code, valueFrom, to));
    found.push({ ...opaque(at, { from, to }), type, value });
  }
  return found;
}

/** constructor(private name: Type) */
function parameterFields(file: SourceFile, index: number, name: string): Binding[] {
  return file.childrenNamed(index, "constructor").flatMap((method) =>
    parametersOf(file, method)
      .filter(
        (one) =>
          one.name === name && /^\s*(?:public|private|protected|readonly)\b/.test(file.code.slice(one.at, one.at + 20)),
      )
      .map(({ at, type }) => ({ ...opaque(at, { from: 0, to: file.text.length }), type })),
  );
}

/** class Name(val name: Type) */
function ownParameters(file: SourceFile, index: number, name: string): Binding[] {
  return parametersOf(file, index)
    .filter((one) => one.name === name)
    .map(({ at, type }) => ({ ...opaque(at, { from: 0, to: file.text.length }), type }));
}

/** What methods set `self.name` or `this.name` to. */
function assignments(file: SourceFile, index: number, name: string): { binding: Binding; scope: number }[] {
  const { code } = file;
  const symbol = file.symbol(index);
  if (symbol === undefined) return [];
  const found: { binding: Binding; scope: number }[] = [];
  for (let at = code.indexOf(name, symbol.nameStart); at !== -1 && at < symbol.end; at = code.indexOf(name, at + 1)) {
    if (!/(?:^|[^\w$])(?:self|this|cls)(?:\.|->)$/.test(code.slice(Math.max(0, at - 8), at))) continue;
    const mark = /^\s*(:(?!:)|=(?![=>]))/.exec(code.slice(at + name.length, at + name.length + 20));
    const scope = mark === null ? -1 : innermostFunction(file, index, at);
    if (mark === null || scope === -1) continue;
    const from = at + name.length + mark[0].length;
    const end = statementEnd(code, from, symbol.end);
    const equals = mark[1] === ":" ? assignmentIn(code.slice(from, end)) : -1;
    const type = mark[1] !== ":" ? null : written(file, from, equals === -1 ? end : from + equals);
    const value =
      mark[1] !== ":" ? written(file, from, end) : equals === -1 ? null : written(file, from + equals + 1, end);
    found.push({ scope, binding: { ...opaque(at, { from: symbol.start, to: symbol.end }), type, value } });
  }
  return found;
}

function assignmentIn(code: string): number {
  let depth = 0;
  for (let at = 0; at < code.length; at++) {
    if ("([{".includes(code[at] ?? "")) depth++;
    else if (")]}".includes(code[at] ?? "")) depth--;
    else if (code[at] === "=" && depth === 0 && code[at + 1] !== "=") return at;
  }
  return -1;
}

function innermostFunction(file: SourceFile, owner: number, at: number): number {
  let best = -1;
  for (let i = owner + 1; i < file.found.symbols.length; i++) {
    const symbol = file.symbol(i);
    if (symbol === undefined || symbol.start > at) break;
    if (symbol.end > at && isFunction(symbol)) best = i;
  }
  return best;
}

function statementEnd(code: string, from: number, to: number): number {
  return endOutside(
    code,
    from,
    to,
    (sign, at) =>
      sign === ";" || (sign === "\n" && !/^\s*[.?]/.test(code.slice(at, at + 60)) && /\S/.test(code.slice(from, at))),
  );
}

function bodyStart(code: string, from: number): number {
  return code.indexOf("{", from);
}

/** A field of a Go struct, or of one that it embeds. */
function goField(semantics: Semantics, file: SourceFile, index: number, name: string): Values | undefined {
  for (const { names, type, at } of goFields(file, index)) {
    if (names.includes(name)) return semantics.type({ file, scope: -1, at }, type);
  }
  return undefined;
}

export interface GoField {
  readonly names: readonly string[];
  readonly type: string;
  readonly at: number;
  readonly embedded: boolean;
}

/** Lines of a struct's body. Embedded types have the last part of their name. */
export function goFields(file: SourceFile, index: number): GoField[] {
  const symbol = file.symbol(index);
  if (symbol === undefined) return [];
  const { code } = file;
  const head = /^\s*(?:\[[^\]]*\])?\s*(?:struct|interface)\s*\{/.exec(
    code.slice(symbol.nameStart + symbol.name.length, symbol.end),
  );
  if (head === null) return [];
  const open = symbol.nameStart + symbol.name.length + head[0].length - 1;
  const close = closing(code, open);
  return split(code, open + 1, close === -1 ? symbol.end : close, "\n").flatMap(({ start, end }): GoField[] => {
    const line = code.slice(start, end).replace(/\s+["`].*$/s, "");
    const embedded = /^\*?([\w.]+)(?:\[.*\])?$/.exec(line);
    if (embedded !== null)
      return [{ names: [(embedded[1] ?? "").split(".").at(-1) ?? ""], type: line, at: start, embedded: true }];
    const field = /^(\w+(?:\s*,\s*\w+)*)\s+([^(\s].*|\(.*)$/s.exec(line);
    return field === null
      ? []
      : [{ names: (field[1] ?? "").split(/\s*,\s*/), type: (field[2] ?? "").trim(), at: start, embedded: false }];
  });
}
