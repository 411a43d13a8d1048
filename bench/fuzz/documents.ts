/**
 * Mutants of all made documents and, where ../shared lies, of all document cases, through the child pool as in an index
 * run. `bun bench/fuzz/documents.ts [mutants=3000] [seed=1] [extension]`. Ends with 1 when a mutant
 * crashed, hung or broke a Document; one that was ended for its memory is told, and costs its file only.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FileError } from "../../src/errors.ts";
import { decodeDocument } from "../../src/extract/document-bytes.ts";
import { documentExtractors } from "../../src/extract/documents.ts";
import { ISOLATED_LIMITS, type IsolatedRequest } from "../../src/extract/isolated.ts";
import { createChildPool } from "../../src/pool/child-pool.ts";
import { TaskFailedError } from "../../src/pool/executor.ts";
import { complaints } from "../../test/extract/documents/places.ts";
import { documentFixtures } from "../../test/fixtures/documents/all.ts";
import { mutate, randomFrom } from "../../test/fixtures/documents/mutate.ts";

const mutants = Number(process.argv[2] ?? 3000);
const seed = Number(process.argv[3] ?? 1);
const extension = process.argv[4];

interface Origin {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function origins(): Origin[] {
  const list: Origin[] = documentFixtures.map(({ name, bytes }) => ({ name, bytes }));
  const cases = resolve(import.meta.dir, "..", "..", "..", "shared", "cases", "documents");
  if (!existsSync(cases)) return list;
  for (const ext of documentExtractors.flatMap((extractor) => extractor.extensions)) {
    const folder = join(cases, ext);
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).sort())
      list.push({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) });
  }
  return list.filter(({ bytes }) => bytes.length > 0);
}

const pool = createChildPool<IsolatedRequest, Uint8Array>({ name: "extract", size: 2, limits: ISOLATED_LIMITS });
const files = origins().filter(({ name }) => extension === undefined || name.endsWith(`.${extension}`));
const outcomes = new Map<string, number>();
let faults = 0;
let slowest = { ms: 0, mutant: "" };
const random = randomFrom(seed);

async function run(index: number, name: string, bytes: Uint8Array): Promise<void> {
  const ext = name.slice(name.lastIndexOf(".") + 1);
  const format = documentExtractors.find((extractor) => extractor.extensions.includes(ext))?.name ?? "";
  const start = performance.now();
  let outcome = "document";
  try {
    const found = complaints(decodeDocument(await pool.run({ format, input: { bytes, name, ext, encodings: [] } })));
    if (found.length > 0) outcome = `broken: ${found[0]}`;
  } catch (error) {
    outcome = error instanceof FileError ? error.code : error instanceof TaskFailedError ? error.failure : "internal";
    if (outcome === "crashed" || outcome === "internal") process.stderr.write(`mutant ${index} of ${name}: ${error}\n`);
  }
  const ms = performance.now() - start;
  if (ms > slowest.ms) slowest = { ms: Math.round(ms), mutant: `${index} of ${name}` };
  if (/^(crashed|internal|broken|time_limit|memory_limit)/.test(outcome)) {
    if (outcome !== "memory_limit") faults++;
    process.stderr.write(`mutant ${index} of ${name}: ${outcome}\n`);
  }
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

for (let i = 0; i < mutants; i += 2) {
  const pair = [i, i + 1].flatMap((index) => {
    const file = files[index % files.length];
    return file === undefined ? [] : [run(index, file.name, mutate(file.bytes, random))];
  });
  await Promise.all(pair);
}
await pool.close();
process.stdout.write(
  `${JSON.stringify({ mutants, seed, files: files.length, outcomes: Object.fromEntries(outcomes), slowest, faults })}\n`,
);
process.exitCode = faults > 0 ? 1 : 0;
