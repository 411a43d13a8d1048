/** The bearer token of the loopback transports, as the user gives it. */
import { timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { Environment } from "../settings/settings.ts";

/** Permission bits of the group and of others. */
const OTHERS = 0o077;
/** Fewer characters can be guessed. */
const LEAST = 16;

/** From `file`, else from QSEARCH_TOKEN, null where neither is given. Throws `config` for a file that others can read, and for a bad token. */
export function givenToken(file: string | undefined, env: Environment): string | null {
  if (file !== undefined) return judged(readToken(file), `--token-file ${displayPath(file)}`);
  const value = env.QSEARCH_TOKEN;
  return value === undefined || value === "" ? null : judged(value, "QSEARCH_TOKEN");
}

/** Whether both are the same; the time that it takes tells nothing about where they differ. */
export function isSameToken(given: string, own: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(own)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function readToken(file: string): string {
  const path = systemPath(file);
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) {
      throw new QsearchError("config", `--token-file ${displayPath(file)} can be read by others`, "chmod 600 it.");
    }
    return readFileSync(path, "utf8").trim();
  } catch (cause) {
    if (cause instanceof QsearchError) throw cause;
    throw new QsearchError(
      "config",
      `--token-file ${displayPath(file)} cannot be read`,
      "Name a file that holds the token.",
      {
        cause,
      },
    );
  }
}

function judged(token: string, where: string): string {
  if (token.length >= LEAST && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new QsearchError(
    "config",
    `the token of ${where} must be at least ${LEAST} printable ASCII characters without blanks`,
    "openssl rand -hex 24 makes one.",
  );
}
