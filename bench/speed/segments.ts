/**
 * Postings into FTS5's tables: ours (rows → segments → merged into one) and FTS5's own INSERT and 'optimize' over the same
 * rows, CPU time in one process, each into a database of its own. Material: 30 MB of the source corpus in chunks of 1,200
 * characters. Both write the same pages, which is a third of what ours costs.
 *
 *   bun bench/speed/segments.ts [rounds]
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PostingWriter } from "../../src/store/posting-writer.ts";
import type { PostingRow } from "../../src/store/postings.ts";
import { openForPostings, openStore } from "../../src/store/store.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { sourceCorpus } from "../lib/corpora.ts";
import { median, report, scratch } from "../lib/measure.ts";

const TEXT_BYTES = 30_000_000;
const CHUNK = 1200;
/** Bytes of tokens written in one transaction. */
const TRANSACTION_BYTES = 4 * 1024 * 1024;
const rounds = Number(process.argv[2] ?? 5);

function material(): { rows: PostingRow[]; bytes: number } {
  const tokeniser = createTokeniser();
  const root = sourceCorpus();
  const rows: PostingRow[] = [];
  let bytes = 0;
  let read = 0;
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(root, name);
    if (!statSync(path).isFile()) continue;
    const text = readFileSync(path, "utf8");
    read += text.length;
    for (let start = 0; start < text.length; start += CHUNK) {
      const { body, ident } = tokeniser.columns(text, start, Math.min(text.length, start + CHUNK));
      const row = { body, ident, symbols: new Uint8Array(0), path: tokeniser.pathTokens(name) };
      rows.push(row);
      bytes += sizeOf(row);
    }
    if (read > TEXT_BYTES) break;
  }
  return { rows, bytes };
}

function sizeOf({ body, ident, symbols, path }: PostingRow): number {
  return body.length + ident.length + symbols.length + path.length;
}

function cpuMs(body: () => void): number {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const { rows, bytes } = material();

/** Milliseconds of CPU for writing all rows, and for making one segment of them. */
function measured(direct: boolean, dataDir: string): { write: number; merge: number } {
  const store = direct ? openForPostings(dataDir) : openStore(dataDir, "write");
  const writer = new PostingWriter(store);
  if (writer.isDirect !== direct) throw new Error("the postings went another way");
  const write = cpuMs(() => {
    for (let next = 0; next < rows.length; ) {
      store.write(() => {
        for (let size = 0; size < TRANSACTION_BYTES; next++) {
          const row = rows[next];
          if (row === undefined) break;
          writer.insert((next + 1) * 2 ** 20, row);
          size += sizeOf(row);
        }
        writer.flush();
      });
    }
  });
  const merge = cpuMs(() => {
    if (direct) writer.settle();
    else store.db.run("INSERT INTO fts (fts) VALUES ('optimize')");
  });
  store.close();
  return { write, merge };
}

await scratch(async (folder) => {
  const ours: ReturnType<typeof measured>[] = [];
  const fts5: ReturnType<typeof measured>[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(measured(true, join(folder, `ours${round}`)));
    fts5.push(measured(false, join(folder, `fts5-${round}`)));
  }
  const figures = (of: "write" | "merge") => {
    const [mine, theirs] = [median(ours.map((each) => each[of])), median(fts5.map((each) => each[of]))];
    const perMegabyte = (ms: number) => ms / (bytes / 1e6);
    return { ratio: mine / theirs, msPerMegabyte: { ours: perMegabyte(mine), fts5: perMegabyte(theirs) } };
  };
  report("segments", {
    command: "bun bench/speed/segments.ts",
    rows: rows.length,
    tokenMegabytes: bytes / 1e6,
    write: figures("write"),
    merge: figures("merge"),
    rawMs: { ours, fts5 },
  });
});
