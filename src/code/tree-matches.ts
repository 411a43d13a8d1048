/** The matches of a language's query in a text's syntax tree. */
import type { Match } from "./extractor.ts";
import { addressOf, type Grammar, loadGrammar } from "./grammars.ts";
import type { SymbolLanguage } from "./languages.ts";
import { queryText } from "./queries.ts";
import { Flattener } from "./tree/flat-tree.ts";
import { Matcher } from "./tree/matcher.ts";

export interface TreeMatches {
  readonly matches: readonly Match[];
  /** The tree holds errors. */
  readonly partial: boolean;
}

/** Longest time for one tree, milliseconds. Swift's grammar takes 30 ms a step on some broken texts. */
const PARSE_MS = 1_500;

/** One for all languages of a thread: its arrays are used anew for every tree. */
const flattener = new Flattener();

/** Parser and query of one language. */
export class TreeReader {
  private constructor(
    private readonly grammar: Grammar,
    private readonly matcher: Matcher,
  ) {}

  /** Rejects where the grammar does not load. */
  static async open(language: SymbolLanguage): Promise<TreeReader> {
    const grammar = await loadGrammar(language);
    return new TreeReader(grammar, new Matcher(queryText(language), grammar.language));
  }

  /** null where a limit was reached before the tree was whole: of work (calls of the parser's progress callback), or of time. */
  read(text: string, limit: number): TreeMatches | null {
    const { parser, heap, tables } = this.grammar;
    let steps = 0;
    const deadline = performance.now() + PARSE_MS;
    const tree = parser.parse(text, null, { progressCallback: () => ++steps > limit || performance.now() > deadline });
    if (tree === null) {
      parser.reset();
      return null;
    }
    try {
      const flat = flattener.flatten(heap, addressOf(tree), tables, this.matcher.signs);
      return { matches: this.matcher.matches(flat, text), partial: flat.hasError };
    } finally {
      tree.delete();
    }
  }
}
