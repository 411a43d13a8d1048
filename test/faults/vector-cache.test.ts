/** The cache of vectors beside the database: whatever becomes of it, answers are the same, and doctor says what it found. */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { DoctorResult } from "../../src/request/config-request.ts";
import type { SearchHit } from "../../src/request/search-request.ts";
import { type World, world } from "../world.ts";

const TEXTS = {
  "fruit.md": "# Orchard\n\nApples and pears are picked in autumn.\n",
  "boats.md": "# Harbour\n\nShips and ferries leave from the pier.\n",
  "code.md": "# Program\n\nThe parser reads tokens from a stream.\n",
  "songs.md": "# Choir\n\nThey sing old melodies in the evening.\n",
};
const QUESTIONS = ["harvest of fruit trees", "vessels at sea", "music"];
const NOBODY = 65534;

let w: World;
/** The data directory as it should be. */
let whole: string;
let expected: ReturnType<typeof answers>;

beforeAll(() => {
  w = world(TEXTS);
  whole = join(w.base, "whole");
  // A cache of an earlier generation, for the faults that put it in the place of the present one.
  expect(w.run("index", "--root", w.dir, "--encoder", "fast").exitCode).toBe(0);
  copyFileSync(cache(), join(w.base, "earlier.bin"));
  w.write({ "fruit.md": `${TEXTS["fruit.md"]}\nCherries come in June.\n` });
  expect(w.run("index", "--encoder", "fast").exitCode).toBe(0);
  cpSync(w.dataDir, whole, { recursive: true });
  expect(doctor().vectors).toEqual(WHOLE);
  expected = answers();
  expect(expected.map(([first]) => first?.path)).toEqual(
    ["fruit.md", "boats.md", "songs.md"].map((name) => w.path(name)),
  );
}, 60_000);

function caches(): string[] {
  return readdirSync(w.dataDir).filter((name) => name.startsWith("vectors-"));
}

function cache(): string {
  const [name = "", ...more] = caches();
  expect(more).toEqual([]);
  return join(w.dataDir, name);
}

function answers(uid?: number, questions = QUESTIONS) {
  return questions.map((question) => {
    const options = uid === undefined ? {} : { uid };
    const outcome = w.runWith(options, "search", question, "--mode", "semantic", "--json");
    const { data, warnings } = outcome.json<SearchHit[]>();
    expect(warnings).toEqual([]);
    return data.map(({ path, score }) => ({ path, score }));
  });
}

function doctor(...args: string[]) {
  const outcome = w.run("doctor", ...args, "--json");
  const { checks } = outcome.json<DoctorResult>().data;
  return {
    exitCode: outcome.exitCode,
    vectors: checks.find(({ name }) => name === "vectors"),
    repair: checks.find(({ name }) => name === "repair"),
  };
}

/** As it is: of the present state and whole. */
const WHOLE = { name: "vectors", state: "ok", detail: "4 of 4 passages", hint: "" } as const;
const WITHOUT = {
  state: "note",
  detail: "4 of 4 passages; searches read them without their cache, which takes longer",
  hint: expect.stringContaining("qsearch doctor --repair"),
};

const FAULTS: Readonly<Record<string, (path: string) => void>> = {
  "is missing": (path) => rmSync(path),
  "ends within its rows": (path) => truncateSync(path, readFileSync(path).length - 100),
  "is garbage of the same length": (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length, 0xa5)),
  "is that of an earlier generation, by this one's name": (path) => copyFileSync(join(w.base, "earlier.bin"), path),
  "is a folder": (path) => {
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, "somebody's"), "file");
  },
  "is a FIFO": (path) => {
    rmSync(path);
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
  },
};

describe("a cache that", () => {
  test.each(Object.keys(FAULTS))(
    "%s: the same answers, and doctor --repair makes it anew",
    (fault) => {
      rmSync(w.dataDir, { recursive: true });
      cpSync(whole, w.dataDir, { recursive: true });
      FAULTS[fault]?.(cache());
      // One question says what there is to know: each process loads the encoder anew.
      expect(answers(undefined, QUESTIONS.slice(0, 1))).toEqual(expected.slice(0, 1));
      const found = doctor();
      expect(found.exitCode).toBe(0);
      expect(found.vectors).toMatchObject(WITHOUT);
      const repaired = doctor("--repair");
      expect(repaired.exitCode).toBe(0);
      expect(repaired.repair).toMatchObject({ state: "ok", detail: expect.stringContaining("the index is whole") });
      if (fault === "is a folder") {
        // Nothing that is somebody else's is removed: without its cache, until the vectors change.
        expect(repaired.vectors).toMatchObject(WITHOUT);
        expect(readdirSync(cache())).toEqual(["somebody's"]);
      } else {
        expect(repaired.vectors).toEqual(WHOLE);
        expect(caches()).toHaveLength(1);
      }
    },
    60_000,
  );

  test.skipIf(process.getuid?.() !== 0)(
    "may not be read: the same answers",
    () => {
      rmSync(w.dataDir, { recursive: true });
      cpSync(whole, w.dataDir, { recursive: true });
      const path = cache();
      for (const place of [w.dataDir, ...readdirSync(w.dataDir).map((name) => join(w.dataDir, name))])
        chownSync(place, NOBODY, NOBODY);
      for (const place of [w.base, w.dir]) chmodSync(place, 0o755);
      chownSync(path, 0, 0);
      chmodSync(path, 0o600);
      expect(answers(NOBODY)).toEqual(expected);
    },
    60_000,
  );
});

test("the next run that embeds makes it anew", () => {
  rmSync(w.dataDir, { recursive: true });
  cpSync(whole, w.dataDir, { recursive: true });
  rmSync(cache());
  w.write({ "boats.md": `${TEXTS["boats.md"]}\nA tug comes in.\n` });
  expect(w.run("index", "--encoder", "fast").exitCode).toBe(0);
  expect(doctor().vectors).toEqual(WHOLE);
  w.write({ "boats.md": TEXTS["boats.md"] });
}, 60_000);

test("vectors that are missing from the database itself: a refusal with the way out, and the way out works", () => {
  rmSync(w.dataDir, { recursive: true });
  cpSync(whole, w.dataDir, { recursive: true });
  rmSync(cache());
  const db = new Database(join(w.dataDir, "qsearch.db"));
  db.run("DELETE FROM vector_pages");
  db.close();
  const { error } = w.run("search", "vessels at sea", "--mode", "semantic", "--json").json();
  expect(error).toMatchObject({ code: "corrupt_store", hint: expect.stringContaining("qsearch doctor --repair") });
  expect(doctor().vectors).toMatchObject({ state: "broken", hint: expect.stringContaining("qsearch doctor --repair") });
  expect(doctor("--repair").repair?.detail).toContain("the index was made anew: 4 documents");
  expect(w.run("index", "--encoder", "fast").exitCode).toBe(0);
  expect(answers()).toEqual(expected);
}, 60_000);
