/** Documents made to do harm, in the child process where they are read: a clear error each, and the next file is read. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FileError } from "../../../src/errors.ts";
import { decodeDocument } from "../../../src/extract/document-bytes.ts";
import { documentExtractors } from "../../../src/extract/documents.ts";
import { ISOLATED_LIMITS, type IsolatedRequest } from "../../../src/extract/isolated.ts";
import { createChildPool } from "../../../src/pool/child-pool.ts";
import { TaskFailedError } from "../../../src/pool/executor.ts";
import type { Document } from "../../../src/text/document.ts";
import { documentFixtures } from "../../fixtures/documents/all.ts";
import { hostileArchives } from "../../fixtures/documents/archives.ts";
import { hostileDocuments, trickyNames } from "../../fixtures/documents/hostile.ts";
import { mutate, randomFrom } from "../../fixtures/documents/mutate.ts";
import { describeShared } from "../../shared.ts";
import { complaints } from "./places.ts";

const SEED = 20_261_130;
const MUTANTS = 200;

const pool = createChildPool<IsolatedRequest, Uint8Array>({
  name: "extract",
  size: 1,
  limits: { ...ISOLATED_LIMITS, timeMs: 10_000 },
});
afterAll(() => pool.close());

/** The document, or the code of what happened instead. Anything else is a fault of ours and is thrown. */
async function read(name: string, bytes: Uint8Array): Promise<Document | string> {
  const ext = name.slice(name.lastIndexOf(".") + 1);
  const format = documentExtractors.find((extractor) => extractor.extensions.includes(ext))?.name ?? "";
  try {
    return decodeDocument(await pool.run({ format, input: { bytes, name, ext, encodings: [] } }));
  } catch (error) {
    if (error instanceof FileError) return error.code;
    if (error instanceof TaskFailedError) return error.failure;
    throw error;
  }
}

describe("hostile documents", () => {
  for (const [name, bytes, codes] of [...hostileDocuments(), ...hostileArchives()])
    test(name, async () => {
      const result = await read(name, bytes);
      expect(codes).toContain(typeof result === "string" ? result : `text: ${result.text.slice(0, 80)}`);
    }, 20_000);

  test("entry names that lead out of the container lead nowhere", async () => {
    const result = await read("tricky.docx", trickyNames());
    expect(typeof result === "string" ? result : result.text).toBe("words beside tricks\n");
    expect(existsSync("/tmp/qsearch-escaped")).toBe(false);
  });

  test("the reader that met them all still reads", async () => {
    for (const { name, bytes } of documentFixtures) expect(typeof (await read(name, bytes))).toBe("object");
  });
});

describe("damaged documents", () => {
  test("cut at ten places: never a crash, never half a text that looks whole", async () => {
    for (const { name, bytes } of documentFixtures) {
      for (let tenth = 0; tenth < 10; tenth++) {
        const result = await read(name, bytes.slice(0, Math.floor((bytes.length * tenth) / 10)));
        expect(result).not.toBe("crashed");
        if (typeof result === "string") continue;
        // Mail has no end mark but its last boundary: what is cut off is marked.
        expect({ name, tenth, notes: result.units.map((unit) => unit.note) }).toMatchObject({
          name: expect.stringMatching(/\.(eml|mht|mbox)$/),
        });
      }
    }
  }, 60_000);

  test(`${MUTANTS} mutants: a document that holds together, or an error`, async () => {
    const random = randomFrom(SEED);
    const outcomes = new Map<string, number>();
    for (let i = 0; i < MUTANTS; i++) {
      const fixture = documentFixtures[i % documentFixtures.length];
      if (fixture === undefined) continue;
      const result = await read(fixture.name, mutate(fixture.bytes, random));
      const outcome = typeof result === "string" ? result : "document";
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (typeof result !== "string")
        expect({ mutant: i, complaints: complaints(result) }).toEqual({ mutant: i, complaints: [] });
    }
    expect({ seed: SEED, crashed: outcomes.get("crashed") ?? 0, hung: outcomes.get("time_limit") ?? 0 }).toEqual({
      seed: SEED,
      crashed: 0,
      hung: 0,
    });
  }, 120_000);
});

describeShared("document cases, cut", (shared) => {
  const folder = join(shared, "cases", "documents");
  const kinds = new Set(documentExtractors.flatMap(({ extensions }) => extensions));
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && kinds.has(entry.name))
    .flatMap((entry) => readdirSync(join(folder, entry.name)).map((name) => join(folder, entry.name, name)));

  test(`${files.length} files at ten places: never a crash or a hang, never half a text that looks whole`, async () => {
    const whole: string[] = [];
    for (const path of files) {
      const bytes = new Uint8Array(readFileSync(path));
      for (let tenth = 1; tenth < 10; tenth++) {
        const result = await read(basename(path), bytes.slice(0, Math.floor((bytes.length * tenth) / 10)));
        expect(["crashed", "time_limit", "memory_limit"]).not.toContain(result);
        if (typeof result !== "string" && !result.units.some(({ note }) => note === "unreliable"))
          whole.push(`${basename(path)} at ${tenth}`);
      }
    }
    expect(whole).toEqual([]);
  }, 120_000);
});
