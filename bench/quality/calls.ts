/**
 * The call sites of test/cases/calls, twenty in each of thirteen languages,, resolved and compared with the verdicts. See the README there for what
 * counts as resolved and as right.
 *
 *   bun bench/quality/calls.ts [LANGUAGE…] [--save] [--list]      --list: each site that is not resolved, or resolved wrongly
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CallResolver, type Resolution } from "../../src/call-graph/resolver.ts";
import { LiveTree } from "../../src/live-search/graph/live-tree.ts";
import { type Site as Place, resolveAll } from "../../src/live-search/graph/resolve-all.ts";
import { resolvePlace } from "../../src/live-search/search-root.ts";
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
const WORK = join(import.meta.dir, "..", ".work");
const PLACES = ["code", "calls/debian", "calls/npm"];

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const tallies: Record<string, Tally> = {};
for (const name of readdirSync(CASES)
  .filter((file) => file.endsWith(".json"))
  .sort()) {
  const { language, project, sites } = JSON.parse(readFileSync(join(CASES, name), "utf8")) as {
    language: string;
    project: string;
    sites: Site[];
  };
  if (wanted.length > 0 && !wanted.includes(language)) continue;
  const folder = PLACES.map((place) => join(WORK, place, project)).find((place) => existsSync(place));
  if (folder === undefined) throw new Error(`${project} is missing: see bench/quality/README.md`);
  tallies[language] = await judged(folder, sites);
}

async function judged(folder: string, sites: readonly Site[]): Promise<Tally> {
  const tally: Tally = { sites: sites.length, resolved: 0, right: 0, candidates: 0, unresolved: 0, candidatesRight: 0 };
  const tree = await LiveTree.open(resolvePlace({ directory: folder }, {}, "code"), {}, true);
  try {
    const resolver = new CallResolver(tree);
    const found: { site: Site; place: Place }[] = [];
    for (const site of sites) {
      const file = await tree.prepare(site.file);
      const call = file?.found.calls.find(({ line, column }) => line === site.line && column === site.column);
      if (file === null || call === undefined) count(tally, site, { kind: "unresolved", why: "unknown" }, true);
      else found.push({ site, place: { file, call } });
    }
    const resolutions = await resolveAll(
      tree,
      resolver,
      found.map(({ place }) => place),
    );
    for (const [at, { site }] of found.entries()) {
      const resolution = resolutions[at];
      if (resolution !== undefined) count(tally, site, resolution, false);
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
