/** Embedding beside a watch, step by step: pauses, failures, and another process that embeds. */
import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { QsearchError } from "../../src/errors.ts";
import { inlineExecutors } from "../../src/indexing/inline.ts";
import { EmbedIdle } from "../../src/indexing/watch/embed-idle.ts";
import { lockForEmbedding } from "../../src/store/lock.ts";
import { embeddedCounts } from "../../src/store/vectors.ts";
import { Tree } from "../indexing/tree.ts";
import { hashing } from "../vectors/embed-world.ts";
import { until } from "./following.ts";

interface Beside extends AsyncDisposable {
  readonly idle: EmbedIdle;
  readonly failures: string[];
  readonly passages: number[];
}

function beside(tree: Tree, onEmbed: () => void | Promise<void> = () => undefined): Beside {
  const failures: string[] = [];
  const passages: number[] = [];
  const stop = new AbortController();
  const writer = inlineExecutors.writer();
  const idle = new EmbedIdle({
    ...hashing({ onEmbed }),
    dataDir: tree.dataDir,
    scope: () => ({ policy: "docs" }),
    writer,
    signal: stop.signal,
    embedded: (count) => passages.push(count),
    failed: (error: QsearchError) => failures.push(error.message),
  });
  const running = idle.run();
  return {
    idle,
    failures,
    passages,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
      await writer.close();
    },
  };
}

async function indexed(files: number): Promise<Tree> {
  const tree = new Tree(Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}.md`, `number${i}\n`])));
  await tree.index();
  return tree;
}

const pending = (tree: Tree) => tree.read((store) => embeddedCounts(store, { policy: "docs" }).pending);

test("an encoder that fails is told once and asked again with the next news, not all the time", async () => {
  using tree = await indexed(10);
  let asked = 0;
  let isBroken = true;
  await using run = beside(tree, () => {
    asked += 1;
    if (isBroken) throw new Error("the model is damaged");
  });
  await until("the failure", () => run.failures.length > 0);
  await Bun.sleep(500);
  expect(run.failures).toEqual([expect.stringContaining("the model is damaged")]);
  expect(asked).toBeLessThan(5);
  run.idle.resume();
  await until("another attempt", () => asked > 3);
  await Bun.sleep(200);
  expect(run.failures).toHaveLength(1);
  expect(asked).toBeLessThan(9);
  isBroken = false;
  run.idle.resume();
  await until("all vectors", () => pending(tree) === 0);
  await until("that it is said", () => run.passages.length > 0);
  expect(run.passages).toEqual([10]);
}, 60_000);

test("while an index run is at work no batch is begun", async () => {
  using tree = await indexed(40);
  let asked = 0;
  await using run = beside(tree, () => {
    asked += 1;
    if (asked === 2) run.idle.pause();
  });
  await until("the pause", () => asked === 2);
  await Bun.sleep(300);
  expect(asked).toBe(2);
  expect(pending(tree)).toBe(24);
  await tree.index({ force: true });
  run.idle.resume();
  await until("all vectors", () => pending(tree) === 0);
}, 60_000);

test("another process embeds: what it leaves is done when it has ended", async () => {
  using tree = await indexed(3);
  const lock = lockForEmbedding(tree.dataDir, "index");
  let asked = 0;
  await using run = beside(tree, () => {
    asked += 1;
  });
  await Bun.sleep(300);
  expect([asked, run.failures]).toEqual([0, []]);
  if (!("holder" in lock)) lock.release();
  await until("all vectors", () => pending(tree) === 0);
}, 60_000);

test("a store that goes away is no failure", async () => {
  using tree = await indexed(3);
  await using run = beside(tree);
  await until("all vectors", () => pending(tree) === 0);
  rmSync(tree.dataDir, { recursive: true });
  run.idle.resume();
  await Bun.sleep(100);
  expect(run.failures).toEqual([]);
}, 60_000);
