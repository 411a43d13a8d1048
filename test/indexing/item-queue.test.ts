/** Files waiting for a batch: each is given once, in order, whatever was put back. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { IngestRoot } from "../../src/indexing/indexing-messages.ts";
import { ItemQueue, type PipelineItem } from "../../src/indexing/item-queue.ts";
import { rounds } from "../rounds.ts";

const root = (path: string): IngestRoot => ({
  rootId: 1,
  path,
  followLinks: false,
  allow: null,
  maxSize: 1,
  chunkSize: 800,
  overlap: 100,
  encodings: [],
});
const roots = [root("/a"), root("/b")] as const;
const item = (fileId: number, from: IngestRoot): PipelineItem => ({
  fileId,
  rel: `${fileId}`,
  root: from,
  known: false,
  isolated: false,
});

test("every item comes once; what is put back comes before the rest; a batch is of one root", () => {
  const steps = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 9 }), done: fc.nat(9) }), { minLength: 1 });
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), steps, (first, second, sizes) => {
      const items = Array.from({ length: first + second }, (_, i) => item(i, roots[i < first ? 0 : 1]));
      const queue = new ItemQueue(items);
      const given: number[] = [];
      for (const { limit, done } of sizes) {
        const left = queue.left;
        const batch = queue.take(limit);
        expect(batch.length).toBeLessThanOrEqual(limit);
        expect(batch.length > 0).toBe(left > 0);
        expect(new Set(batch.map((each) => each.root)).size).toBeLessThanOrEqual(1);
        for (const each of batch.slice(0, done)) given.push(each.fileId);
        queue.putBack(batch.slice(done));
      }
      const rest = queue.rest();
      expect(queue.left).toBe(0);
      expect([...given, ...rest.map((each) => each.fileId)]).toEqual(items.map((each) => each.fileId));
    }),
    { seed: 20_261_130, numRuns: rounds(300) },
  );
});

test("two lanes that both put back lose nothing", () => {
  const items = Array.from({ length: 10 }, (_, i) => item(i, roots[0]));
  const queue = new ItemQueue(items);
  const one = queue.take(4);
  const two = queue.take(4);
  queue.putBack(one.slice(2));
  queue.putBack(two.slice(1));
  const seen = [...one.slice(0, 2), ...two.slice(0, 1)];
  while (queue.left > 0) seen.push(...queue.take(3));
  expect(seen.map((each) => each.fileId).sort((a, b) => a - b)).toEqual(items.map((each) => each.fileId));
});
