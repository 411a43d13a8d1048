/** The rules for listing and treating files: one type, and a table with a column for each kind of walk. */
import { expandBraces } from "./braces.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { factsByExtension } from "./languages.ts";
import type { NoiseKind } from "./noise.ts";
import { normalisePath, realPath } from "./roots.ts";

export type CorpusKind = "user" | "agent" | "context" | "code";

/** Why something is not listed; live search counts these reasons in its diagnostics. */
const SKIP_REASONS = [
  "hidden",
  "ignored", // by .gitignore or .searchignore
  "excluded", // by the configuration's exclude
  "not_included", // by the configuration's include
  "version_control",
  "dependencies",
  "build",
  "cache",
  "vendored",
  "generated",
  "minified",
  "lock_file",
  "binary",
  "extension", // not among the extensions of the policy
  "link",
  "special", // FIFO, socket, device
  "data_dir",
  "deeper_root", // another root owns it
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface CorpusPolicy {
  readonly kind: CorpusKind;
  /** Listed names that begin with a dot. */
  readonly hidden: "all" | "files" | "none";
  readonly followLinks: boolean;
  /** Canonical folders that a followed link may lead into; null: anywhere. */
  readonly allow: readonly string[] | null;
  /** Folder names that are never entered, wherever they stand beneath the root. */
  readonly skipFolders: ReadonlyMap<string, SkipReason>;
  /** Kinds of file that are not listed although they may be text. */
  readonly skipNoise: ReadonlySet<NoiseKind>;
  /**
   * Patterns of listed paths; null: everything. A pattern that matches a folder matches everything beneath, and the last
   * pattern that matches a file or a folder above it decides: `docs/`, `!docs/old/`, `docs/old/keep/`.
   */
  readonly include: IgnoreRules | null;
  /** Overrides all ignore files, as git's command line does. */
  readonly exclude: IgnoreRules | null;
  /** Bytes; a larger file is an error of that file. */
  readonly maxSize: number;
  /** Lower case, no dot; null: any. A name without an extension must then be a known one (Makefile, README). */
  readonly extensions: ReadonlySet<string> | null;
  /** Canonical, never entered; null when there is none. */
  readonly dataDir: string | null;
  /** UTF-16 units; null for live search, which cuts windows and blocks. */
  readonly chunks: { readonly size: number; readonly overlap: number } | null;
}

export interface PolicyOptions {
  /** Git patterns, with braces for alternatives; ["**"] and [] both mean everything. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxSize?: number;
  /** Agent roots: extensions listed besides the known ones, lower case, no dot. */
  readonly extensions?: readonly string[];
  /** Absolute. */
  readonly dataDir?: string | null;
  readonly allow?: readonly string[] | null;
  readonly chunks?: { readonly size: number; readonly overlap: number };
}

const ALWAYS: readonly (readonly [string, SkipReason])[] = [
  [".git", "version_control"],
  [".venv", "dependencies"],
  ["node_modules", "dependencies"],
  ["__pycache__", "cache"],
];

const BUILD: readonly (readonly [string, SkipReason])[] = [
  ...ALWAYS,
  ["target", "build"],
  ["dist", "build"],
  ["build", "build"],
  ["venv", "dependencies"],
  [".tox", "dependencies"],
];

/** Folders that hold other people's code or a tool's output. */
const VENDOR: readonly (readonly [string, SkipReason])[] = [
  ...BUILD,
  [".hg", "version_control"],
  [".svn", "version_control"],
  ["bower_components", "dependencies"],
  ["jspm_packages", "dependencies"],
  ["site-packages", "dependencies"],
  ["dist-packages", "dependencies"],
  ["Pods", "dependencies"],
  ["Carthage", "dependencies"],
  ["vendor", "vendored"],
  ["vendors", "vendored"],
  ["third_party", "vendored"],
  ["third-party", "vendored"],
  ["thirdparty", "vendored"],
  ["out", "build"],
  ["_build", "build"],
  ["cmake-build-debug", "build"],
  ["cmake-build-release", "build"],
  ["bazel-bin", "build"],
  ["bazel-out", "build"],
  ["DerivedData", "build"],
];

const NOISY: readonly (readonly [string, SkipReason])[] = [
  ...VENDOR,
  ["CMakeFiles", "cache"],
  ["htmlcov", "cache"],
  ["coverage", "cache"],
  ["__generated__", "generated"],
  ["_generated", "generated"],
  ["generated", "generated"],
  ["__snapshots__", "generated"],
];

/** 20 MiB, as `max_size` in settings/keys.ts. */
const MAX_SIZE = 20_971_520;

/** The policy of one kind of root or live search. */
export function policyFor(kind: CorpusKind, options: PolicyOptions = {}): CorpusPolicy {
  const column = COLUMNS[kind];
  const { include = [], exclude = [], extensions = [], dataDir = null, allow = null } = options;
  return {
    ...column,
    kind,
    allow,
    include: include.every((pattern) => pattern === "**")
      ? null
      : IgnoreRules.fromPatterns(include.flatMap(expandBraces)),
    exclude: exclude.length === 0 ? null : IgnoreRules.fromPatterns(exclude.flatMap(expandBraces)),
    maxSize: options.maxSize ?? column.maxSize,
    extensions: column.extensions === null ? null : new Set([...column.extensions, ...extensions]),
    // A data directory that does not exist yet has no links to resolve.
    dataDir: dataDir === null ? null : (realPath(dataDir) ?? normalisePath(dataDir)),
    chunks: column.chunks === null ? null : (options.chunks ?? column.chunks),
  };
}

type Column = Omit<CorpusPolicy, "kind" | "allow" | "include" | "exclude" | "dataDir">;

const COLUMNS: Readonly<Record<CorpusKind, Column>> = {
  user: {
    hidden: "all",
    followLinks: false,
    skipFolders: new Map(ALWAYS),
    skipNoise: new Set(["binary"]),
    maxSize: MAX_SIZE,
    extensions: null,
    chunks: { size: 800, overlap: 100 },
  },
  agent: {
    hidden: "files",
    followLinks: true,
    skipFolders: new Map(BUILD),
    skipNoise: new Set(["binary"]),
    maxSize: MAX_SIZE,
    get extensions() {
      return new Set(factsByExtension().keys());
    },
    chunks: { size: 1000, overlap: 120 },
  },
  context: {
    hidden: "none",
    followLinks: false,
    skipFolders: new Map(NOISY),
    skipNoise: new Set(["binary", "minified", "generated", "lock_file"]),
    maxSize: 1_000_000,
    extensions: null,
    chunks: null,
  },
  code: {
    hidden: "none",
    followLinks: false,
    skipFolders: new Map(VENDOR),
    skipNoise: new Set(["binary"]),
    maxSize: 1_000_000,
    extensions: null,
    chunks: null,
  },
};
