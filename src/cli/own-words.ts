/** Messages of the searches speak of a request's fields; on a command line these are options and arguments. */
import { QsearchError } from "../errors.ts";
import type { CommandResult } from "./command.ts";
import { type RequestTable, tableOf } from "./request-table.ts";

/** Fields whose names are English words as well, so that a message may mean those. */
const ENGLISH: ReadonlySet<string> = new Set(
  "query keywords path paths limit format name root file folder lines page".split(" "),
);

/** The text with each field by its option or its label: `max_tokens` is `--max-tokens`. */
export function ownWords(text: string, table: RequestTable): string {
  const names = new Map<string, string>();
  for (const { field, long } of [...tableOf("").fields, ...table.fields])
    if (!ENGLISH.has(field)) names.set(field, long);
  for (const { field, label } of table.positionals) if (!ENGLISH.has(field)) names.set(field, label);
  return text.replace(WORD, (word, equals: string | undefined) => {
    const name = names.get(equals === undefined ? word : word.slice(0, -equals.length));
    if (name === undefined) return word;
    return equals === undefined ? name : name + (equals === "=true" ? "" : equals.replace("=", " "));
  });
}

/** A name of a field alone, or with the value that it is to have; not a part of a path or of another name. */
const WORD = /(?<![\w./-])(?:[a-z]+_[a-z_]+|workspace|subpath|languages|(?<=^)directory)(=\w+)?(?![\w/-])/g;

export function inOwnWords(error: unknown, table: RequestTable): unknown {
  if (!(error instanceof QsearchError)) return error;
  const [message, hint] = [ownWords(error.message, table), ownWords(error.hint, table)];
  return message === error.message && hint === error.hint
    ? error
    : new QsearchError(error.code, message, hint, { cause: error });
}

export function withOwnWords(result: CommandResult, table: RequestTable): CommandResult {
  const { warnings } = result;
  if (warnings === undefined) return result;
  return {
    ...result,
    warnings: warnings.map((warning) => ({ ...warning, message: ownWords(warning.message, table) })),
  };
}
