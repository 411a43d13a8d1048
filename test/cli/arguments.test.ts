import { describe, expect, test } from "bun:test";
import { firstLook, helpByWord } from "../../src/cli/arguments.ts";

const COMMANDS = ["index", "search", "config", "config roots", "config roots add"];
const VALUES = new Set(["--data-dir", "--color"]);
const look = (...argv: string[]) => firstLook(argv, COMMANDS, VALUES);

describe("the first look at the arguments", () => {
  const cases: [string[], string | null, string[]][] = [
    [[], null, []],
    [["search", "x"], "search", ["x"]],
    [["--json", "search", "x"], "search", ["--json", "x"]],
    [["--data-dir", "index", "search", "x"], "search", ["--data-dir", "index", "x"]],
    [["--data-dir=index", "search"], "search", ["--data-dir=index"]],
    [["golden", "search"], null, ["golden", "search"]],
    [["--", "search"], null, ["--", "search"]],
    [["config"], "config", []],
    [["config", "roots"], "config roots", []],
    [["config", "--json", "roots", "add", "x"], "config roots add", ["--json", "x"]],
    [["config", "roots", "ad"], "config roots", ["ad"]],
    [["config", "rots"], "config", ["rots"]],
    [["-", "index"], null, ["-", "index"]],
    [["Search", "x"], null, ["Search", "x"]],
  ];
  test.each(cases)("%j", (argv, command, rest) => {
    const found = look(...argv);
    expect([found.command, found.rest]).toEqual([command, rest]);
  });

  test("help and version count before -- alone", () => {
    expect(look("search", "--help")).toMatchObject({ help: true, version: false });
    expect(look("-h")).toMatchObject({ help: true });
    expect(look("--json", "--version", "x")).toMatchObject({ version: true });
    expect(look("search", "--", "--help", "--version")).toMatchObject({ help: false, version: false });
  });

  test("help alone or before a command's name asks for help, before other words it is one of a query", () => {
    const asked = (...argv: string[]) => helpByWord(argv, COMMANDS, VALUES)?.command;
    expect(asked("help")).toBeNull();
    expect(asked("help", "help")).toBeNull();
    expect(asked("--data-dir", "d", "help", "config", "roots")).toBe("config roots");
    const queries = [
      ["help", "me"],
      ["help", "config", "x"],
      ["--", "help"],
      ["help", "--", "search"],
      ["search", "help"],
    ];
    for (const words of queries) expect(asked(...words)).toBeUndefined();
  });
});
