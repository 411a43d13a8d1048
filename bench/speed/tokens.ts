/**
 * How fast text becomes tokens: the kernel and its scalar reference on the repository's own sources (ASCII) and on Chinese
 * made from a fixed seed, in pieces of 800 characters. Megabytes of UTF-8 per CPU-second; target for ASCII: 150.
 *
 *   bun bench/speed/tokens.ts
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { tokenColumns } from "../../src/text/tokens.ts";
import { randomSource } from "../lib/corpora.ts";
import { median, report } from "../lib/measure.ts";

const CHUNK = 800;
/** The engine compiles a hot loop twice more while it runs; the last quarter of the passes is what a long run sees. */
const ROUNDS = 60;

function sources(): string {
  const root = join(import.meta.dir, "..", "..", "src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const text = files.sort().map((name) => readFileSync(join(root, name), "utf8"));
  return text.join("\n").replace(/[^\0-\x7f]/g, "?");
}

function chinese(): string {
  const random = randomSource(7);
  let text = "";
  while (text.length < 700_000) {
    text += String.fromCharCode(0x4e00 + Math.floor(random() * 3000));
    if (random() < 0.06) text += random() < 0.5 ? "，" : "。\n";
  }
  return text;
}

/** Megabytes per CPU-second: the first pass of a fresh function, and the median of the last ones. */
function speed(text: string, tokenise: (text: string, start: number, end: number) => unknown) {
  const bytes = Buffer.byteLength(text);
  const passes = Array.from({ length: ROUNDS + 1 }, () => {
    const before = process.cpuUsage();
    for (let at = 0; at < text.length; at += CHUNK) tokenise(text, at, at + CHUNK);
    const { user, system } = process.cpuUsage(before);
    return Math.round(bytes / (user + system));
  });
  return { first: passes[0], steady: median(passes.slice(-ROUNDS / 4)) };
}

const tokeniser = createTokeniser();
const kernel = (text: string, start: number, end: number) => tokeniser.columns(text, start, end);
const reference = (text: string, start: number, end: number) => tokenColumns(text.slice(start, end));
const figures: Record<string, unknown> = {};
for (const [name, text] of [
  ["ascii", sources()],
  ["chinese", chinese()],
] as const) {
  figures[name] = {
    megabytes: Buffer.byteLength(text) / 1e6,
    kernel: speed(text, kernel),
    reference: speed(text, reference),
  };
}
report("tokens", { unit: "MB per CPU-second", target: { ascii: 150 }, ...figures });
