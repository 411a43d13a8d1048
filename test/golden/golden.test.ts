/**
 * The golden ranking set: for each query of cases.json, which files come first. What is expected is what a careful reader of
 * the corpus calls right, not what the program prints. Files in a nested list may stand in any order among themselves;
 * what comes after the last one named is a matter of taste. A case with `later` says what is right and not reached yet:
 * `bun test --todo test/golden` runs those, too; when one holds, its `later` goes.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesFor, type Verb } from "./ask.ts";

interface Case {
  readonly corpus: string;
  readonly verb: Verb;
  readonly query: string;
  readonly expect: readonly (string | readonly string[])[];
  readonly why: string;
  /** What is missing. */
  readonly later?: string;
}

const cases: readonly Case[] = JSON.parse(readFileSync(join(import.meta.dir, "cases.json"), "utf8"));

for (const { corpus, verb, query, expect: wanted, why, later } of cases) {
  const title = `${corpus}: ${verb} ${query} (${why})`;
  const check = async () => {
    const found = await filesFor(corpus, verb, query);
    expect(inGroups(found, wanted)).toEqual(wanted.map(sorted));
  };
  if (later === undefined) test(title, check);
  else test.todo(`${title}; not yet: ${later}`, check);
}

test("every case names one to five files, and there are sixty", () => {
  for (const { query, expect: wanted } of cases) {
    expect(wanted.flat().length, query).toBeWithin(1, 6);
    expect(new Set(wanted.flat()).size, query).toBe(wanted.flat().length);
  }
  expect(cases.filter(({ later }) => later === undefined).length).toBeGreaterThanOrEqual(60);
});

/** The first files found, cut where the wanted ones are, so that a difference shows as one line a place. */
function inGroups(found: readonly string[], wanted: Case["expect"]): (string | readonly string[])[] {
  let at = 0;
  return wanted.map((place) => {
    if (typeof place === "string") return found[at++] ?? "nothing";
    const group = found.slice(at, at + place.length);
    at += place.length;
    return sorted(group);
  });
}

function sorted(place: string | readonly string[]): string | readonly string[] {
  return typeof place === "string" ? place : [...place].sort();
}
