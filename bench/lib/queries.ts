/** 300 queries of eleven kinds, drawn from a corpus with a fixed seed, in the query language of `search`. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { randomSource } from "./corpora.ts";

export interface DrawnQuery {
  readonly kind: string;
  readonly query: string;
}

/** Files that words and sentences are taken from, and their greatest size, bytes. */
const SAMPLE = 1500;
const MAX_BYTES = 60_000;

export function drawQueries(corpus: string): DrawnQuery[] {
  const random = randomSource(7);
  const sample = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random() * left.length, 1)).flat();
  };
  const frequency = new Map<string, number>();
  const sentences: string[] = [];
  for (const path of sample(smallFiles(corpus), SAMPLE)) {
    const text = readFileSync(path, "utf8");
    for (const [word] of text.matchAll(/[A-Za-z]{3,14}/g)) {
      const folded = word.toLowerCase();
      frequency.set(folded, (frequency.get(folded) ?? 0) + 1);
    }
    for (const line of text.split("\n")) {
      const words = line.match(/[A-Za-z]+/g) ?? [];
      if (/^\s*(?:\/\/|#|\*)/.test(line) && words.length >= 8) sentences.push(words.slice(0, 8).join(" "));
    }
  }
  /** Commonest first. */
  const words = [...frequency].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
  const together = (count: number, size: number, from: readonly string[]) =>
    Array.from({ length: count }, () => sample(from, size).join(" "));
  const others = sample(words.slice(20, 300), 15);
  const kinds = {
    common: words.slice(0, 30),
    middle: sample(words.slice(200, 2000), 30),
    rare: sample(words.slice(8000, 20_000), 30),
    two: together(40, 2, words.slice(50, 3000)),
    "two common": together(20, 2, words.slice(0, 60)),
    three: together(30, 3, words.slice(50, 3000)),
    sentence: sample(sentences, 40),
    phrase: sample(sentences, 30).map((sentence) => `"${sentence.split(" ").slice(1, 4).join(" ")}"`),
    prefix: sample(words.slice(100, 5000), 20).map((word) => `${word.slice(0, 4)}*`),
    exclusion: sample(words.slice(100, 2000), 15).map((word, at) => `${word} -${others[at]}`),
    filter: sample(words.slice(50, 2000), 15).map((word) => `${word} ext:py`),
  };
  return Object.entries(kinds).flatMap(([kind, queries]) => queries.map((query) => ({ kind, query })));
}

/** In the order of their paths. */
function smallFiles(corpus: string): string[] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size < MAX_BYTES)
    .sort();
}
