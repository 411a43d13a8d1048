/** Formats places of the call graph for results. */
import type { SymbolPlace } from "../../call-graph/values.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import type { CallEnd, GraphCall, GraphDefinition } from "../../request/graph-request.ts";
import type { Edge } from "./edges.ts";
import { qualifiedName } from "./targets.ts";

/** Most definitions named for a call with several candidates. */
const MAX_CANDIDATES = 20;
/** UTF-16 units of a signature, a name or a receiver. */
const LONGEST = 300;

export function shownDefinition({ file, index }: SymbolPlace): GraphDefinition {
  const symbol = file.symbol(index);
  return {
    path: displayPath(file.rel),
    language: file.language,
    name: short(qualifiedName(file, index)),
    kind: symbol?.kind ?? "",
    line_start: symbol?.lineStart ?? 0,
    line: symbol?.headLine ?? 0,
    line_end: symbol?.lineEnd ?? 0,
    signature: short(symbol?.signature ?? ""),
    bases: (symbol?.bases ?? []).map(short),
  };
}

function shownEnd({ file, index }: SymbolPlace): CallEnd {
  const symbol = file.symbol(index);
  return {
    path: displayPath(file.rel),
    line: symbol?.headLine ?? 0,
    name: short(qualifiedName(file, index)),
    kind: symbol?.kind ?? "",
  };
}

export function shownCall({ depth, file, call, caller, resolution, isUse, through }: Edge): GraphCall {
  const written = call.receiver === null || call.receiver === "" ? call.name : `${call.receiver}.${call.name}`;
  const to =
    resolution.kind === "resolved"
      ? [resolution.definition]
      : resolution.kind === "candidates"
        ? resolution.definitions
        : [];
  return {
    depth,
    state: isUse ? "handed_on" : resolution.kind === "candidates" ? "candidate" : resolution.kind,
    path: displayPath(file.rel),
    line: call.line,
    column: call.column,
    call: short(written),
    from: caller === null ? null : shownEnd(caller),
    to: to.slice(0, MAX_CANDIDATES).map(shownEnd),
    through: through === null ? null : short(through),
    outside: resolution.kind === "external" ? short(resolution.what) : null,
  };
}

/** One line, cut without splitting characters. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return (line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`).toWellFormed();
}
