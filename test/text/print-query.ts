/** A query's tree as text that is parsed to the same tree. */
import type { QueryFilter } from "../../src/text/filters.ts";
import { CLOSING, isOperator } from "../../src/text/query-pieces.ts";
import type { QueryNode, Term } from "../../src/text/query-tree.ts";

export function printQuery(tree: QueryNode): string {
  return tree.op === "and" ? sequence(tree.nodes) : printed(tree);
}

function printed(node: QueryNode): string {
  switch (node.op) {
    case "term":
      return termText(node.term);
    case "filter":
      return filterText(node.filter);
    case "not": {
      const text = printed(node.node);
      return text.startsWith("-") ? `NOT ${text}` : `-${text}`;
    }
    case "and":
      return `(${sequence(node.nodes)})`;
    case "or":
      return `(${node.nodes.map(printed).join(" OR ")})`;
  }
}

/** Filters of one key that stand beside each other would be alternatives, so what must hold together is joined by AND. */
function sequence(nodes: readonly QueryNode[]): string {
  const keys = nodes.flatMap((node) => (node.op === "filter" ? node.filter.key : []));
  return nodes.map(printed).join(new Set(keys).size === keys.length ? " " : " AND ");
}

function termText({ kind, text, isOpenEnded }: Term): string {
  switch (kind) {
    case "word":
      // As a word alone in parentheses it joins nothing.
      return isOperator(text) ? `(${text})` : text;
    case "phrase":
      return `"${text}"`;
    case "prefix":
      return `${text}*`;
    case "part":
      return `*${text}${isOpenEnded === true ? "*" : ""}`;
  }
}

function filterText(filter: QueryFilter): string {
  if (!("values" in filter)) {
    return `${filter.key}:${Temporal.Instant.fromEpochNanoseconds(filter.time).toString()}`;
  }
  const { key, values } = filter;
  if (key === "path" || key === "symbol") {
    const each = values.map((value) => `${key}:${valueText(value)}`);
    return each.length === 1 ? (each[0] ?? "") : `(${each.join(" OR ")})`;
  }
  // A file without extension is asked for by `ext:.`.
  return `${key}:${valueText(values.map((value) => (value === "" || key === "ext" ? `.${value}` : value)).join(","))}`;
}

/** In the quotes whose end is not in it; every value was written in such, or needs none. */
function valueText(value: string): string {
  if (/^[\p{L}\p{N}_./,:\\-]+$/u.test(value)) return value;
  const pair = Object.entries(CLOSING).find(([, close]) => !value.includes(close)) ?? ['"', '"'];
  return pair[0] + value + pair[1];
}
