/** What calling something gives: an object of a class, the declared result of a function, or what it returns. */

import { valueEnd } from "./bindings-script.ts";
import { split, written } from "./brackets.ts";
import { goResults, resultOf } from "./parameters.ts";
import { outsideResult, type Semantics, type SymbolPlace, type Value, type Values } from "./semantics.ts";
import { all } from "./types.ts";
import { isFunction, isType, type SourceFile } from "./world.ts";

/** More returns than that are not looked at. */
const MAX_RETURNS = 8;

export function resultValues(semantics: Semantics, values: Values, position: number): Values {
  if (values === null) return null;
  return all(values.map((value) => resultOfValue(semantics, value, position)));
}

function resultOfValue(semantics: Semantics, value: Value, position: number): Values {
  if (value.kind === "external") return [outsideResult(value)];
  if (value.kind === "instance") return semantics.result(semantics.member(value, "__call__"), position);
  if (value.kind !== "symbol") return null;
  const symbol = value.file.symbol(value.index);
  if (symbol === undefined) return null;
  if (isType(symbol)) return [{ kind: "instance", file: value.file, index: value.index }];
  if (isFunction(symbol)) return functionResult(semantics, value, position);
  if (symbol.kind !== "constant") return null;
  return constantResult(semantics, value, position);
}

/** Calling a constant: a class under another name, or a function it holds. */
function constantResult(semantics: Semantics, place: SymbolPlace, position: number): Values {
  const { file, index } = place;
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  if (file.language === "python") {
    const alias = semantics.type({ file, scope: symbol.parent, at: symbol.nameStart }, symbol.name);
    if (alias !== null) return alias;
  }
  const declared = resultOf(file, index);
  if (declared !== null) return semantics.type({ file, scope: index, at: symbol.end }, declared);
  const held = semantics.held(place);
  return held === null ? null : semantics.result(held, position);
}

function functionResult(semantics: Semantics, { file, index }: SymbolPlace, position: number): Values {
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const declared = resultOf(file, index);
  const place = { file, scope: symbol.parent, at: symbol.nameStart };
  if (declared === null) return position === -1 ? returned(semantics, file, index) : null;
  if (file.language === "go") {
    const types = goResults(declared);
    const type = position === -1 ? (types.length === 1 ? types[0] : undefined) : types[position];
    return type === undefined ? null : semantics.type(place, type);
  }
  if (position === -1) return semantics.type(place, declared);
  const tuple = /^(?:[Tt]uple\s*\[|\[)(.*)\]$/s.exec(declared.replace(/^(["'])(.*)\1$/s, "$2"));
  if (tuple === null) return null;
  const inner = tuple[1] ?? "";
  const part = split(inner, 0, inner.length)[position];
  return part === undefined ? null : semantics.type(place, inner.slice(part.start, part.end));
}

/** What its return statements give, where nothing is declared. */
function returned(semantics: Semantics, file: SourceFile, index: number): Values {
  const { code, language } = file;
  const symbol = file.symbol(index);
  const script = language === "javascript" || language === "typescript" || language === "tsx";
  if (symbol === undefined || !(script || language === "python")) return null;
  const place = (at: number) => ({ file, scope: index, at });
  const block = code.slice(symbol.start, symbol.end);
  const arrow = script ? /=>\s*(?=[^\s{])/.exec(block) : null;
  if (arrow !== null && !/=>\s*\{/.test(block.slice(0, arrow.index))) {
    const from = symbol.start + arrow.index + arrow[0].length;
    return semantics.expression(place(from), written(file, from, valueEnd(code, from, symbol.end)));
  }
  const inner = file.children(index).map((child) => file.symbol(child));
  const parts: Values[] = [];
  for (const found of block.matchAll(/\breturn\b[ \t]*(?=\S)/g)) {
    const from = symbol.start + found.index + found[0].length;
    if (inner.some((other) => other !== undefined && from > other.start && from < other.end)) continue;
    if (parts.length === MAX_RETURNS) return null;
    parts.push(semantics.expression(place(from), written(file, from, returnEnd(file, from, symbol.end))));
  }
  if (/\byield\b/.test(block)) return null;
  return parts.length === 0 ? null : all(parts);
}

function returnEnd({ code, language }: SourceFile, from: number, to: number): number {
  if (language !== "python") return valueEnd(code, from, to);
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "\n" && depth <= 0) return at;
  }
  return to;
}
