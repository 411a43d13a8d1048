/** Single paths are judged as the walk judges them. */
import { describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import fc from "fast-check";
import { AdmissionCache, isAdmitted, isFolderAdmitted } from "../../src/corpus/admission.ts";
import { type CorpusKind, type PolicyOptions, policyFor } from "../../src/corpus/policy.ts";
import { walkRoot } from "../../src/corpus/walk.ts";
import { QsearchError } from "../../src/errors.ts";
import { rounds } from "../rounds.ts";
import { type Entry, World, world } from "../world.ts";
import { NAMES, pattern } from "./arbitraries.ts";
import { makeFifo, unprivileged } from "./system.ts";

const ROUNDS = rounds(60);
const SEED = Number(process.env.QSEARCH_FUZZ_SEED ?? 20261130);

const part = fc.constantFrom(
  ...NAMES,
  "node_modules",
  ".git",
  "dist",
  ".venv",
  "x.png",
  "x.min.js",
  "Makefile",
  "store",
);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const ignoreFile = fc.array(pattern, { maxLength: 3 }).map((lines) => lines.join("\n"));

interface Tree {
  readonly files: readonly string[];
  readonly links: readonly (readonly [from: string, to: string])[];
  readonly rules: readonly (readonly [folder: string, git: string, search: string])[];
}

const tree: fc.Arbitrary<Tree> = fc.record({
  files: fc.array(path, { minLength: 5, maxLength: 25 }),
  links: fc.array(fc.tuple(path, fc.oneof(path, fc.constantFrom(".", "..", "nowhere"))), { maxLength: 3 }),
  rules: fc.array(fc.tuple(fc.oneof(fc.constant(""), path), ignoreFile, ignoreFile), { maxLength: 3 }),
});

const patterns = (most: number) => fc.oneof(fc.constant<string[]>([]), fc.array(pattern, { maxLength: most }));
const options: fc.Arbitrary<PolicyOptions> = fc.record({ include: patterns(3), exclude: patterns(2) });

function build({ files, links, rules }: Tree): World {
  const made = new World();
  const write = (name: string, entry: Entry) => {
    // Random paths may want a file where another wants a folder: the first one has its way.
    try {
      made.write({ [name]: entry });
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  };
  for (const file of files) write(`root/${file}`, "text");
  for (const [from, to] of links) write(`root/${from}`, { link: to });
  for (const [folder, git, search] of rules) {
    const at = folder === "" ? "root/" : `root/${folder}/`;
    write(`${at}.gitignore`, Buffer.from(git));
    write(`${at}.searchignore`, Buffer.from(search));
  }
  mkdirSync(made.path("root"), { recursive: true });
  return made;
}

/** Every path that exists or is named, and some that are neither. */
function candidates({ files, links, rules }: Tree): string[] {
  const named = [
    ...files,
    ...links.map(([from]) => from),
    ...rules.flatMap(([f]) => [`${f}/.gitignore`, `${f}/.searchignore`]),
  ];
  const reached = links.flatMap(([from]) => files.map((file) => `${from}/${file.split("/").at(-1)}`));
  return [...new Set([...named, ...reached, "missing", "../root/a", "a/", "/a", "", "."])];
}

describe("admitted ⇔ listed", () => {
  test.each<CorpusKind>(["user", "agent", "context", "code"])(
    "%s",
    (kind) => {
      fc.assert(
        fc.property(tree, options, (made, configured) => {
          using built = build(made);
          const root = built.path("root");
          const policy = policyFor(kind, { ...configured, dataDir: built.path("root/store") });
          const listed = walkOrStop(root, policy);
          // A walk that was stopped says nothing of what it would have listed.
          fc.pre(listed !== null);
          const cache = new AdmissionCache();
          for (const rel of new Set([...candidates(made), ...listed])) {
            expect([rel, isAdmitted(root, rel, policy, cache)]).toEqual([rel, listed.has(rel)]);
          }
        }),
        { seed: SEED, numRuns: ROUNDS },
      );
    },
    10_000 + ROUNDS * 200,
  );
});

function walkOrStop(root: string, policy: ReturnType<typeof policyFor>): Set<string> | null {
  try {
    return new Set([...walkRoot(root, policy)].flatMap((batch) => batch.files));
  } catch (error) {
    if (error instanceof QsearchError && error.code === "io") return null;
    throw error;
  }
}

describe("rules in force now", () => {
  const policy = policyFor("user");

  test("a new rule, a new link, a removed file", () => {
    const made = world({ "a.md": "1", "sub/b.md": "1" });
    const admitted = (rel: string) => isAdmitted(made.dir, rel, policy);
    expect([admitted("a.md"), admitted("sub/b.md")]).toEqual([true, true]);
    made.write({ ".searchignore": "sub/\n" });
    expect([admitted("a.md"), admitted("sub/b.md"), admitted(".searchignore")]).toEqual([true, false, true]);
    made.remove("a.md").write({ "a.md": { link: ".searchignore" } });
    expect(admitted("a.md")).toBe(false);
  });

  test("what is no regular file, or no plain path, is not admitted", () => {
    const made = world({ "root/a": "1", b: "1", "root/l": { link: "a" } });
    makeFifo(made.path("root/fifo"));
    for (const rel of ["l", "fifo", "", "../b", "a/", "./a", "/etc/passwd", "a\0", "\ud800", "a/b"]) {
      expect([rel, isAdmitted(made.path("root"), rel, policy)]).toEqual([rel, false]);
    }
    expect(isAdmitted(made.path("missing"), "a", policy)).toBe(false);
    expect(isAdmitted(made.path("root/a"), "", policy)).toBe(true);
  });

  test("behind a folder that cannot be read nothing is admitted", () => {
    const made = world({ "sub/a.md": "1" });
    expect(unprivileged(made, () => isAdmitted(made.dir, "sub/a.md", policy), { sub: 0o000 })).toBe(false);
  });

  test("folders", () => {
    const made = world({ ".gitignore": "no/\n", "no/a": "1", "yes/b": "1", "node_modules/c": "1" });
    const folders = ["", "no", "yes", "node_modules", "yes/b", "missing"];
    expect(folders.map((rel) => isFolderAdmitted(made.dir, rel, policy))).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});
