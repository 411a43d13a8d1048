/**
 * What the text readers and the chunker make of the files in test/cases/extract. When it changes, stored documents are
 * out of date: raise the reader's version (or CHUNKER_VERSION), then write the new state with
 * `QSEARCH_UPDATE_GOLDEN=1 bun test test/extract/golden.test.ts`.
 */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extensionOf } from "../../src/corpus/categories.ts";
import { extractorFor, extractorKey } from "../../src/extract/registry.ts";
import { CHUNKER_VERSION, type ChunkSpan, chunkDocument } from "../../src/text/chunks.ts";
import { numbered, outline, read } from "./read.ts";

const folder = join(import.meta.dir, "..", "cases", "extract");
const updates = process.env.QSEARCH_UPDATE_GOLDEN === "1";

interface Golden {
  readonly reader: string;
  readonly chunker: number;
  readonly [part: string]: unknown;
}

const spanOf = ({ start, end, lineStart, lineEnd, symbol, defined }: ChunkSpan) =>
  `${start}–${end} lines ${lineStart}–${lineEnd} ${symbol} [${defined.join(", ")}]`;

async function goldenOf(file: string): Promise<Golden> {
  const document = await read(file, readFileSync(join(folder, file)));
  return {
    reader: extractorKey(extractorFor(file, extensionOf(file))),
    chunker: CHUNKER_VERSION,
    language: document.language,
    locationKind: document.locationKind,
    outline: outline(document),
    borders: document.borders.map(({ offset, strength }) => `${offset} ${strength}`),
    lines: numbered(document),
    // Small chunks, so that small files are cut.
    chunks: chunkDocument(document, { size: 200, overlap: 40 }).map(spanOf),
  };
}

for (const file of readdirSync(folder).filter((name) => !name.endsWith(".expected.json"))) {
  test(file, async () => {
    const path = join(folder, `${file}.expected.json`);
    const golden = await goldenOf(file);
    if (updates || !existsSync(path)) {
      expect(updates, `${path} is missing`).toBe(true);
      writeFileSync(path, `${JSON.stringify(golden, null, 2)}\n`);
    }
    const expected: Golden = JSON.parse(readFileSync(path, "utf8"));
    expect(golden).toEqual(expected);
  });
}
