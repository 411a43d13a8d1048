import { expect, test } from "bun:test";
import { QsearchError } from "../../src/errors.ts";
import { parseTime } from "../../src/text/times.ts";

const now = Date.parse("2026-03-15T12:00:00Z");
const at = (value: string, timezone = "UTC") =>
  new Date(Number(parseTime(value, "after:", { timezone, now }) / 1_000_000n)).toISOString();

test("ages count back from now", () => {
  expect(at("30m")).toBe("2026-03-15T11:30:00.000Z");
  expect(at("24h")).toBe("2026-03-14T12:00:00.000Z");
  expect(at("7d")).toBe("2026-03-08T12:00:00.000Z");
  expect(at("2w")).toBe("2026-03-01T12:00:00.000Z");
});

test("dates and times without offset are read in the time zone", () => {
  expect(at("2026-01-01")).toBe("2026-01-01T00:00:00.000Z");
  expect(at("2026-01-01", "Asia/Shanghai")).toBe("2025-12-31T16:00:00.000Z");
  expect(at("2026-01", "Asia/Shanghai")).toBe("2025-12-31T16:00:00.000Z");
  expect(at("2026", "America/New_York")).toBe("2026-01-01T05:00:00.000Z");
  expect(at("2026-01-01T10:30", "Asia/Shanghai")).toBe("2026-01-01T02:30:00.000Z");
  expect(at("2026-01-01 10:30:15", "Asia/Shanghai")).toBe("2026-01-01T02:30:15.000Z");
  expect(at("2026-01-01T10:30+02:00", "Asia/Shanghai")).toBe("2026-01-01T08:30:00.000Z");
  expect(at("2026-01-01T10:30Z", "Asia/Shanghai")).toBe("2026-01-01T10:30:00.000Z");
});

test("a clock change neither loses nor doubles a day", () => {
  expect(at("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(at("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
  // 02:30 does not exist that night: the moment the clock would have shown.
  expect(at("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  // Midnight itself is skipped in Santiago.
  expect(at("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
});

test("times beyond 64 bits of nanoseconds are the first and the last that there are, not others", () => {
  const context = { timezone: "UTC", now: Date.parse("2026-11-30") };
  const far = (value: string) => parseTime(value, "after:", context);
  for (const value of ["0000-01-01", "1500", "999999999w"]) expect([value, far(value)]).toEqual([value, -(2n ** 63n)]);
  for (const value of ["9999", "2300-01-01"]) expect([value, far(value)]).toEqual([value, 2n ** 63n - 1n]);
});

test("what is no time is a usage error that names the filter and shows how", () => {
  for (const value of [
    "yesterday",
    "2026-02-30",
    "2026-13",
    "24",
    "-1d",
    "2026-01-01T25:00",
    "2026-01-01[u-ca=hebrew]",
    "",
  ]) {
    try {
      at(value);
      expect.unreachable(value);
    } catch (error) {
      expect(error).toBeInstanceOf(QsearchError);
      expect(error).toMatchObject({ code: "usage" });
      expect(String(error)).toContain("after:");
    }
  }
});
