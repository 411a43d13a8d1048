/**
 * `read`: the current extracted text of one authorised file. The bytes are read through the guard and hashed on every call; if
 * they equal the indexed bytes, the stored text is returned, which comes from the same parser and saves parsing a PDF again.
 * Otherwise the file is extracted again: the text is never older than the call.
 */

import { isAdmitted } from "../corpus/admission.ts";
import { categorise } from "../corpus/categories.ts";
import { openRoot, readFileBeneath } from "../corpus/open.ts";
import { displayPath } from "../corpus/path-bytes.ts";
import { joinPath, type Owned, owningRoot } from "../corpus/roots.ts";
import { FileError, QsearchError, type Warning } from "../errors.ts";
import { extractorFor } from "../extract/registry.ts";
import type { ReadRequest, ReadResult } from "../request/read-request.ts";
import type { Settings } from "../settings/settings.ts";
import type { Layout } from "../text/lines.ts";
import { extractNow, type NamedBytes } from "./extract-now.ts";
import { selectSections } from "./read-sections.ts";
import { type StoredText, storedText } from "./stored-text.ts";
import { type VisibilitySettings, type VisibleRoot, visibleRoots } from "./visible.ts";

export type ReadSettings = VisibilitySettings & Pick<Settings, "encodings" | "chunkSize" | "overlap">;

/** A root with the rules for its files. */
export type ReadableRoot = Pick<VisibleRoot, "path" | "policy">;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Roots in groups: the first group that admits the file is used, its deepest root first. Default: the user roots. */
  readonly groups?: readonly (readonly ReadableRoot[])[] | undefined;
}

export interface ReadAnswer {
  readonly result: ReadResult;
  readonly warnings: Warning[];
  /** Titles of the headings of the whole text, as in its lines. */
  readonly headings: readonly string[];
}

/** A readable file with its current bytes and text. */
export interface ReadableText {
  readonly file: NamedBytes;
  readonly text: string;
  readonly layout: Layout;
  readonly headings: readonly string[];
  readonly warnings: Warning[];
}

/**
 * Throws `usage` for conflicting arguments or a missing page, sheet or part; `not_found` for every path that may not be read,
 * existing or not; `file_error` for a file without text.
 */
export async function readDocument(
  request: ReadRequest,
  settings: ReadSettings,
  options: ReadOptions = {},
): Promise<ReadAnswer> {
  checkSelection(request);
  const { path, member } = memberPath(request);
  const { file, text, layout, headings, warnings } = await readableText(path, settings, options);
  const { start_line: startLine, end_line: endLine, page, sheet, part } = request;
  const sections = selectSections(text, layout, { startLine, endLine, page, sheet, part, member });
  const reading = extractorFor(file.name, file.ext).reading ?? null;
  const result = { path: file.path, ext: file.ext, location_kind: layout.locationKind, reading, ...sections };
  return { result, headings, warnings: [...warnings, ...emptinessOf(request, result)] };
}

/** The whole text of the file at `path`, absolute. Throws `not_found` and `file_error` as `readDocument` does. */
export async function readableText(
  path: string,
  settings: ReadSettings,
  { signal, groups = [visibleRoots(settings, "user", null)] }: ReadOptions = {},
): Promise<ReadableText> {
  if (groups.every((roots) => roots.length === 0))
    throw notReadable(path, "Nothing is indexed yet; index its folder first: qsearch index DIR");
  const owned = admittedAmong(path, groups);
  if (owned === null) throw notReadable(path);
  const file = readGuarded(owned, path);
  const stored = owned.root.policy.chunks === null ? null : storedText(settings, file);
  const { text, layout, headings } = stored?.current === true ? stored : await freshText(file, settings, path, signal);
  return { file, text, layout, headings, warnings: warningsOf(stored) };
}

/** "notes.zip!/docs/a.txt" names a member of an archive: the part before the "!" is the file. */
function memberPath({ path, page, sheet, part }: ReadRequest): { path: string; member: string | undefined } {
  const [, archive, member] = /^(.*\.(?:zip|tar|gz|tgz))!\/(.+)$/is.exec(path) ?? [];
  if (archive === undefined || member === undefined) return { path, member: undefined };
  if (page !== undefined || sheet !== undefined || part !== undefined)
    throw new QsearchError("usage", "a member of an archive and a page, sheet or part exclude one another");
  return { path: archive, member };
}

function checkSelection({ start_line: start, end_line: end, page, sheet, part }: ReadRequest): void {
  const units = [page, sheet, part].filter((unit) => unit !== undefined);
  if (page !== undefined && (start !== undefined || end !== undefined)) {
    throw new QsearchError(
      "usage",
      "a page and lines exclude one another",
      "Ask for the page, or for the lines of each page.",
    );
  }
  if (units.length > 1) throw new QsearchError("usage", "page, sheet and part exclude one another");
  if (start !== undefined && end !== undefined && start > end) {
    throw new QsearchError("usage", `the last line, ${end}, comes before the first, ${start}`);
  }
}

/** One error for a missing, ignored, excluded, linked, irregular or outside path: it reveals nothing. */
function notReadable(path: string, hint = READABLE): QsearchError {
  return new QsearchError("not_found", `${displayPath(path)} is not there or may not be read`, hint);
}

const READABLE = "Files beneath the roots can be read, unless they are ignored, excluded, links or no regular files.";

function admittedAmong(path: string, groups: readonly (readonly ReadableRoot[])[]): Owned<ReadableRoot> | null {
  for (const roots of groups) {
    const owned = owningRoot(path, roots);
    if (owned !== null && isAdmitted(owned.root.path, owned.rel, owned.root.policy)) return owned;
  }
  return null;
}

function readGuarded({ root, rel }: Owned<ReadableRoot>, asked: string): NamedBytes {
  try {
    const { followLinks, allow } = root.policy;
    const handle = openRoot(root.path, { followLinks, allow });
    try {
      // A copy: the thread shares the buffer, and parsing may take a while.
      const bytes = readFileBeneath(handle, rel, root.policy.maxSize).bytes.slice();
      return { bytes, ...namesOf(joinPath(root.path, rel)) };
    } finally {
      handle.close();
    }
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable") throw notReadable(asked);
    if (!(error instanceof FileError)) throw error;
    if (error.code === "vanished" || error.code === "not_regular") throw notReadable(asked);
    throw fileError(asked, error);
  }
}

function namesOf(path: string): Pick<NamedBytes, "path" | "name" | "ext"> {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), ext: categorise(path).ext };
}

async function freshText(
  file: NamedBytes,
  { encodings }: ReadSettings,
  asked: string,
  signal: AbortSignal | undefined,
): Promise<{ text: string; layout: Layout; headings: readonly string[] }> {
  try {
    const document = await extractNow(file, encodings, signal);
    return { text: document.text, layout: document, headings: document.headings.map(({ title }) => title) };
  } catch (error) {
    throw error instanceof FileError ? fileError(asked, error) : error;
  }
}

function fileError(path: string, cause: FileError): QsearchError {
  return new QsearchError("file_error", `${displayPath(path)}: ${cause.code}: ${cause.message}`, "", { cause });
}

function warningsOf(stored: StoredText | null): Warning[] {
  if (stored === null || stored.current) return [];
  return [{ code: "stale", message: "the file has changed since being indexed; this is its text now" }];
}

/** An answer without lines gives the reason: otherwise an agent may take a wrong line number for an empty file. */
function emptinessOf({ start_line: start }: ReadRequest, { sections }: ReadResult): Warning[] {
  if (start === undefined || start === 1 || sections.some(({ lines }) => lines.length > 0)) return [];
  return [{ code: "past_end", message: `there is no line ${start}: the text ends before it` }];
}
