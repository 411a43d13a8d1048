/** Numbers for people. */

/** 1234567 → "1,234,567". */
export function formatCount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 file", "1,234 files". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** Powers of 1000, three digits: "987 B", "12.3 MB". */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ""}`;
}

/** Milliseconds → "0:07", "12:34", "1:02:03". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Milliseconds that were estimated → "10 seconds", "3 minutes", "2.5 hours". */
export function formatAbout(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds / 10)) * 10, "second");
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? plural(minutes, "minute") : `${Math.round(minutes / 30) / 2} hours`;
}

/** Seconds of a finished run: "0.42 s", "12 s", "3:20". */
export function formatSeconds(seconds: number): string {
  if (seconds >= 100) return formatDuration(seconds * 1000);
  return `${seconds < 10 ? seconds.toFixed(2) : Math.round(seconds)} s`;
}

/** ISO 8601 in UTC → "2026-11-30 01:02:03" in the time zone of this process. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
