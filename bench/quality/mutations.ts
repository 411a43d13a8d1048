/**
 * Whether the tests notice when one constant or condition of src is changed: 40 places drawn at random, by a fixed seed.
 *
 *   bun bench/quality/mutations.ts [COUNT=40] [SEED=20261201] [--near]      --near: the first of these alone, which is quicker
 *
 * First the tests run that import the file, those of its part and the golden set; then, unless one failed, all others that reach the file by
 * imports, or start the program (from source). What no test noticed stands in the result with its line.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";
import { Copy } from "../lib/mutant.ts";

const [count = "40", seed = "20261201"] = process.argv.slice(2).filter((word) => word !== "--near");
const NEAR = process.argv.includes("--near");
const root = resolve(import.meta.dir, "..", "..");
/** Compiled otherwise, or texts for people. */
const LEFT_OUT = /\.kernel\.ts$|\.d\.ts$|^src\/(?:licenses|cli\/completion|cli\/render)\//;

interface Place {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly from: string;
  readonly to: string;
}

/** What a place is changed to, by its kind. */
const KINDS: readonly (readonly [RegExp, (found: string) => string])[] = [
  // A number that has a name: an option, a weight, a limit.
  [/(?<=(?:^|\s)(?:const [A-Z_\d]+ = |[a-zA-Z_]+: ))\d[\d_]*(?:\.\d+)?(?=[;,]$)/gm, (found) => changedNumber(found)],
  [/(?<= )===(?= )/g, () => "!=="],
  [/(?<= )!==(?= )/g, () => "==="],
  [/(?<= )<=(?= )/g, () => "<"],
  [/(?<= )>=(?= )/g, () => ">"],
  [/(?<=\) |\w )<(?= )/g, () => "<="],
  [/(?<=\) |\w )>(?= )/g, () => ">="],
  [/(?<= )&&(?= )/g, () => "||"],
  [/(?<= )\|\|(?= )/g, () => "&&"],
  [/(?<=return )(?:true|false)(?=;)/g, (found) => (found === "true" ? "false" : "true")],
];

function changedNumber(found: string): string {
  const value = Number(found.replaceAll("_", ""));
  return value === 0 ? "1" : String(value * 3);
}

function placesOf(file: string): Place[] {
  const text = readFileSync(join(root, file), "utf8");
  return KINDS.flatMap(([pattern, change]) =>
    Array.from(text.matchAll(pattern), ({ 0: from, index: offset }) => {
      const before = text.slice(0, offset);
      return { file, line: before.split("\n").length, offset, from, to: change(from) };
    }).filter(({ offset }) => isCode(text, offset)),
  );
}

/** Neither a comment nor within a string or a type's union, as far as the line tells. */
function isCode(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  if (/^\s*(?:\*|\/\/|\/\*|import|export (?:type|interface)|type |readonly )/.test(line)) return false;
  const head = text.slice(start, offset);
  return !head.includes("//") && ["'", '"', "`"].every((quote) => head.split(quote).length % 2 === 1);
}

/** Files of the repository that a file imports, statically or later. Sources within tests name files that are not there. */
function importsOf(file: string): string[] {
  const path = join(root, file);
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const found = text.matchAll(/(?:from |import\()"(\.[^"]+\.ts)"/g);
  return Array.from(found, ([, path = ""]) => relative(root, resolve(root, dirname(file), path)));
}

const imports = new Map<string, readonly string[]>();
function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const own = imports.get(file) ?? importsOf(file);
  imports.set(file, own);
  for (const each of own) reachable(each, seen);
  return seen;
}

const glob = (pattern: string) => [...new Bun.Glob(pattern).scanSync({ cwd: root })].sort();
const tests = glob("test/**/*.test.ts").filter(
  (file) => !/^test\/(?:build|licences|readme|first-use|faults)/.test(file),
);
const reach = new Map(tests.map((file) => [file, reachable(file)]));

function startsTheProgram(file: string): boolean {
  return /\.(?:run|runWith|runAsync|start)\(|\bCOMMAND\b|new Wire\(/.test(readFileSync(join(root, file), "utf8"));
}

/** Nearest first: those that import the file, those of its part, the golden set. */
function stagesFor(file: string): [string[], string[]] {
  const part = file.split("/")[1] ?? "";
  const near = tests.filter(
    (each) => importsOf(each).includes(file) || each.startsWith(`test/${part}/`) || each.startsWith("test/golden/"),
  );
  const far = tests.filter((each) => !near.includes(each) && (reach.get(each)?.has(file) || startsTheProgram(each)));
  return [near, far];
}

const random = randomSource(Number(seed));
const places = glob("src/**/*.ts")
  .filter((file) => !LEFT_OUT.test(file))
  .flatMap(placesOf);
const drawn: Place[] = [];
while (drawn.length < Number(count)) drawn.push(...places.splice(Math.floor(random() * places.length), 1));

using copy = new Copy();
/** Files that fail without any change: they notice nothing. */
const failing = new Set<string>();

/** The test file that fails with the change, and does not without it. */
function noticedBy(file: string, changed: string, files: readonly string[]): string | null {
  for (;;) {
    const asked = files.filter((each) => !failing.has(each));
    if (asked.length === 0) return null;
    const failed = copy.with(file, changed, () => copy.firstFailure(asked));
    if (failed === null || failed === "" || copy.run([failed])) return failed === "" ? "the runner" : failed;
    failing.add(failed);
  }
}

const outcomes: (Place & { readonly noticed: string | null; readonly text: string })[] = [];
for (const place of drawn) {
  const source = readFileSync(join(copy.folder, place.file), "utf8");
  const changed = source.slice(0, place.offset) + place.to + source.slice(place.offset + place.from.length);
  const [near, far] = stagesFor(place.file);
  const noticed = noticedBy(place.file, changed, near) ?? (NEAR ? null : noticedBy(place.file, changed, far));
  const text = (source.split("\n")[place.line - 1] ?? "").trim();
  outcomes.push({ ...place, noticed, text });
  process.stderr.write(
    `${noticed ?? "NOT NOTICED"}: ${place.file}:${place.line} ${place.from} → ${place.to}   ${text}\n`,
  );
  report("mutations", {
    command: `bun bench/quality/mutations.ts ${count} ${seed}${NEAR ? " --near" : ""}`,
    tried: outcomes.length,
    failingBefore: [...failing],
    noticed: outcomes.filter((each) => each.noticed !== null).length,
    outcomes,
  });
}
