/**
 * Damaged copies of a small store: whatever is asked of one is answered rightly, or refused as `corrupt_store` with the way out, or what is
 * wrong with it is reported by `doctor`; never another error, never a crash. After `doctor --repair` all answers are those of a
 * fresh store. Shared by the test and bench/faults/damaged.ts.
 */
import { Database } from "bun:sqlite";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { readDocument } from "../../src/index-search/read.ts";
import { SearchHandler } from "../../src/index-search/search-handler.ts";
import { statusOf } from "../../src/index-search/status.ts";
import { clearStore } from "../../src/indexing/clear.ts";
import { rebuildStore } from "../../src/indexing/rebuild.ts";
import { readRequestSchema } from "../../src/request/read-request.ts";
import { type SearchRequest, searchRequestSchema } from "../../src/request/search-request.ts";
import { openStore, type Store, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { Tree } from "../indexing/tree.ts";
import { hashing, hashingName } from "../vectors/embed-world.ts";
import { hashingEncoder } from "../vectors/hashing-encoder.ts";

const PAGE = 8192;

/** What is done to a copy. */
const KINDS = ["one byte", "four bytes", "20 bits", "another page", "zeros", "noise", "cut off"] as const;
type Kind = (typeof KINDS)[number];

const QUERIES: readonly Partial<SearchRequest>[] = [
  ...["golden bearing", '"golden bearing" -silver', "bear*", "note 7 nowhere", "kestrel", "alpha OR omega", "步骤"].map(
    (query) => ({ query, mode: "lexical" as const }),
  ),
  ...[
    "ext:md golden",
    "type:source parse",
    "lang:typescript header",
    "symbol:parseHeader1",
    "path:d3",
    "category:doc lake",
  ].map((query) => ({ query, mode: "lexical" as const })),
  { query: "after:2020-01-01", mode: "lexical" },
  { query: "copper autumn", mode: "lexical", explain: true },
  ...["prices of the metal that rose in the autumn", "how is the header of a line taken apart"].map((query) => ({
    query,
  })),
  ...["walrus by the water", "alloy"].map((query) => ({ query, mode: "semantic" as const })),
  { query: "golden kestrel autumn", explain: true },
];

export interface DamageReport {
  rounds: number;
  /** Answers by what they were. */
  right: number;
  refused: number;
  /** Of stores whose damage `doctor` reports. */
  wrong: number;
  /** Copies that `doctor` reports, that were repaired, and those that it takes for whole. */
  reported: number;
  repaired: number;
  taken: number;
  /** Wrong answers of copies that `doctor` takes for whole: what was done, where. */
  silent: string[];
}

/** Damages copies of one store, `rounds` in all. Throws for an error of another kind, and for an answer that repairing leaves wrong. */
export async function damageRounds(rounds: number, random: () => number, repairs = true): Promise<DamageReport> {
  using tree = new Tree(FILES);
  const sound = new Copies(tree, tree.dataDir);
  await sound.index(false);
  const expected = await sound.answers();
  if (expected.some((answer) => answer.length < 3))
    throw new Error(`a query without an answer: ${expected.findIndex((a) => a.length < 3)}`);
  if (sound.isReported()) throw new Error("doctor reports a sound store");
  const whole = readFileSync(storePath(tree.dataDir));
  const tables = tablesOfPages(storePath(tree.dataDir));
  const pages = pagesByTable(tables);
  const report: DamageReport = {
    rounds: 0,
    right: 0,
    refused: 0,
    wrong: 0,
    reported: 0,
    repaired: 0,
    taken: 0,
    silent: [],
  };
  const copy = new Copies(tree, join(tree.dir, "damaged"));
  for (let round = 0; round < rounds; round++) {
    const kind = KINDS[round % KINDS.length] ?? "noise";
    const { bytes, page, end } = damaged(whole, kind, pages, random);
    const what = `${kind} in page ${page + 1} of ${tables.get(page + 1) ?? "none"}`;
    copy.put(bytes, end);
    try {
      const answers = await copy.answers();
      const wrong = answers.flatMap((answer, at) => (answer === expected[at] || answer === REFUSED ? [] : [at]));
      report.refused += answers.filter((answer) => answer === REFUSED).length;
      report.right += answers.filter((answer, at) => answer === expected[at]).length;
      const isReported = copy.isReported();
      if (isReported) report.wrong += wrong.length;
      else
        report.silent.push(
          ...wrong
            .slice(0, 1)
            .map((at) => `${what}: ${JSON.stringify(QUERIES[at])} ${differing(expected[at] ?? "", answers[at] ?? "")}`),
        );
      if (repairs && round % 10 === 0) await copy.work();
      report[isReported ? "reported" : "taken"] += 1;
      if (isReported && repairs) {
        copy.put(bytes, end);
        await copy.repair();
        const again = await copy.answers();
        const at = again.findIndex((answer, query) => answer !== expected[query]);
        if (at >= 0)
          throw new Error(
            `${JSON.stringify(QUERIES[at])} after repair: ${differing(expected[at] ?? "", again[at] ?? "")}`,
          );
        report.repaired += 1;
      }
    } catch (error) {
      throw new Error(`${what}: ${describe(error)}`, { cause: error });
    }
    report.rounds += 1;
  }
  return report;
}

const REFUSED = "refused";

/** A data directory whose store is written anew for each round. */
class Copies {
  constructor(
    private readonly tree: Tree,
    private readonly dataDir: string,
  ) {
    mkdirSync(dataDir, { recursive: true });
  }

  put(bytes: Uint8Array, end: number | null): void {
    for (const name of readdirSync(this.dataDir)) rmSync(join(this.dataDir, name));
    writeFileSync(storePath(this.dataDir), bytes);
    if (end !== null) truncateSync(storePath(this.dataDir), end);
  }

  /** Of each query its hits as text, or REFUSED. */
  async answers(): Promise<string[]> {
    const answers: string[] = [];
    const handler = new SearchHandler({
      open: (kind) => Promise.resolve(hashingEncoder(hashingName(kind))),
      nameOf: hashingName,
    });
    for (const asked of QUERIES) {
      const request = searchRequestSchema.parse({ limit: 20, ...asked });
      const task = { dataDir: this.dataDir, request, settings: this.#settings, audience: "user", now: 0 } as const;
      const answer = await refusable(async () => {
        const { hits, warnings } = await handler.answer(task);
        return JSON.stringify([hits, warnings.map(({ code }) => code)]);
      });
      answers.push(answer ?? REFUSED);
    }
    handler.close();
    return answers;
  }

  async index(force: boolean): Promise<void> {
    await this.tree.index({ force }, { settings: this.#settings, embed: hashing() });
  }

  /** Everything else that looks at a store: done, or refused. */
  async work(): Promise<void> {
    await refusable(() => Promise.resolve(this.#read((store) => statusOf(store, "docs"))));
    await refusable(async () =>
      readDocument(readRequestSchema.parse({ path: this.tree.path("d1/n1.md") }), this.#settings),
    );
    await refusable(() => this.index(false));
    await refusable(() => this.index(true));
    await refusable(() => clearStore({ settings: this.#settings }));
  }

  /** Whether `doctor` reports it. */
  isReported(): boolean {
    try {
      this.#read(verifyStore);
      return false;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return true;
    }
  }

  async repair(): Promise<void> {
    const { missing } = await rebuildStore({ settings: this.#settings, inline: true, embed: hashing() });
    if (missing.length > 0) throw new Error(`not repaired: ${missing.join()}`);
  }

  #read<T>(body: (store: Store) => T): T {
    const store = openStore(this.dataDir, "read");
    try {
      return body(store);
    } finally {
      store.close();
    }
  }

  get #settings() {
    return {
      ...this.tree.settings(),
      dataDir: this.dataDir,
      roots: [this.tree.root],
      timezone: "UTC",
      embed: "all" as const,
    };
  }
}

/** Which table or index each page belongs to. */
function tablesOfPages(path: string): Map<number, string> {
  const db = new Database(path, { readonly: true });
  try {
    const rows = db.query<{ pageno: number; name: string }, []>("SELECT pageno, name FROM dbstat").all();
    return new Map(rows.map(({ pageno, name }) => [pageno, name]));
  } finally {
    db.close();
  }
}

function pagesByTable(tables: ReadonlyMap<number, string>): number[][] {
  const pages = new Map<string, number[]>();
  for (const [page, name] of tables) pages.set(name, [...(pages.get(name) ?? []), page]);
  return [...pages.values()];
}

interface Damaged {
  readonly bytes: Uint8Array;
  readonly page: number;
  /** Where the file is cut off, null for not at all. */
  readonly end: number | null;
}

/**
 * One page of any, or of a table drawn first, so that small tables have their share; half of the single bytes are such as hold
 * something.
 */
function damaged(whole: Buffer, kind: Kind, byTable: readonly (readonly number[])[], random: () => number): Damaged {
  const bytes = Buffer.from(whole);
  const pages = Math.floor(bytes.length / PAGE);
  const below = (most: number) => Math.floor(random() * most);
  const ofTable = byTable[below(byTable.length)] ?? [];
  const page = random() < 0.5 ? below(pages) : (ofTable[below(ofTable.length)] ?? 1) - 1;
  const at = page * PAGE;
  const used = Array.from({ length: PAGE }, (_, offset) => offset).filter((offset) => bytes[at + offset] !== 0);
  const place = () => (random() < 0.5 ? below(PAGE) : (used[below(used.length)] ?? 0));
  const within = (count: number, change: (where: number) => void) => {
    for (let i = 0; i < count; i++) change(at + place());
  };
  const other = (where: number) => {
    bytes[where] = (bytes[where] ?? 0) ^ (1 + below(255));
  };
  if (kind === "one byte") within(1, other);
  if (kind === "four bytes") {
    const first = at + Math.min(place(), PAGE - 4);
    for (let i = 0; i < 4; i++) other(first + i);
  }
  if (kind === "20 bits") within(20, (where) => (bytes[where] = (bytes[where] ?? 0) ^ (1 << below(8))));
  if (kind === "another page") {
    const from = ((page + 1 + below(pages - 1)) % pages) * PAGE;
    whole.copy(bytes, at, from, from + PAGE);
  }
  if (kind === "zeros") bytes.fill(0, at, at + PAGE);
  if (kind === "noise") for (let i = at; i < at + PAGE; i++) bytes[i] = below(256);
  return { bytes, page, end: kind === "cut off" ? at + below(PAGE) : null };
}

/** Null where it was refused as a damaged store with the way out; what else is thrown is a fault. */
async function refusable<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof QsearchError && error.code === "corrupt_store" && error.hint.includes("doctor --repair");
}

function describe(error: unknown): string {
  return error instanceof QsearchError ? `${error.code}: ${error.message}` : String(error);
}

/** The first place where two texts differ. */
function differing(expected: string, seen: string): string {
  let at = 0;
  while (expected[at] === seen[at] && at < expected.length) at++;
  const part = (text: string) => text.slice(Math.max(0, at - 40), at + 60);
  return `${part(seen)} instead of ${part(expected)}`;
}

const NOTES = Array.from({ length: 21 }, (_, n) => [`d${n % 7}/n${n}.md`, note(n)] as const);
const SOURCES = Array.from({ length: 6 }, (_, n) => [`src/parse${n}.ts`, source(n)] as const);
const FILES = {
  ...Object.fromEntries([...NOTES, ...SOURCES]),
  "metals.csv": `metal,price\n${Array.from({ length: 60 }, (_, n) => `copper ${n},${n * 7}`).join("\n")}\n`,
  "page.html": "<h1>Prices</h1><p>The copper and the tin rose again in autumn &amp; fell in spring.</p>",
  "data.json": '{"alloy": "golden bronze", "kestrel": 3}\n',
  "long.txt": Array.from(
    { length: 900 },
    (_, n) => `line ${n} of a text in several blocks, alpha ${n % 17} omega\n`,
  ).join(""),
  "letter.eml":
    "From: a@example.org\nTo: b@example.org\nSubject: walrus\nContent-Type: text/plain\n\nThe walrus sleeps by the water.\n",
};

function note(n: number): string {
  const filler = "the golden bearing and the silver one\n".repeat(1 + (n % 20));
  return `# Note ${n}\n\n${filler}\n## More ${n}\n\n${n % 5 === 0 ? "A kestrel over the lake, 步骤 three.\n" : ""}${"x".repeat(n * 9)}\n`;
}

function source(n: number): string {
  return `/** Takes the header of a line apart. */\nexport function parseHeader${n}(line: string): string {\n  return line.trim() + ${n};\n}\n`;
}
