/** Files that are no text or not worth reading: detected by name, so the walk opens none of them. */
import { extensionOf } from "./categories.ts";
import { binaryExtensions } from "./languages.ts";

const NOISE_KINDS = ["binary", "minified", "generated", "lock_file"] as const;
export type NoiseKind = (typeof NOISE_KINDS)[number];

const LOCK_NAMES: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "cargo.lock",
  "poetry.lock",
  "pdm.lock",
  "uv.lock",
  "pipfile.lock",
  "gemfile.lock",
  "composer.lock",
  "go.sum",
  "go.work.sum",
  "mix.lock",
  "pubspec.lock",
  "podfile.lock",
  "package.resolved",
  "flake.lock",
  "yarn.lock",
  "gradle.lockfile",
  "packages.lock.json",
  "paket.lock",
  "conan.lock",
  "stack.yaml.lock",
  "cabal.project.freeze",
  ".terraform.lock.hcl",
  "module.bazel.lock",
]);

const MINIFIED =
  /[.-]min\.(?:[cm]?js|css|html?)$|\.bundle\.(?:[cm]?js|css)$|\.chunk\.(?:[cm]?js|css)$|\.(?:js|css|mjs|cjs)\.map$/;
const GENERATED =
  /(?:\.pb\.(?:go|cc|h|c|swift|dart)|_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|ts|d\.ts|rb)|\.pb\.validate\.go|_generated\.\w+|\.generated\.\w+|\.g\.(?:dart|cs|i\.cs)|\.freezed\.dart|\.designer\.(?:cs|vb)|_gen\.go|\.gen\.(?:go|ts)|\.snap|\.tsbuildinfo|zz_generated\..*)$/;
/** A shared library with its version behind the extension: libc.so.6. */
const VERSIONED_LIBRARY = /\.so(?:\.\d+)+$/;

/** Whether a file's name says that the file is no text. `ext` is its lower-case extension. */
export function isBinaryName(name: string, ext: string): boolean {
  if (binaryExtensions().has(ext)) return true;
  const code = ext.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && VERSIONED_LIBRARY.test(name);
}

/** The reason why a file is not worth reading, null for most files. `name` is the last component of its path. */
export function noiseOf(name: string, ext: string = extensionOf(name)): NoiseKind | null {
  if (isBinaryName(name, ext)) return "binary";
  const lower = name.toLowerCase();
  if (LOCK_NAMES.has(lower)) return "lock_file";
  if (MINIFIED.test(lower)) return "minified";
  return GENERATED.test(lower) ? "generated" : null;
}
