/** A block's kind and its relations to others, in lines for the reply. */
import type { CodeBlock } from "./blocks.ts";

/** Share of a snippet's room for relations; the block's kind is always given. */
const SHARE = 0.2;
const MOST_CALLS = 12;
const LONGEST_NAME = 120;

/** Share of a snippet's room for further lines of the call graph. */
const GRAPH_SHARE = 0.35;

/**
 * `type:function | name:calculate_total`, `calls:parse_amount,apply_tax`, then as many lines of `graph` as fit. `room`: UTF-16
 * units of the snippet.
 */
export function relationsOf({ definition }: CodeBlock, room: number, graph: readonly string[] = []): string[] {
  if (definition === null) return [];
  const { kind, name, receiver, bases, calls } = definition;
  const parts = [`type:${kind}`, `name:${short(name)}`];
  if (receiver !== null) parts.push(`receiver:${short(receiver)}`);
  if (bases.length > 0) parts.push(`bases:${bases.slice(0, MOST_CALLS).map(short).join(",")}`);
  const what = parts.join(" | ");
  let left = room * SHARE - what.length;
  const named = calls.slice(0, MOST_CALLS).filter((call) => {
    left -= short(call).length + 1;
    return left >= 0;
  });
  let graphRoom = room * GRAPH_SHARE;
  const fitting = graph.filter((line) => {
    graphRoom -= line.length + 3;
    return graphRoom >= 0;
  });
  return [what, ...(named.length === 0 ? [] : [`calls:${named.map(short).join(",")}`]), ...fitting];
}

function short(name: string): string {
  const line = name.replace(/\s+/g, " ");
  return (line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME)}…`).toWellFormed();
}
