/**
 * What the rows themselves cost, for bench/speed/index-small.ts: the same file calls, hashes, tokens and rows as the
 * product's in the plainest loop there can be: one thread, one transaction, one folder level, nothing checked, no reader.
 * Against the Python twin this is the least the first index can come to with these tables.
 *
 *   bun bench/speed/small-floor.ts DATA_DIR FOLDER
 */
import { ptr } from "bun:ffi";
import { mkdirSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { libc } from "../../src/corpus/libc.ts";
import { openBeneath, openFolderAbsolute, openFolderBeneath } from "../../src/corpus/open-beneath.ts";
import { chunkId } from "../../src/store/chunks.ts";
import { PostingWriter } from "../../src/store/posting-writer.ts";
import { openForPostings } from "../../src/store/store.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";

const [dataDir = "", folderToRead = "."] = process.argv.slice(2);
const corpus = realpathSync(folderToRead);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
const store = openForPostings(dataDir);
const postings = new PostingWriter(store);
const tokeniser = createTokeniser();
const calls = libc();
if (calls === null || calls.fstat === null) throw new Error("this bench needs Linux");

const content = store.db.query(
  "INSERT INTO content (sha256, variant, refs, chars, codec, data, layout) VALUES (?, 'markdown', 1, ?, 0, ?, ?)",
);
const chunk = store.db.query("INSERT INTO chunks VALUES (?, 0, ?, 1, 3, -1, ?, '', '')");
const file = store.db.query(
  "INSERT INTO files VALUES (?, 1, ?, ?, ?, ?, ?, ?, 'md', 'markdown', NULL, 1, 1, 2, ?, 1, ?, 0, NULL, NULL)",
);

const buffer = new Uint8Array(new ArrayBuffer(64 * 1024));
const bufferAt = ptr(buffer);
const nothing = new Uint8Array(0);
const layout = new Uint8Array(8);
const decoder = new TextDecoder("utf-8", { fatal: true });
const root = openFolderAbsolute(corpus);
let id = 0;
store.db.run("BEGIN IMMEDIATE");
for (const entry of readdirSync(corpus, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const folder = openFolderBeneath(root, entry.name);
  for (const name of readdirSync(join(corpus, entry.name))) {
    id += 1;
    const rel = `${entry.name}/${name}`;
    const fd = openBeneath(folder, name);
    const stat = calls.fstat(fd);
    const bytes = buffer.subarray(0, calls.read(fd, bufferAt, buffer.length));
    calls.close(fd);
    const sha256 = Bun.SHA256.hash(bytes) as Uint8Array;
    const sha1 = Bun.SHA1.hash(bytes) as Uint8Array;
    const text = decoder.decode(bytes);
    const { body, ident, tokens } = tokeniser.columns(text, 0, text.length);
    const seconds = typeof stat === "number" ? 0 : stat.mtimeSeconds;
    content.run(sha256, text.length, bytes, layout);
    postings.insert(chunkId(id, 0), { body, ident, symbols: nothing, path: tokeniser.pathTokens(rel) });
    chunk.run(chunkId(id, 0), text.length, tokens);
    file.run(id, Buffer.from(rel), rel, bytes.length, BigInt(seconds) * 1_000_000_000n, sha256, sha1, id, tokens);
  }
  calls.close(folder);
}
postings.flush();
store.db.run("COMMIT");
store.close();
