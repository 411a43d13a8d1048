/**
 * File outcomes as one buffer that is transferred between threads. Cloning nested objects costs more CPU than indexing a small
 * file; transferring one buffer costs next to nothing.
 */
import type { FileErrorCode } from "../errors.ts";
import type { Unit } from "../text/document.ts";
import { OutcomeReader, OutcomeWriter } from "./byte-codec.ts";
import type { CompressedBlock } from "./content.ts";
import type { Category, ContentRecord, Failed, FileOutcome, FileStat, Ingested, StoredPlace } from "./file-outcomes.ts";
import type { PartRow } from "./part-rows.ts";
import { parseNote, storedNote } from "./unit-notes.ts";

const KINDS = ["touched", "ingested", "moved", "failed", "removed", "retokenised"] as const;

/** Collects outcomes; `take` returns the buffer to transfer. */
export class OutcomePacker {
  readonly #out = new OutcomeWriter();
  #count = 0;

  /** Bytes packed so far. */
  get bytes(): number {
    return this.#out.length;
  }

  get count(): number {
    return this.#count;
  }

  add(outcome: FileOutcome): void {
    const out = this.#out;
    this.#count += 1;
    out.u32(KINDS.indexOf(outcome.kind));
    out.number(outcome.fileId);
    switch (outcome.kind) {
      case "touched":
        writeStat(out, outcome.stat);
        break;
      case "moved":
        out.number(outcome.rootId);
        out.path(outcome.rel);
        writeStat(out, outcome.stat);
        break;
      case "ingested":
        writeIngested(out, outcome);
        break;
      case "failed":
        writeFailed(out, outcome);
        break;
    }
  }

  /** The packed outcomes, count first. The packer is empty afterwards. */
  take(): ArrayBuffer {
    const buffer = this.#out.take(this.#count);
    this.#count = 0;
    return buffer;
  }
}

/** The outcomes of a packed buffer, one at a time; their bytes are views into it. */
export function* unpackOutcomes(buffer: ArrayBuffer): Generator<FileOutcome> {
  const from = new OutcomeReader(buffer);
  for (let count = from.u32(); count > 0; count--) {
    const kind = KINDS[from.u32()];
    const fileId = from.number();
    switch (kind) {
      case "touched":
        yield { kind, fileId, stat: readStat(from) };
        break;
      case "moved":
        yield { kind, fileId, rootId: from.number(), rel: from.path(), stat: readStat(from) };
        break;
      case "ingested":
        yield readIngested(from, fileId);
        break;
      case "failed":
        yield readFailed(from, fileId);
        break;
      case "removed":
      case "retokenised":
        yield { kind, fileId };
        break;
      case undefined:
        throw new RangeError("packed outcomes are damaged");
    }
  }
}

function writeStat(out: OutcomeWriter, stat: FileStat): void {
  out.number(stat.size);
  out.big(stat.mtimeNs);
}

function readStat(from: OutcomeReader): FileStat {
  return { size: from.number(), mtimeNs: from.big() };
}

function writePlace(out: OutcomeWriter, place: StoredPlace): void {
  out.number(place.rootId);
  out.path(place.rel);
  out.string(place.ext);
  out.string(place.category);
  out.string(place.language ?? "");
}

function readPlace(from: OutcomeReader): StoredPlace {
  const rootId = from.number();
  const rel = from.path();
  const ext = from.string();
  const category = from.string() as Category;
  return { rootId, rel, ext, category, language: from.string() || null };
}

function writeIngested(out: OutcomeWriter, file: Ingested): void {
  out.u32(file.known ? 1 : 0);
  writePlace(out, file);
  writeStat(out, file.stat);
  out.bytes(file.sha256);
  out.bytes(file.sha1);
  out.u32(file.utf8 ? 1 : 0);
  out.string(file.recipe);
  writeContent(out, file.content);
  out.u32(file.chunks);
  out.bytes(file.chunkBlob);
  out.number(file.tokens);
  out.u32(file.parts.length);
  for (const { body, ident, symbols } of file.parts) {
    for (const column of [body, ident, symbols]) out.bytes(column);
  }
  out.bytes(file.path);
}

function readIngested(from: OutcomeReader, fileId: number): Ingested {
  const known = from.u32() === 1;
  const place = readPlace(from);
  const stat = readStat(from);
  const source = { sha256: from.bytes(), sha1: from.bytes(), utf8: from.u32() === 1 };
  const recipe = from.string();
  const content = readContent(from);
  const counts = { chunks: from.u32(), chunkBlob: from.bytes(), tokens: from.number() };
  const parts = from.list(readPart);
  const path = from.bytes();
  return { kind: "ingested", fileId, known, ...place, stat, ...source, recipe, content, ...counts, parts, path };
}

function writeFailed(out: OutcomeWriter, file: Failed): void {
  out.u32(file.known ? 1 : 0);
  writePlace(out, file);
  out.u32(file.stat === null ? 0 : 1);
  if (file.stat !== null) writeStat(out, file.stat);
  out.u32(file.source === null ? 0 : 1);
  if (file.source !== null) {
    out.bytes(file.source.sha256);
    out.bytes(file.source.sha1);
    out.u32(file.source.utf8 ? 1 : 0);
  }
  out.string(file.recipe);
  out.string(file.code);
  out.string(file.message);
}

function readFailed(from: OutcomeReader, fileId: number): Failed {
  const known = from.u32() === 1;
  const place = readPlace(from);
  const stat = from.u32() === 1 ? readStat(from) : null;
  const source = from.u32() === 1 ? { sha256: from.bytes(), sha1: from.bytes(), utf8: from.u32() === 1 } : null;
  const recipe = from.string();
  const code = from.string() as FileErrorCode;
  return { kind: "failed", fileId, known, ...place, stat, source, recipe, code, message: from.string() };
}

function writeContent(out: OutcomeWriter, content: ContentRecord): void {
  out.string(content.variant);
  out.u32(content.chars);
  out.bytes(content.layout);
  out.u32(content.blocks.length);
  for (const { start, codec, data } of content.blocks) {
    out.u32(start);
    out.u32(codec);
    out.bytes(data);
  }
  out.u32(content.units.length);
  for (const { kind, label, start, end, ...mark } of content.units) {
    out.string(kind);
    out.string(label);
    out.u32(start);
    out.u32(end);
    out.string(storedNote(mark));
  }
}

function readContent(from: OutcomeReader): ContentRecord {
  const variant = from.string();
  const chars = from.u32();
  const layout = from.bytes();
  const blocks = from.list((r): CompressedBlock => ({ start: r.u32(), codec: r.u32(), data: r.bytes() }));
  return { variant, chars, layout, blocks, units: from.list(readUnit) };
}

function readUnit(from: OutcomeReader): Unit {
  const kind = from.string() as Unit["kind"];
  const unit = { kind, label: from.string(), start: from.u32(), end: from.u32() };
  return { ...unit, ...parseNote(from.string()) };
}

function readPart(from: OutcomeReader): PartRow {
  return { body: from.bytes(), ident: from.bytes(), symbols: from.bytes() };
}
