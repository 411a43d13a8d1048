/** The environment variables of code search (docs/mcp.md). */

import { QsearchError } from "../../errors.ts";
import { wantsTrees } from "../../symbols/tree-setting.ts";

export interface CodeEnvironment {
  /** CIRURGIC_RG_PATH: a ripgrep that lists the files which may match; null: our own scan reads all files. */
  readonly rg: string | null;
  /** CIRURGIC_TS_EXTRACT: whether syntax trees are made. */
  readonly trees: boolean;
  /** CIRURGIC_GREP_TIMEOUT in milliseconds: time limit of the lexical lane. */
  readonly scanMs: number;
  /** CIRURGIC_MAX_CANDIDATE_FILES: most files that the lexical lane reads. */
  readonly maxFiles: number;
}

const SCAN_SECONDS = 5;
const MAX_FILES = 20_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `config`, naming the variable. */
export function codeEnvironment(env: Environment = {}): CodeEnvironment {
  return {
    rg: settingOf("CIRURGIC_RG_PATH", env) ?? null,
    trees: wantsTrees(env),
    scanMs: 1000 * numberOf("CIRURGIC_GREP_TIMEOUT", env, SCAN_SECONDS, { least: 0.01, most: 3600, whole: false }),
    maxFiles: numberOf("CIRURGIC_MAX_CANDIDATE_FILES", env, MAX_FILES, { least: 1, most: 10_000_000, whole: true }),
  };
}

function settingOf(variable: string, env: Environment): string | undefined {
  return env[variable]?.trim() || undefined;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

function numberOf(variable: string, env: Environment, preset: number, { least, most, whole }: Bounds): number {
  const value = settingOf(variable, env);
  if (value === undefined) return preset;
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most && (!whole || Number.isInteger(number))) return number;
  const what = whole ? "a whole number" : "a number of seconds";
  throw new QsearchError(
    "config",
    `${variable} must be ${what} from ${least} to ${most}`,
    `It is ${JSON.stringify(value)}.`,
  );
}
