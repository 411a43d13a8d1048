/**
 * `extract` beyond one machine: more than 50,000 files through each road of docs/scale.md (Spark with four executors of which one is killed
 * half-way, Ray, xargs, split), into a Solr cluster of two nodes and into Parquet, with every chunk counted; then evaluation sets searched in Solr
 * by words and by vectors beside qsearch itself.
 *
 *   bun bench/scale/run.ts [roads|SET…] [--files N]
 *
 * Installs its peers under bench/.work on first use: Python's from PyPI, Solr by Maven. Takes half an hour on two cores and 6 GB of disk. The result
 * holds the figures of parts that were not run now as they were; with --files fewer documents are taken and nothing is saved.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BINARY, report } from "../lib/measure.ts";
import { must, pythonWith } from "../lib/python.ts";
import { type Corpus, corpus, SCALE } from "./corpus.ts";
import { compare } from "./relevance.ts";
import { type Brought, brought, direct, filesIn, ray, spark, split, xargs } from "./roads.ts";
import { SolrNodes } from "./solr.ts";

const PYTHON = ["pyspark==4.3.0", "ray[data]==2.60.0", "pyarrow==26.0.1", "pandas<3", "duckdb==2.0.1"];
/** NDCG@10 of Solr lies at most so far beneath qsearch's own. */
const NEAR = 0.03;

/** Sets, and what is embedded on both sides; all 26 repositories of `code` would take half an hour of CPU time for the vectors alone. */
const RELEVANCE = [
  ["cranfield", "docs"],
  ["cacm", "docs"],
  ["code-quick", "all"],
  ["code", null],
] as const;

const { values, positionals } = parseArgs({ options: { files: { type: "string" } }, allowPositionals: true });
const most = Number(values.files ?? Number.POSITIVE_INFINITY);
const isAsked = (part: string) => positionals.length === 0 || positionals.includes(part);

const solr = await SolrNodes.start();
try {
  if (isAsked("roads")) save(await roads(corpus(most), pythonWith(PYTHON)), {});
  for (const [set, embed] of RELEVANCE) if (isAsked(set)) save({}, { [set]: await compare(solr, set, embed) });
} finally {
  await solr.end();
}

interface Figures {
  readonly relevance?: { readonly sets: Readonly<Record<string, unknown>> };
}

/** Beside what was saved before; printed alone with --files. */
function save(parts: Record<string, unknown>, sets: Record<string, unknown>): void {
  say(JSON.stringify({ ...parts, ...sets }));
  if (values.files !== undefined) return;
  const file = join(import.meta.dir, "..", "results", "scale.json");
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Figures) : {};
  const relevance = { target: NEAR, sets: { ...before.relevance?.sets, ...sets } };
  const kept = Object.entries(before).filter(([key]) => !["name", "date", "machine"].includes(key));
  report("scale", { ...Object.fromEntries(kept), command: "bun bench/scale/run.ts", ...parts, relevance });
}

async function roads(documents: Corpus, python: string): Promise<Record<string, unknown>> {
  const first = await direct(documents);
  const all = await brought(first);
  const result: Record<string, unknown> = { [first.name]: { ...first.figures, ...counted(all, all) } };
  const parquet = join(SCALE, "roads", "direct", "all.parquet");
  const script = join(import.meta.dir, "parquet.py");
  const started = performance.now();
  must([python, script, "write", first.files[0] ?? "", parquet, BINARY]);
  const wallS = Math.round((performance.now() - started) / 100) / 10;
  const table = JSON.parse(must([python, script, "count", parquet])) as { readonly rows: number; readonly ids: number };
  const bytes = Bun.file(parquet).size;
  const inParquet = { wallS, bytes, ...table, missing: all.chunks.size - table.ids, twice: table.rows - table.ids };
  rmSync(join(SCALE, "roads", "direct"), { recursive: true });
  for (const road of [split, xargs, ray, spark]) {
    const done = await road(documents, python);
    result[done.name] = { ...done.figures, ...counted(await brought(done), all) };
    say(`${done.name}: ${JSON.stringify(result[done.name])}`);
    if (road !== spark) rmSync(join(SCALE, "roads", road.name), { recursive: true });
  }
  const loaded = await load(all);
  rmSync(join(SCALE, "roads"), { recursive: true });
  return { documents: documents.names.length, roads: result, parquet: inParquet, solr: loaded };
}

/** What Spark wrote goes into Solr, all of it is read back. */
async function load(all: Brought): Promise<Record<string, unknown>> {
  await solr.create("chunks");
  const started = performance.now();
  const sent = await solr.loadFiles("chunks", filesIn(join(SCALE, "roads", "spark", "lines"), /^part-/));
  const loadS = Math.round((performance.now() - started) / 100) / 10;
  const there = new Set<string>();
  let rows = 0;
  for await (const id of solr.all("chunks")) {
    rows += 1;
    there.add(id);
  }
  await solr.remove("chunks");
  const missing = all.chunks.difference(there).size;
  const result = { nodes: 2, shards: 2, sent, loadS, rows, missing, twice: rows - there.size };
  say(`Solr: ${JSON.stringify(result)}`);
  return result;
}

function counted(road: Brought, all: Brought) {
  return {
    files: road.files.size,
    chunks: road.chunks.size,
    unread: road.unread,
    missing: all.files.difference(road.files).size + all.chunks.difference(road.chunks).size,
    twice: road.twice,
  };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
