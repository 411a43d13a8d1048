/** Which roots a run works on, and what that means for the roots that are there already. Nothing is changed here. */
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

/** A root with everything that decides what is indexed of it and how. */
export interface PlannedRoot {
  /** Canonical. */
  readonly path: string;
  readonly kind: RootKind;
  readonly policy: CorpusPolicy;
  readonly chunkSize: number;
  readonly overlap: number;
  readonly encodings: readonly string[];
  /** What the store keeps of the above, JSON. */
  readonly record: string;
  /** `record` and everything of this program that decides how files are read. */
  readonly settling: string;
  /** Absolute paths beneath it that other roots own. */
  readonly deeper: readonly string[];
}

/** A root to be walked: the whole of it, or parts of it. */
export interface Target {
  readonly root: PlannedRoot;
  /** Paths beneath the root of folders and files, none within another; "" is the whole root. */
  readonly starts: readonly string[];
}

export function isWhole({ starts }: Target): boolean {
  return starts.includes("");
}

export interface Plan {
  readonly targets: readonly Target[];
  /** Roots whose documents go. */
  readonly dropped: readonly RootRow[];
  /** Parts of stored roots that another root owns from now on. */
  readonly ceded: readonly { readonly rootId: number; readonly rel: string }[];
  /** What qsearch.json shall say from now on, null to leave it. */
  readonly saved: readonly string[] | null;
  readonly warnings: readonly Warning[];
}

export interface RunContext {
  readonly settings: Settings;
  readonly kind: RootKind;
  readonly stored: readonly RootRow[];
  /** `serve --allow`: where followed links may lead. */
  readonly allow: readonly string[] | null;
}

/** A path of a request and where it led when the request came: nobody looks it up again. */
export interface NamedPath {
  readonly written: string;
  /** Null where it led nowhere. */
  readonly real: RealPath | null;
}

export interface NamedPaths {
  readonly paths: readonly NamedPath[];
  readonly root: readonly NamedPath[];
}

/** Looks up what a request names. Throws `refused` for what does not lie beneath `allow`, whether it is there or not. */
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
      // One of which only a part is walked does not have the rest yet.
      targets.filter(isWhole).map(({ root }) => root.path),
      stored,
      "user",
    ),
    // By where they lead: a link in the place of one that was added is another folder.
    saved: replaced || added.length > 0 ? [...kept, ...added] : null,
    warnings: nestingWarnings(roots),
  };
}

/**
 * What lies at these places of user roots: brought up to date, be it there, gone or ignored now. No root is added: places of
 * what is no user root, or became a link to elsewhere since it was indexed, are left out. None is dropped. Throws
 * `root_unavailable` where a root that is concerned is missing.
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
  // What the user has authorised is refreshed as such: an agent gains nothing by a root of its own there.
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

/** For each path: the part of a root that it is, or itself as a root of its own. */
function placesOf(paths: readonly NamedPath[], roots: readonly string[], plan: (root: string) => PlannedRoot): Asked[] {
  return paths.map((path) => placeIn(roots, path, plan) ?? { root: givenRoot(path), start: "" });
}

/** The part of a root that a path is; null where it is none, or is left out there. */
function placeIn(
  roots: readonly string[],
  { written, real }: NamedPath,
  plan: (root: string) => PlannedRoot,
): Asked | null {
  const known = roots.map((path) => ({ path }));
  const owner = owningRoot(real ?? written, known);
  // What is gone from a root is refreshed too: its documents go.
  if (owner === null || (real !== null && !isListed(owner, plan))) return null;
  return { root: owner.root.path, start: owner.rel };
}

/** False beneath a root but ignored there: naming it says that it is wanted all the same, as a root of its own. */
function isListed({ root, rel }: Owned<{ path: string }>, plan: (root: string) => PlannedRoot): boolean {
  if (rel === "") return true;
  const { policy } = plan(root.path);
  return isFolderAdmitted(root.path, rel, policy) || isAdmitted(root.path, rel, policy);
}

/** One target a root, in the order they were asked for, with each place once. */
function targetsOf(asked: readonly Asked[], plan: (root: string) => PlannedRoot): Target[] {
  const byRoot = Map.groupBy(asked, ({ root }) => root);
  return [...byRoot].map(([root, places]) => {
    return { root: plan(root), starts: withoutNested(places.map(({ start }) => start)) };
  });
}

/** Paths in order, without those that lie in another one. */
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
  // What a call has named once counts for the root from then on.
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

/** Parts of stored roots of the same kind that new roots own from now on. */
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

/** A path that is to become a root: unlike a saved one, which may be missing for a while, it must be there. */
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

/** A root that was looked up. Throws `root_unavailable` where it is not there, or a link has taken its place since. */
function unmoved(root: string): string {
  if (canonicalRoot(root) === root) return root;
  throw rootUnavailable(root, "has become a link");
}

/** A configured root need not be there unless it is to be indexed. */
function knownPath(path: string): string {
  return realPath(path) ?? normalisePath(path);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
