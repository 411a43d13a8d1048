/**
 * Decides which folders may be read, and which folder a path belongs to. A requested path is judged here once; the result is a
 * `RealPath` or a `RootPlace`, which is never resolved again and opened without following any link.
 */
import { lstatSync, realpathSync } from "node:fs";
import { QsearchError } from "../errors.ts";
import { canonicalSpelling, displayPath, pathFromBytes, systemPath } from "./path-bytes.ts";

declare const real: unique symbol;
declare const judged: unique symbol;

/** An absolute path without links, "." or "..", valid at the time of `realPath`. Only `realPath` makes one. */
export type RealPath = string & { readonly [real]: true };

/** A place in an existing root: it names no new root and cannot lead out of its root. Only `rootPlaceOf` makes one. */
export interface RootPlace {
  /** Canonical. */
  readonly root: string;
  /** Path beneath the root, "" for the root itself. */
  readonly rel: string;
  readonly [judged]: true;
}

/**
 * The one spelling of a root: absolute, without links, "." or "..", no trailing slash. A root is a folder, or a single file.
 * Throws QsearchError "root_unavailable" when the root is missing or cannot be reached.
 */
export function canonicalRoot(path: string): string {
  const found = path.startsWith("/") && !path.includes("\0") ? realPath(path) : null;
  if (found !== null) return found;
  throw new QsearchError(
    "root_unavailable",
    `Root ${displayPath(path)} is missing or cannot be read`,
    path.startsWith("/") ? "Check the path, or remove it from the roots" : "Give an absolute path",
  );
}

/** The target of a path with all links resolved; null when the target is missing or cannot be reached. */
export function realPath(path: string): RealPath | null {
  try {
    const resolved: unknown = realpathSync.native(systemPath(path), { encoding: "buffer" });
    return resolved instanceof Uint8Array ? (pathFromBytes(resolved) as RealPath) : null;
  } catch {
    return null;
  }
}

/** Resolves "." and ".." in the text, drops double slashes and a trailing one. `path` is absolute. */
export function normalisePath(path: string): string {
  const kept: string[] = [];
  for (const component of canonicalSpelling(path).split("/")) {
    if (component === "..") kept.pop();
    else if (component !== "" && component !== ".") kept.push(component);
  }
  return `/${kept.join("/")}`;
}

/** Whether a canonical path is the folder or lies beneath it, on component borders ("/srv/share-x" is not in "/srv/share"). */
export function isWithin(path: string, folder: string): boolean {
  return relativeTo(path, folder) !== null;
}

/** Path beneath the folder ("" for the folder itself), null outside the folder. Both canonical. */
export function relativeTo(path: string, folder: string): string | null {
  if (path === folder) return "";
  const prefix = folder === "/" ? "/" : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** The path whose names describe a file: its path beneath the root, or the name of a root that is a single file. */
export function namingPath(root: string, rel: string): string {
  return rel === "" ? root.slice(root.lastIndexOf("/") + 1) : rel;
}

/** Absolute path of a file of a root; `rel` is "" for a root that is a file. */
export function joinPath(root: string, rel: string): string {
  if (rel === "") return root;
  return root === "/" ? `/${rel}` : `${root}/${rel}`;
}

export interface Owned<Root> {
  readonly root: Root;
  /** Path beneath the root, links not resolved: the guarded open decides about links. */
  readonly rel: string;
}

/** The place of a path in the deepest root (see `owningRoot`); null outside all roots. */
export function rootPlaceOf(path: string, roots: readonly { readonly path: string }[]): RootPlace | null {
  const owned = owningRoot(path, roots);
  return owned === null ? null : ({ root: owned.root.path, rel: owned.rel } as RootPlace);
}

/**
 * The deepest root (canonical paths) that holds a path, else null. ".." is resolved in the text; behind a link, where the file
 * system would go elsewhere, the result is null. A root reached through a link (`/tmp` on macOS) is recognised under that
 * spelling too: the leading part is resolved, the part beneath the root never (modelcontextprotocol/servers#3253,
 * zcaceres/markdownify-mcp#123).
 */
export function owningRoot<Root extends { readonly path: string }>(
  absolutePath: string,
  roots: readonly Root[],
): Owned<Root> | null {
  if (!absolutePath.startsWith("/") || absolutePath.includes("\0")) return null;
  if (absolutePath.includes("..") && climbsFromLink(absolutePath)) return null;
  const path = normalisePath(absolutePath);
  return deepest(path, roots) ?? deepestByLinks(path, roots);
}

/** Whether a ".." stands behind a link: its parent in the text then differs from its parent in the file system. */
function climbsFromLink(absolutePath: string): boolean {
  const components = absolutePath.split("/");
  return components.some((component, at) => {
    return component === ".." && isLink(normalisePath(components.slice(0, at).join("/")));
  });
}

function isLink(path: string): boolean {
  try {
    return lstatSync(systemPath(path), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}

function deepest<Root extends { readonly path: string }>(path: string, roots: readonly Root[]): Owned<Root> | null {
  let best: Owned<Root> | null = null;
  for (const root of roots) {
    const rel = relativeTo(path, root.path);
    if (rel !== null && (best === null || rel.length < best.rel.length)) best = { root, rel };
  }
  return best;
}

/** Tries each leading part of the path, longest first, for one that resolves to a root. */
function deepestByLinks<Root extends { readonly path: string }>(
  path: string,
  roots: readonly Root[],
): Owned<Root> | null {
  const byPath = new Map(roots.map((root) => [root.path, root]));
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const target = realPath(path.slice(0, end));
    const root = target === null ? undefined : byPath.get(target);
    if (root !== undefined) return { root, rel: path.slice(end + 1) };
  }
  return null;
}
