/**
 * Random trees of folders, files and links, and random spellings of paths in and around them: whatever is accepted lies in its
 * root, as the file system says. Shared by the test and bench/fuzz/paths.ts.
 */
import { mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { isAdmitted, isFolderAdmitted } from "../../src/corpus/admission.ts";
import { policyFor } from "../../src/corpus/policy.ts";
import { joinPath, rootPlaceOf } from "../../src/corpus/roots.ts";
import { QsearchError } from "../../src/errors.ts";
import { readDocument } from "../../src/index-search/read.ts";
import { namedPaths } from "../../src/indexing/plan.ts";
import { searchFocused } from "../../src/live-search/focus.ts";
import { resolvePlace } from "../../src/live-search/search-root.ts";
import { focusRequestSchema } from "../../src/request/focus-request.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { fixedRandom } from "../faults/random.ts";
import { world } from "../world.ts";

const NAMES = ["a", "b", "c.md", "d.md", "\u00e9.md", "e\u0301.md", "\u00e9", "e\u0301", "..x", "...", " ", "%2e%2e"];
const PIECES = [
  ...NAMES,
  ...NAMES,
  "..",
  "..",
  "..",
  ".",
  "",
  "\u2024\u2024",
  "..\\",
  "A",
  "nowhere",
  "root",
  "outside",
];

export interface SpellingReport {
  readonly paths: number;
  readonly places: number;
  readonly read: number;
  readonly subpaths: number;
  readonly focused: number;
  readonly named: number;
}

/** Throws when something that lies outside its root was accepted. */
export async function checkSpellings(trees: number, pathsEach: number, seed: number): Promise<SpellingReport> {
  const random = fixedRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const tally = { paths: 0, places: 0, read: 0, subpaths: 0, focused: 0, named: 0 };
  for (let tree = 0; tree < trees; tree++) {
    using w = world({});
    const folders = [w.path("root"), w.path("outside"), w.path("root-x")];
    for (const folder of folders) mkdirSync(folder);
    const [root = "", outside = ""] = folders;
    const made = [...folders];
    for (let entry = 0; entry < 25; entry++) {
      const path = `${pick(folders)}/${pick(NAMES)}`;
      const kind = random();
      try {
        if (kind < 0.35) {
          mkdirSync(path);
          folders.push(path);
        } else if (kind < 0.65) writeFileSync(path, path);
        else symlinkSync(random() < 0.5 ? pick(made) : `${pick(["..", ".", "../.."])}/${pick(PIECES)}`, path);
        made.push(path);
      } catch {
        // The name is taken.
      }
    }
    const settings = { ...loadSettings({ dataDir: w.dataDir, env: {} }), roots: [root] };
    const policy = policyFor("user", { dataDir: w.dataDir });
    for (let i = 0; i < pathsEach; i++) {
      const spelling = `${pick([root, root, `${root}/`, outside, w.dir, `${w.dir}/root/../root`])}/${Array.from(
        { length: Math.floor(random() * 6) },
        () => pick(PIECES),
      ).join(pick(["/", "/", "//"]))}`;
      tally.paths++;
      const place = rootPlaceOf(spelling, [{ path: root }]);
      if (place !== null) {
        tally.places++;
        const path = joinPath(place.root, place.rel);
        const accepted = isAdmitted(root, place.rel, policy) || isFolderAdmitted(root, place.rel, policy);
        if (accepted) mustBe(kernelPath(path) === path, spelling, path);
        // Where the file system takes the spelling to something else, it is refused.
        if (accepted && kernelPath(spelling) !== null) mustBe(kernelPath(spelling) === path, spelling, path);
      }
      const text = await readText(spelling, settings);
      if (text !== null) {
        tally.read++;
        mustBe(text.startsWith(`${root}/`) && readFileSync(text, "utf8") === text, spelling, text);
      }
      const sub = spelling.startsWith(`${root}/`) && random() < 0.5 ? spelling : spelling.slice(w.dir.length + 6);
      const start = accepts(() => resolvePlace({ directory: root, subpath: sub }, {}).start);
      if (start !== null) {
        tally.subpaths++;
        const path = joinPath(root, start);
        mustBe(kernelPath(path) === path, sub, path);
      }
      for (const path of await focusedPaths(root, sub)) {
        tally.focused++;
        mustBe(kernelPath(joinPath(root, path)) === joinPath(root, path), sub, path);
      }
      const named = accepts(() => namedPaths(indexRequestSchema.parse({ paths: [spelling] }), [root]).paths[0]?.real);
      if (named !== null && named !== undefined) {
        tally.named++;
        mustBe(named === root || named.startsWith(`${root}/`), spelling, named);
        mustBe(kernelPath(spelling) === named, spelling, named);
      }
    }
  }
  return tally;
}

function kernelPath(path: string): string | null {
  try {
    statSync(path);
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function mustBe(holds: boolean, spelling: string, found: string): void {
  if (!holds) throw new Error(`${JSON.stringify(spelling)} was taken for ${JSON.stringify(found)}`);
}

function accepts<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof QsearchError && error.code !== "internal") return null;
    throw error;
  }
}

async function focusedPaths(root: string, path: string): Promise<readonly string[]> {
  if (path === "") return [];
  const request = { keywords: ["root"], directory: root, file_paths: [path] };
  try {
    return (await searchFocused(focusRequestSchema.parse(request))).blocks.map((block) => block.path);
  } catch (error) {
    if (error instanceof QsearchError && error.code !== "internal") return [];
    throw error;
  }
}

async function readText(path: string, settings: ReturnType<typeof loadSettings>): Promise<string | null> {
  try {
    const { result } = await readDocument({ path }, settings);
    return result.sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
  } catch (error) {
    if (error instanceof QsearchError && error.code !== "internal") return null;
    throw error;
  }
}
