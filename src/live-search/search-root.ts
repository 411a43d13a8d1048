/** The place of a live search: the request's directory, subpath and globs as a root and a policy. */
import { statSync } from "node:fs";
import { AdmissionCache, isAdmitted, isFolderAdmitted } from "../corpus/admission.ts";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { type CorpusPolicy, policyFor } from "../corpus/policy.ts";
import { isWithin, realPath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";

export interface PlaceRequest {
  readonly directory?: string | undefined;
  readonly subpath?: string | undefined;
  readonly paths_include_glob?: string | readonly string[] | undefined;
  readonly paths_exclude_glob?: string | readonly string[] | undefined;
}

/** Context that decides on a place: see LiveDeps. */
export interface PlaceContext {
  readonly cwd?: string | undefined;
  readonly allow?: readonly string[] | null | undefined;
  readonly dataDir?: string | null | undefined;
  readonly encodings?: readonly string[] | undefined;
}

export interface SearchRoot {
  /** Canonical path of the directory. */
  readonly root: string;
  /** Folder or file beneath the root that the search is confined to; "" for all. */
  readonly start: string;
  readonly policy: CorpusPolicy;
  /** Names of TextDecoder for files that are not Unicode, in order. */
  readonly encodings: readonly string[];
}

/** The request's parameter names for its places. */
export interface PlaceNames {
  readonly directory?: string;
  readonly subpath?: string;
}

/** Throws `usage`, `refused` and `not_found`, naming the parameter by `names`. */
export function resolvePlace(
  request: PlaceRequest,
  deps: PlaceContext,
  kind: "context" | "code" = "context",
  { directory: name = "directory", subpath = "subpath" }: PlaceNames = {},
): SearchRoot {
  const root = resolveDirectory(request.directory, deps, name);
  const policy = policyFor(kind, {
    dataDir: deps.dataDir ?? null,
    include: globs(request.paths_include_glob),
    exclude: globs(request.paths_exclude_glob),
  });
  const start = request.subpath === undefined ? "" : relativePath(request.subpath, root, subpath, name);
  if (start !== "") {
    // The globs select files in the subpath; they do not decide whether the subpath exists.
    const open = { ...policy, include: null, exclude: null };
    const cache = new AdmissionCache();
    if (!isFolderAdmitted(root, start, open, cache) && !isAdmitted(root, start, open, cache)) {
      throw new QsearchError(
        "not_found",
        `${subpath} ${displayPath(start)} is nothing that is searched in ${displayPath(root)}`,
        "It is missing, or left out as ignored, generated, vendored or hidden. To search such a folder, give it as " +
          `${name}.`,
      );
    }
  }
  return { root, start, policy, encodings: deps.encodings ?? [] };
}

/** A folder, canonical. */
function resolveDirectory(directory: string | undefined, { cwd, allow }: PlaceContext, name: string): string {
  const path = directory ?? cwd ?? process.cwd();
  if (!path.startsWith("/") || path.includes("\0")) {
    throw new QsearchError(
      "usage",
      `${name} must be an absolute path, not ${JSON.stringify(displayPath(path))}`,
      "Give the absolute path of the folder to search.",
    );
  }
  const root = realPath(path);
  // Checked before anything about the target is told: a refusal must not reveal whether the target exists.
  if (allow && !(root !== null && allow.some((folder) => isWithin(root, folder)))) {
    throw new QsearchError(
      "refused",
      `${name} ${displayPath(path)} is outside the folders that may be searched`,
      `Allowed: ${allow.map(displayPath).join(", ")}`,
    );
  }
  if (root === null || !isFolder(root)) {
    throw new QsearchError(
      "not_found",
      `${name} ${displayPath(path)} is no folder that can be read`,
      "Give the absolute path of an existing folder; a single file goes into subpath.",
    );
  }
  return root;
}

function isFolder(path: string): boolean {
  try {
    return statSync(systemPath(path)).isDirectory();
  } catch {
    return false;
  }
}

/**
 * A path beneath the directory, "" for the directory itself. An absolute path inside is accepted too, as results of other tools
 * are absolute. Throws `refused` for a path that leads out, from the text alone: nothing outside is accessed.
 */
export function relativePath(path: string, root: string, parameter: string, directory = "directory"): string {
  let rest = path;
  if (path.startsWith("/")) {
    if (!isWithin(path.replace(/\/+$/, ""), root)) throw outside(path, parameter, directory);
    rest = path.slice(root.length);
  }
  const parts = rest.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || rest.includes("\0")) throw outside(path, parameter, directory);
  return parts.join("/");
}

function outside(path: string, parameter: string, directory: string): QsearchError {
  return new QsearchError(
    "refused",
    `${parameter} ${displayPath(path)} must be a path inside ${directory}, relative to it`,
    `Give it relative to ${directory}, without "..".`,
  );
}

/** Globs as git patterns; a leading "./" is dropped, "!" and "#" are ordinary characters here. */
function globs(given: string | readonly string[] | undefined): string[] {
  const plain = (typeof given === "string" ? [given] : (given ?? [])).map((glob) => glob.replace(/^(?:\.\/)+/, ""));
  return plain.flatMap((glob) => (glob === "" ? [] : [/^[!#]/.test(glob) ? `\\${glob}` : glob]));
}
