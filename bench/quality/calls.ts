/**
 * The sixty call sites of test/cases/calls, resolved and compared with the verdicts. See the README there for what
 * counts as resolved and as right.
 *
 *   bun bench/quality/calls.ts [--save] [--list]      --list: each site that is not resolved, or resolved wrongly
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CallResolver, type Resolution } from "../../src/code/graph/resolver.ts";
import { LiveTree } from "../../src/search/graph/live-tree.ts";
import { resolvePlace } from "../../src/search/live/place.ts";
import { report } from "../lib/measure.ts";

interface Site {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly verdict: "defined" | "external" | "unknowable";
  readonly definition?: string;
  readonly also?: readonly string[];
}

interface Tally {
  sites: number;
  resolved: number;
  right: number;
  candidates: number;
  unresolved: number;
  /** Candidates that hold the definition, of those that have one. */
  candidatesRight: number;
}

const CASES = join(import.meta.dir, "..", "..", "test", "cases", "calls");
const CORPUS = join(import.meta.dir, "..", ".work", "code");

const tallies: Record<string, Tally> = {};
for (const name of readdirSync(CASES)
  .filter((file) => file.endsWith(".json"))
  .sort()) {
  const { project, sites } = JSON.parse(readFileSync(join(CASES, name), "utf8")) as { project: string; sites: Site[] };
  const folder = join(CORPUS, project);
  if (!existsSync(folder)) throw new Error(`${folder} is missing: see bench/quality/README.md`);
  tallies[project] = await judged(folder, sites);
}

async function judged(folder: string, sites: readonly Site[]): Promise<Tally> {
  const tally: Tally = { sites: sites.length, resolved: 0, right: 0, candidates: 0, unresolved: 0, candidatesRight: 0 };
  const tree = await LiveTree.open(resolvePlace({ directory: folder }, {}, "code"), {}, true);
  try {
    await tree.scan(sites.map(({ name: called }) => called));
    const resolver = new CallResolver(tree);
    for (const site of sites) {
      const file = await tree.prepare(site.file);
      const call = file?.found.calls.find(({ line, column }) => line === site.line && column === site.column);
      const resolution: Resolution =
        file === null || call === undefined ? { kind: "unresolved", why: "unknown" } : resolver.resolve(file, call);
      count(tally, site, resolution, call === undefined);
    }
  } finally {
    tree.close();
  }
  return tally;
}

function count(tally: Tally, site: Site, resolution: Resolution, missing: boolean): void {
  const expected = [site.definition, ...(site.also ?? [])];
  const places = placesOf(resolution);
  const certain = resolution.kind === "resolved" || resolution.kind === "external";
  const right =
    resolution.kind === "external" ? site.verdict === "external" : places.some((place) => expected.includes(place));
  if (certain) {
    tally.resolved++;
    if (right) tally.right++;
  } else if (resolution.kind === "candidates") {
    tally.candidates++;
    if (right) tally.candidatesRight++;
  } else tally.unresolved++;
  if (!process.argv.includes("--list") || (certain && right)) return;
  const said = `${missing ? "no such call; " : ""}${resolution.kind} ${places.slice(0, 3).join(" ")}`;
  process.stdout.write(
    `${site.file}:${site.line}:${site.column} ${site.name}: ${site.verdict} ${site.definition ?? ""} | ${said}\n`,
  );
}

function placesOf(resolution: Resolution): string[] {
  const definitions =
    resolution.kind === "resolved"
      ? [resolution.definition]
      : resolution.kind === "candidates"
        ? resolution.definitions
        : [];
  return definitions.map(({ file, index }) => `${file.rel}:${file.symbol(index)?.headLine}`);
}

const all = Object.values(tallies).reduce((sum, one) => ({
  sites: sum.sites + one.sites,
  resolved: sum.resolved + one.resolved,
  right: sum.right + one.right,
  candidates: sum.candidates + one.candidates,
  unresolved: sum.unresolved + one.unresolved,
  candidatesRight: sum.candidatesRight + one.candidatesRight,
}));
const figures = {
  command: `bun bench/quality/calls.ts ${process.argv.slice(2).join(" ")}`.trim(),
  sites: all.sites,
  resolvedShare: Number((all.resolved / all.sites).toFixed(3)),
  precisionOfResolved: Number((all.right / all.resolved).toFixed(3)),
  projects: tallies,
  all,
};
report("quality-calls", figures);
