/** Times in queries: ISO 8601 with or without offset, or an age such as 24h. Nanoseconds since the epoch. */
import { QsearchError } from "../errors.ts";

export interface TimeContext {
  /** IANA name; dates and times without an offset are read in it. */
  readonly timezone: string;
  /** Milliseconds since the epoch, for ages. */
  readonly now: number;
}

const AGE = /^(\d{1,9})(s|m|h|d|w)$/i;
const SECONDS: Readonly<Record<string, bigint>> = { s: 1n, m: 60n, h: 3600n, d: 86_400n, w: 604_800n };
const PARTIAL_DATE = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;
/** Excludes forms that only Temporal reads: calendars, zone names in brackets, years of six digits. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Range of a signed 64-bit integer (1677 to 2262): SQLite would take a greater value for another time. */
const FIRST = -(2n ** 63n);
const LAST = 2n ** 63n - 1n;

/**
 * Reads 30m, 24h, 7d, 2w (back from now), 2026, 2026-01, 2026-01-31, or an ISO 8601 date and time. A date is its first moment
 * in the time zone; where a clock change skips that moment, the next existing one. Throws QsearchError("usage") with `name` in
 * the message. Times outside the store's range become its first or last time.
 */
export function parseTime(value: string, name: string, context: TimeContext): bigint {
  return storableTime(anyTime(value, name, context));
}

/** The nearest time that a store can hold, nanoseconds: a file's date may lie beyond. */
export function storableTime(time: bigint): bigint {
  return time < FIRST ? FIRST : time > LAST ? LAST : time;
}

function anyTime(value: string, name: string, context: TimeContext): bigint {
  const text = value.trim();
  const age = AGE.exec(text);
  if (age)
    return (
      nanoseconds(context.now) - BigInt(age[1] ?? 0) * (SECONDS[age[2]?.toLowerCase() ?? ""] ?? 0n) * 1_000_000_000n
    );
  try {
    const date = PARTIAL_DATE.exec(text);
    if (date) {
      const day = { year: Number(date[1]), month: Number(date[2] ?? 1), day: Number(date[3] ?? 1) };
      return Temporal.PlainDate.from(day, { overflow: "reject" }).toZonedDateTime(context.timezone).epochNanoseconds;
    }
    const time = DATE_TIME.exec(text);
    if (time) {
      if (time[1] !== undefined) return Temporal.Instant.from(text).epochNanoseconds;
      return Temporal.PlainDateTime.from(text).toZonedDateTime(context.timezone).epochNanoseconds;
    }
  } catch {
    // A day such as 2026-02-30 is reported below like any other invalid value.
  }
  throw new QsearchError(
    "usage",
    `${name} needs a date, a time or an age, not "${value}"`,
    "Examples: 2026-01-31, 2026-01-31T18:00, 2026-01-31T18:00+08:00, 30m, 24h, 7d, 2w.",
  );
}

function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.trunc(milliseconds)) * 1_000_000n;
}
