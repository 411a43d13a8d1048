/**
 * One engine on the passages of stdin (JSON: each a list of windows), alone in a process: what loading, the first text and
 * all passages cost, as JSON. The windows of eight passages are given at once, as `index` does.
 *
 *   encoder-child fast | ort | FILE.onnx (onnxruntime-web on another file) < passages.json
 */
import { readFileSync } from "node:fs";
import { type Encoder, openEncoder } from "../../../src/embed/encoder.ts";
import { MODEL } from "../../../src/embed/model-facts.ts";
import { readVocabulary } from "../../../src/embed/model-files.ts";
import { WordPiece } from "../../../src/embed/wordpiece.ts";

const QUERY = "how to open a file safely";
const ROUNDS = 3;
const BATCH = 8;
const [engine = "fast"] = process.argv.slice(2);
const passages: string[][] = JSON.parse(await Bun.stdin.text());
const texts = passages.flat();
const batches = Array.from({ length: Math.ceil(passages.length / BATCH) }, (_, k) =>
  passages.slice(k * BATCH, (k + 1) * BATCH).flat(),
);

const [loadMs, encoder] = await cpuMs(() => open(engine));
const loadedBytes = process.memoryUsage.rss();
const [firstMs] = await cpuMs(() => encoder.embed([QUERY]));
await encoder.embed(texts);
const [queriesMs] = await cpuMs(() => encoder.embed(Array.from({ length: 20 }, () => QUERY)));
const [allMs] = await cpuMs(async () => {
  for (let round = 0; round < ROUNDS; round++) for (const batch of batches) await encoder.embed(batch);
});
const wordPiece = new WordPiece(readVocabulary());
const tokens = texts.reduce((sum, text) => sum + wordPiece.encode(text, MODEL.maxPieces).length, 0);
const result = {
  loadMs,
  firstQueryMs: firstMs,
  queryMs: queriesMs / 20,
  passagesPerCpuSecond: (1000 * passages.length * ROUNDS) / allMs,
  tokensPerCpuSecond: (1000 * tokens * ROUNDS) / allMs,
  loadedBytes,
  bytes: process.memoryUsage.rss(),
};
process.stdout.write(JSON.stringify(result));

async function open(name: string): Promise<Encoder> {
  if (name === "fast" || name === "ort") return openEncoder(name);
  return (await import("../../../src/embed/ort.ts")).openOrtEncoder(name, readFileSync(name));
}

async function cpuMs<T>(work: () => Promise<T>): Promise<[number, T]> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, value];
}
