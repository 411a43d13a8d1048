/**
 * CPU time of live search, paired with ripgrep on the same machine and files.
 *
 *   bun bench/speed/scan.ts [--rounds N] [--save]
 *
 * On bench/.work/source (≥ 20,000 files, ≥ 200 MB): walk, ignore rules, scan and count, given the same final keywords as
 * `rg -i -F -c`; a whole `context` call from the compiled binary (or the source when there is none). On django's package
 * and typescript's: warm p50 of `search_repo_context` in one process over 20 queries, against `rg -n -i -F`.
 * ripgrep is Debian's: `apt-get install ripgrep`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { engineEnvironment } from "../../src/engine.ts";
import { contextRequestSchema } from "../../src/request/context-request.ts";
import { repositoryCorpus, sourceCorpus } from "../lib/corpora.ts";
import { BINARY, measure, median, paired, report } from "../lib/measure.ts";

const ROUNDS = Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 7;
const WORK = join(import.meta.dir, "..", ".work");
const source = sourceCorpus();
/**
 * A binary with bytecode, as the product is one: parsing the sources would cost 20 ms of each run. Built by a process of
 * its own, for what this one has in memory counts as the peak of every process it starts.
 */
const scanOnly = join(WORK, "scan-only", "scan-only");
const flags = "--compile --target=bun --format=esm --minify --bytecode --splitting".split(" ");
await measure([process.execPath, "build", ...flags, join(import.meta.dir, "scan-only.ts"), "--outfile", scanOnly]);

const KEYWORD_SETS: Readonly<Record<string, { readonly words: readonly string[]; readonly target: number }>> = {
  "3 rare": { words: ["tokenizer", "checkpoint", "bandwidth"], target: 1.1 },
  "3 common": { words: ["return", "function", "import"], target: 0.7 },
  "8 keywords": {
    words: ["tokenizer", "checkpoint", "bandwidth", "scheduler", "viewport", "mutation", "latency", "quaternion"],
    target: 0.7,
  },
};

const QUERIES: readonly string[] = [
  "queryset annotate",
  "migration autodetector",
  "csrf token",
  "template loader cached",
  "resolveModuleName",
  "session backend expire",
  "declaration emit",
  "form field clean",
  "middleware exception",
  "type narrowing",
  "prefetch related objects",
  "signal dispatch receiver",
  "tsconfig extends",
  "static files storage hash",
  "language service completion",
  "admin changelist filter",
  "transaction atomic savepoint",
  "locale translation activate",
  "cache invalidate key",
  "url resolver namespace",
];

/** `rg -i -F -c`; with globs it leaves out what the policy of `context` does, so that both read the same files. */
function rgCount(words: readonly string[], globs: readonly string[] = []): string[] {
  const skipped = globs.flatMap((glob) => ["-g", glob]);
  return ["rg", "--no-config", "-i", "-F", "-c", ...skipped, ...words.flatMap((word) => ["-e", word]), "."];
}

const SKIPPED: readonly string[] = [
  ..."dist build out vendor generated coverage target _build node_modules".split(" ").map((folder) => `!${folder}/`),
  "!*.min.js",
  "!*.map",
];

const figures: Record<string, unknown> = {};
for (const [name, { words, target }] of Object.entries(KEYWORD_SETS)) {
  // As the command runs it.
  const env = engineEnvironment("context");
  const ours = () => measure([scanOnly, source, ...words], { cwd: source, env });
  const peer = () => measure(rgCount(words), { cwd: source, accept: [0, 1] });
  const result = await paired(ROUNDS, ours, peer);
  const sameFiles = await paired(3, ours, () => measure(rgCount(words, SKIPPED), { cwd: source, accept: [0, 1] }));
  figures[name] = { ...summary(result, target), ratioOnTheSameFiles: Math.round(sameFiles.ratio * 1000) / 1000 };
  process.stderr.write(`${name}: ${JSON.stringify(figures[name])}\n`);
}

const program = existsSync(BINARY) ? [BINARY] : [process.execPath, join(import.meta.dir, "..", "..", "src", "main.ts")];
for (const [name, { words }] of Object.entries(KEYWORD_SETS)) {
  const ours = () => measure([...program, "context", ...words, "--json"], { cwd: source, accept: [0, 1] });
  const peer = () => measure(rgCount(words), { cwd: source, accept: [0, 1] });
  const result = await paired(ROUNDS, ours, peer);
  const peak = Math.max(...result.ours.map(({ peakBytes }) => peakBytes));
  figures[`context, ${name}`] = { ...summary(result, 1.5), peakMB: Math.round(peak / 1e6), peakTargetMB: 300 };
  process.stderr.write(`context, ${name}: ${JSON.stringify(figures[`context, ${name}`])}\n`);
}

figures["warm p50"] = await warm();
process.stderr.write(`warm p50: ${JSON.stringify(figures["warm p50"])}\n`);
if (process.argv.includes("--save")) {
  report("scan", { command: "bun bench/speed/scan.ts", rounds: ROUNDS, binary: existsSync(BINARY), ...figures });
}

function summary({ ours, peer, ratio }: Awaited<ReturnType<typeof paired>>, target: number) {
  const cpu = (runs: typeof ours) => runs.map(({ cpuMs }) => Math.round(cpuMs));
  const wall = (runs: typeof ours) => Math.round(median(runs.map(({ wallMs }) => wallMs)));
  return {
    ratio: Math.round(ratio * 1000) / 1000,
    target,
    oursCpuMs: cpu(ours),
    rgCpuMs: cpu(peer),
    oursWallMs: wall(ours),
    rgWallMs: wall(peer),
  };
}

/** Twenty searches in one process, each measured by its CPU time; ripgrep as a process each. */
async function warm() {
  const folder = repositoryCorpus();
  const { searchContext } = await import("../../src/live-search/context.ts");
  const queries = QUERIES.map((words) => words.split(" "));
  const ask = async (keywords: readonly string[]) => {
    const before = process.cpuUsage();
    const request = contextRequestSchema.parse({ directory: folder, keywords });
    const { summary: found } = await searchContext(request, {});
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1000, files: found.files_considered };
  };
  for (const keywords of queries) await ask(keywords);
  const ours: number[] = [];
  const peer: number[] = [];
  let files = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const keywords of queries) {
      const asked = await ask(keywords);
      files = asked.files;
      ours.push(asked.cpuMs);
      const globs = SKIPPED.flatMap((glob) => ["-g", glob]);
      const patterns = keywords.flatMap((word) => ["-e", word]);
      const run = await measure(["rg", "--no-config", "-n", "-i", "-F", ...globs, ...patterns, "."], {
        cwd: folder,
        accept: [0, 1],
        discard: true,
      });
      peer.push(run.cpuMs);
    }
  }
  const [oursP50, rgP50] = [median(ours), median(peer)];
  return { files, ratio: Math.round((oursP50 / rgP50) * 1000) / 1000, target: 1.5, oursP50, rgP50 };
}
