/**
 * What searches by meaning cost. CPU time throughout; pairs alternate.
 *
 *   QSEARCH_PYTHON=python-with-numpy bun bench/speed/semantic.ts [scan|recall|search|serve|embed …]
 *
 * - scan: 100,000 vectors ≤ 0.35× of numpy float32 on one thread; 1,000,000 ≤ 30 ms.
 * - recall: the best ten of int8 against those of float32 ≥ 0.985, on the vectors of the evaluation sets (quality/vector-bank.ts).
 * - search: one-shot hybrid `search` over 10,000 embedded chunks ≤ 25× a hello-world binary.
 * - serve: memory idle, and after the first semantic call at 100,000 vectors (≤ 250 MB).
 * - embed: 2,000 chunks on two workers ≤ 400 MB.
 */
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIMENSIONS, encoderName, openEncoder } from "../../src/embed/encoder.ts";
import { VectorScanner } from "../../src/kernels/vectors.ts";
import { residentBytes } from "../../src/pool/resident.ts";
import { openStore } from "../../src/store/store.ts";
import { quantised, quantisedQuery, vectorKey } from "../../src/store/vector-codec.ts";
import { cacheVectors } from "../../src/store/vector-index.ts";
import { StoreWriter } from "../../src/store/writer.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { Wire } from "../../test/mcp/wire.ts";
import { World } from "../../test/world.ts";
import { randomSource, smallCorpus } from "../lib/corpora.ts";
import { buildHello } from "../lib/hello.ts";
import { BINARY, measure, median, report, scratch } from "../lib/measure.ts";
import { VectorBank } from "../quality/vector-bank.ts";

const PYTHON = process.env.QSEARCH_PYTHON ?? "python3";
const PARTS = ["scan", "recall", "search", "serve", "embed"] as const;
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
/** A question, so that meaning is asked: a passage about it is in no file. */
const QUESTION = "how is the water cleaned";
const LONG_QUESTION = "which note tells how the water was cleaned before winter";

const cpuMs = (body: () => void): number => {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Unit vectors of random numbers, as int8. */
function randomRows(rows: Int8Array, seed: number): void {
  const random = randomSource(seed);
  // About the spread of a real vector's numbers: 0.05 on a scale where 127 is 0.2.
  for (let at = 0; at < rows.length; at++) rows[at] = (random() + random() + random() + random() - 2) * 55;
}

function scanner(rows: number): { readonly kernel: VectorScanner; readonly query: Int16Array } {
  const kernel = VectorScanner.load();
  const room = kernel.add({ groups: rows, rows });
  for (let row = 0; row <= rows; row++) room.starts[row] = row;
  randomRows(room.rows, 7);
  return { kernel, query: Int16Array.from(room.rows.subarray(0, DIMENSIONS), (value) => value * 25) };
}

/** CPU ms of one search, median of several blocks of `each`. */
function scanMs({ kernel, query }: ReturnType<typeof scanner>, each: number, blocks: number): number {
  const search = () => kernel.search(query, [[0, kernel.groups]], 10);
  for (let i = 0; i < 20; i++) search();
  return median(Array.from({ length: blocks }, () => cpuMs(() => void Array.from({ length: each }, search)) / each));
}

async function scan() {
  const ours: number[] = [];
  const peer: number[] = [];
  const small = scanner(100_000);
  for (let round = 0; round < 7; round++) {
    ours.push(scanMs(small, 20, 3));
    const run = await measure([PYTHON, join(import.meta.dir, "semantic-numpy.py"), "100000", "40"]);
    peer.push(Number(run.stdout));
  }
  const million = scanMs(scanner(1_000_000), 3, 7);
  return {
    rows100k: { oursMs: median(ours), numpyMs: median(peer), ratio: median(ours) / median(peer), target: 0.35 },
    rows1m: { oursMs: million, target: 30 },
    raw: { ours, peer },
  };
}

/** Of held-out vectors as queries, on all others that the bank has. */
function recall() {
  const all = new VectorBank("fast").vectors();
  const queries = 200;
  const step = Math.floor(all.length / queries);
  const held = all.filter((_, at) => at % step === 0).slice(0, queries);
  const corpus = all.filter((_, at) => at % step !== 0);
  const kernel = VectorScanner.load();
  const room = kernel.add({ groups: corpus.length, rows: corpus.length });
  for (let row = 0; row <= corpus.length; row++) room.starts[row] = row;
  for (const [row, vector] of corpus.entries()) room.rows.set(quantised(vector), row * DIMENSIONS);
  let found = 0;
  for (const query of held) {
    const scores = corpus.map((vector) => {
      let sum = 0;
      for (let at = 0; at < DIMENSIONS; at++) sum += (vector[at] ?? 0) * (query[at] ?? 0);
      return sum;
    });
    const tenth = [...scores].sort((a, b) => b - a)[9] ?? 0;
    const ours = kernel.search(quantisedQuery(query), [[0, corpus.length]], 10);
    found += ours.filter(({ group }) => (scores[group] ?? 0) >= tenth).length / 10;
  }
  return { rows: corpus.length, queries: held.length, recall10: found / held.length, target: 0.985 };
}

/** Brings a random row near a vector: a cosine of about 0.6. */
function blend(row: Int8Array, near: Int8Array): void {
  for (let at = 0; at < row.length; at++) row[at] = Math.round((near[at] ?? 0) * 0.6 + (row[at] ?? 0) * 0.8);
}

/** The small corpus, 10,000 chunks, with made-up vectors: `windows` for each chunk. */
async function embeddedStore(folder: string, windows: number): Promise<string> {
  const encoder = await openEncoder("fast");
  const near = quantised(await encoder.embed([QUESTION]));
  encoder.close();
  const dataDir = join(folder, `data${windows}`);
  await measure([BINARY, "index", "--no-embed", smallCorpus(), "--data-dir", dataDir]);
  const store = openStore(dataDir, "write");
  const writer = new StoreWriter(store, { tokeniser: createTokeniser });
  const name = encoderName("fast");
  const chunks = store.db.query<{ id: number }, []>("SELECT file << 20 AS id FROM chunks ORDER BY id").all();
  for (let at = 0; at < chunks.length; at += 500) {
    const part = chunks.slice(at, at + 500).map(({ id }) => ({
      id,
      keys: Array.from({ length: windows }, (_, window) => vectorKey(name, `${id} ${window}`)),
    }));
    const keys = part.flatMap((chunk) => chunk.keys);
    const vectors = new Int8Array(keys.length * DIMENSIONS);
    randomRows(vectors, at + 1);
    // Every fiftieth is near the question, so that both lanes have answers.
    for (let row = 0; row < keys.length; row += 50)
      blend(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), near);
    writer.transaction(() => {
      writer.vectors.choose(name);
      writer.vectors.put({ encoder: name, chunks: part, keys, vectors });
    });
  }
  cacheVectors(store);
  store.close();
  return dataDir;
}

async function search(folder: string) {
  const hello = join(folder, "hello");
  await buildHello(hello);
  const dataDir = await embeddedStore(folder, 1);
  const cpu: Record<string, number[]> = { hello: [], hybrid: [], lexical: [], hybridLong: [], lexicalLong: [] };
  const asked = (query: string, mode: string) => [BINARY, "search", query, "--mode", mode, "--data-dir", dataDir];
  const run = async (name: string, command: readonly string[]) => {
    cpu[name]?.push((await measure(command, { accept: [0, 1] })).cpuMs);
  };
  for (let round = 0; round < 15; round++) {
    await run("hello", [hello]);
    for (const mode of ["hybrid", "lexical"]) {
      await run(mode, asked(QUESTION, mode));
      await run(`${mode}Long`, asked(LONG_QUESTION, mode));
    }
  }
  const cpuMs = Object.fromEntries(Object.entries(cpu).map(([name, values]) => [name, median(values)]));
  const ratioOf = (name: string) => (cpuMs[name] ?? Number.NaN) / (cpuMs.hello ?? Number.NaN);
  return { cpuMs, ratio: { hybrid: ratioOf("hybrid"), hybridLong: ratioOf("hybridLong"), target: 25 }, raw: cpu };
}

async function serve(folder: string) {
  const dataDir = await embeddedStore(folder, 10);
  const world = new World({});
  cpSync(dataDir, world.dataDir, { recursive: true });
  const wire = new Wire(world, []);
  await wire.open();
  await Bun.sleep(1000);
  const resident = () => residentBytes(wire.child.pid) ?? Number.NaN;
  const idle = resident();
  await wire.call("search_files", { query: '"note 4711"' });
  const words = resident();
  const peaks: number[] = [];
  for (let i = 0; i < 5; i++) {
    await wire.call("search_files", { query: `${QUESTION} ${i}` });
    peaks.push(resident());
  }
  await wire.end();
  return { vectors: 100_000, idleBytes: idle, afterWordsBytes: words, afterMeaningBytes: peaks, target: 250e6 };
}

async function embed(folder: string) {
  const files = join(folder, "files");
  mkdirSync(files);
  const random = randomSource(11);
  const words = ["water", "pump", "valve", "winter", "report", "steel", "harbour", "ledger", "engine", "garden"];
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: 60 }, () => words[Math.floor(random() * words.length)]).join(" ");
    writeFileSync(join(files, `${i}.md`), `Entry ${i}: ${text}\n`);
  }
  const run = await measure([BINARY, "index", files, "--jobs", "2", "--data-dir", join(folder, "data"), "--json"]);
  const { data } = JSON.parse(run.stdout) as { data: { embedded: number } };
  return {
    chunks: data.embedded,
    workers: 2,
    peakBytes: run.peakBytes,
    target: 400e6,
    cpuMs: run.cpuMs,
    wallMs: run.wallMs,
  };
}

const figures: Record<string, unknown> = {};
for (const part of PARTS) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  if (part !== "scan" && part !== "recall" && !existsSync(BINARY)) throw new Error(`${BINARY} is missing`);
  const run = { scan, recall, search, serve, embed }[part];
  figures[part] = await scratch(async (folder) => await run(folder));
  process.stderr.write(`${part}: ${JSON.stringify(figures[part])}\n`);
}
report(wanted.length === 0 ? "semantic" : `semantic-${wanted.join("-")}`, {
  command: "bun bench/speed/semantic.ts",
  ...figures,
});
