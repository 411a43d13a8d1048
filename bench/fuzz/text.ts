/**
 * The text part without end: `bun bench/fuzz/text.ts [rounds=20000] [seed=time]`. Random texts and queries; the kernel must
 * agree with its reference, the index must propose what the matcher accepts, SQLite must not complain, and snippets must
 * show whole characters. Ends with 1 and the seed at the first fault.
 */
import { Database } from "bun:sqlite";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { TokenKernel } from "../../src/kernels/tokens.ts";
import { scoringTerms } from "../../src/ranking/scoring-terms.ts";
import { countByReference, createTermCounter } from "../../src/ranking/term-counter.ts";
import { ftsExpression, isDecidedByIndex, tokensExpression } from "../../src/text/fts.ts";
import { MatchText, mergeSpans } from "../../src/text/matcher.ts";
import { type ParsedQuery, parseQuery } from "../../src/text/query.ts";
import { termsIn } from "../../src/text/query-tree.ts";
import { makeSnippet } from "../../src/text/snippet.ts";
import { createTokeniser, nameColumn } from "../../src/text/tokeniser.ts";
import { tokenColumns } from "../../src/text/tokens.ts";
import { anyString, queries, queryFrom, texts } from "../../test/text/arbitraries.ts";
import { requiredExpression } from "../../test/text/required-expression.ts";

const rounds = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const db = new Database(":memory:");
db.run(
  "CREATE VIRTUAL TABLE fts USING fts5(body, ident, symbols, path, content='', contentless_delete=1, tokenize='ascii')",
);
const insert = db.query("INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (1, ?, ?, '', ?)");
const select = db.query<{ rowid: number }, [string]>("SELECT rowid FROM fts WHERE fts MATCH ?");
const kernel = TokenKernel.load();
const tokeniser = createTokeniser();
const decoder = new TextDecoder();

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function checkKernel(text: string): void {
  const columns = kernel.columns(text);
  if (columns === null) return;
  const { body, ident, tokens } = tokenColumns(text);
  must(decoder.decode(columns.body) === body && decoder.decode(columns.ident) === ident, "kernel columns");
  must(columns.tokens === tokens, "kernel token count");
}

function parse(input: string): ParsedQuery | null {
  try {
    return parseQuery(input, { timezone: "UTC", now: 0 });
  } catch (error) {
    if (error instanceof QsearchError && error.code === "usage") return null;
    throw error;
  }
}

function checkQuery(text: string, path: string, input: string): void {
  const query = parse(input);
  if (query === null) return;
  const matched = new MatchText(text);
  const named = new MatchText(path);
  const terms = query.tree === null ? [] : termsIn(query.tree);
  for (const term of terms) {
    const expression = ftsExpression(term);
    const proposed = expression !== null && select.all(expression).length > 0;
    const accepted = matched.has(term) || (term.kind === "word" && named.has(term));
    must(proposed || !accepted, `accepted, not proposed: ${JSON.stringify(term)}`);
    must(accepted || !proposed || !isDecidedByIndex(term), `proposed, not accepted: ${JSON.stringify(term)}`);
  }
  for (const expression of [requiredExpression(query), tokensExpression(scoringTerms(query))]) {
    if (expression !== null) select.all(expression);
  }
  checkCounts(text, query);
  const matches = terms.map((term) => matched.find(term));
  for (const { start, end } of mergeSpans(matches.flat())) must(start < end && end <= text.length, "span");
  const snippet = makeSnippet(text, { start: 0, end: text.length }, matches, { maxChars: 24, maxLines: 2 });
  must(snippet.start <= snippet.end && snippet.end <= text.length, "snippet bounds");
  must(snippet.text.isWellFormed() || !text.isWellFormed(), "half a character in a snippet");
}

function checkCounts(text: string, query: ParsedQuery): void {
  const terms = scoringTerms(query);
  const expected = new Float64Array(terms.length);
  const { counts, lengths } = createTermCounter(terms).texts([text]);
  must(lengths[0] === countByReference(text, terms, false, expected), "counted length");
  must(counts.join() === expected.join(), "counts");
}

const world = fc
  .tuple(fc.oneof(texts(40), texts(40), anyString), texts(4))
  .chain(([text, path]) =>
    fc.tuple(
      fc.constant(text),
      fc.constant(path),
      fc.array(fc.oneof(queries, queryFrom(text), anyString), { maxLength: 6 }),
    ),
  );

const start = performance.now();
fc.assert(
  fc.property(world, ([text, path, inputs]) => {
    checkKernel(text);
    db.run("DELETE FROM fts");
    const { body, ident } = tokeniser.columns(text, 0, text.length);
    insert.run(body, ident, nameColumn(path));
    for (const input of inputs) checkQuery(text, path, input);
  }),
  { seed, numRuns: rounds },
);
process.stdout.write(
  `${rounds} rounds, seed ${seed}, ${((performance.now() - start) / 1000).toFixed(1)} s: no fault\n`,
);
