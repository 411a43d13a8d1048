/** Log lines on stderr, in one shape: `2026-04-07 13:45:45,123 INFO name: message`. Local time. */
import { writeSync } from "node:fs";

const LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const VARIABLE = "QUICK_SEARCH_LOG_LEVEL";

let threshold: LogLevel = "WARNING";

/** Lines below `level` are dropped from now on, in every logger of this thread. */
export function setLogLevel(level: LogLevel): void {
  threshold = level;
}

let told = false;

/** The level of the environment, `fallback` when none is set. A name that is no level counts as none, and one warning of the process says so. */
export function logLevelOf(env: Readonly<Record<string, string | undefined>>, fallback: LogLevel): LogLevel {
  const value = env[VARIABLE];
  if (!value) return fallback;
  const level = LOG_LEVELS.find((name) => name === value.trim().toUpperCase());
  if (level) return level;
  if (told) return fallback;
  told = true;
  const given = JSON.stringify(value.slice(0, 100));
  createLogger("log").warning(`${VARIABLE} is ${given}; it may be ${LOG_LEVELS.join(", ")}, and counts as ${fallback}`);
  return fallback;
}

export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warning(message: string): void;
  error(message: string): void;
}

export function createLogger(name: string): Logger {
  const at = (level: LogLevel) => (message: string) => writeLine(level, name, message);
  return { debug: at("DEBUG"), info: at("INFO"), warning: at("WARNING"), error: at("ERROR") };
}

function writeLine(level: LogLevel, name: string, message: string): void {
  if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold)) return;
  // One entry, one line: a name with a line break must not forge a second entry.
  const line = message.replace(/[\r\n]+/g, " ");
  try {
    writeSync(2, `${timestamp(new Date())} ${level} ${name}: ${line}\n`);
  } catch {
    // A closed stderr is no reason to stop the work.
  }
}

function timestamp(now: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return `${day} ${time},${String(now.getMilliseconds()).padStart(3, "0")}`;
}
