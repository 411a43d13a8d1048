/** Documents within one memory budget: those that need more than their share are read alone, the others go on. */
import { afterEach, expect, test } from "bun:test";
import { AnswerCache } from "../../../src/extract/answer-cache.ts";
import { decodeDocument } from "../../../src/extract/document-bytes.ts";
import { documentExtractors } from "../../../src/extract/documents.ts";
import { ISOLATED_LIMITS, type IsolatedRequest } from "../../../src/extract/isolated.ts";
import { createIsolatedPool } from "../../../src/extract/isolated-pool.ts";
import type { Executor } from "../../../src/pool/executor.ts";
import { documentFixtures } from "../../fixtures/documents/all.ts";

let pool: Executor<IsolatedRequest, Uint8Array> | null = null;
afterEach(async () => {
  await pool?.close(0);
});

function requests(): IsolatedRequest[] {
  return documentFixtures.flatMap(({ name, bytes }) => {
    const ext = name.slice(name.lastIndexOf(".") + 1);
    const format = documentExtractors.find(({ extensions }) => extensions.includes(ext))?.name;
    return format === undefined ? [] : [{ format, input: { bytes, name, ext, encodings: [] } }];
  });
}

test("copies of a document are read once, and each answer may be transferred", async () => {
  pool = createIsolatedPool(2);
  const [request] = requests();
  if (request === undefined) throw new Error("no fixture");
  const first = await pool.run(request);
  // A closed pool reads nothing any more.
  await pool.close();
  const second = await pool.run({ ...request, input: { ...request.input, name: "copy.pdf" } });
  expect(second).toEqual(first);
  structuredClone(second, { transfer: [second.buffer as ArrayBuffer] });
  expect(await pool.run(request)).toEqual(first);
});

test("answers that were not asked for lately are forgotten", () => {
  const cache = new AnswerCache();
  for (let i = 0; i < 10; i++) {
    cache.set(String(i), new Uint8Array(1 << 20).fill(i));
    cache.get("0");
  }
  expect(cache.get("0")?.[0]).toBe(0);
  expect(cache.get("1")).toBeUndefined();
  expect(cache.get("9")?.[0]).toBe(9);
});

test("side by side within their shares", async () => {
  pool = createIsolatedPool(2);
  const answers = await Promise.all(requests().map((request) => pool?.run(request)));
  for (const answer of answers) expect(decodeDocument(answer ?? new Uint8Array(0)).text).not.toBe("");
}, 30_000);

test("one after the other when each needs more than its share", async () => {
  // Less than an idle child has: nothing fits.
  pool = createIsolatedPool(2, { ...ISOLATED_LIMITS, sharedMemoryBytes: 1 << 20 });
  // Reading takes longer than the memory is looked at, or it would slip through.
  const slow = requests().filter(({ format }) => format === "pdf" || format === "docx");
  const answers = await Promise.all(slow.map((request) => pool?.run(request)));
  for (const answer of answers) expect(decodeDocument(answer ?? new Uint8Array(0)).text).not.toBe("");
}, 30_000);

test("too much even alone is an error, and the pool lives on", async () => {
  pool = createIsolatedPool(2, { ...ISOLATED_LIMITS, sharedMemoryBytes: 1 << 20, memoryBytes: 2 << 20 });
  const [first] = requests();
  if (first === undefined) throw new Error("no fixture");
  // A fast reader may be through before its memory is looked at: both are fine, a hang is not.
  const outcome = await pool.run(first).then(
    () => "read",
    (error: unknown) => (error instanceof Error && "failure" in error ? error.failure : error),
  );
  expect(["read", "memory_limit"]).toContain(outcome as string);
  expect(["read", "memory_limit"]).toContain(
    (await pool.run(first).then(
      () => "read",
      (error: unknown) => (error instanceof Error && "failure" in error ? error.failure : error),
    )) as string,
  );
}, 30_000);
