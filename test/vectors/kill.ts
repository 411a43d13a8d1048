/**
 * kill -9 at a random moment of embedding: the store opens, its vectors and their references are sound, and the next run
 * ends equal to a clean one. Shared by the test and bench/faults/kill-embed.ts.
 */
import { join, resolve } from "node:path";
import { DIMENSIONS } from "../../src/embed/encoder.ts";
import { openStore, storeExists } from "../../src/store/store.ts";
import { unpackIds } from "../../src/store/vector-codec.ts";
import { VectorIndex } from "../../src/store/vector-index.ts";
import { embeddedCounts, PAGE_ROWS, vectorPage, vectorState } from "../../src/store/vectors.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { Tree } from "../indexing/tree.ts";
import { hashing, vectorDump } from "./embed-world.ts";

const SCRIPT = resolve(import.meta.dir, "embed-once.ts");

/** See indexing/embedding.ts. */
const CHUNKS_A_TRANSACTION = 8;

export interface KillReport {
  readonly what: "first" | "edits" | "encoder";
  /** Transactions of vectors after which it was killed; null: by the clock. */
  readonly at: number | null;
  readonly killed: boolean;
  /** Chunks with vectors in the store right after. */
  readonly embedded: number;
}

/** One world, killed once in each of: first run, run after edits, change of the encoder. `random` gives numbers in [0, 1). */
export async function killRounds(
  random: () => number,
  compare: (recovered: unknown, clean: unknown) => void,
  files: number,
): Promise<KillReport[]> {
  using tree = new Tree();
  const reports: KillReport[] = [];
  for (let i = 0; i < files; i++) tree.write(`d${i % 10}/f${i}.md`, fileText(i, 0));
  reports.push(await killOnce(tree, "first", "fast", files, random));
  await completed(tree, "fast", compare);
  for (let i = 0; i < files; i += 3) tree.write(`d${i % 10}/f${i}.md`, fileText(i, 1));
  for (let i = 1; i < files; i += 15) tree.move(`d${i % 10}/f${i}.md`, `moved/f${i}.md`);
  for (let i = 2; i < files; i += 15) tree.remove(`d${i % 10}/f${i}.md`);
  reports.push(await killOnce(tree, "edits", "fast", files / 3, random));
  await completed(tree, "fast", compare);
  reports.push(await killOnce(tree, "encoder", "ort", files, random));
  await completed(tree, "ort", compare);
  return reports;
}

async function completed(
  tree: Tree,
  encoder: "fast" | "ort",
  compare: (recovered: unknown, clean: unknown) => void,
): Promise<void> {
  await tree.index({ root: [tree.root], encoder }, { embed: hashing() });
  const clean = join(tree.dir, `clean${Bun.nanoseconds()}`);
  const settings = { ...tree.settings(), dataDir: clean };
  await tree.index({ root: [tree.root], encoder }, { embed: hashing(), settings });
  compare(stateOf(tree.dataDir), stateOf(clean));
}

function stateOf(dataDir: string): unknown {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => ({
      vectors: vectorDump(store),
      counts: embeddedCounts(store, { policy: "docs" }),
      used: store.db.query("SELECT count(*) AS n FROM vectors WHERE refs > 0").get(),
    }));
  } finally {
    store.close();
  }
}

async function killOnce(
  tree: Tree,
  what: KillReport["what"],
  encoder: string,
  chunks: number,
  random: () => number,
): Promise<KillReport> {
  const before = generationOf(tree.dataDir);
  const child = Bun.spawn([process.execPath, SCRIPT, tree.dataDir, tree.root, encoder], {
    stdout: "pipe",
    stderr: "pipe",
  });
  await child.stdout.getReader().read();
  // By the clock few kills would fall into embedding: most of the time goes into the start of the process.
  const at = random() < 0.15 ? null : Math.floor((random() * chunks) / CHUNKS_A_TRANSACTION);
  if (at === null) await Bun.sleep(random() * 300);
  else while (child.exitCode === null && generationOf(tree.dataDir) < before + at) await Bun.sleep(1);
  if (at !== null) await Bun.sleep(random() * 8);
  child.kill("SIGKILL");
  await child.exited;
  const killed = child.signalCode === "SIGKILL";
  if (!killed && child.exitCode !== 0) throw new Error(await new Response(child.stderr).text());
  return { what, at, killed, embedded: storeExists(tree.dataDir) ? soundVectors(tree.dataDir) : 0 };
}

/** Of the vectors, which rises with each transaction that changes them; 0 while there is no store to read. */
function generationOf(dataDir: string): number {
  try {
    const store = openStore(dataDir, "read");
    try {
      return store.read(() => vectorState(store).generation);
    } finally {
      store.close();
    }
  } catch {
    return 0;
  }
}

/** Opens the store as the next writer would and checks it; every reference, every place and the index in memory. */
function soundVectors(dataDir: string): number {
  const store = openStore(dataDir, "write");
  try {
    verifyStore(store);
    return store.read(() => {
      const refs = new Map<number, number>();
      const rows = store.db.query<{ vectors: Uint8Array }, []>("SELECT vectors FROM embedded").all();
      for (const { vectors } of rows) for (const id of unpackIds(vectors)) refs.set(id, (refs.get(id) ?? 0) + 1);
      const all = store.db
        .query<{ id: number; key: unknown; refs: number }, []>("SELECT id, key, refs FROM vectors")
        .all();
      for (const { id, key, refs: stored } of all) {
        if (Math.max(stored, 0) !== (refs.get(id) ?? 0)) throw new Error(`vector ${id} has ${stored} references`);
        if (key === null && stored > 0) throw new Error(`vector ${id} is free and in use`);
        const page = vectorPage(store, Math.floor(id / PAGE_ROWS));
        if (page.length < ((id % PAGE_ROWS) + 1) * DIMENSIONS) throw new Error(`vector ${id} lies beyond its page`);
        refs.delete(id);
      }
      if (refs.size > 0) throw new Error("chunks have vectors that are not there");
      const index = new VectorIndex();
      index.update(store);
      const { embedded } = embeddedCounts(store, { policy: "docs" });
      if (index.size !== embedded) throw new Error(`${index.size} chunks in memory, ${embedded} in the store`);
      return embedded;
    });
  } finally {
    store.close();
  }
}

function fileText(i: number, version: number): string {
  return `# Note ${i}\n\nversion ${version} of text ${i % 7}\n\n${"some words to fill the chunk ".repeat(i % 40)}\n`;
}
