/** Parts of `view` without a server: how long it stays, and where the characters of a page's text stand. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanPage, wordsOf } from "../../src/extract/pdf-text.ts";
import { matchPageText } from "../../src/extract/pdf-text-places.ts";
import { Presence } from "../../src/view/presence.ts";
import { rounds } from "../rounds.ts";

describe("presence", () => {
  const at = { now: 0 };
  const presence = () => new Presence(() => at.now);

  test("waits for the first page, and for a minute after the last", () => {
    at.now = 0;
    const here = presence();
    at.now = 10 * 60_000;
    expect(here.isOver()).toBe(false);
    here.alive("a", false);
    at.now += 59_000;
    expect(here.isOver()).toBe(false);
    at.now += 2_000;
    expect(here.isOver()).toBe(true);
  });

  test("a hidden page is waited for longer, unless it says goodbye; another page keeps it", () => {
    at.now = 0;
    const here = presence();
    here.alive("a", true);
    at.now = 5 * 60_000;
    expect(here.isOver()).toBe(false);
    here.bye("a");
    here.alive("b", false);
    at.now += 59_000;
    here.alive("b", false);
    at.now += 30_000;
    expect(here.isOver()).toBe(false);
    at.now += 31_000;
    expect(here.isOver()).toBe(true);
  });

  test("a closing page that says that it is hidden behind its goodbye is closed, until it is seen again", () => {
    at.now = 0;
    const here = presence();
    here.alive("a", false);
    here.bye("a");
    here.alive("a", true);
    at.now += 61_000;
    expect(here.isOver()).toBe(true);
    here.alive("a", false);
    here.alive("a", true);
    at.now += 5 * 60_000;
    expect(here.isOver()).toBe(false);
  });

  test("a goodbye of a page that nobody knows counts for nothing", () => {
    const here = presence();
    here.bye("x");
    expect(here.isOver()).toBe(false);
  });
});

describe("places of a page's text", () => {
  /** Where each visible character of the cleaned text is found in the raw text. */
  function check(raw: string) {
    const stored = cleanPage(raw, wordsOf([raw]));
    const places = matchPageText(`${stored}\na note behind the page`, raw);
    for (let i = 0; i < stored.length; i++) {
      const unit = stored[i] ?? "";
      // A second mark within one word stays in the text, and stands for nothing that is seen.
      if (/\s/.test(unit) || unit === "\ufffe") continue;
      const place = places[i] ?? -1;
      expect(place).toBeGreaterThanOrEqual(0);
      if (unit !== "-") expect(raw[place]).toBe(unit);
    }
  }

  test("words broken at line ends, with and without their hyphen", () => {
    check("The docu\ufffementation of a well\ufffe\r\nknown ship.\r\nA 2019-\r\n2020 report.");
  });

  test("soft hyphens, direction marks, letter-spaced Chinese", () => {
    check("so\u00adft \u202bשלום\u202c 全 世 界 end");
  });

  test("random pages", () => {
    const piece = fc.constantFrom(
      "word",
      "docu\ufffement",
      "\u00ad",
      "\r\n",
      " ",
      "  ",
      "well\ufffeknown",
      "全 世",
      "x",
      "-",
      "a-b",
      "\u200e",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => check(pieces.join(""))),
      { numRuns: rounds(2000), seed: 7 },
    );
  });

  test("a note that stands nowhere on the page has no place", () => {
    const places = matchPageText("ship\nzebra", "ship");
    expect([...places.slice(0, 4)]).toEqual([0, 1, 2, 3]);
    expect([...places.slice(5)]).toEqual([-1, -1, -1, -1, -1]);
  });
});
