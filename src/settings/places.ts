/** Where things live: `~`, the data directory and the configuration file, from options and environment alone. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { QsearchError } from "../errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a value came from: the kind, and the option, variable or file that gave it. */
export interface Origin {
  readonly source: "option" | "environment" | "configuration" | "saved" | "default";
  /** "--data-dir", "QSEARCH_CONFIG", an absolute file name; "" for a default. */
  readonly from: string;
}

export interface ResolvedPath {
  readonly path: string;
  readonly origin: Origin;
}

/** Variables that name the data directory; the first that is set and not empty counts. The last two are the seeds'. */
const DATA_DIR_VARIABLES = ["QSEARCH_DATA_DIR", "WSEARCH_DATA_DIR", "QUILLRAG_DATA"] as const;
const CONFIG_VARIABLES = ["QSEARCH_CONFIG", "WSEARCH_CONFIG"] as const;

/** Home of `env`, so that tests and services can move it. */
function homeOf(env: Environment): string {
  return env.HOME || homedir();
}

/** `~` and `~/x` become paths below the home folder; everything else, `~name` included, stays as it is. */
export function expandHome(path: string, env: Environment = process.env): string {
  if (path === "~") return homeOf(env);
  return path.startsWith("~/") ? `${homeOf(env)}/${path.slice(2)}` : path;
}

/**
 * An argument as an absolute path: `~` expanded, relative to `base`, without ".", ".." and doubled slashes. node:path would do
 * the same, but turns bytes that are no UTF-8 (lone surrogates, see corpus/path-bytes.ts) into U+FFFD under Bun 1.4.5.
 */
export function absolutePath(path: string, base: string = process.cwd(), env: Environment = process.env): string {
  const expanded = expandHome(path, env);
  const parts: string[] = [];
  for (const part of (expanded.startsWith("/") ? expanded : `${base}/${expanded}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The data directory: option, then environment, then the platform's per-user place. Throws `config`. */
export function dataDirPlace(option: string | undefined, env: Environment, cwd: string): ResolvedPath {
  const place = named("--data-dir", option, DATA_DIR_VARIABLES, env, cwd) ?? {
    path: absolutePath(userDataDir(env), cwd, env),
    origin: DEFAULT,
  };
  return readable(place, "the data directory", "Give another: --data-dir DIR");
}

/** The configuration file asked for, null when none is. Throws `config`. */
export function configPlace(option: string | undefined, env: Environment, cwd: string): ResolvedPath | null {
  const place = named("--config", option, CONFIG_VARIABLES, env, cwd);
  return place === null ? null : readable(place, "the configuration", "Give it another name.");
}

/**
 * SQLite names files by text, and variables reach JavaScript as text: bytes that are no UTF-8 would name another file than the
 * one that was meant, and two such names the same.
 */
function readable(place: ResolvedPath, what: string, hint: string): ResolvedPath {
  const { path, origin } = place;
  if (path.isWellFormed() && !path.includes("\ufffd")) return place;
  const by = origin.from === "" ? "" : ` (${origin.from})`;
  throw new QsearchError("config", `the path of ${what}${by} is not UTF-8: ${path}`, hint);
}

export const DEFAULT: Origin = { source: "default", from: "" };

function named(
  optionName: string,
  option: string | undefined,
  variables: readonly string[],
  env: Environment,
  cwd: string,
): ResolvedPath | null {
  if (option !== undefined) {
    return { path: absolutePath(option, cwd, env), origin: { source: "option", from: optionName } };
  }
  for (const variable of variables) {
    const value = env[variable];
    if (value) return { path: absolutePath(value, cwd, env), origin: { source: "environment", from: variable } };
  }
  return null;
}

/** XDG on Linux (a relative XDG_DATA_HOME is invalid and ignored, as the specification says), Library on macOS. */
function userDataDir(env: Environment): string {
  if (process.platform === "darwin") return join(homeOf(env), "Library", "Application Support", "qsearch");
  const xdg = env.XDG_DATA_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(homeOf(env), ".local", "share"), "qsearch");
}
