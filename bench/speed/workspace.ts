/**
 * The document workspace: `watch` from save to searchable, with and without embedding beside it; `recent_files` and `search_files` at 100,000 chunks; an unchanged
 * rescan of 20,000 files beside `sha256sum` over them; `backup` of a 500 MB store beside `VACUUM INTO`, `zip -0` and
 * `sha256sum` of it.
 *
 *   QSEARCH_BIN=… bun bench/speed/workspace.ts [watch] [watch_embedding] [tools] [rescan] [backup]
 */
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { randomSource, WORK } from "../lib/corpora.ts";
import { BINARY, measure, median, paired, percentile, report, scratch } from "../lib/measure.ts";

const PARTS = ["watch", "watch_embedding", "tools", "rescan", "backup"] as const;
const asked = process.argv.slice(2);
const wanted = (part: (typeof PARTS)[number]) => asked.length === 0 || asked.includes(part);
const RESULTS = join(import.meta.dir, "..", "results", "workspace.json");

/** Made of syllables, so that a word is one word to the tokeniser. */
const SYLLABLES = [..."bcdfghklmnprstvz"].flatMap((consonant) => [..."aeiou"].map((vowel) => consonant + vowel));
const WORDS = Array.from({ length: 20_000 }, (_, i) =>
  [i % 80, Math.floor(i / 80) % 80, Math.floor(i / 6400)].map((at) => SYLLABLES[(at * 37 + 11) % 80]).join(""),
);

/** Files of so many paragraphs of 800 characters, once for all runs. */
function corpus(name: string, files: number, paragraphs: number): string {
  const folder = join(WORK, "workspace", name);
  if (existsSync(join(folder, "done"))) return folder;
  const random = randomSource(9);
  const word = () => WORDS[Math.floor(random() ** 3 * WORDS.length)] ?? "";
  for (let i = 0; i < files; i++) {
    const place = join(folder, `d${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(place, { recursive: true });
    const text = Array.from({ length: paragraphs }, () => Array.from({ length: 130 }, word).join(" ")).join("\n\n");
    writeFileSync(join(place, `${i}.txt`), text);
  }
  writeFileSync(join(folder, "done"), "");
  return folder;
}

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;
const spread = (ms: readonly number[]) => ({
  p50_ms: round(median(ms)),
  p95_ms: round(percentile(ms, 0.95)),
  max_ms: round(Math.max(...ms)),
  rounds: ms.length,
});

async function connect(dataDir: string): Promise<{ client: Client; pid: number }> {
  const client = new Client({ name: "bench", version: "1" });
  const env = { PATH: process.env.PATH ?? "", HOME: dataDir };
  const args = ["serve", "--data-dir", dataDir];
  const transport = new StdioClientTransport({ command: BINARY, args, env, stderr: "ignore" });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

/** Processor time of a running process, milliseconds, in steps of ten (Linux). */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * From the rename of a saved file until a search that runs all the time finds its new word; with `embeds` while passages are
 * embedded all the time.
 */
async function watchLatency(embeds: boolean): Promise<unknown> {
  return await scratch(async (folder) => {
    const [root, dataDir] = [join(folder, "root"), join(folder, "data")];
    mkdirSync(root);
    for (let i = 0; i < 2000; i++) writeFileSync(join(root, `${i}.md`), `# Note ${i}\n\nsome words of note ${i}\n`);
    await measure([BINARY, "index", root, "--no-embed", "--data-dir", dataDir]);
    const watch = Bun.spawn([BINARY, "watch", ...(embeds ? [] : ["--no-embed"]), "--data-dir", dataDir], {
      stdout: "ignore",
      stderr: "pipe",
    });
    const reader = watch.stderr.getReader();
    await reader.read();
    const database = new Database(join(dataDir, "qsearch.db"), { readonly: true });
    const counted = database.query<{ n: number }, []>("SELECT count(*) AS n FROM embedded");
    const embedded = () => counted.get()?.n ?? 0;
    while (embeds && embedded() === 0) await Bun.sleep(50);
    const before = embedded();
    const finds = database.query<{ n: number }, [string]>("SELECT count(*) AS n FROM fts WHERE fts MATCH ?");
    const ms: number[] = [];
    for (let i = 0; i < 60; i++) {
      await Bun.sleep(150 + (i % 7) * 40);
      const word = `saved${i}x`;
      const path = join(root, `${(i * 37) % 2000}.md`);
      writeFileSync(`${path}.tmp`, `# Saved\n\n${word} and more\n`);
      const started = performance.now();
      renameSync(`${path}.tmp`, path);
      while (finds.get(`"${word}"`)?.n !== 1) await Bun.sleep(1);
      ms.push(performance.now() - started);
    }
    const after = embedded();
    if (embeds && after >= 2000) throw new Error("nothing was left to embed");
    database.close();
    watch.kill("SIGINT");
    await watch.exited;
    const meanwhile = embeds ? { passages_embedded_meanwhile: after - before } : {};
    // The first save starts the writer.
    return { ...spread(ms.slice(1)), first_ms: round(ms[0] ?? Number.NaN), ...meanwhile, target_p50_ms: 150 };
  });
}

async function toolLatency(): Promise<unknown> {
  // 100,000 chunks and a few.
  const root = corpus("hundred", 8_400, 8);
  const dataDir = join(WORK, "workspace", "hundred-data");
  await measure([BINARY, "index", root, "--no-embed", "--data-dir", dataDir]);
  const { client, pid } = await connect(dataDir);
  const random = randomSource(11);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  const time = async (name: string, args: () => Record<string, unknown>, times = 200) => {
    const ms: number[] = [];
    let before = 0;
    for (let i = -5; i < times; i++) {
      if (i === 0) before = processorMs(pid);
      const started = performance.now();
      const { isError } = await client.callTool({ name, arguments: args() });
      if (isError === true) throw new Error(`${name} failed`);
      if (i >= 0) ms.push(performance.now() - started);
    }
    return { ...spread(ms), cpu_ms: round((processorMs(pid) - before) / times), target_p50_ms: 10 };
  };
  const result = {
    /** Of two processors, when it began: at 5 and more each call waits for others. */
    load_average: round(loadavg()[0] ?? 0),
    chunks: (
      JSON.parse((await measure([BINARY, "status", "--json", "--data-dir", dataDir])).stdout) as {
        data: { chunks: number };
      }
    ).data.chunks,
    recent_files: await time("recent_files", () => ({ since: "2w" })),
    search_files_one_word: await time("search_files", () => ({ query: word() })),
    search_files_two_words: await time("search_files", () => ({ query: `${word()} ${word()}` })),
    search_files_filter_only: await time("search_files", () => ({ query: "ext:txt" })),
  };
  await client.close();
  return result;
}

async function rescan(): Promise<unknown> {
  const root = corpus("twenty", 20_000, 3);
  return await scratch(async (dataDir) => {
    await measure([BINARY, "index", root, "--no-embed", "--data-dir", join(dataDir, "d")]);
    const sum = ["sh", "-c", `find ${root} -type f -print0 | xargs -0 sha256sum > /dev/null`];
    const index = [BINARY, "index", "--no-embed", "--data-dir", join(dataDir, "d")];
    const { ours, peer, ratio } = await paired(
      15,
      () => measure(index),
      () => measure(sum),
    );
    const cpu = (runs: readonly { cpuMs: number }[]) => round(median(runs.map(({ cpuMs }) => cpuMs)));
    return {
      files: 20_000,
      index_cpu_ms: cpu(ours),
      sha256sum_cpu_ms: cpu(peer),
      ratio: round(ratio, 2),
      target_ratio: 1,
    };
  });
}

async function backup(): Promise<unknown> {
  const root = corpus("chunks", 10_000, 8);
  return await scratch(async (folder) => {
    const dataDir = join(folder, "data");
    await measure([BINARY, "index", root, "--no-embed", "--data-dir", dataDir]);
    const path = join(dataDir, "qsearch.db");
    const db = new Database(path);
    db.run("CREATE TABLE padding (data BLOB)");
    for (let size = statSync(path).size; size < 500e6; size += 1 << 20)
      db.run("INSERT INTO padding VALUES (randomblob(1048576))");
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const out = join(folder, "out");
    const steps = `mkdir -p ${out} && sqlite3 ${path} "VACUUM INTO '${out}/qsearch.db'" && cd ${out} && zip -q -0 b.zip qsearch.db && sha256sum qsearch.db > sums && rm qsearch.db && sync b.zip`;
    const ours: number[] = [];
    const peer: number[] = [];
    const peak: number[] = [];
    for (let i = 0; i < 3; i++) {
      const run = await measure([BINARY, "backup", join(folder, "backups"), "--data-dir", dataDir]);
      ours.push(run.wallMs);
      peak.push(run.peakBytes);
      rmSync(join(folder, "backups"), { recursive: true });
      peer.push((await measure(["sh", "-c", steps])).wallMs);
      rmSync(out, { recursive: true });
    }
    return {
      store_mb: Math.round(statSync(path).size / 1e6),
      backup_ms: Math.round(median(ours)),
      vacuum_zip_sha256_ms: Math.round(median(peer)),
      ratio: round(median(ours) / median(peer), 2),
      target_ratio: 1.5,
      peak_mb: Math.round(Math.max(...peak) / 1e6),
    };
  });
}

const before = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Record<string, unknown>) : {};
report("workspace", {
  ...Object.fromEntries(PARTS.flatMap((part) => (part in before ? [[part, before[part]]] : []))),
  ...(wanted("watch") ? { watch: await watchLatency(false) } : {}),
  ...(wanted("watch_embedding") ? { watch_embedding: await watchLatency(true) } : {}),
  ...(wanted("tools") ? { tools: await toolLatency() } : {}),
  ...(wanted("rescan") ? { rescan: await rescan() } : {}),
  ...(wanted("backup") ? { backup: await backup() } : {}),
});
