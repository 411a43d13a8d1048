/** The roads by which documents go through `extract`, and whether each brings all of them, once. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { BINARY, measure } from "../lib/measure.ts";
import { must } from "../lib/python.ts";
import { type Corpus, SCALE } from "./corpus.ts";
import { linesOf } from "./lines.ts";

/** What a road brought. */
export interface Brought {
  readonly chunks: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** Chunks and end records that came again. */
  readonly twice: number;
  readonly unread: number;
}

export interface Road {
  readonly name: string;
  /** Files of lines. */
  readonly files: readonly string[];
  readonly figures: Record<string, unknown>;
}

/** One process on all cores. */
export async function direct({ root, list }: Corpus): Promise<Road> {
  const out = freshFolder("direct");
  const file = join(out, "all.ndjson");
  const command = `"$0" extract --unread-ok --root "$1" --files-from "$2" > "$3"`;
  const { cpuMs, wallMs, peakBytes } = await measure(["sh", "-c", `exec ${command}`, BINARY, root, list, file]);
  const figures = { cpuS: seconds(cpuMs), wallS: seconds(wallMs), peakMiB: Math.round(peakBytes / 2 ** 20) };
  return { name: "one process", files: [file], figures: { ...figures, bytes: statSync(file).size } };
}

/** One process a core, names dealt out by `split`. */
export async function split({ root, list }: Corpus): Promise<Road> {
  const out = freshFolder("split");
  const filter = `"$QSEARCH" extract --jobs 1 --unread-ok --root "$ROOT" --files-from - > "$FILE.ndjson"`;
  const command = ["split", "-n", "r/2", `--filter=${filter}`, list, join(out, "part.")];
  const { cpuMs, wallMs } = await measure(command, { env: { QSEARCH: BINARY, ROOT: root } });
  return { name: "split", files: filesIn(out, /\.ndjson$/), figures: { cpuS: seconds(cpuMs), wallS: seconds(wallMs) } };
}

/** A process a file of 500 names, four at a time. */
export async function xargs({ root, list }: Corpus): Promise<Road> {
  const out = freshFolder("xargs");
  const each = `printf '%s\\n' "$@" | "$QSEARCH" extract --jobs 1 --unread-ok --root "$ROOT" --files-from - > "$OUT/$$.tmp" && mv "$OUT/$$.tmp" "$OUT/$$.ndjson"`;
  const command = ["xargs", "-a", list, "-d", "\\n", "-P", "4", "-n", "500", "sh", "-c", each, "_"];
  const { cpuMs, wallMs } = await measure(command, { env: { QSEARCH: BINARY, ROOT: root, OUT: out } });
  return { name: "xargs", files: filesIn(out, /\.ndjson$/), figures: { cpuS: seconds(cpuMs), wallS: seconds(wallMs) } };
}

/** Four executors, one of which is killed half-way. */
export async function spark({ root, list }: Corpus, python: string): Promise<Road> {
  const out = join(freshFolder("spark"), "lines");
  const env = { PYSPARK_PYTHON: python, SPARK_LOCAL_IP: "127.0.0.1" };
  const command = [python, script("spark_road.py"), list, root, out, BINARY];
  const { stdout, wallMs } = await measure(command, { env, cwd: SCALE });
  const told = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
  if (!Array.isArray(told.killed) || told.killed.length !== 1) throw new Error("no executor was killed");
  return { name: "Spark", files: filesIn(out, /^part-/), figures: { ...told, wallS: seconds(wallMs) } };
}

/** Two actors, whose processes are killed once; Parquet files. */
export async function ray({ root, list }: Corpus, python: string): Promise<Road> {
  const out = freshFolder("ray");
  const parquet = join(out, "parquet");
  const { stdout, wallMs } = await measure([python, script("ray_road.py"), list, root, parquet, BINARY], {
    cwd: SCALE,
  });
  const told = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Record<string, unknown>;
  const lines = join(out, "ids.ndjson");
  must([python, script("parquet.py"), "ids", join(parquet, "*.parquet"), lines]);
  return { name: "Ray", files: [lines], figures: { ...told, wallS: seconds(wallMs) } };
}

/** Reads a road's lines. */
export async function brought({ files }: Road): Promise<Brought> {
  const chunks = new Set<string>();
  const ended = new Set<string>();
  let lines = 0;
  let unread = 0;
  for await (const line of linesOf(files)) {
    lines += 1;
    if (line.startsWith('{"end":')) {
      const { end, error } = JSON.parse(line) as { readonly end: string; readonly error?: string };
      ended.add(end);
      if (error !== undefined) unread += 1;
    } else {
      // Parsing all of each chunk would take longer than extracting it.
      const id = /^\{"id":"([\da-f]+-\d+)"/.exec(line)?.[1];
      if (id === undefined) throw new Error(`a line that is no record: ${line.slice(0, 200)}`);
      chunks.add(id);
    }
  }
  return { chunks, files: ended, twice: lines - chunks.size - ended.size, unread };
}

export function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function freshFolder(name: string): string {
  const folder = join(SCALE, "roads", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

function script(name: string): string {
  return join(import.meta.dir, name);
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
