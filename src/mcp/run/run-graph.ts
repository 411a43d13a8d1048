/** Definitions, outlines and calls at work: loaded with the first call, not with the list of tools. */
import type { z } from "zod";
import { joinPath } from "../../corpus/roots.ts";
import { QsearchError } from "../../errors.ts";
import type { LiveDeps } from "../../live-search/deps.ts";
import { findCallees, findCallers, findSymbol } from "../../live-search/graph/graph-search.ts";
import { outlineFile } from "../../live-search/outline.ts";
import { resolvePlace } from "../../live-search/search-root.ts";
import { outlineRequestSchema } from "../../request/graph-request.ts";
import type { findReferencesRequestSchema, findSymbolRequestSchema } from "../../request/tools.ts";
import { rememberFolder } from "../live-folders.ts";
import type { ToolReply } from "../reply.ts";
import type { ToolCall } from "../tool.ts";
import { withinBounds } from "./run-files.ts";

export async function runFindSymbol(
  { name, path, ...place }: z.output<typeof findSymbolRequestSchema>,
  call: ToolCall,
): Promise<ToolReply> {
  const deps = liveDeps(call);
  if (name === undefined) {
    if (path === undefined)
      throw new QsearchError("usage", "name or path is missing", "Give a name, or a file's path.");
    return outlineReply(await folderOf(path, place.directory, call), place.limit, deps);
  }
  const where =
    path === undefined
      ? { directory: await call.directory(place.directory) }
      : await folderOf(path, place.directory, call);
  if (path !== undefined) resolvePlace(where, deps, "code", NAMES);
  const result = await findSymbol({ ...place, ...where, name }, deps);
  // The folder of a path alone was not given to be searched: it may be one that its own repository ignores.
  const isGiven = path === undefined || place.directory !== undefined || !path.startsWith("/");
  if (isGiven) rememberFolder(call.host, where.directory);
  const bounded = withinBounds(result.definitions, [], "definitions", result);
  return {
    structure: { ...result, definitions: bounded.items, warnings: bounded.warnings },
    passages: (isGiven ? bounded.items : []).map(({ path: file, line_start, line_end }) =>
      passage(result.directory, file, line_start, line_end),
    ),
  };
}

export async function runFindReferences(
  { direction, ...request }: z.output<typeof findReferencesRequestSchema>,
  call: ToolCall,
): Promise<ToolReply> {
  const find = direction === "callers" ? findCallers : findCallees;
  const directory = await call.directory(request.directory);
  const result = await find({ ...request, directory }, liveDeps(call));
  rememberFolder(call.host, directory);
  const bounded = withinBounds(result.calls, [], "calls", { ...result, calls: [] });
  return {
    structure: { ...result, calls: bounded.items, warnings: bounded.warnings },
    passages: bounded.items.map(({ path, line }) => passage(result.directory, path, line, line)),
  };
}

/** The outline of one file, which is judged as every place of a live search: beneath the directory, not ignored, no link. */
async function outlineReply(where: FilePlace, limit: number, deps: LiveDeps): Promise<ToolReply> {
  const { root, start } = resolvePlace(where, deps, "code", NAMES);
  const file = joinPath(root, start);
  const outline = await outlineFile(outlineRequestSchema.parse({ path: file, limit: Math.max(limit, OUTLINE) }), deps);
  const frame = {
    directory: root,
    definitions: [],
    files_parsed: 1,
    files_not_parsed: 0,
    files_partial: Number(outline.partial),
    left_out: [],
  };
  const bounded = withinBounds(outline.symbols, [], "symbols", { ...frame, ...outline });
  return {
    structure: {
      ...frame,
      truncated: outline.truncated,
      outline: { ...outline, symbols: bounded.items },
      warnings: bounded.warnings,
    },
    // The caller named it.
    passages: [],
  };
}

/** The caller of find_symbol says path for the file. */
const NAMES = { subpath: "path" };

/** Symbols of an outline, unless more are asked for. */
const OUTLINE = 500;

interface FilePlace {
  readonly directory: string;
  readonly subpath: string;
}

/** A file beneath the directory that is given; of an absolute path alone its own folder is the directory. */
async function folderOf(path: string, directory: string | undefined, call: ToolCall): Promise<FilePlace> {
  const slash = path.lastIndexOf("/");
  if (directory === undefined && path.startsWith("/")) {
    return { directory: path.slice(0, slash) || "/", subpath: path.slice(slash + 1) };
  }
  return { directory: await call.directory(directory), subpath: path };
}

function passage(directory: string, path: string, first: number, last: number) {
  return { path: joinPath(directory, path), name: path, lines: [first, last] as const };
}

function liveDeps({ host, signal, progress }: ToolCall): LiveDeps {
  const { cwd, env, allow, jobs } = host;
  const { dataDir, encodings } = host.settings();
  return { signal, progress, cwd, env, allow, jobs, dataDir, encodings };
}
