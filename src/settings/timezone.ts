/** The system's time zone by its IANA name. */
import { readlinkSync } from "node:fs";
import type { Environment } from "./places.ts";

const LINK = "/etc/localtime";

/**
 * Intl knows it, but waking Intl costs 6 ms of every command's start; where TZ is not set the link that the system
 * itself follows says the same in microseconds.
 */
export function systemTimezone(env: Environment): string {
  if (env.TZ === "UTC") return env.TZ;
  return (env.TZ ? null : linkedTimezone()) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "/usr/share/zoneinfo/Europe/Berlin" → "Europe/Berlin"; null when the file is no such link. */
function linkedTimezone(): string | null {
  try {
    return /\/zoneinfo\/(?:posix\/|right\/)?((?:[A-Za-z]\w*\/)*[A-Za-z][\w+-]*)$/.exec(readlinkSync(LINK))?.[1] ?? null;
  } catch {
    return null;
  }
}
