/** Queries of only filters and exclusions: every matching file, the newest first, each by its first chunk. */
import type { ScoreParts } from "../request/search-request.ts";
import { type ChunkRow, chunkId } from "../store/chunk-codec.ts";
import { filesNewestFirst } from "../store/files.ts";
import type { FoundFile } from "../store/found.ts";
import type { Candidates } from "./candidates.ts";
import type { LexicalPassage, LexicalResult } from "./lexical.ts";
import { Passages } from "./passages.ts";
import type { SearchPlan } from "./plan.ts";
import { asksForSymbol, passesSymbols, symbolExpression } from "./symbols.ts";
import { Verifier } from "./verify.ts";

const NO_PARTS: ScoreParts = { bm25: 0, path_match: 0, file_total: 0, definition: 0, path_penalty: 1, total: 0 };

const BLOCK = 100;

/** No limit. */
const ALL = -1;

/** Nearly every search shows fewer files; only longer ones sort all files. */
const FIRST = 2 * BLOCK;

/** Newest modification first, then by path. With `symbol:` by the chunks with the symbol, in text order. */
export function* listFiles(plan: SearchPlan, candidates: Candidates): Generator<LexicalResult> {
  const { store } = candidates;
  const verifier = new Verifier(plan, candidates, new Passages(plan, candidates));
  const within = filesWithSymbol(plan, candidates);
  let ids = filesNewestFirst(store, within, FIRST);
  for (let at = 0; ; at += BLOCK) {
    if (at === FIRST && ids.length === FIRST) ids = filesNewestFirst(store, within, ALL);
    if (at >= ids.length) return;
    const block = ids.slice(at, at + BLOCK);
    const files = candidates.files(block);
    for (const id of block) {
      const file = files.get(id);
      if (file === undefined || verifier.isExcluded(file)) continue;
      const [first, ...rest] = chunksToShow(plan, candidates, file).map(
        (chunk): LexicalPassage => ({ file, chunk, bm25: 0, total: 0 }),
      );
      if (first === undefined) continue;
      yield { ...first, match: "document", parts: NO_PARTS, passages: rest, matchText: () => null };
    }
  }
}

function filesWithSymbol({ query, files }: SearchPlan, { postings }: Candidates): readonly number[] | null {
  const match = symbolExpression(query.filters.symbol);
  return match === null ? files : postings.filesMatching(match, files);
}

function chunksToShow({ query }: SearchPlan, candidates: Candidates, file: FoundFile): ChunkRow[] {
  const table = candidates.table(file);
  if (table === null) return asksForSymbol(query.filters) ? [] : [emptyChunk(file.id)];
  if (asksForSymbol(query.filters)) return table.rows().filter((chunk) => passesSymbols(chunk, query.filters));
  if (query.filters.not.symbol.length === 0) return [table.row(0)];
  return table
    .rows()
    .filter((chunk) => passesSymbols(chunk, query.filters))
    .slice(0, 1);
}

/** Chunk for a file without text. */
function emptyChunk(fileId: number): ChunkRow {
  const nowhere = { start: 0, end: 0, lineStart: 1, lineEnd: 1, unit: -1, symbol: "", defined: "" };
  return { id: chunkId(fileId, 0), ...nowhere };
}
