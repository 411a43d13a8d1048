/** Plans the roots of a run, and the effects on existing roots. Changes nothing. */
import { lstatSync } from "node:fs";
import { isAdmitted, isFolderAdmitted } from "../corpus/admission.ts";
import { comparePaths, displayPath, systemPath } from "../corpus/path-bytes.ts";
import { type CorpusPolicy, policyFor } from "../corpus/policy.ts";
import {
  canonicalRoot,
  isWithin,
  normalisePath,
  type Owned,
  owningRoot,
  type RealPath,
  type RootPlace,
  realPath,
  relativeTo,
} from "../corpus/roots.ts";
import { rootUnavailable } from "../corpus/tree.ts";
import { fewOf, QsearchError, type Warning } from "../errors.ts";
import { allExtractors, extractorKey } from "../extract/registry.ts";
import type { IndexRequest } from "../request/index-run-request.ts";
import type { Settings } from "../settings/settings.ts";
import { extensionsIn, type RootKind, type RootRow } from "../store/roots.ts";
import { CHUNKER_VERSION } from "../text/chunks.ts";
import { VERSION } from "../version.ts";
import { NAMES_VERSION } from "./recipe.ts";

/** A root with everything that decides on indexing it. */
export interface PlannedRoot {
  /** Canonical. */
  readonly path: string;
  readonly kind: RootKind;
  readonly policy: CorpusPolicy;
  readonly chunkSize: number;
  readonly overlap: number;
  readonly encodings: readonly string[];
  /** The store's record of the fields above, JSON. */
  readonly record: string;
  /** `record` and all versions in this program that decide how files are read. */
  readonly settling: string;
  /** Absolute paths beneath the root that other roots own. */
  readonly deeper: readonly string[];
}

/** A root to walk: the whole root, or parts of it. */
export interface Target {
  readonly root: PlannedRoot;
  /** Paths of folders and files beneath the root, none inside another; "" is the whole root. */
  readonly starts: readonly string[];
}

export function isWhole({ starts }: Target): boolean {
  return starts.includes("");
}

export interface Plan {
  readonly targets: readonly Target[];
  /** Roots whose documents are removed. */
  readonly dropped: readonly RootRow[];
  /** Parts of stored roots that a new root now owns. */
  readonly ceded: readonly { readonly rootId: number; readonly rel: string }[];
  /** New roots for qsearch.json, null to leave the file unchanged. */
  readonly saved: readonly string[] | null;
  readonly warnings: readonly Warning[];
}

export interface RunContext {
  readonly settings: Settings;
  readonly kind: RootKind;
  readonly stored: readonly RootRow[];
  /** `serve --allow`: folders that followed links may lead into. */
  readonly allow: readonly string[] | null;
}

/** A path of a request with its target at the request's arrival, which is never looked up again. */
export interface NamedPath {
  readonly written: string;
  /** Null for a path without a target. */
  readonly real: RealPath | null;
}

export interface NamedPaths {
  readonly paths: readonly NamedPath[];
  readonly root: readonly NamedPath[];
}

/** Looks up a request's paths. Throws `refused` for a path outside `allow`, existing or not. */
export function namedPaths({ paths, root }: IndexRequest, allow: readonly string[] | null): NamedPaths {
  const named = { paths: paths.map(namedPath), root: root.map(namedPath) };
  if (allow === null) return named;
  for (const { written, real } of [...named.paths, ...named.root]) {
    if (real !== null && allow.some((folder) => isWithin(real, folder))) continue;
    throw new QsearchError(
      "refused",
      `${displayPath(written)} does not lie beneath a folder that this server may index`,
      `Give a path beneath ${allow.map(displayPath).join(" or ")}.`,
    );
  }
  return named;
}

/** Looks up one path. */
export function namedPath(written: string): NamedPath {
  return { written, real: written.startsWith("/") ? realPath(written) : null };
}

/** Throws `usage` without any root, `root_unavailable` for a missing one. */
export function planRun(request: IndexRequest, named: NamedPaths, context: RunContext): Plan {
  return context.kind === "user" ? planUserRun(named, context) : planAgentRun(request, named, context);
}

function planUserRun(named: NamedPaths, context: RunContext): Plan {
  const { settings, stored } = context;
  const configured = settings.roots.map(knownPath);
  const replaced = named.root.length > 0;
  const base = replaced ? unique(named.root.map(givenRoot)) : unique(configured);
  const places = placesOf(named.paths, base, (root) => userRoot(root, [], context));
  const added = unique(places.filter((place) => place.start === "").map((place) => place.root)).filter(
    (path) => !base.includes(path),
  );
  const roots = [...base, ...added];
  const everything = replaced || named.paths.length === 0;
  const wanted = everything ? roots.map((root) => ({ root: unmoved(root), start: "" })) : [];
  const targets = targetsOf([...wanted, ...places], (root) => userRoot(root, roots, context));
  if (targets.length === 0) {
    throw new QsearchError(
      "usage",
      "no folder to index: none is given and none is saved",
      "Name one: qsearch index DIR",
    );
  }
  const kept = replaced ? base : settings.roots;
  return {
    targets,
    dropped: stored.filter((root) => root.kind === "user" && !roots.includes(root.path)),
    ceded: cededTo(
      // A partly walked root does not have the rest yet.
      targets.filter(isWhole).map(({ root }) => root.path),
      stored,
      "user",
    ),
    // Saved by target: a link in place of an added root is another folder.
    saved: replaced || added.length > 0 ? [...kept, ...added] : null,
    warnings: nestingWarnings(roots),
  };
}

/**
 * Plans these places of user roots: existing, vanished or ignored ones are brought up to date. No root is added: places outside
 * user roots, or that became links to elsewhere since indexing, are left out. No root is dropped. Throws `root_unavailable`
 * where a concerned root is missing.
 */
export function planPlaces(places: readonly RootPlace[], context: RunContext): Plan {
  const { settings, stored } = context;
  const isStored = (path: string) => stored.some((root) => root.kind === "user" && root.path === path);
  const known = settings.roots.flatMap((written) => {
    const path = knownPath(written);
    return path === normalisePath(written) || isStored(path) ? [path] : [];
  });
  const roots = unique(known);
  const asked = places.flatMap(({ root, rel }): Asked[] => (roots.includes(root) ? [{ root, start: rel }] : []));
  const targets = targetsOf(asked, (root) => userRoot(unmoved(root), roots, context));
  const whole = targets.filter(isWhole).map(({ root }) => root.path);
  return { targets, dropped: [], ceded: cededTo(whole, stored, "user"), saved: null, warnings: [] };
}

function planAgentRun(request: IndexRequest, { paths }: NamedPaths, context: RunContext): Plan {
  const { stored } = context;
  if (paths.length === 0) throw new QsearchError("usage", "no folder to index is given");
  const pathsOf = (kind: RootKind) => stored.filter((root) => root.kind === kind).map((root) => root.path);
  const [users, agents] = [pathsOf("user"), pathsOf("agent")];
  const plan = (root: string) =>
    users.includes(root) ? userRoot(root, users, context) : agentRoot(root, request.ext, context);
  // Paths in user roots are refreshed as such: an agent gains nothing from a root of its own there.
  const asked = paths.map((path) => {
    const own = { root: givenRoot(path), start: "" };
    return placeIn(users, path, plan) ?? placeIn(agents, path, plan) ?? own;
  });
  const targets = targetsOf(asked, plan);
  const added = targets.map(({ root }) => root.path).filter((path) => !users.includes(path) && !agents.includes(path));
  return { targets, dropped: [], ceded: cededTo(added, stored, "agent"), saved: null, warnings: [] };
}

interface Asked {
  readonly root: string;
  readonly start: string;
}

/** For each path: its part of a root, or the path as a root of its own. */
function placesOf(paths: readonly NamedPath[], roots: readonly string[], plan: (root: string) => PlannedRoot): Asked[] {
  return paths.map((path) => placeIn(roots, path, plan) ?? { root: givenRoot(path), start: "" });
}

/** The part of a root for a path; null outside all roots, or for a path that the root does not list. */
function placeIn(
  roots: readonly string[],
  { written, real }: NamedPath,
  plan: (root: string) => PlannedRoot,
): Asked | null {
  const known = roots.map((path) => ({ path }));
  const owner = owningRoot(real ?? written, known);
  // A path that vanished from a root is refreshed too: its documents are removed.
  if (owner === null || (real !== null && !isListed(owner, plan))) return null;
  return { root: owner.root.path, start: owner.rel };
}

/** False for a path that its root ignores: naming such a path makes it a root of its own. */
function isListed({ root, rel }: Owned<{ path: string }>, plan: (root: string) => PlannedRoot): boolean {
  if (rel === "") return true;
  const { policy } = plan(root.path);
  return isFolderAdmitted(root.path, rel, policy) || isAdmitted(root.path, rel, policy);
}

/** One target a root, in request order, with each place once. */
function targetsOf(asked: readonly Asked[], plan: (root: string) => PlannedRoot): Target[] {
  const byRoot = Map.groupBy(asked, ({ root }) => root);
  return [...byRoot].map(([root, places]) => {
    return { root: plan(root), starts: withoutNested(places.map(({ start }) => start)) };
  });
}

/** Paths in order, without paths inside another one. */
function withoutNested(starts: readonly string[]): string[] {
  const all = new Set(starts);
  if (all.has("")) return [""];
  const inAnother = (start: string) => {
    for (let slash = start.lastIndexOf("/"); slash > 0; slash = start.lastIndexOf("/", slash - 1)) {
      if (all.has(start.slice(0, slash))) return true;
    }
    return false;
  };
  return [...all].filter((start) => !inAnother(start)).sort(comparePaths);
}

function userRoot(path: string, roots: readonly string[], { settings }: RunContext): PlannedRoot {
  const { include, exclude, maxSize, chunkSize, overlap, encodings, dataDir } = settings;
  const policy = policyFor("user", { include, exclude, maxSize, dataDir, chunks: { size: chunkSize, overlap } });
  const record = JSON.stringify({ include, exclude, maxSize, chunkSize, overlap, encodings });
  return {
    path,
    kind: "user",
    policy,
    chunkSize,
    overlap,
    encodings,
    record,
    settling: settlingOf(record),
    deeper: roots.filter((root) => beneath(path, [root]).length > 0),
  };
}

function agentRoot(path: string, ext: readonly string[], { settings, stored, allow }: RunContext): PlannedRoot {
  const { include, exclude, maxSize, encodings, dataDir } = settings;
  // Extensions named in one call stay in force for the root.
  const known = stored.find((root) => root.path === path && root.kind === "agent");
  const remembered = known === undefined ? [] : extensionsIn(known.policy);
  const extensions = unique([...settings.extensions, ...remembered, ...ext]);
  const policy = policyFor("agent", { include, exclude, maxSize, extensions, dataDir, allow });
  const { size: chunkSize, overlap } = policy.chunks ?? { size: settings.chunkSize, overlap: settings.overlap };
  const record = JSON.stringify({ include, exclude, maxSize, chunkSize, overlap, encodings, extensions });
  const others = stored.map((root) => root.path);
  return {
    path,
    kind: "agent",
    policy,
    chunkSize,
    overlap,
    encodings,
    record,
    settling: settlingOf(record),
    deeper: others.filter((root) => beneath(path, [root]).length > 0),
  };
}

let program = "";

function settlingOf(record: string): string {
  program ||= [
    VERSION,
    `chunks@${CHUNKER_VERSION}`,
    `names@${NAMES_VERSION}`,
    ...allExtractors().map(extractorKey),
  ].join(" ");
  return `${record} ${program}`;
}

/** The roots that lie beneath a path, relative to it. */
function beneath(path: string, roots: readonly string[]): string[] {
  return roots.flatMap((root) => relativeTo(root, path) || []);
}

/** Parts of stored roots of the same kind that new roots now own. */
function cededTo(added: readonly string[], stored: readonly RootRow[], kind: RootKind): Plan["ceded"] {
  return stored
    .filter((root) => root.kind === kind)
    .flatMap((root) => beneath(root.path, added).map((rel) => ({ rootId: root.id, rel })));
}

function nestingWarnings(roots: readonly string[]): Warning[] {
  const warnings = roots.flatMap((root) =>
    beneath(root, roots).map((rel): Warning => {
      const message = `${displayPath(root)} holds the root ${displayPath(rel)}, which owns its files`;
      return { code: "overlapping_roots", message };
    }),
  );
  return fewOf(warnings, "roots within others");
}

/** A path that will become a root: it must exist, unlike a saved root, which may be missing for a while. */
export function givenRoot({ written, real }: NamedPath): RealPath {
  const stats = real === null ? null : (lstatSync(systemPath(real), { throwIfNoEntry: false }) ?? null);
  if (real === null || stats === null) {
    throw new QsearchError(
      "root_unavailable",
      `${displayPath(written)} does not exist or cannot be reached`,
      written.startsWith("/") ? "Give the path of a folder or file that is there." : "Give an absolute path.",
    );
  }
  if (stats.isDirectory() || stats.isFile()) return real;
  throw new QsearchError(
    "root_unavailable",
    `${displayPath(written)} is neither a folder nor a regular file`,
    "Give the path of a folder or a file with text.",
  );
}

/** A root already looked up. Throws `root_unavailable` where it is missing, or a link has replaced it. */
function unmoved(root: string): string {
  if (canonicalRoot(root) === root) return root;
  throw rootUnavailable(root, "has become a link");
}

/** A configured root must exist only if it will be indexed. */
function knownPath(path: string): string {
  return realPath(path) ?? normalisePath(path);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
