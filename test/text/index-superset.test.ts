/** What the matcher accepts, the index must propose; nothing at all may raise an error in SQLite. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { scoringTerms } from "../../src/ranking/scoring-terms.ts";
import { ftsExpression, isDecidedByIndex, tokensExpression } from "../../src/text/fts.ts";
import { MatchText } from "../../src/text/matcher.ts";
import { type ParsedQuery, parseQuery, type Term } from "../../src/text/query.ts";
import { termsIn } from "../../src/text/query-tree.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { rounds } from "../rounds.ts";
import { anyString, queries, queryFrom, texts } from "./arbitraries.ts";
import { requiredExpression } from "./required-expression.ts";

const db = new Database(":memory:");
db.run(
  "CREATE VIRTUAL TABLE fts USING fts5(body, ident, symbols, path, content='', contentless_delete=1, tokenize='ascii')",
);
const insert = db.query("INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (?, ?, ?, ?, ?)");
const select = db.query<{ rowid: number }, [string]>("SELECT rowid FROM fts WHERE fts MATCH ?");
const tokeniser = createTokeniser();
afterAll(() => db.close());

interface Row {
  readonly text: string;
  readonly path: string;
}

function fill(rows: readonly Row[]): void {
  db.run("DELETE FROM fts");
  for (const [id, { text, path }] of rows.entries()) {
    const { body, ident } = tokeniser.columns(text, 0, text.length);
    insert.run(id, body, ident, "", tokeniser.pathTokens(path));
  }
}

function found(expression: string | null): Set<number> {
  return new Set(expression === null ? [] : select.all(expression).map(({ rowid }) => rowid));
}

function accepts(term: Term, { text, path }: Row): boolean {
  return new MatchText(text).has(term) || (term.kind === "word" && new MatchText(path).has(term));
}

function termsOf(query: ParsedQuery): Term[] {
  return query.tree === null ? [] : termsIn(query.tree);
}

function parse(input: string): ParsedQuery | null {
  try {
    return parseQuery(input, { timezone: "UTC", now: 0 });
  } catch (error) {
    if (error instanceof QsearchError && error.code === "usage") return null;
    throw error;
  }
}

function check(rows: readonly Row[], input: string): void {
  const query = parse(input);
  if (query === null) return;
  for (const term of termsOf(query)) {
    const rowsFound = found(ftsExpression(term));
    for (const [id, row] of rows.entries()) {
      const accepted = accepts(term, row);
      if (accepted && !rowsFound.has(id))
        throw new Error(`${JSON.stringify(term)} is in ${JSON.stringify(row)}, not proposed`);
      if (!accepted && rowsFound.has(id) && isDecidedByIndex(term))
        throw new Error(`${JSON.stringify(term)} is not in ${JSON.stringify(row)}, but proposed and not verified`);
    }
  }
  found(requiredExpression(query));
  found(tokensExpression(scoringTerms(query)));
}

const rowsOf = fc.array(fc.record({ text: texts(), path: texts(4) }), { minLength: 1, maxLength: 4 });

test("every row that the matcher accepts is proposed by the index, and decided terms by no other", () => {
  fc.assert(
    fc.property(rowsOf, fc.array(queries, { minLength: 1, maxLength: 3 }), (rows, inputs) => {
      fill(rows);
      for (const input of inputs) check(rows, input);
    }),
    { seed: 4, numRuns: rounds(300) },
  );
});

test("queries cut out of a text find it where the matcher does", () => {
  const cases = texts(30).chain((text) =>
    fc.tuple(fc.constant(text), fc.array(queryFrom(text), { minLength: 1, maxLength: 6 })),
  );
  fc.assert(
    fc.property(cases, ([text, inputs]) => {
      const rows = [{ text, path: "" }];
      fill(rows);
      for (const input of inputs) check(rows, input);
    }),
    { seed: 5, numRuns: rounds(500) },
  );
});

test("a phrase cut at word borders is found in its text", () => {
  fc.assert(
    fc.property(texts(30), fc.nat(), fc.integer({ min: 1, max: 6 }), (text, from, length) => {
      const { units } = new MatchText(text);
      if (units.count === 0) return;
      const first = from % units.count;
      const last = Math.min(units.count, first + length) - 1;
      // The cut must not part what the text holds together: a name, an acronym's plural, a marked letter.
      if (
        units.identifiers.some(
          (name) => (name.first < first && name.last >= first) || (name.first <= last && name.last > last),
        )
      )
        return;
      // One character that folds to several words (½) cannot be parted.
      if (units.end(last) > units.start(last + 1) && last + 1 < units.count) return;
      if (first > 0 && units.end(first - 1) > units.start(first)) return;
      const phrase = text.slice(units.start(first), units.end(last));
      if (phrase.includes('"') || /[“”„「」『』＂]/.test(phrase)) return;
      const term = parse(`"${phrase}"`)?.required[0]?.terms[0];
      if (!term) return;
      const rows = [{ text, path: "" }];
      fill(rows);
      expect(new MatchText(text).has(term)).toBe(true);
      expect(found(ftsExpression(term)).has(0)).toBe(true);
    }),
    { seed: 6, numRuns: rounds(1500) },
  );
});

test("no input whatsoever raises an SQLite error", () => {
  fill([{ text: "some text", path: "a/b" }]);
  fc.assert(
    fc.property(anyString, anyString, (input, text) => {
      check([{ text: "some text", path: "a/b" }], input);
      const { body, ident } = tokeniser.columns(text, 0, text.length);
      insert.run(7, body, ident, tokeniser.pathTokens(text), tokeniser.pathTokens(text));
      db.run("DELETE FROM fts WHERE rowid = 7");
    }),
    { seed: 8, numRuns: rounds(1500) },
  );
});
