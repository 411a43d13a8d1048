/** Queries of filters and exclusions alone: every file that passes, the newest first, each by its first chunk. */
import type { ScoreParts } from "../request/search.ts";
import { type ChunkRow, chunkId, chunksOfFile } from "../store/chunks.ts";
import { type FileRow, filesByIds, filesNewestFirst } from "../store/files.ts";
import type { Candidates } from "./candidates.ts";
import type { LexicalResult } from "./lexical.ts";
import type { SearchPlan } from "./plan.ts";
import { asksForSymbol, passesSymbols, symbolExpression } from "./symbols.ts";
import { Verifier } from "./verify.ts";

const NO_PARTS: ScoreParts = { bm25: 0, path_match: 0, file_total: 0, definition: 0, path_penalty: 1, total: 0 };

const BLOCK = 100;

/** A limit that is none. */
const ALL = -1;

/** Nearly every search shows fewer files; all are put in order only for those that go on. */
const FIRST = 2 * BLOCK;

/** Newest modification first, then by path. With `symbol:` every chunk that bears the symbol, in text order. */
export function* listFiles(plan: SearchPlan, candidates: Candidates): Generator<LexicalResult> {
  const { store } = candidates;
  const verifier = new Verifier(candidates);
  const within = filesWithSymbol(plan, candidates);
  let ids = filesNewestFirst(store, within, FIRST);
  for (let at = 0; ; at += BLOCK) {
    if (at === FIRST && ids.length === FIRST) ids = filesNewestFirst(store, within, ALL);
    if (at >= ids.length) return;
    const block = ids.slice(at, at + BLOCK);
    const files = filesByIds(store, block);
    const allowed = plan.unwanted.length === 0 ? files : verifier.withoutUnwanted(files, plan.unwanted);
    for (const id of block) {
      const file = files.get(id);
      if (file === undefined || !allowed.has(id)) continue;
      for (const chunk of chunksToShow(plan, candidates, file)) {
        yield { file, chunk, bm25: 0, match: "document", total: 0, parts: NO_PARTS, matchText: () => null };
      }
    }
  }
}

function filesWithSymbol({ query, files }: SearchPlan, { postings }: Candidates): readonly number[] | null {
  const match = symbolExpression(query.filters);
  return match === null ? files : postings.filesMatching(match, files);
}

function chunksToShow({ query }: SearchPlan, { store }: Candidates, file: FileRow): ChunkRow[] {
  if (file.chunks === 0 && !asksForSymbol(query.filters)) return [emptyChunk(file.id)];
  const passing = chunksOfFile(store, file.id).filter((chunk) => passesSymbols(chunk, query.filters));
  return asksForSymbol(query.filters) ? passing : passing.slice(0, 1);
}

/** Stands for the text of a file without any. */
function emptyChunk(fileId: number): ChunkRow {
  const nowhere = { start: 0, end: 0, lineStart: 1, lineEnd: 1, unit: -1, tokens: 0, symbol: "", defined: "" };
  return { id: chunkId(fileId, 0), ...nowhere };
}
