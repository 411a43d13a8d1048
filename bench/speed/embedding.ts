/**
 * What the default of `embed` saves, and what `rag_index` of one file costs beside thousands of passages that wait.
 *
 *   bun bench/speed/embedding.ts [share] [beside]
 *
 * - share: a tree of 100 MB with 90 % source code. CPU time of `index` without embedding is measured, passages are counted under
 *   `embed = docs` and `embed = all`, and the time of a passage is measured on a sample of each kind: embedding all of it would
 *   take hours. docs ≤ 1/6 of all.
 * - beside: `rag_index` of one file over MCP, while another root has 5,000 passages waiting, ≤ 1,500 ms.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { openEncoder } from "../../src/embed/encoder.ts";
import { chunkDocument, extractDocument } from "../../src/library.ts";
import { CONFIGURATION_DEFAULTS } from "../../src/settings/keys.ts";
import { Wire } from "../../test/mcp/wire.ts";
import { World } from "../../test/world.ts";
import { randomSource, sourceCorpus } from "../lib/corpora.ts";
import { BINARY, measure, median, report, scratch } from "../lib/measure.ts";

const PARTS = ["share", "beside"] as const;
const wanted = process.argv.slice(2);

const CODE_BYTES = 90e6;
const DOCS_BYTES = 10e6;
const PROSE = /\.(?:md|rst|txt|html)$/;
const CODE = /\.(?:[cm]?[jt]sx?|go|pyx?|pyi|c|h|s)$/;
/** Passages of each kind that are embedded. */
const SAMPLE = 64;
const BATCH = 8;
const WAITING = 5000;

/** Files below a folder, in an order of their own. */
function shuffled(folder: string, seed: number): string[] {
  const random = randomSource(seed);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return files
    .map((file) => ({ file, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ file }) => join(folder, file));
}

/** Copies files until there are so many bytes; returns those. */
function fill(into: string, from: string, files: readonly string[], kind: RegExp, most: number): number {
  let bytes = 0;
  for (const file of files) {
    if (bytes >= most) break;
    const stat = statSync(file);
    if (!kind.test(file) || !stat.isFile() || stat.size > 1e6) continue;
    const target = join(into, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
    bytes += stat.size;
  }
  return bytes;
}

/** CPU milliseconds of a passage of these files with all its windows, eight passages at a time, as `index` embeds: the mean. */
async function passageMs(files: readonly string[], kind: RegExp): Promise<number> {
  const { chunk_size: size, overlap } = CONFIGURATION_DEFAULTS;
  const encoder = await openEncoder();
  await encoder.embed(["a first text"]);
  const passages: string[][] = [];
  for (const file of files) {
    if (passages.length === SAMPLE) break;
    if (!kind.test(file) || !statSync(file).isFile()) continue;
    const document = await extractDocument(readFileSync(file), file);
    const chunks = chunkDocument(document, { size, overlap });
    const chunk = chunks[passages.length % Math.max(1, chunks.length)];
    if (chunk !== undefined) passages.push(encoder.windows(file, document.text.slice(chunk.start, chunk.end)));
  }
  const before = process.cpuUsage();
  for (let at = 0; at < passages.length; at += BATCH) await encoder.embed(passages.slice(at, at + BATCH).flat());
  const { user, system } = process.cpuUsage(before);
  encoder.close();
  return (user + system) / 1000 / passages.length;
}

async function share(folder: string) {
  const source = sourceCorpus();
  const files = shuffled(source, 5);
  const tree = join(folder, "tree");
  const bytes = {
    code: fill(tree, source, files, CODE, CODE_BYTES),
    docs: fill(tree, source, files, PROSE, DOCS_BYTES),
  };
  const dataDir = join(folder, "data");
  const run = await measure([BINARY, "index", tree, "--no-embed", "--data-dir", dataDir, "--json"]);
  const waiting = async (policy: string) => {
    const config = join(folder, `${policy}.toml`);
    writeFileSync(config, `embed = "${policy}"\nroots = [${JSON.stringify(tree)}]\n`);
    const { stdout } = await measure([BINARY, "status", "--data-dir", dataDir, "--config", config, "--json"]);
    return (JSON.parse(stdout) as { data: { pending: number } }).data.pending;
  };
  const passages = { docs: await waiting("docs"), all: await waiting("all") };
  const ms = { docs: await passageMs(files, PROSE), code: await passageMs(files, CODE) };
  const cpu = {
    words: run.cpuMs,
    docs: run.cpuMs + passages.docs * ms.docs,
    all: run.cpuMs + passages.docs * ms.docs + (passages.all - passages.docs) * ms.code,
  };
  return { bytes, passages, passageMs: ms, cpuMs: cpu, ratio: cpu.docs / cpu.all, target: 1 / 6, sample: SAMPLE };
}

async function beside() {
  const random = randomSource(11);
  const words = ["water", "pump", "valve", "winter", "report", "steel", "harbour", "ledger", "engine", "garden"];
  const text = () => Array.from({ length: 60 }, () => words[Math.floor(random() * words.length)]).join(" ");
  const world = new World({ "one/note.md": "# Tyres\n\nHow to mend a flat tyre.\n" });
  mkdirSync(world.path("many"));
  for (let i = 0; i < WAITING; i++) writeFileSync(world.path("many", `${i}.md`), `Entry ${i}: ${text()}\n`);
  await measure([BINARY, "index", world.path("many"), "--no-embed", "--data-dir", world.dataDir]);
  const wire = new Wire(world, []);
  await wire.open();
  const times: number[] = [];
  const answers: unknown[] = [];
  for (let round = 0; round < 5; round++) {
    writeFileSync(world.path("one", "note.md"), `# Tyres\n\nHow to mend a flat tyre, the ${round + 1}th time.\n`);
    const started = performance.now();
    const { structuredContent } = await wire.call("rag_index", { path: world.path("one", "note.md") });
    times.push(performance.now() - started);
    answers.push(structuredContent);
  }
  await wire.end();
  return {
    waiting: WAITING,
    wallMs: times,
    median: median(times),
    most: Math.max(...times),
    target: 1500,
    last: answers.at(-1),
  };
}

const figures: Record<string, unknown> = {};
for (const part of PARTS) {
  if (wanted.length > 0 && !wanted.includes(part)) continue;
  figures[part] = await scratch(async (folder) => await { share, beside }[part](folder));
  process.stderr.write(`${part}: ${JSON.stringify(figures[part])}\n`);
}
report(wanted.length === 0 ? "embedding" : `embedding-${wanted.join("-")}`, {
  command: "bun bench/speed/embedding.ts",
  ...figures,
});
