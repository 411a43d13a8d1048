/**
 * Every failure this program can report: a closed list of codes, each with its exit status. Messages name the option,
 * file or key; hints say what to do next.
 */

/** Exit statuses, as in grep: 0 found or done, 1 nothing found, 2 an error, 130 interrupted. */
export const EXIT = { found: 0, nothing: 1, error: 2, interrupted: 130 } as const;

/** Codes of a failed command or tool call. Additive within a major version. */
export const ERROR_CODES = [
  "usage", // wrong arguments, an unknown option, an empty query
  "config", // a configuration file or environment value that is unknown or out of bounds
  "not_found", // the path is not there or not visible (never says which)
  "refused", // outside what may be read, or something that may not be overwritten
  "no_store", // nothing has been indexed yet
  "locked", // another writer holds the store
  "newer_store", // the store was written by a newer program
  "corrupt_store", // SQLite says the file is damaged
  "read_only", // the data directory cannot be written
  "root_unavailable", // a root is missing or unreadable
  "file_error", // the one file asked for cannot be read as text; the detail is a file error code
  "io", // the operating system refused
  "cancelled", // stopped by the caller
  "internal", // a fault of ours
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Why one file could not be indexed or read. Recorded with the file, listed by `status`. */
export const FILE_ERROR_CODES = [
  "too_large", // over max_size
  "binary", // holds NUL bytes
  "encoding", // not valid in any allowed encoding
  "unreadable", // permission or I/O error
  "not_regular", // FIFO, device, socket, or became a link
  "vanished", // gone between listing and opening
  "encrypted", // needs a password
  "corrupt", // the format's reader gave up
  "truncated", // the file ends early
  "empty_document", // a document container without any content where one is required
  "no_text", // opens, but holds no text (looks scanned)
  "zip_entry_size",
  "zip_total_size",
  "zip_ratio",
  "zip_entries",
  "xml_doctype", // a DOCTYPE where none may be
  "too_deep", // nesting over the cap
  "too_many_pages",
  "too_many_chars", // total extracted characters over the cap
  "too_many_chunks", // more than 2^20 chunks
  "time_limit", // the parser was ended after its time
  "memory_limit", // the parser was ended for its memory
  "crashed", // the parser died
  "unsupported", // no reader for this format
] as const;
export type FileErrorCode = (typeof FILE_ERROR_CODES)[number];

/** Codes of warnings, which accompany a good answer. */
export const WARNING_CODES = [
  "relaxed", // fewer documents than asked for hold all the words, so documents with most of them follow
  "stale", // a hit's file has changed since it was indexed
  "file_errors", // some files could not be indexed; `status` lists them
  "folder_errors", // some folders could not be read; nothing beneath them was pruned or is shown
  "root_emptied", // a root that had documents lists none, or is on another device without them: they are kept, unseen
  "truncated", // the answer was cut to its budget
  "partial_time", // a time limit cut the work
  "immutable", // the store is opened as it is, because nothing may be written beside it
  "lane_off", // a search lane could not run
  "unembedded", // some passages have no vector yet, so meaning does not find them
  "overlapping_roots", // the deepest root owns a file
  "past_end", // the text ends before the lines that were asked for
  "not_fresh", // changed files could not be brought in before the search
  "entries_refused", // entries of a manifest that are no files that may be read
  "unfinished", // an index run of a root has not finished, so not all of its files can be found
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}

/** Of one kind that many roots or folders may give. */
const MOST_WARNINGS = 10;

/** The first of many warnings of one kind, and how many others there are: `what` completes "and 12 more". */
export function fewOf(warnings: readonly Warning[], what: string): Warning[] {
  const [first] = warnings;
  if (first === undefined || warnings.length <= MOST_WARNINGS) return [...warnings];
  const more = warnings.length - MOST_WARNINGS;
  return [...warnings.slice(0, MOST_WARNINGS), { code: first.code, message: `and ${more} more ${what}` }];
}

/** An expected failure: thrown anywhere, printed by the CLI as `error: message` with its hint, by MCP as an error result. */
export class QsearchError extends Error {
  override readonly name = "QsearchError";
  /** The way out, one sentence; empty when there is none. */
  readonly hint: string;
  constructor(
    readonly code: ErrorCode,
    message: string,
    hint = "",
    options?: ErrorOptions,
  ) {
    super(bounded(message), options);
    this.hint = bounded(hint);
  }
}

/** UTF-16 units: an argument may be as long as the system lets it be, what is said of it may not. */
const LONGEST = 2000;

function bounded(text: string): string {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST / 2)} … ${text.slice(-LONGEST / 4)}`;
}

/** What went wrong with one file. A value where it is recorded, thrown inside extractors. */
export class FileError extends Error {
  override readonly name = "FileError";
  constructor(
    readonly code: FileErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The operating system's words without Node's call and path decoration. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^E[A-Z]+: /, "").replace(/, [a-z]+(?: '.*')?$/s, "");
}

/** stdout takes no more, as on a full disk: the result is lost, whatever else ended the command. */
export class OutputError extends QsearchError {
  constructor(cause: unknown) {
    super("io", `the output cannot be written: ${systemReason(cause)}`, "", { cause });
  }
}

/** The exit status for a thrown value. */
export function exitStatus(error: unknown): number {
  return error instanceof QsearchError && error.code === "cancelled" ? EXIT.interrupted : EXIT.error;
}
