/** Paths as clients write them: plain, as file:// URIs, and with the lines of a place behind them. */
import { lstatSync } from "node:fs";
import { systemPath } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import { pathOfUri } from "./file-uri.ts";

export interface PathArgument {
  readonly path: string;
  /** Lines that the argument names, both included; null where it names none. */
  readonly lines: readonly [first: number, last: number] | null;
}

/**
 * `file:///a%20b#L3-L5`, `/a#L3-L5`, `/a:3-5`, and `/a:3:10` with the column that compilers add. The lines are looked for where `takesLines`; a file whose name ends so is that file. Throws
 * `usage` for a URI that names no file of this machine.
 */
export function splitPath(given: string, takesLines: boolean): PathArgument {
  if (/^file:/i.test(given)) {
    const path = pathOfUri(given);
    if (path === null) {
      throw new QsearchError("usage", "the URI names no file of this machine", "Give file:///… or an absolute path.");
    }
    const [, first, last = first] = /#L(\d+)(?:-L?(\d+))?$/i.exec(given) ?? [];
    return { path, lines: takesLines ? linesOf(first, last) : null };
  }
  const [, path, first, last = first] = (takesLines && PLACE.exec(given)) || [];
  const lines = linesOf(first, last);
  if (path === undefined || lines === null || isThere(given)) return { path: given, lines: null };
  return { path, lines };
}

const PLACE = /^(.+?)(?::|#L)(\d+)(?:-L?(\d+)|:\d+)?$/s;

function linesOf(first: string | undefined, last: string | undefined): PathArgument["lines"] {
  const [from, to] = [Number(first), Number(last)];
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && to >= from ? [from, to] : null;
}

/** Only whether the name exists: it is opened elsewhere, through the guard. */
function isThere(path: string): boolean {
  try {
    return lstatSync(systemPath(path), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
