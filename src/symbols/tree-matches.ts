/** The matches of a language's query in a text's syntax tree. */

import { GRAMMAR } from "../languages/all-grammar.ts";
import type { SymbolLanguage } from "../languages/names.ts";
import type { Match } from "./extractor.ts";
import { addressOf, type Grammar, loadGrammar } from "./grammars.ts";
import { type FlatTree, Flattener } from "./tree/flat-tree.ts";
import { Matcher } from "./tree/matcher.ts";

export interface TreeMatches {
  readonly matches: readonly Match[];
  /** The tree holds errors. */
  readonly partial: boolean;
  /** Starts of all identifiers, for readers with records. */
  readonly words: Uint32Array;
}

/** Longest time for one tree, milliseconds. Swift's grammar takes 30 ms a step on some broken texts. */
const PARSE_MS = 1_500;

/** Shared by all languages of a thread: every tree overwrites its arrays. */
const flattener = new Flattener();

/** Parser and query of one language. */
export class TreeReader {
  private constructor(
    private readonly grammar: Grammar,
    private readonly matcher: Matcher,
    /** By type id, 1 for identifiers; null without records. */
    private readonly identifiers: Uint8Array | null,
  ) {}

  /** Rejects where the grammar does not load. */
  static async open(language: SymbolLanguage, withRecords = false): Promise<TreeReader> {
    const grammar = await loadGrammar(language);
    const { symbols, locals } = GRAMMAR[language];
    const query = withRecords ? [...symbols, ...locals] : symbols;
    return new TreeReader(
      grammar,
      new Matcher(query.join("\n"), grammar.language),
      withRecords ? identifierTypes(grammar) : null,
    );
  }

  /** null where a limit was reached before the tree was whole: of progress callbacks, or of time. */
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
      const words = this.identifiers === null ? NO_WORDS : wordsOf(flat, this.identifiers);
      return { matches: this.matcher.matches(flat, text), partial: flat.hasError, words };
    } finally {
      tree.delete();
    }
  }
}

const NO_WORDS = new Uint32Array(0);

/** Names of node types that are identifiers, in all grammars. */
const IDENTIFIER = /identifier|^name$|^word$|^constant$|^instance_variable$/;

function identifierTypes({ language }: Grammar): Uint8Array {
  const types = new Uint8Array(0x10000);
  for (let id = 0; id < language.nodeTypeCount; id++)
    if (language.nodeTypeIsNamed(id) && IDENTIFIER.test(language.nodeTypeForId(id) ?? "")) types[id] = 1;
  return types;
}

function wordsOf({ count, type, start, next }: FlatTree, identifiers: Uint8Array): Uint32Array {
  const words: number[] = [];
  for (let node = 0; node < count; node++)
    if (identifiers[type[node] ?? 0] === 1 && next[node] === node + 1) words.push(start[node] ?? 0);
  return Uint32Array.from(words);
}
