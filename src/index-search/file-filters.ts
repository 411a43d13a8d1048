/** Filters of a query's tree as sets of files: the store evaluates each once a search. */
import { chunkTables } from "../store/chunks.ts";
import { type FileFilter, filterFiles } from "../store/files.ts";
import { Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import type { QueryFilter } from "../text/filters.ts";
import type { QueryNode } from "../text/query-tree.ts";
import { bearsSymbol, symbolExpression } from "./symbols.ts";

export class FileFilters {
  readonly #sets = new Map<QueryFilter, ReadonlySet<number>>();
  #all: ReadonlySet<number> | undefined;

  constructor(private readonly store: Store) {}

  passes(fileId: number, filter: QueryFilter): boolean {
    return this.#setOf(filter).has(fileId);
  }

  /** Ids of the files with text that satisfy a tree of filters, ascending. */
  idsOf(node: QueryNode): number[] {
    return [...this.#idsOf(node)].sort((a, b) => a - b);
  }

  #idsOf(node: QueryNode): ReadonlySet<number> {
    switch (node.op) {
      case "filter":
        return this.#setOf(node.filter);
      case "not":
        return this.#files().difference(this.#idsOf(node.node));
      case "and":
        return node.nodes.map((each) => this.#idsOf(each)).reduce((a, b) => a.intersection(b));
      case "or":
        return node.nodes.map((each) => this.#idsOf(each)).reduce((a, b) => a.union(b));
      case "term":
        return NONE;
    }
  }

  #setOf(filter: QueryFilter): ReadonlySet<number> {
    const known = this.#sets.get(filter) ?? new Set(this.#look(filter));
    this.#sets.set(filter, known);
    return known;
  }

  #look(filter: QueryFilter): Iterable<number> {
    if (filter.key === "symbol") return this.#withSymbol(filter.values);
    return filterFiles(this.store, fileFilterOf(filter)) ?? this.#files();
  }

  #withSymbol(symbols: readonly string[]): number[] {
    const match = symbolExpression(symbols);
    const files = match === null ? [...this.#files()] : new Postings(this.store).filesMatching(match);
    const tables = chunkTables(this.store, files);
    return files.filter(
      (id) =>
        tables
          .get(id)
          ?.rows()
          .some((chunk) => bearsSymbol(chunk, symbols)) === true,
    );
  }

  /** All files with text. */
  #files(): ReadonlySet<number> {
    this.#all ??= new Set(
      this.store
        .statement<[number], []>("SELECT id FROM files WHERE content IS NOT NULL")
        .values()
        .map(([id]) => Number(id)),
    );
    return this.#all;
  }
}

const NONE: ReadonlySet<number> = new Set();

function fileFilterOf(filter: QueryFilter): FileFilter {
  switch (filter.key) {
    case "after":
      return { after: filter.time };
    case "before":
      return { before: filter.time };
    case "ext":
      return { ext: filter.values };
    case "lang":
      return { language: filter.values };
    case "type":
      return { category: filter.values as FileFilter["category"] & readonly string[] };
    case "path":
      return { path: filter.values };
    case "symbol":
      return {};
  }
}
