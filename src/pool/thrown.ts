/** Errors that cross to the main thread: what a handler threw, as plain data and back with its code. */
import {
  ERROR_CODES,
  type ErrorCode,
  FILE_ERROR_CODES,
  FileError,
  type FileErrorCode,
  QsearchError,
} from "../errors.ts";

export interface Thrown {
  readonly type: string;
  readonly message: string;
  /** Code of a FileError or QsearchError, else "". */
  readonly code: string;
  readonly hint: string;
  readonly stack: string;
}

export function toThrown(error: unknown): Thrown {
  if (!(error instanceof Error)) return { type: "Error", message: String(error), code: "", hint: "", stack: "" };
  return {
    type: error.name,
    message: error.message,
    code: error instanceof FileError || error instanceof QsearchError ? error.code : "",
    hint: error instanceof QsearchError ? error.hint : "",
    stack: error.stack ?? "",
  };
}

/** The stack of an unexpected error is the other side's: this side's would only show the message handler. */
export function fromThrown({ type, message, code, hint, stack }: Thrown): Error {
  if (type === "FileError" && isFileErrorCode(code)) return new FileError(code, message);
  if (type === "QsearchError" && isErrorCode(code)) return new QsearchError(code, message, hint);
  const error = new Error(message);
  error.name = type;
  error.stack = stack;
  return error;
}

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code);
}

function isFileErrorCode(code: string): code is FileErrorCode {
  return (FILE_ERROR_CODES as readonly string[]).includes(code);
}
