/** The definitions of a file, from its symbols, or from the outline by line patterns. */

import type { CodeLane } from "../../request/code-request.ts";
import type { CodeSymbol, FileSymbols, SymbolLane } from "../../symbols/file-symbols.ts";
import { outlineOf } from "../../symbols/outline-by-lines.ts";

/** A named symbol; outlines also have kinds that grammars lack (section). */
export interface Definition extends Omit<CodeSymbol, "kind"> {
  readonly kind: string;
  /** Names of the called functions, each once, in the order of the text. */
  readonly calls: readonly string[];
  /** Whether the definition lies within a function and counts as part of it. */
  readonly local: boolean;
}

export interface FileDefinitions {
  readonly lane: SymbolLane | Exclude<CodeLane, "lexical">;
  /** In text order, enclosing definitions first. */
  readonly definitions: readonly Definition[];
}

const outlines = new WeakMap<object, FileDefinitions>();

/** Definitions from the symbols, if parsed and not empty; else by line patterns. */
export function definitionsOf(source: {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly language: string | null;
  readonly definitions: FileDefinitions | null;
}): FileDefinitions {
  if (source.definitions !== null && source.definitions.definitions.length > 0) return source.definitions;
  const found = outlines.get(source) ?? fromOutline(source.text, source.starts, source.language);
  outlines.set(source, found);
  return found;
}

export function definitionsOfSymbols({ lane, symbols, calls }: FileSymbols): FileDefinitions {
  const called = symbols.map(() => new Set<string>());
  for (const { name, caller } of calls) {
    // A call in a nested function also belongs to the functions around it.
    for (let at = caller; at >= 0; at = symbols[at]?.parent ?? -1) called[at]?.add(name);
  }
  const definitions: Definition[] = [];
  const indexes = symbols.map(() => -1);
  for (const [at, symbol] of symbols.entries()) {
    let parent = symbol.parent;
    let local = false;
    while (parent >= 0 && indexes[parent] === -1) parent = symbols[parent]?.parent ?? -1;
    for (let up = symbol.parent; up >= 0; up = symbols[up]?.parent ?? -1) {
      local ||= isFunction(symbols[up]?.kind ?? "");
    }
    if (symbol.name === "" && symbol.kind !== "impl") continue;
    indexes[at] = definitions.length;
    definitions.push({ ...symbol, parent: indexes[parent] ?? -1, calls: [...(called[at] ?? [])], local });
  }
  return { lane, definitions };
}

function fromOutline(text: string, starts: Uint32Array, language: string | null): FileDefinitions {
  const blocks = outlineOf(text, language);
  const definitions: Definition[] = [];
  for (const { type, name, signature, first, last, lead, head } of blocks) {
    const start = starts[Math.min(lead, first) - 1] ?? 0;
    let parent = definitions.length - 1;
    while (parent >= 0 && (definitions[parent]?.lineEnd ?? 0) < last) parent = definitions[parent]?.parent ?? -1;
    definitions.push({
      name,
      kind: type,
      start,
      end: starts[last] ?? text.length,
      nameStart: starts[head - 1] ?? start,
      lineStart: Math.min(lead, first),
      lineEnd: last,
      headLine: head,
      signature,
      parent,
      receiver: null,
      bases: [],
      calls: [],
      local: parent >= 0 && isFunction(definitions[parent]?.kind ?? ""),
    });
  }
  return { lane: definitions.length > 0 ? "patterns" : "none", definitions };
}

function isFunction(kind: string): boolean {
  return kind === "function" || kind === "method";
}
