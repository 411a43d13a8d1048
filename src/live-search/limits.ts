/** Limits of a call: its own values, else the environment's, else the defaults. */
import { QsearchError } from "../errors.ts";
import { CONTEXT_DEFAULTS, type ContextRequest } from "../request/context-request.ts";
import type { LiveDeps } from "./deps.ts";

type Limited = keyof typeof CONTEXT_DEFAULTS;

const VARIABLES: Readonly<Record<Limited, string>> = {
  max_files: "QUICK_SEARCH_MAX_FILES",
  max_snippets: "QUICK_SEARCH_MAX_SNIPPETS",
  max_total_lines: "QUICK_SEARCH_MAX_TOTAL_LINES",
};
const MOST = 100_000;

export type ContextLimits = Readonly<Record<Limited, number>>;

/** Throws `config` for a variable that is not a whole number from 1, unless the call gives the number itself. */
export function contextLimits(request: Pick<ContextRequest, Limited>, env: LiveDeps["env"] = {}): ContextLimits {
  const limit = (name: Limited) => {
    return request[name] ?? fromEnvironment(VARIABLES[name], env) ?? CONTEXT_DEFAULTS[name];
  };
  return {
    max_files: limit("max_files"),
    max_snippets: limit("max_snippets"),
    max_total_lines: limit("max_total_lines"),
  };
}

function fromEnvironment(variable: string, env: Readonly<Record<string, string | undefined>>): number | undefined {
  const value = env[variable]?.trim();
  if (value === undefined || value === "") return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= MOST) return number;
  throw new QsearchError(
    "config",
    `${variable} must be a whole number from 1 to ${MOST}`,
    `It is ${JSON.stringify(value)}.`,
  );
}
