/** The matches of a language's query in a text's syntax tree. */
import type { Node, Query } from "web-tree-sitter";
import type { Match } from "./extractor.ts";
import { type Grammar, loadGrammar, loadTreeSitter } from "./grammars.ts";
import type { SymbolLanguage } from "./languages.ts";
import { queryText } from "./queries.ts";

export interface TreeMatches {
  readonly matches: readonly Match[];
  /** The tree holds errors. */
  readonly partial: boolean;
}

/** Parser and query of one language. */
export class TreeReader {
  private constructor(
    private readonly grammar: Grammar,
    private readonly query: Query,
  ) {}

  /** Rejects where the grammar does not load. */
  static async open(language: SymbolLanguage): Promise<TreeReader> {
    const [{ Query }, grammar] = await Promise.all([loadTreeSitter(), loadGrammar(language)]);
    return new TreeReader(grammar, new Query(grammar.language, queryText(language)));
  }

  /** null where the limit of work was reached before the tree was whole. */
  read(text: string, limit: number): TreeMatches | null {
    const { parser } = this.grammar;
    let steps = 0;
    const tree = parser.parse(text, null, { progressCallback: () => ++steps > limit });
    if (tree === null) {
      parser.reset();
      return null;
    }
    try {
      const root = tree.rootNode;
      const matches = this.query.matches(root).map(({ patternIndex, captures }) => ({
        pattern: patternIndex,
        captures: captures.map(({ name, node }) => captured(name, node)),
      }));
      return { matches, partial: root.hasError };
    } finally {
      tree.delete();
    }
  }

  close(): void {
    this.query.delete();
  }
}

function captured(capture: string, node: Node) {
  return { capture, id: node.id, start: node.startIndex, end: node.endIndex };
}
