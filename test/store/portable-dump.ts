/** What must survive every migration: files, texts, places of chunks. Postings may change with the tokeniser. */
import { chunksOfFile } from "../../src/store/chunks.ts";
import { layoutOf, textOf } from "../../src/store/content.ts";
import { countersOf } from "../../src/store/counters.ts";
import { filesWhere } from "../../src/store/files.ts";
import type { Store } from "../../src/store/store.ts";

export function portableDump(store: Store): unknown {
  const { documents, chunks, bytes } = countersOf(store);
  const files = filesWhere(store, "1").map((file) => ({
    rel: file.rel,
    size: file.size,
    sha256: file.sha256 === null ? null : Buffer.from(file.sha256).toString("hex"),
    ext: file.ext,
    category: file.category,
    language: file.language,
    error: file.error,
    layout: file.contentId === null ? null : layoutOf(store, file.contentId).locationKind,
    text: file.contentId === null ? null : textDigest(textOf(store, file.contentId)),
    chunks: chunksOfFile(store, file.id).map(({ start, end, lineStart, lineEnd, symbol }) => {
      return [start, end, lineStart, lineEnd, symbol];
    }),
  }));
  return { documents, chunks, bytes, files };
}

/** Short texts as they are. */
function textDigest(text: string): string {
  return text.length <= 200 ? text : `sha256 ${new Bun.CryptoHasher("sha256").update(text).digest("hex")}`;
}
