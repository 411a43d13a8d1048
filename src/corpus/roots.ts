/**
 * Which folders may be read, and which of them a path belongs to. A path that a request names is judged here once; what goes
 * on is a `RealPath` or a `RootPlace`, which nobody resolves again and which is opened without following any link.
 */
import { lstatSync, realpathSync } from "node:fs";
import { QsearchError } from "../errors.ts";
import { canonicalSpelling, displayPath, pathFromBytes, systemPath } from "./path-bytes.ts";

declare const real: unique symbol;
declare const judged: unique symbol;

/** An absolute path without links, "." or "..", as it was when `realPath` looked it up. Only `realPath` makes one. */
export type RealPath = string & { readonly [real]: true };

/** A place of a root that exists already: it names no root of its own and cannot lead out of one. Only `placeOf` makes one. */
export interface RootPlace {
  /** Canonical. */
  readonly root: string;
  /** Path beneath the root, "" for the root itself. */
  readonly rel: string;
  readonly [judged]: true;
}

/**
 * The one spelling of a root: absolute, without links, "." or "..", no slash at the end. A root is a folder, or a single
 * file. Throws QsearchError "root_unavailable" when it is missing or cannot be reached.
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

/** Where a path leads when every link in it is followed; null when it leads nowhere or cannot be followed. */
export function realPath(path: string): RealPath | null {
  try {
    const resolved: unknown = realpathSync.native(systemPath(path), { encoding: "buffer" });
    return resolved instanceof Uint8Array ? (pathFromBytes(resolved) as RealPath) : null;
  } catch {
    return null;
  }
}

/** "." and ".." resolved in the text, double slashes and a closing one dropped. `path` is absolute. */
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

/** Path beneath the folder ("" for the folder itself), null when it is not in it. Both canonical. */
export function relativeTo(path: string, folder: string): string | null {
  if (path === folder) return "";
  const prefix = folder === "/" ? "/" : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

/** By what a file's name and folders say something: its path beneath the root, or the name of a root that is a file itself. */
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
  /** Path beneath the root, without links resolved: the guarded open decides about those. */
  readonly rel: string;
}

/** The place that a path is in the deepest of the roots (see `owningRoot`); null when it lies in none. */
export function rootPlaceOf(path: string, roots: readonly { readonly path: string }[]): RootPlace | null {
  const owned = owningRoot(path, roots);
  return owned === null ? null : ({ root: owned.root.path, rel: owned.rel } as RootPlace);
}

/**
 * The deepest of the roots (canonical paths) that a path lies in, null when it lies in none. ".." is resolved in the text, and
 * behind a link, where the file system would go elsewhere, the path is none. A root reached through a link (`/tmp` on macOS) is recognised under that spelling too: the part of the path that leads
 * to the root is resolved, the part beneath it never (modelcontextprotocol/servers#3253, zcaceres/markdownify-mcp#123).
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

/** Whether a ".." stands behind a link: the text's parent is not the file system's then. */
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
