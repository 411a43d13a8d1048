/** `outline`: the symbols of one file in its current state: source by its syntax, other text by line patterns. */

import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import { openRoot, readFileBeneath } from "../corpus/open.ts";
import { displayPath } from "../corpus/path-bytes.ts";
import { FileError, QsearchError } from "../errors.ts";
import { symbolLanguage } from "../languages/names.ts";
import type { OutlineRequest, OutlineResult } from "../request/graph-request.ts";
import { outlineOf } from "../symbols/outline-by-lines.ts";
import { scriptSource } from "../symbols/script-blocks.ts";
import { openSymbolReader } from "../symbols/symbol-reader.ts";
import { lineStarts } from "../text/lines.ts";
import { codeEnvironment } from "./code/environment.ts";
import type { LiveDeps } from "./deps.ts";
import { short } from "./graph/shown.ts";

/** Most bytes of a file that is read. */
const MAX_SIZE = 20_971_520;

type Shown = OutlineResult["symbols"][number];

/** `path` is absolute. Throws QsearchError: "not_found", "file_error", "config". */
export async function outlineFile(
  { path, limit }: OutlineRequest,
  { env = {}, encodings = [] }: Pick<LiveDeps, "env" | "encodings"> = {},
): Promise<OutlineResult> {
  const slash = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, slash) || "/", path.slice(slash + 1)];
  return await outlineOfText({ path, text: textOf(folder, name, path, encodings), limit }, env);
}

/** The outline of a given text. `path` is absolute; its name decides the language. Throws `config`. */
export async function outlineOfText(
  { path, text, limit }: OutlineRequest & { readonly text: string },
  env: NonNullable<LiveDeps["env"]>,
): Promise<OutlineResult> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const { language } = categorise(name);
  const found = (await bySymbols(name, text, codeEnvironment(env).trees)) ?? byPatterns(text, language);
  return {
    path: displayPath(path),
    language,
    lines: lineStarts(text).length,
    lane: found.lane,
    partial: found.partial,
    truncated: found.symbols.length > limit,
    symbols: found.symbols.slice(0, limit),
  };
}

function textOf(folder: string, name: string, path: string, encodings: readonly string[]): string {
  try {
    const root = openRoot(folder);
    try {
      return decodeText(readFileBeneath(root, name, MAX_SIZE).bytes, encodings);
    } finally {
      root.close();
    }
  } catch (error) {
    if (error instanceof QsearchError && error.code !== "root_unavailable") throw error;
    if (error instanceof FileError && error.code !== "vanished") {
      throw new QsearchError(
        "file_error",
        `${displayPath(path)}: ${error.message}`,
        "Outlines are made of text files.",
      );
    }
    throw new QsearchError("not_found", `There is no file ${displayPath(path)}`, "Name a file that can be read.");
  }
}

interface Found {
  readonly lane: OutlineResult["lane"];
  readonly partial: boolean;
  readonly symbols: readonly Shown[];
}

async function bySymbols(name: string, whole: string, trees: boolean): Promise<Found | null> {
  const { language } = categorise(name);
  const scripts = scriptSource(whole, language);
  const grammar = scripts?.grammar ?? symbolLanguage(name, language);
  if (grammar === null) return null;
  const text = scripts?.text ?? whole;
  const reader = await openSymbolReader([grammar], { treeSitter: trees });
  try {
    const { lane, symbols, partial } = reader.symbols(text, grammar);
    if (lane === "none") return null;
    const levels: number[] = [];
    const shown = symbols.map((symbol, index): Shown => {
      const level = symbol.parent < 0 ? 0 : (levels[symbol.parent] ?? 0) + 1;
      levels[index] = level;
      const { kind, lineStart, headLine, lineEnd, signature } = symbol;
      const own = symbol.receiver === null ? symbol.name : `${symbol.receiver}.${symbol.name}`;
      return {
        name: short(own),
        kind,
        line_start: lineStart,
        line: headLine,
        line_end: lineEnd,
        signature: short(signature),
        level,
      };
    });
    // Anonymous functions are blocks of the file, but nobody looks for them by name.
    return { lane, partial, symbols: shown.filter(({ name: own }) => own !== "") };
  } finally {
    reader.close();
  }
}

function byPatterns(text: string, language: string | null): Found {
  const ends: number[] = [];
  const symbols = outlineOf(text, language).map(({ type, name, signature, first, last, lead, head }): Shown => {
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) < last) ends.pop();
    const level = ends.length;
    ends.push(last);
    return {
      name: short(name),
      kind: type,
      line_start: Math.min(lead, first),
      line: head,
      line_end: last,
      signature: short(signature),
      level,
    };
  });
  return { lane: "patterns", partial: false, symbols };
}
