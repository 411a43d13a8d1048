/** Our ignore rules against git's own judgement. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IgnoreRules } from "../../src/corpus/ignore-rules.ts";
import { GITIGNORE, SEARCHIGNORE } from "../../src/corpus/ignore-scopes.ts";
import { comparePaths, pathToBytes } from "../../src/corpus/path-bytes.ts";
import { policyFor } from "../../src/corpus/policy.ts";
import { walkRoot } from "../../src/corpus/walk.ts";
import { rounds } from "../rounds.ts";
import { type Entry, World } from "../world.ts";
import { name, pattern } from "./arbitraries.ts";
import { hasGit, ignoredByGit, initRepository, listedByGit } from "./git.ts";

/** Rounds in CI; bench/fuzz sets more. */
const ROUNDS = rounds(40);
/** Milliseconds: git is started once or twice a round. */
const PATIENCE = 10_000 + ROUNDS * 300;
const SEED = Number(process.env.QSEARCH_FUZZ_SEED ?? 20261130);

describe.skipIf(!hasGit)("ignore rules agree with git", () => {
  test(
    "one pattern each, every kind of path",
    () => {
      // One repository with a folder a pattern, so that one call of git judges all of them.
      const patterns = fc.sample(pattern, { seed: SEED, numRuns: ROUNDS * 3 });
      const paths = fc.sample(fc.array(name, { minLength: 1, maxLength: 4 }), { seed: SEED + 1, numRuns: rounds(25) });
      const folders = new Set<string>();
      for (const path of paths)
        for (let depth = 1; depth < path.length; depth++) folders.add(path.slice(0, depth).join("/"));
      const files = new Set(paths.map((path) => path.join("/")).filter((path) => !folders.has(path)));
      const world: Record<string, Entry> = {};
      patterns.forEach((line, i) => {
        world[`p${i}/${GITIGNORE}`] = Buffer.concat([pathToBytes(line), Buffer.from("\n")]);
        for (const folder of folders) world[`p${i}/${folder}/`] = "";
      });
      using made = new World(world);
      const { dir } = made;
      initRepository(dir);
      const asked = patterns.flatMap((_, i) => [...folders, ...files].map((path) => `p${i}/${path}`));
      const ignored = ignoredByGit(dir, asked);
      const wrong: string[] = [];
      patterns.forEach((line, i) => {
        const rules = new IgnoreRules([pathToBytes(line)]);
        for (const path of [...folders, ...files]) {
          const ours = ignores(rules, path, folders);
          if (ours !== ignored.has(`p${i}/${path}`))
            wrong.push(`${JSON.stringify(line)} ${JSON.stringify(path)}: ${ours}`);
        }
      });
      expect(wrong).toEqual([]);
    },
    PATIENCE,
  );

  test(
    "random trees with nested ignore files: the walk lists what git would add",
    () => {
      fc.assert(
        fc.property(randomTree, (tree) => {
          using made = new World(worldOf(tree, false));
          using twin = new World(worldOf(tree, true));
          const { dir } = made;
          initRepository(twin.dir);
          const expected = listedByGit(twin.dir).filter(isContent).sort(comparePaths);
          expect(walked(dir)).toEqual(expected);
          // And inside a repository, whose top gives the rules for a walk that starts deeper.
          initRepository(dir);
          expect(walked(dir)).toEqual(expected);
          for (const folder of foldersOf(expected)) {
            const beneath = expected.filter((path) => path.startsWith(`${folder}/`));
            expect(walked(dir, folder)).toEqual(beneath);
            expect(walked(`${dir}/${folder}`).map((path) => `${folder}/${path}`)).toEqual(beneath);
          }
        }),
        { seed: SEED, numRuns: ROUNDS },
      );
    },
    PATIENCE,
  );
});

/** By these rules alone and git's rule that nothing beneath an ignored folder comes back. */
function ignores(rules: IgnoreRules, path: string, folders: ReadonlySet<string>): boolean {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const part = parts.slice(0, depth).join("/");
    const isFolder = depth < parts.length || folders.has(part);
    if (rules.judge(part, 0, parts[depth - 1] ?? "", isFolder) === "ignored") return true;
  }
  return false;
}

interface RandomTree {
  readonly files: readonly string[];
  readonly rules: readonly { readonly folder: string; readonly git: string; readonly search: string }[];
}

const folderPath = fc.array(name, { maxLength: 3 }).map((parts) => parts.join("/"));
const lines = fc
  .tuple(fc.constantFrom("", "", "\ufeff"), fc.array(pattern, { maxLength: 4 }), fc.constantFrom("\n", "\n", "\r\n"))
  .map(([mark, patterns, end]) => mark + patterns.join(end));

const randomTree: fc.Arbitrary<RandomTree> = fc.record({
  files: fc.array(
    fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
    {
      minLength: 5,
      maxLength: 25,
    },
  ),
  rules: fc.array(fc.record({ folder: fc.oneof(fc.constant(""), folderPath), git: lines, search: lines }), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** With `merged`, a folder's .searchignore stands behind its .gitignore in one file, which is what it means. */
function worldOf({ files, rules }: RandomTree, merged: boolean): Record<string, Entry> {
  const folders = new Set(rules.map(({ folder }) => folder).flatMap(prefixes));
  for (const file of files)
    for (const folder of prefixes(file.slice(0, file.lastIndexOf("/") + 1))) folders.add(folder);
  const world: Record<string, Entry> = {};
  for (const file of files) if (!folders.has(file)) world[file] = "text";
  for (const { folder, git, search } of rules) {
    const at = folder === "" ? "" : `${folder}/`;
    if (merged) world[at + GITIGNORE] = Buffer.concat([pathToBytes(git), Buffer.from("\n"), withoutMark(search)]);
    else {
      world[at + GITIGNORE] = pathToBytes(git);
      world[at + SEARCHIGNORE] = pathToBytes(search);
    }
  }
  return world;
}

function withoutMark(text: string): Buffer {
  return pathToBytes(text.startsWith("\ufeff") ? text.slice(1) : text);
}

function prefixes(folder: string): string[] {
  const parts = folder.split("/").filter((part) => part !== "");
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

function foldersOf(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => prefixes(file.slice(0, file.lastIndexOf("/") + 1))));
}

function isContent(path: string): boolean {
  return !path.endsWith(GITIGNORE) && !path.endsWith(SEARCHIGNORE);
}

function walked(root: string, start = ""): string[] {
  const files = [...walkRoot(root, policyFor("user"), { start })].flatMap((batch) => batch.files);
  return files.filter(isContent).sort(comparePaths);
}
