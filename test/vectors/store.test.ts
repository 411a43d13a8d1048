import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunkId } from "../../src/store/chunk-codec.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { isCached } from "../../src/store/vector-cache.ts";
import { quantised, quantisedQuery, vectorKey } from "../../src/store/vector-codec.ts";
import { cacheVectors, VectorIndex } from "../../src/store/vector-index.ts";
import { embeddedCounts, filesToEmbed, vectorIds, vectorState } from "../../src/store/vectors.ts";
import { StoreWriter } from "../../src/store/writer.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { Tree } from "../indexing/tree.ts";
import { HASHING, hashingEncoder } from "./hashing-encoder.ts";

const ALL = { policy: "all" } as const;

const encoder = hashingEncoder();

interface World extends Disposable {
  readonly tree: Tree;
  readonly store: Store;
  readonly writer: StoreWriter;
}

/** Files "0.md" … with one chunk each, ids 1 and up. */
async function worldOf(files: number): Promise<World> {
  const tree = new Tree();
  for (let i = 0; i < files; i++) tree.write(`${i}.md`, `text number${i}\n`);
  await tree.index();
  const store = openStore(tree.dataDir, "write");
  const writer = new StoreWriter(store, { tokeniser: createTokeniser });
  return {
    tree,
    store,
    writer,
    [Symbol.dispose]() {
      store.close();
      tree[Symbol.dispose]();
    },
  };
}

async function put({ writer }: World, texts: ReadonlyMap<number, readonly string[]>, name = HASHING): Promise<void> {
  const all = [...texts.values()].flat();
  const vectors = quantised(await encoder.embed(all));
  writer.transaction(() => {
    writer.vectors.choose(name);
    writer.vectors.put({
      encoder: name,
      chunks: [...texts].map(([file, windows]) => ({
        id: chunkId(file, 0),
        keys: windows.map((text) => vectorKey(name, text)),
      })),
      keys: all.map((text) => vectorKey(name, text)),
      vectors,
    });
  });
}

/** Files in the order of their nearness to a text. */
async function nearest({ store }: World, index: VectorIndex, text: string, files: number[] | null = null) {
  store.read(() => index.update(store));
  const query = quantisedQuery(await encoder.embed([text]));
  return index.search(query, files, 3).map(({ chunkId: id, cosine }) => [id / 2 ** 20, Math.round(cosine * 100) / 100]);
}

const count = ({ store }: World, table: string) =>
  store.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;

describe("vectors in the store", () => {
  test("are found by their chunk's best window, within the files asked for", async () => {
    using world = await worldOf(3);
    await put(
      world,
      new Map([
        [1, ["red fox"]],
        [2, ["blue whale", "green fox"]],
        [3, ["red"]],
      ]),
    );
    const index = new VectorIndex();
    expect(await nearest(world, index, "green fox")).toEqual([
      [2, 1],
      [1, expect.any(Number)],
      [3, expect.any(Number)],
    ]);
    expect((await nearest(world, index, "red fox", [2, 3]))[0]?.[0]).not.toBe(1);
    expect(await nearest(world, index, "red fox", [])).toEqual([]);
    expect(index.has(chunkId(2, 0))).toBe(true);
    expect(index.has(chunkId(9, 0))).toBe(false);
  });

  test("stand there once for equal texts, and go with the last chunk that has them", async () => {
    using world = await worldOf(3);
    await put(
      world,
      new Map([
        [1, ["same", "same"]],
        [2, ["same"]],
        [3, ["other"]],
      ]),
    );
    expect(count(world, "vectors")).toBe(2);
    const [same] = vectorIds(world.store, [vectorKey(HASHING, "same")]);
    const days = (count: number) => 1_700_000_000_000 + count * 24 * 3_600_000;
    const collect = (day: number) => world.writer.transaction(() => world.writer.vectors.collect(days(day)));
    world.writer.apply([{ kind: "removed", fileId: 1 }]);
    collect(0);
    expect(vectorIds(world.store, [vectorKey(HASHING, "same")])).toEqual([same ?? -1]);
    world.writer.apply([{ kind: "removed", fileId: 2 }]);
    // Kept for a while: most texts of an edited file come back.
    expect(vectorIds(world.store, [vectorKey(HASHING, "same")])).toEqual([same ?? -1]);
    const isThere = () => vectorIds(world.store, [vectorKey(HASHING, "same")])[0] === same;
    for (const day of [1, 10]) {
      collect(day);
      expect(isThere()).toBe(true);
    }
    // Taken up again it is as used as ever, and then it is unused for another while.
    await put(world, new Map([[3, ["same"]]]));
    collect(16);
    await put(world, new Map([[3, ["other"]]]));
    for (const day of [17, 30, 31, 45]) {
      collect(day);
      expect([day, isThere()]).toEqual([day, true]);
    }
    collect(46);
    expect(vectorIds(world.store, [vectorKey(HASHING, "same")])).toEqual([null]);
    // Its place is taken by the next.
    await put(world, new Map([[3, ["a new one"]]]));
    expect(vectorIds(world.store, [vectorKey(HASHING, "a new one")])).toEqual([same ?? -1]);
    const index = new VectorIndex();
    expect((await nearest(world, index, "a new one"))[0]).toEqual([3, 1]);
  });

  test("give their pages back when all of them are gone", async () => {
    using world = await worldOf(1);
    const texts = Array.from({ length: 1001 }, (_, i) => `window ${i}`);
    await put(world, new Map([[1, texts]]));
    expect(count(world, "vector_pages")).toBe(2);
    await put(world, new Map([[1, texts.slice(1000)]]));
    for (const days of [0, 16]) {
      world.writer.transaction(() => world.writer.vectors.collect(days * 24 * 3_600_000));
    }
    expect(count(world, "vector_pages")).toBe(1);
    expect(count(world, "vectors")).toBe(1);
    expect(await nearest(world, new VectorIndex(), "window 1000")).toEqual([[1, 1]]);
  });

  test("of another encoder are none; the store knows what waits", async () => {
    using world = await worldOf(3);
    await put(
      world,
      new Map([
        [1, ["x"]],
        [2, ["y"]],
      ]),
    );
    expect(embeddedCounts(world.store, ALL)).toEqual({ embedded: 2, pending: 1 });
    expect(filesToEmbed(world.store, ALL, HASHING)).toEqual([3]);
    await put(world, new Map([[1, ["x"]]]), "hashing-2");
    expect(embeddedCounts(world.store, ALL)).toEqual({ embedded: 1, pending: 2 });
    expect(new Set(filesToEmbed(world.store, ALL, "hashing-2"))).toEqual(new Set([2, 3]));
    expect(await nearest(world, new VectorIndex(), "x")).toHaveLength(1);
  });

  test("an undone transaction leaves nothing behind", async () => {
    using world = await worldOf(2);
    await put(world, new Map([[1, ["x"]]]));
    const before = vectorState(world.store);
    expect(() =>
      world.writer.transaction(() => {
        world.writer.vectors.releaseFile(1);
        throw new Error("stop");
      }),
    ).toThrow("stop");
    expect(vectorState(world.store)).toEqual(before);
    await put(world, new Map([[2, ["y"]]]));
    expect(vectorState(world.store)).toEqual({ ...before, generation: before.generation + 1 });
  });
});

describe("the index in memory", () => {
  test("takes up what was added and what was taken away", async () => {
    using world = await worldOf(4);
    const index = new VectorIndex();
    expect(await nearest(world, index, "x")).toEqual([]);
    await put(
      world,
      new Map([
        [2, ["x"]],
        [3, ["y"]],
      ]),
    );
    expect((await nearest(world, index, "x"))[0]).toEqual([2, 1]);
    await put(
      world,
      new Map([
        [1, ["z"]],
        [4, ["w"]],
      ]),
    );
    expect((await nearest(world, index, "z"))[0]).toEqual([1, 1]);
    expect((await nearest(world, index, "y", [3, 4]))[0]).toEqual([3, 1]);
    expect(index.size).toBe(4);
    world.writer.apply([{ kind: "removed", fileId: 2 }]);
    expect((await nearest(world, index, "x"))[0]?.[1]).not.toBe(1);
    expect(index.size).toBe(3);
  });
});

describe("the derived cache", () => {
  const caches = ({ tree }: World) => readdirSync(tree.dataDir).filter((name) => name.startsWith("vectors-"));

  test("says the same, also when rows were added since, and is one file", async () => {
    using world = await worldOf(4);
    await put(
      world,
      new Map([
        [1, ["a b", "b c"]],
        [2, ["c d"]],
      ]),
    );
    cacheVectors(world.store);
    await put(world, new Map([[3, ["d e"]]]));
    const added = caches(world);
    expect(added).toHaveLength(1);
    expect(await nearest(world, new VectorIndex(), "b c")).toEqual([
      [1, 1],
      [2, expect.any(Number)],
      [3, expect.any(Number)],
    ]);
    cacheVectors(world.store);
    expect(caches(world)).toHaveLength(1);
    expect(caches(world)).not.toEqual(added);
  });

  const faults: Readonly<Record<string, (bytes: Buffer) => Uint8Array>> = {
    empty: () => Buffer.alloc(0),
    "cut within the header": (bytes) => bytes.subarray(0, 40),
    "cut short": (bytes) => bytes.subarray(0, bytes.length - 1),
    "longer than it says": (bytes) => Buffer.concat([bytes, Buffer.alloc(384)]),
    changed: (bytes) => bytes.with(200, (bytes[200] ?? 0) ^ 1),
    "garbage behind its header": (bytes) => bytes.fill(0x3c, 64),
    garbage: (bytes) => bytes.fill(0xa5),
    "of another state": (bytes) => bytes.with(24, (bytes[24] ?? 0) ^ 1),
    "of another generation": (bytes) => bytes.with(20, (bytes[20] ?? 0) ^ 1),
    "of more rows than there is memory for": (bytes) => bytes.fill(0xff, 4, 12),
  };

  test.each(Object.keys(faults))("%s, it counts for nothing", async (fault) => {
    using world = await worldOf(3);
    await put(
      world,
      new Map([
        [1, ["a b", "b c"]],
        [2, ["c d"]],
      ]),
    );
    cacheVectors(world.store);
    const [name = ""] = caches(world);
    const path = join(world.tree.dataDir, name);
    const { generation } = vectorState(world.store);
    expect(isCached(world.tree.dataDir, vectorState(world.store))).toBe(true);
    writeFileSync(path, faults[fault]?.(readFileSync(path)) ?? "");
    expect(isCached(world.tree.dataDir, vectorState(world.store))).toBe(false);
    const expected = [
      [2, 1],
      [1, expect.any(Number)],
    ];
    expect(await nearest(world, new VectorIndex(), "c d")).toEqual(expected);
    // Under other names, too.
    for (const other of [generation - 1, generation + 1]) {
      renameSync(path, join(world.tree.dataDir, `vectors-${other}.bin`));
      expect(await nearest(world, new VectorIndex(), "c d")).toEqual(expected);
      renameSync(join(world.tree.dataDir, `vectors-${other}.bin`), path);
    }
    rmSync(path);
    symlinkSync("nowhere", path);
    expect(await nearest(world, new VectorIndex(), "c d")).toEqual(expected);
    cacheVectors(world.store);
    expect(isCached(world.tree.dataDir, vectorState(world.store))).toBe(true);
    expect(caches(world)).toEqual([name]);
  });

  test("is not taken for another that has the same generation", async () => {
    using world = await worldOf(3);
    await put(
      world,
      new Map([
        [1, ["a"]],
        [2, ["b"]],
      ]),
    );
    cacheVectors(world.store);
    const { generation } = vectorState(world.store);
    world.writer.apply([{ kind: "removed", fileId: 1 }]);
    world.store.db.run("UPDATE meta SET value = replace(value, ?, ?) WHERE key = 'vectors'", [
      `${generation + 1} `,
      `${generation} `,
    ]);
    expect(vectorState(world.store).generation).toBe(generation);
    const index = new VectorIndex();
    expect(await nearest(world, index, "a")).toHaveLength(1);
  });
});
