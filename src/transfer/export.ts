/** `export`: which files are indexed, as JSON or CSV: their paths, sizes, times and sums, not their texts. */
import { pathToBytes } from "../corpus/path-bytes.ts";
import { isWithin } from "../corpus/roots.ts";
import { QsearchError, type Warning } from "../errors.ts";
import { incompleteWarnings } from "../index-search/incomplete-warnings.ts";
import { type VisibilitySettings, visibleRoots } from "../index-search/visible.ts";
import { VisibilityCheck } from "../index-search/visible-now.ts";
import type { ExportResult, ManifestFile } from "../request/transfer-request.ts";
import { type FileRow, filesOfRoot } from "../store/files.ts";
import { listRoots } from "../store/roots.ts";
import { openStore, type Store } from "../store/store.ts";
import { CSV_COLUMNS, type ManifestFormat, manifestFormat } from "./manifest.ts";
import { NewFile } from "./new-file.ts";

export interface ExportContext {
  readonly settings: VisibilitySettings;
  readonly signal?: AbortSignal | undefined;
}

/** Written in pieces of so many bytes. */
const PIECE = 256 * 1024;
/** Between turns of the event loop, milliseconds. */
const SLICE_MS = 10;

/**
 * Writes the user's files that the rules in force list now, in path order; those without text, too. What agents added is not
 * in it. Throws `usage` for another extension, `refused` where the file is there, `no_store`, `io`, `cancelled`.
 */
export async function exportManifest(
  path: string,
  { settings, signal }: ExportContext,
): Promise<{ result: ExportResult; warnings: Warning[] }> {
  const format = manifestFormat(path);
  const store = openStore(settings.dataDir, "read");
  try {
    const file = new NewFile(path);
    try {
      const visibility = new VisibilityCheck(visibleRoots(settings, "user", store), store);
      const files = await writeAll(file, format, visibleFiles(store, settings, visibility), signal);
      file.finish();
      const result = { path, format, files, bytes: file.length };
      return { result, warnings: [...store.warnings, ...incompleteWarnings(visibility)] };
    } finally {
      file.abandon();
    }
  } finally {
    store.close();
  }
}

function* visibleFiles(store: Store, settings: VisibilitySettings, visibility: VisibilityCheck): Generator<FileRow> {
  const roots = visibleRoots(settings, "user", store);
  const stored = listRoots(store).filter(({ path }) =>
    roots.some((root) => isWithin(path, root.path) || isWithin(root.path, path)),
  );
  let last = "";
  for (const { id } of stored) {
    for (const file of filesOfRoot(store, id)) {
      if (file.path === last || !visibility.isVisibleNow(file)) continue;
      last = file.path;
      yield file;
    }
  }
}

async function writeAll(
  file: NewFile,
  format: ManifestFormat,
  rows: Iterable<FileRow>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const writer = format === "json" ? jsonWriter() : csvWriter();
  let pieces: Buffer[] = [writer.head];
  let length = 0;
  let files = 0;
  let until = performance.now() + SLICE_MS;
  for (const row of rows) {
    const bytes = writer.row(asEntry(row), files === 0);
    pieces.push(bytes);
    length += bytes.length;
    files += 1;
    if (length >= PIECE) {
      file.write(Buffer.concat(pieces));
      pieces = [];
      length = 0;
    }
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new QsearchError("cancelled", "stopped; nothing was exported");
    until = performance.now() + SLICE_MS;
  }
  file.write(Buffer.concat([...pieces, writer.tail]));
  return files;
}

function asEntry(file: FileRow): ManifestFile {
  return {
    path: file.path,
    ext: file.ext,
    size: file.size,
    mtime: new Date(Number(file.mtimeNs / 1_000_000n)).toISOString(),
    sha1: file.sha1 === null ? null : Buffer.from(file.sha1).toString("hex"),
    indexed_at: new Date(file.indexedAt).toISOString(),
    error: file.error === null ? null : `${file.error}: ${file.message ?? ""}`,
  };
}

interface RowWriter {
  readonly head: Buffer;
  readonly tail: Buffer;
  row(entry: ManifestFile, isFirst: boolean): Buffer;
}

/** Bytes of a name that are no UTF-8 stand as JSON escapes \udc80 to \udcff, one a byte. */
function jsonWriter(): RowWriter {
  return {
    head: Buffer.from('{"schema_version":1,"files":['),
    tail: Buffer.from("\n]}\n"),
    row: (entry, isFirst) => Buffer.from(`${isFirst ? "" : ","}\n${JSON.stringify(entry)}`),
  };
}

/** UTF-8 with a byte-order mark, lines ended by CRLF (RFC 4180); names are their bytes, as they are. */
function csvWriter(): RowWriter {
  return {
    head: Buffer.from(`\ufeff${CSV_COLUMNS.join(",")}\r\n`),
    tail: Buffer.alloc(0),
    row: (entry) => Buffer.concat([pathToBytes(CSV_COLUMNS.map((column) => cell(entry[column])).join(",")), CRLF]),
  };
}

const CRLF = Buffer.from("\r\n");

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
