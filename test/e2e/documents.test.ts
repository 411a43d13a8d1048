/**
 * All 96 document cases through the program itself: index once, then every required text by `search` at its place and by
 * `read` from that place: in a full run (`npm test -- --full`) every text of every file, else the first file of each kind.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReadResult } from "../../src/request/read-request.ts";
import { type Expectation, normalised } from "../extract/documents/places.ts";
import { IS_FULL } from "../rounds.ts";
import { describeShared } from "../shared.ts";
import { type World, world } from "../world.ts";

interface Case {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly error: string | null;
  readonly error_required?: boolean;
  readonly expect: readonly (Expectation & { readonly line?: number; readonly lines?: readonly number[] })[];
}

interface Hit {
  readonly path: string;
  readonly page: number | null;
  readonly sheet: string | null;
  readonly line_start: number;
  readonly line_end: number;
  readonly passages?: readonly Hit[];
}

/** Passages of a file that are shown: its best, and so many beneath it. */
const MOST_PASSAGES = 10;
const EVERY = IS_FULL;
/** pandoc writes the headings of RTF in capitals; the search folds case anyway, `read` shows what the file says. */
const SHOUTED = new Set(["rtf-basic"]);

describeShared("document cases through index, search and read", (shared) => {
  const folder = join(shared, "cases", "documents");
  const cases = readFileSync(join(folder, "cases.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): Case => JSON.parse(line));
  let place: World;
  let failed: ReadonlySet<string>;

  beforeAll(() => {
    place = world(
      Object.fromEntries(cases.map(({ file }) => [file, new Uint8Array(readFileSync(join(folder, file)))])),
    );
    const indexed = place.runWith({ timeout: 120_000 }, "index", "--root", place.dir, "--json");
    expect({ exitCode: indexed.exitCode, stderr: indexed.stderr }).toMatchObject({ exitCode: 0 });
    const { data } = place.run("status", "--json").json<{ errors: readonly { path: string }[] }>();
    failed = new Set(data.errors.map(({ path }) => path.slice(place.dir.length + 1)));
  }, 130_000);
  afterAll(() => place[Symbol.dispose]());

  test("exactly the files that may be errors are errors", () => {
    const required = cases.filter((entry) => entry.error_required === true).map(({ file }) => file);
    const allowed = new Set(cases.filter(({ error }) => error !== null).map(({ file }) => file));
    expect(required.filter((file) => !failed.has(file))).toEqual([]);
    expect([...failed].filter((file) => !allowed.has(file))).toEqual([]);
  });

  const kinds = new Set<string>();
  for (const entry of cases) {
    const wanted = entry.expect.filter(({ level, text }) => level === "must" && text !== undefined);
    if (wanted.length === 0 || (!EVERY && kinds.has(entry.kind))) continue;
    kinds.add(entry.kind);
    test(entry.id, () => {
      if (failed.has(entry.file)) return;
      for (const expected of wanted) {
        const hits = search(place, entry.file, expected);
        // What stands in more passages than a search shows may be shown elsewhere.
        const found = hits.length > MOST_PASSAGES || hits.some((hit) => matches(hit, expected));
        expect({ expected, found }).toEqual({ expected, found: true });
        const said = normalised(read(place, entry.file, expected), expected.ws);
        const text = normalised(expected.text ?? "", expected.ws);
        const fold = (some: string) => (SHOUTED.has(entry.id) ? some.toLowerCase() : some);
        if (!fold(said).includes(fold(text))) expect({ expected, said }).toEqual({ expected, said: text });
      }
    }, 60_000);
  }
});

/** Hits of the text as a phrase, within the one file. */
function search(place: World, file: string, expected: Expectation): readonly Hit[] {
  const phrase = `"${(expected.text ?? "").replaceAll('"', " ")}"`;
  const outcome = place.run(
    "search",
    "--json",
    "--passages",
    String(MOST_PASSAGES),
    "--path-prefix",
    place.path(file),
    "--",
    phrase,
  );
  return outcome.json<readonly Hit[]>().data.flatMap((hit) => [hit, ...(hit.passages ?? [])]);
}

function matches(hit: Hit, expected: Case["expect"][number]): boolean {
  if (expected.page !== undefined && hit.page !== expected.page) return false;
  if (expected.sheet !== undefined && hit.sheet !== expected.sheet) return false;
  const line = expected.line ?? expected.row;
  const lines = expected.lines ?? (line === undefined ? [] : [line]);
  return lines.length === 0 || lines.some((number) => hit.line_start <= number && number <= hit.line_end);
}

/** The text of the expected place as `read` gives it. */
function read(place: World, file: string, expected: Case["expect"][number]): string {
  const options: string[] = [];
  const line = expected.line ?? expected.row;
  if (expected.page !== undefined) options.push("--page", String(expected.page));
  if (expected.sheet !== undefined) options.push("--sheet", expected.sheet);
  // A CSV record may go on over some lines.
  if (line !== undefined) options.push("--lines", `${line}-${line + (file.endsWith(".csv") ? 3 : 0)}`);
  const { data } = place.run("read", "--json", ...options, place.path(file)).json<ReadResult>();
  return data.sections.flatMap((section) => section.lines.map(({ text }) => text)).join("\n");
}
