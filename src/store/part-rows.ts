/** The index rows of a file: its parts, tokenised. A file just read and a stored text give the same rows. */
import { type PartBorder, partBorders } from "../text/parts.ts";
import type { Tokeniser } from "../text/tokeniser.ts";
import { type ChunkEntry, namesOfChunks } from "./chunk-codec.ts";

/** The columns of a part: tokens joined by blanks, as UTF-8. All parts of a file share the path. */
export interface PartRow {
  readonly body: Uint8Array;
  readonly ident: Uint8Array;
  readonly symbols: Uint8Array;
}

export interface PartRows {
  readonly borders: readonly PartBorder[];
  readonly rows: readonly PartRow[];
  /** Body tokens of the chunks; approximate for several parts. */
  readonly tokens: number;
}

/** The chunk size that a file was cut with, from its recipe (indexing/recipe.ts), UTF-16 units. */
export function chunkSizeIn(recipe: string): number {
  const size = /chunks@\d+ (\d+)\//.exec(recipe)?.[1];
  return size === undefined ? DEFAULT_SIZE : Number(size);
}

const DEFAULT_SIZE = 800;

const NO_BYTES = new Uint8Array(0);

/** `chunkSize`: the size that the chunks were cut with. */
export function partRows(
  text: string,
  chunks: readonly ChunkEntry[],
  chunkSize: number,
  tokeniser: Tokeniser,
): PartRows {
  const borders = partBorders(text, chunks, chunkSize, (start, end) => tokeniser.columns(text, start, end).tokens);
  const rows: PartRow[] = [];
  let [tokens, length] = [0, 0];
  for (let at = 0; at < borders.length; at++) {
    const { chunk: first, start } = borders[at] ?? { chunk: 0, start: 0 };
    const next = borders[at + 1]?.chunk ?? chunks.length;
    const end = chunks[next - 1]?.end ?? start;
    const columns = tokeniser.columns(text, start, end);
    rows.push({ ...columns, symbols: symbolColumn(chunks, first, next, tokeniser) });
    tokens += columns.tokens;
    length += end - start;
  }
  if (chunks.length < 2) return { borders, rows, tokens };
  let inChunks = 0;
  for (const { start, end } of chunks) inChunks += end - start;
  return { borders, rows, tokens: Math.round((tokens * inChunks) / Math.max(1, length)) };
}

export function symbolColumn(
  chunks: readonly Pick<ChunkEntry, "symbol" | "defined">[],
  first: number,
  next: number,
  tokeniser: Tokeniser,
): Uint8Array {
  const names = namesOfChunks(next - first === chunks.length ? chunks : chunks.slice(first, next));
  return names === "" ? NO_BYTES : tokeniser.pathTokens(names);
}
