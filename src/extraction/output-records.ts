/** A document as records: what `index` would store of it, as one object a chunk, or one for all of it. */

import { FileError } from "../errors.ts";
import type { RecipeFacts } from "../indexing/recipe.ts";
import { folderNames, stemOf } from "../ranking/signals.ts";
import type { ChunkRecord, DocumentRecord, EndRecord } from "../request/extract-request.ts";
import type { FileType } from "../request/kinds.ts";
import { MAX_CHUNKS } from "../store/chunk-codec.ts";
import { chunkNames, namedSymbols } from "../symbols/chunk-names.ts";
import type { CodeSymbol } from "../symbols/file-symbols.ts";
import { type ChunkSpan, chunkDocument } from "../text/chunks.ts";
import type { Document } from "../text/document.ts";
import { lineStarts, locate } from "../text/lines.ts";
import { nameTokens, type Tokeniser } from "../text/tokeniser.ts";
import type { ExtractSettings } from "./extraction-messages.ts";

/** A file that was read. */
export interface ExtractedFile {
  /** What its records call it. */
  readonly path: string;
  readonly facts: RecipeFacts;
  /** As `index` would tell it, generated files apart. */
  readonly category: FileType;
  /** Hex digits of its contents' hash. */
  readonly doc: string;
  readonly document: Document;
  /** Symbols of its syntax tree; null without a tree, where patterns of lines name chunks. */
  readonly symbols: readonly CodeSymbol[] | null;
}

const UTF8 = new TextDecoder();

/** Characters at which some readers of lines end one (Python's splitlines, Node's readline), and which JSON leaves as they are. */
const FURTHER_LINE_ENDS = /[\u0085\u2028\u2029]/;

/** Whether `lineOf` must escape what a record says of this text. */
export function hasFurtherLineEnds(text: string): boolean {
  return FURTHER_LINE_ENDS.test(text);
}

/** A record as a line of JSON. `escapes`: whether any of its texts may have further line ends. */
export function lineOf(record: ChunkRecord | DocumentRecord | EndRecord, escapes: boolean): string {
  const json = JSON.stringify(record);
  if (!escapes) return `${json}\n`;
  return `${json.replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

/** In text order, each made when it is asked for: all of a large file's would take several times its memory. Throws FileError `too_many_chunks`. */
export function* chunkRecords(
  file: ExtractedFile,
  { chunkSize, overlap, tokens }: ExtractSettings,
  tokeniser: Tokeniser,
): Generator<ChunkRecord> {
  const { document, symbols } = file;
  const { text } = document;
  const spans = chunkDocument(document, { size: chunkSize, overlap });
  if (spans.length > MAX_CHUNKS) throw new FileError("too_many_chunks", `more than ${MAX_CHUNKS} chunks`);
  const named = symbols === null ? null : namedSymbols(symbols);
  const starts = document.lines.rows === undefined ? null : lineStarts(text);
  const id = idOf(file);
  const pathTokens = tokens ? { path_tokens: nameTokensOf(namesOfPath(file.path)) } : {};
  for (const [ordinal, span] of spans.entries()) {
    const { symbol, defined } = named === null ? span : chunkNames(named, span);
    yield {
      id: `${id}-${ordinal}`,
      ...fileFields(file),
      ordinal,
      location_kind: document.locationKind,
      ...unitOf(document, span),
      row: starts === null ? null : locate(document, starts, span.start).row,
      line_start: span.lineStart,
      line_end: span.lineEnd,
      symbol: symbol === "" ? null : symbol,
      defined: [...defined],
      text: text.slice(span.start, span.end),
      ...tokensOf(text, span, tokens, tokeniser),
      ...pathTokens,
      ...(tokens ? { defined_tokens: nameTokensOf(defined) } : {}),
    };
  }
}

/** The whole text of a file, whatever its number of chunks. */
export function documentRecord(file: ExtractedFile, { tokens }: ExtractSettings, tokeniser: Tokeniser): DocumentRecord {
  const { document, symbols } = file;
  const { text, headings, units } = document;
  const names = symbols === null ? headings.map(({ title }) => title) : namedSymbols(symbols).map(({ name }) => name);
  return {
    id: idOf(file),
    ...fileFields(file),
    location_kind: document.locationKind,
    units: units.map(({ kind, label, start, end, note }) => ({ kind, label, start, end, note: note ?? null })),
    defined: [...new Set(names.filter((name) => name !== ""))],
    text,
    ...tokensOf(text, { start: 0, end: text.length }, tokens, tokeniser),
  };
}

/** Copies have the same contents and must not have the same id: another engine would keep one of them. */
function idOf({ path, doc }: ExtractedFile): string {
  return new Bun.CryptoHasher("sha256").update(path).update("\0").update(doc).digest("hex").slice(0, 32);
}

/** The file's name without its extension, and the last three folders: further up every file shares them. */
function namesOfPath(path: string): string[] {
  const slash = path.lastIndexOf("/");
  const stem = stemOf(path.slice(slash + 1));
  return slash <= 0 ? [stem] : [stem, folderNames(path.slice(0, slash)).folders];
}

function nameTokensOf(names: Iterable<string>): string {
  return Array.from(names, (name) => nameTokens(name).join(" "))
    .filter((tokens) => tokens !== "")
    .join(" ");
}

function fileFields({ path, facts, category, doc, document }: ExtractedFile) {
  return {
    doc,
    path,
    format: facts.extractor.name,
    category,
    language: document.language ?? facts.language,
  };
}

function unitOf({ units }: Document, { unit }: ChunkSpan): Pick<ChunkRecord, "page" | "sheet" | "part"> {
  const { kind, label } = units[unit] ?? { kind: null, label: "" };
  return {
    page: kind === "page" || kind === "slide" ? Number(label) : null,
    sheet: kind === "sheet" ? label : null,
    part: kind === "part" || kind === "cell" ? label : null,
  };
}

function tokensOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  isWanted: boolean,
  tokeniser: Tokeniser,
): Pick<ChunkRecord, "tokens" | "idents" | "length"> {
  const { body, ident, tokens } = tokeniser.columns(text, start, end);
  return isWanted ? { tokens: UTF8.decode(body), idents: UTF8.decode(ident), length: tokens } : { length: tokens };
}
