/** A cell's shown text and the stored value behind it: formats unknown to the library, dates and times in full. */
import { type CellObject, SSF } from "xlsx";

/** Two dates that Excel counts from: serial 0 is 1899-12-31 (with the day that never was), or 1904-01-01. */
export interface Epoch {
  readonly date1904: boolean;
}

/**
 * The formatted text; where the library could not apply the format, or the format hides the value (`;;;`), the text by a
 * corrected format, else the stored value.
 */
export function shownText(cell: CellObject, epoch: Epoch): string {
  if (cell.v === undefined || cell.t === "z") return (cell.w ?? "").trim();
  const { w, z } = cell;
  if (
    cell.t === "n" &&
    typeof cell.v === "number" &&
    typeof z === "string" &&
    (w === undefined || ERA.test(plain(z)))
  ) {
    const text = SSF.is_date(z) ? dateText(z, cell.v, epoch) : null;
    if (text !== null) return text.trim();
  }
  const shown = (w ?? "").trim();
  return shown !== "" || typeof cell.v === "number" ? shown : String(cell.v).trim();
}

/** A number as typed; a date as ISO 8601 and a time of day, a duration in full. Parts contained in `shown` are left out. */
export function cellText(value: number, format: unknown, epoch: Epoch, shown: string): string {
  if (typeof format !== "string" || format === "General" || !SSF.is_date(format)) {
    // A spreadsheet keeps 15 digits: 0.1 + 0.2 is 0.3 there.
    const number = String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
    return shown.includes(number) ? "" : number;
  }
  const parts = ELAPSED.test(format) ? [duration(value)] : dateAndTime(value, format, epoch);
  return parts.filter((part) => part !== "" && !shown.includes(part)).join(" ");
}

const ELAPSED = /\[[hms]+\]/i;
/** Japanese eras: `g` is the era's name, `e` its year. */
const ERA = /g/i;

const pad = (part: number, digits = 2) => String(part).padStart(digits, "0");

function dateAndTime(value: number, format: string, epoch: Epoch): string[] {
  const date: DateParts | null = SSF.parse_date_code(value, epoch);
  // Dates before the first one do not exist: only the stored number remains.
  if (!date) return [String(value)];
  const hasDay = value >= 1 || epoch.date1904 || /[yd]/i.test(plain(format));
  const day = hasDay ? `${pad(date.y, 4)}-${pad(date.m)}-${pad(date.d)}` : "";
  if (Number.isInteger(value) && hasDay) return [day];
  return [day, `${pad(date.H)}:${pad(date.M)}${date.S === 0 ? "" : `:${pad(Math.floor(date.S))}`}`];
}

interface DateParts {
  readonly y: number;
  readonly m: number;
  readonly d: number;
  readonly H: number;
  readonly M: number;
  readonly S: number;
}

function duration(value: number): string {
  const seconds = Math.round(Math.abs(value) * 86_400);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${value < 0 ? "-" : ""}${hours}:${pad(minutes)}${seconds % 60 === 0 ? "" : `:${pad(seconds % 60)}`}`;
}

/** A format without quoted text, escapes and brackets. */
function plain(format: string): string {
  return format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
}

const TOKENS = /"[^"]*"?|\\.|[_*].|\[[^\]]*\]|AM\/PM|A\/P|上午\/下午|General|\.0+|g+|e+|./gis;
/** Corrected formats by the original format; formats with eras have a place for name and year. */
const mended = new Map<string, readonly string[]>();
const MENDED = 10_000;

/** Applies a format in which every sign that the library does not know, or takes for a fraction of a second, is text. */
function dateText(format: string, value: number, epoch: Epoch): string | null {
  let tokens = mended.get(format);
  if (tokens === undefined) {
    tokens = (format.match(TOKENS) ?? []).map((token) =>
      token.length > 1 || /[ymdhsebg0-9#?,;@/: -]/i.test(token) ? token : `\\${token}`,
    );
    if (mended.size < MENDED) mended.set(format, tokens);
  }
  try {
    const era = tokens.some((token) => /^g+$/i.test(token)) ? eraOf(value, epoch) : null;
    const code = tokens
      .map((token) => {
        if (/^g+$/i.test(token)) return `"${era === null ? "" : (era.names[Math.min(token.length, 3) - 1] ?? "")}"`;
        return /^e+$/i.test(token) && era !== null ? `"${era.year}"` : token;
      })
      .join("");
    return SSF.format(code, value, epoch);
  } catch {
    return null;
  }
}

function eraOf(value: number, epoch: Epoch): { names: readonly string[]; year: string } | null {
  const date: DateParts | null = SSF.parse_date_code(value, epoch);
  if (!date) return null;
  const time = Date.UTC(date.y, date.m - 1, date.d);
  const parts = (style: "long" | "narrow") =>
    new Intl.DateTimeFormat("ja-JP-u-ca-japanese", { era: style, year: "numeric", timeZone: "UTC" }).formatToParts(
      time,
    );
  const long = parts("long");
  const name = long.find(({ type }) => type === "era")?.value ?? "";
  const letter = parts("narrow").find(({ type }) => type === "era")?.value ?? "";
  const year = long.find(({ type }) => type === "year")?.value ?? "";
  return { names: [letter, name.slice(0, 1), name], year: year === "元" ? "1" : year };
}
