/**
 * A search while its file is replaced: another process indexes version after version of one file, and every answer must
 * belong wholly to one of them. Shared by the test and bench/faults/replaced.ts.
 */
import { join, resolve } from "node:path";
import { readDocument } from "../../src/index-search/read.ts";
import { SearchHandler } from "../../src/index-search/search-handler.ts";
import { readRequestSchema } from "../../src/request/read-request.ts";
import { type SearchHit, searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { world } from "../world.ts";
import { FILE, FIRST_MTIME, MARKER, markerLine, SECTION } from "./versions.ts";

const SCRIPT = resolve(import.meta.dir, "replace-forever.ts");
/** Every so many searches the connection is opened anew, as a one-shot command does. */
const REOPEN = 7;
/** Every so many searches the file is read as well. */
const READ = 10;

export interface ReplacedReport {
  readonly searches: number;
  readonly reads: number;
  /** Different versions that were seen. */
  readonly versions: number;
  /** Answers that were another version than the one before. */
  readonly changes: number;
}

/** Searches `tries` times. Throws at the first answer that is mixed or empty. */
export async function searchWhileReplaced(tries: number): Promise<ReplacedReport> {
  using w = world();
  const child = Bun.spawn([process.execPath, SCRIPT, w.dataDir, w.dir], { stdout: "pipe", stderr: "pipe" });
  try {
    const ready = await child.stdout.getReader().read();
    if (ready.done) throw new Error(await new Response(child.stderr).text());
    return await searchAll(w.dataDir, w.dir, tries, () => {
      if (child.exitCode !== null) throw new Error(`the indexer ended with ${child.exitCode}`);
    });
  } finally {
    child.kill("SIGKILL");
    await child.exited;
  }
}

async function searchAll(dataDir: string, root: string, tries: number, alive: () => void): Promise<ReplacedReport> {
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [root] };
  const request = searchRequestSchema.parse({ query: MARKER, limit: 100 });
  const handler = new SearchHandler();
  const seen = new Set<number>();
  let last = -1;
  let changes = 0;
  let reads = 0;
  for (let i = 0; i < tries; i++) {
    const { hits, excerpts } = await handler.answer({ dataDir, request, settings, audience: "user", now: 0 });
    const version = versionOf(
      hits,
      excerpts.map(({ text }) => text),
    );
    seen.add(version);
    if (version !== last) changes += 1;
    last = version;
    if (i % REOPEN === 0) handler.close();
    if (i % READ === 0) {
      reads += 1;
      const { result } = await readDocument(
        readRequestSchema.parse({ path: join(root, FILE), start_line: 1, end_line: 3 }),
        settings,
      );
      oneVersion(JSON.stringify(result.sections));
    }
    // Lets the child's end be seen; and the indexer is not starved on one core.
    if (i % 50 === 0) await Bun.sleep(1);
    alive();
  }
  handler.close();
  return { searches: tries, reads, versions: seen.size, changes };
}

/** The version that every hit tells in every part: two where the marker stands in the overlap of two chunks. */
function versionOf(hits: readonly SearchHit[], excerpts: readonly string[]): number {
  const versions = new Set(hits.map((hit, index) => versionOfHit(hit, excerpts[index] ?? "")));
  const [only] = versions;
  if (only === undefined || versions.size !== 1) throw new Error(`versions ${[...versions].join(", ")} in one answer`);
  return only;
}

function versionOfHit(hit: SearchHit, excerpt: string): number {
  const version = oneVersion(hit.snippet);
  const expected = {
    excerpt: version,
    symbol: `${SECTION} v${version}`,
    mtime: (FIRST_MTIME + version) * 1000,
    marker: `v${version} [[${MARKER}]] in line ${markerLine(version)}\n`,
    inside: true,
  };
  const line = markerLine(version);
  const told = {
    excerpt: oneVersion(excerpt),
    symbol: hit.symbol,
    mtime: Date.parse(hit.mtime),
    marker: `${/^.*\[\[.*$/m.exec(hit.snippet)?.[0]}\n`,
    inside: hit.line_start <= line && line <= hit.line_end,
  };
  if (!Bun.deepEquals(told, expected)) {
    throw new Error(`a mixed answer: ${JSON.stringify(hit)} tells ${JSON.stringify(told)}`);
  }
  return version;
}

/** The one version whose words stand in a text: "v12". */
function oneVersion(text: string): number {
  const found = new Set(text.match(/\bv\d+\b/g));
  const [only] = found;
  if (only === undefined || found.size !== 1)
    throw new Error(`versions ${[...found].join(", ")} in ${JSON.stringify(text)}`);
  return Number(only.slice(1));
}
