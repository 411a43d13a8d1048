/** Words and meaning, with the hashing encoder: texts are near when they share words, "the" and "of" among them. */
import { describe, expect, test } from "bun:test";
import { SearchHandler } from "../../src/index-search/search-handler.ts";
import { storeLateVectors } from "../../src/indexing/embed-on-search.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { type SearchRequest, searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings, type Settings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { embeddedCounts } from "../../src/store/vectors.ts";
import { hashing, hashingName } from "../vectors/embed-world.ts";
import { hashingEncoder } from "../vectors/hashing-encoder.ts";
import { type Files, type World, world } from "../world.ts";

class Searched {
  opened = 0;
  readonly #desk: SearchHandler;

  constructor(
    readonly world: World,
    readonly settings: Settings,
    nameOf: (kind: string) => string = hashingName,
  ) {
    const open = (kind: string) => {
      this.opened += 1;
      return Promise.resolve(hashingEncoder(nameOf(kind)));
    };
    this.#desk = new SearchHandler({ open, nameOf });
  }

  answer(query: string, asked: Partial<SearchRequest> = {}) {
    const request = searchRequestSchema.parse({ ...asked, query });
    const { dataDir } = this.settings;
    return this.#desk.answer({ dataDir, request, settings: this.settings, audience: "user", now: 0 });
  }

  /** "name match" of each hit. */
  async hits(query: string, asked: Partial<SearchRequest> = {}): Promise<string[]> {
    const { hits } = await this.answer(query, asked);
    return hits.map(({ path, match }) => `${path.slice(this.world.dir.length + 1)} ${match}`);
  }

  async codes(query: string, asked: Partial<SearchRequest> = {}): Promise<string[]> {
    return (await this.answer(query, asked)).warnings.map(({ code }) => code);
  }
}

async function searched(files: Files, embed: { no_embed?: boolean; embed_budget?: string } = {}): Promise<Searched> {
  const made = world(files);
  const settings = { ...loadSettings({ dataDir: made.dataDir, env: {} }), timezone: "UTC", roots: [made.dir] };
  await runIndex(indexRequestSchema.parse({ root: [made.dir], ...embed }), {
    settings,
    embed: hashing(),
    inline: true,
  });
  return new Searched(made, settings);
}

const FILES: Files = {
  "near.md": "the ways of steering the small boat over the calm water of the lake\n",
  "words.md": "boat boat boat\n\nand a list: anchor, mast, rope, hull\n",
  "far.md": "prices for copper and tin rose again in autumn\n",
};

describe("search by words and meaning", () => {
  test("a question finds what is near although it lacks its words", async () => {
    const s = await searched(FILES);
    const hits = await s.hits("what are the ways of moving the small ship over the calm water of the sea");
    expect(hits[0]?.startsWith("near.md")).toBe(true);
    expect(hits.join()).not.toContain("far.md");
  });

  test("keywords that are all there come first, and then no encoder is loaded", async () => {
    const s = await searched(FILES);
    expect((await s.hits("boat", { limit: 2 })).map((hit) => hit.split(" ")[1])).toEqual(["chunk", "chunk"]);
    expect(s.opened).toBe(0);
    const { hits } = await s.answer("calm water");
    expect(hits[0]?.path.endsWith("near.md")).toBe(true);
    expect(hits[0]?.match).toBe("chunk");
    expect(s.opened).toBe(1);
  });

  test("so do a few with a word such as in, which make no sentence yet", async () => {
    const s = await searched({
      "part.md": "compiler, just in compiler and in just compiler\n",
      "all.md": `one compiler of our time ${"grows harvest walls copper violin meadow ".repeat(12)}\n`,
    });
    expect((await s.hits("just in time compiler"))[0]).toBe("all.md chunk");
  });

  test("a phrase, and a query of Chinese, are words alone", async () => {
    const s = await searched({ ...FILES, "水.md": "水化学的进展\n" });
    expect(await s.hits('"calm water"')).toEqual(["near.md chunk"]);
    expect(await s.hits("水化学")).toEqual(["水.md chunk"]);
    // What the model cannot read is ranked by words where meaning alone is asked for, too.
    expect(await s.hits("水化学", { mode: "semantic" })).toEqual(["水.md chunk"]);
    expect(await s.codes("水化学", { mode: "semantic" })).toEqual(["lane_off"]);
    expect(s.opened).toBe(0);
  });

  test("filters and exclusions hold before the nearest are chosen", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`n/${i}.md`, `the ways of steering the small boat ${i} over the lake\n`]),
    );
    const s = await searched({
      ...many,
      ...FILES,
      "other/x.txt": "the ways of steering the small boat over the lake\n",
    });
    const question = "what are the ways of steering the small boat over the lake";
    for (const mode of ["hybrid", "semantic"] as const) {
      expect((await s.hits(`${question} path:other/`, { mode })).map((hit) => hit.split(" ")[0])).toEqual([
        "other/x.txt",
      ]);
      const left = await s.hits(`${question} -calm`, { mode, limit: 100 });
      expect(left.length).toBeGreaterThan(50);
      expect(left.join()).not.toContain("near.md");
    }
  });

  test("what is about nothing here finds the nearest at most, which are said to be weak", async () => {
    const s = await searched(FILES);
    for (const mode of ["hybrid", "semantic"] as const) {
      const { hits } = await s.answer("zork quux blarg wibble", { mode });
      expect(hits.length).toBeGreaterThan(0);
      expect(hits.every(({ match, weak }) => match === "meaning" && weak)).toBe(true);
    }
    // Keywords that are nowhere are a slip of the keyboard.
    expect(await s.hits("zork")).toEqual([]);
    const { hits } = await s.answer("what are the ways of moving the small ship over the calm water of the lake");
    expect(hits[0]).toMatchObject({ match: expect.stringMatching(/partial|meaning/), weak: false });
  });

  test("where nothing is near, hits by words stay as they are; those with some of the words are said to be weak", async () => {
    const note = (i: number) => [`${i}.md`, `${"violin harvest copper meadow ".repeat(20)}entry number${i}\n`] as const;
    const notes = Object.fromEntries(Array.from({ length: 12 }, (_, i) => note(i)));
    const s = await searched({
      ...notes,
      "todo.md": `${"garden walls paint ".repeat(30)}\nbook dentist: +49 30 1234\n`,
    });
    for (const query of ["dentist phone number", "dentist appointment telephone extension"]) {
      const { hits } = await s.answer(query);
      const byWords = await s.hits(query, { mode: "lexical" });
      expect(await s.hits(query)).toEqual(byWords);
      expect(hits[0]?.path).toEndWith("todo.md");
      expect(hits.every(({ match, weak }) => weak === (match === "partial"))).toBe(true);
    }
    expect((await s.answer("dentist book garden")).hits[0]).toMatchObject({ match: "chunk", weak: false });
  });

  test("of a chunk of several windows the nearest is shown", async () => {
    const filler = "prices for copper and tin rose again in autumn, and nobody knew why\n".repeat(8);
    const s = await searched({ "long.md": `${filler}the ways of steering small boats over the calm lake\n`, ...FILES });
    const question = "which ways of the steering of a ship over the sea are the calm ones";
    for (const mode of ["hybrid", "semantic"] as const) {
      const { hits } = await s.answer(question, { mode });
      const hit = hits.find(({ path }) => path.endsWith("long.md"));
      expect(hit?.snippet).toContain("steering");
      expect(hit?.line_end).toBe(9);
      expect(hit?.line_start).toBeGreaterThan(1);
    }
  });

  test("semantic leaves words aside", async () => {
    const s = await searched(FILES);
    const hits = await s.hits("the ways of the water", { mode: "semantic" });
    expect(hits[0]).toStartWith("near.md");
    expect(hits.join()).not.toContain("far.md");
  });

  test("--explain shows both lanes, and both ways of fusing order", async () => {
    const s = await searched(FILES);
    const question = "what are the ways of steering the small boat over the lake";
    const { hits } = await s.answer(question, { explain: true });
    expect(hits[0]?.explain).toMatchObject({ words: expect.any(Number), cosine: expect.any(Number), weight: 0.65 });
    const byRank = await s.answer(question, { explain: true, fusion: "rrf" });
    const { rrf_score, total } = byRank.hits[0]?.explain ?? { total: 0 };
    expect(total).toBe(rrf_score ?? -1);
    // Best of both lanes: 1 / (60 + 1) each.
    expect(total).toBeCloseTo(2 / 61, 5);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });

  test("more results begin with the same ones", async () => {
    const s = await searched(FILES);
    for (const query of ["boat", "calm water", "what are the ways of steering the boat", "boat mast rope hull"]) {
      const all = await s.hits(query, { limit: 100 });
      for (let limit = 1; limit <= all.length; limit++) {
        expect(await s.hits(query, { limit })).toEqual(all.slice(0, limit));
        expect(await s.hits(query, { limit: 1, offset: limit - 1 })).toEqual(all.slice(limit - 1, limit));
      }
    }
  });
});

describe("a store that is not embedded, or only in part", () => {
  test("words alone decide, and --mode semantic says so", async () => {
    const s = await searched(FILES, { no_embed: true });
    expect(await s.hits("calm water")).toEqual(["near.md chunk"]);
    expect(await s.codes("calm water")).toEqual([]);
    expect(await s.codes("calm water", { mode: "semantic" })).toEqual(["lane_off"]);
    expect(s.opened).toBe(0);
  });

  test("what has no vector is said, found by words, and embedded by --late", async () => {
    const s = await searched(FILES);
    s.world.write({ "new.md": "the ways of steering the large boat over the calm sea\n" });
    await runIndex(indexRequestSchema.parse({ no_embed: true }), {
      settings: s.settings,
      embed: hashing(),
      inline: true,
    });
    const question = "what are the ways of steering the large boat over the calm sea";
    expect(await s.codes(question)).toContain("unembedded");
    const { late, warnings, hits } = await s.answer(question, { late: 6, explain: true });
    expect(late?.batch.chunks).toHaveLength(1);
    expect(warnings.map(({ code }) => code)).not.toContain("unembedded");
    expect(hits[0]?.path).toEndWith("new.md");
    expect(hits[0]?.explain?.cosine).toBeGreaterThan(0.5);
    if (late === null) throw new Error("nothing was embedded");
    expect(await storeLateVectors(s.settings.dataDir, late)).toBe(true);
    expect((await s.answer(question, { late: 6 })).late).toBeNull();
    // Once more: the store has changed since, so the chunks may be others.
    expect(await storeLateVectors(s.settings.dataDir, { ...late, generation: late.generation })).toBe(true);
    const store = openStore(s.settings.dataDir, "read");
    expect(store.read(() => embeddedCounts(store, { policy: "docs" }))).toEqual({ embedded: 4, pending: 0 });
    store.close();
  });

  test("vectors by an encoder that is not known are left aside with a clear word", async () => {
    const s = await searched(FILES);
    const newer = new Searched(s.world, s.settings, (kind) => `newer-${kind}`);
    const { hits, warnings } = await newer.answer("calm water");
    expect(hits).toHaveLength(1);
    expect(warnings).toEqual([
      {
        code: "lane_off",
        message: `the vectors are by another encoder (${hashingName("fast")}), so words alone decide; run qsearch index`,
      },
    ]);
  });

  test("what is indexed while the encoder starts is searched as well: a plan is of one state of the store", async () => {
    for (const late of [0, 6]) {
      const s = await searched(FILES);
      const open = async () => {
        s.world.write({ "new.md": "how to steer a boat over calm water\n" });
        const request = indexRequestSchema.parse({ root: [s.world.dir], no_embed: late > 0 });
        await runIndex(request, { settings: s.settings, embed: hashing(), inline: true });
        return hashingEncoder(hashingName("fast"));
      };
      const desk = new SearchHandler({ open, nameOf: hashingName });
      const request = searchRequestSchema.parse({ query: "how is a boat steered over calm water", late });
      const task = { dataDir: s.settings.dataDir, request, settings: s.settings, audience: "user" as const, now: 0 };
      const answer = await desk.answer(task);
      expect(answer.hits[0]?.path).toBe(s.world.path("new.md"));
      expect(answer.late?.batch.chunks.length ?? 0).toBe(late > 0 ? 1 : 0);
      desk.close();
    }
  });

  test("an encoder that does not start, or fails at a text, costs its lane alone", async () => {
    const s = await searched(FILES);
    const hash = hashingEncoder(hashingName("fast"));
    const failing = () => Promise.resolve({ ...hash, embed: () => Promise.reject(new Error("damaged")) });
    for (const open of [() => Promise.reject(new Error("damaged")), failing]) {
      const desk = new SearchHandler({ open, nameOf: hashingName });
      const request = searchRequestSchema.parse({ query: "calm water" });
      const task = { dataDir: s.settings.dataDir, request, settings: s.settings, audience: "user" as const, now: 0 };
      const { hits, warnings } = await desk.answer(task);
      expect(hits).toHaveLength(1);
      expect(warnings.map(({ code, message }) => [code, message.includes("damaged")])).toEqual([["lane_off", true]]);
      desk.close();
    }
  });
});
