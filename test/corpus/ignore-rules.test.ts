import { describe, expect, test } from "bun:test";
import { IgnoreRules, type Verdict } from "../../src/corpus/ignore-rules.ts";
import { processorMs } from "../processor-time.ts";

function judge(lines: string | readonly string[], path: string, isFolder = false) {
  const rules = IgnoreRules.fromPatterns(typeof lines === "string" ? [lines] : lines);
  return rules.judge(path, 0, path.slice(path.lastIndexOf("/") + 1), isFolder);
}

/** Marks a rule that takes the path. */
const yes = "ignored";
const no = "undecided";

describe("one rule", () => {
  test.each<[string, string, Verdict]>([
    ["name", "a/name", yes],
    ["/name", "a/name", no],
    ["/name", "name", yes],
    ["a/name", "x/a/name", no],
    ["**/a/name", "x/y/a/name", yes],
    ["a/**", "a/b/c", yes],
    ["a/**", "a", no],
    ["a/**/b", "a/b", yes],
    ["a/**/b", "a/x/y/b", yes],
    ["a/**/b", "ab", no],
    ["*.log", "x/y.log", yes],
    ["*.log", ".log", yes],
    ["*.tar.gz", "a.tar.gz", yes],
    ["*", "anything", yes],
    ["a*/b", "ax/b", yes],
    ["a*/b", "a/x/b", no],
    // git's quirk: the literal start is cut off, and the "**" then stands first.
    ["a**/b", "ax/y/b", yes],
    ["x?", "xy", yes],
    ["?", "é", no],
    ["??", "é", yes],
    ["[!a]", "b", yes],
    ["[a-c]x", "bx", yes],
    ["[]-]", "]", yes],
    ["[[:digit:]]", "7", yes],
    ["[[:digit:]]", "é", no],
    ["[", "[", no],
    ["a\\", "a\\", no],
    ["\\#x", "#x", yes],
    ["#x", "#x", no],
    ["\\!x", "!x", yes],
    ["trailing  ", "trailing", yes],
    ["kept\\ ", "kept ", yes],
    ["tab\t", "tab\t", yes],
    ["a//b", "a/b", no],
    ["/", "a", no],
    ["***", "***", yes],
    ["***", "x", yes],
    ["a\\[1\\]", "a[1]", yes],
    ["a[1]", "a[1]", no],
    ["a[1]", "a1", yes],
    ["{x,y}", "{x,y}", yes],
    ["{x,y}", "x", no],
  ])("%j on %j: %s", (pattern, path, verdict) => {
    expect(judge(pattern, path)).toBe(verdict);
  });

  test("folders only", () => {
    expect([judge("a/", "a", true), judge("a/", "a"), judge("*.d/", "x.d", true), judge("*.d/", "x.d")]).toEqual([
      yes,
      no,
      yes,
      no,
    ]);
  });
});

describe("several rules", () => {
  test("the last that matches decides, wherever it is kept", () => {
    const rules = ["*.log", "!keep.log", "k*.log", "!/deep/keep.log", "keep.log/"];
    expect(judge(rules, "a.log")).toBe("ignored");
    expect(judge(rules, "keep.log")).toBe("ignored");
    expect(judge(rules, "deep/keep.log")).toBe("included");
    expect(judge(rules.slice(0, 2), "keep.log")).toBe("included");
    expect(judge(rules, "deep/keep.log", true)).toBe("ignored");
  });

  test("lines that say nothing", () => {
    const rules = new IgnoreRules([Buffer.from("\ufeff\r\n# c\n\n   \n!\n/\n\0x\n")]);
    for (const path of ["", "#", "x", "\r", " "]) expect(rules.judge(path, 0, path, false)).toBe("undecided");
    expect(new IgnoreRules([Buffer.from("# only a comment\n")]).isEmpty).toBe(true);
  });

  test("a path is seen from the rules' folder", () => {
    const rules = IgnoreRules.fromPatterns(["/b", "c/*.x"]);
    expect(rules.judge("a/b", 2, "b", false)).toBe("ignored");
    expect(rules.judge("a/b", 0, "b", false)).toBe("undecided");
    expect(rules.judge("a/c/é.x", 2, "é.x", false)).toBe("ignored");
    expect(rules.judge("é/c/é.x", 2, "é.x", false)).toBe("ignored");
  });
});

test("a hostile pattern costs no more than a look", () => {
  const name = "a".repeat(255);
  const path = Array.from({ length: 15 }, () => name).join("/");
  const patterns = [
    `${"*a".repeat(40)}*b*`,
    `**/${"a*".repeat(60)}/**/${"*a".repeat(60)}*b*/**`,
    `${"**/".repeat(40)}b/**`,
    `${"[a-b]*".repeat(60)}c*`,
    `${"?*".repeat(100)}b?`,
  ];
  const started = processorMs();
  for (const pattern of patterns) expect(judge(pattern, path)).toBe("undecided");
  // A backtracking expression needs longer than the universe; a loaded machine needs some milliseconds.
  expect(processorMs() - started).toBeLessThan(2000);
});
