import { describe, expect, test } from "bun:test";
import { commandMeant, firstLook, helpByWord } from "../../src/cli/arguments.ts";
import { CATALOG } from "../../src/cli/registry.ts";

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
    for (const argv of [["-h"], ["-h", "search"], ["search", "-h"]])
      expect(look(...argv)).toMatchObject({ help: true });
    for (const argv of [["-V"], ["-V", "search"], ["search", "x", "-V"]]) {
      expect(look(...argv)).toMatchObject({ version: true });
    }
    expect(look("--json", "--version", "x")).toMatchObject({ version: true });
    expect(look("search", "--", "--help", "--version")).toMatchObject({ help: false, version: false });
  });

  test("help alone or before a command's name asks for help; of what is no command it is an error", () => {
    const asked = (...argv: string[]) => helpByWord(argv, COMMANDS, VALUES)?.command;
    expect(asked("help")).toBeNull();
    expect(asked("help", "help")).toBeNull();
    expect(asked("--data-dir", "d", "help", "config", "roots")).toBe("config roots");
    expect(() => asked("help", "serach")).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('"serach"'),
        hint: expect.stringContaining("search?"),
      }),
    );
    expect(() => asked("help", "me")).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("search help me") }),
    );
    expect(() => asked("help", "config", "x")).toThrow("there is no command");
    const queries = [
      ["--", "help"],
      ["help", "--", "search"],
      ["search", "help"],
    ];
    for (const words of queries) expect(asked(...words)).toBeUndefined();
  });
});

test("what other programs call a command leads to it", () => {
  const names = CATALOG.names;
  for (const [word, command] of [
    ["find", "search"],
    ["grep", "search"],
    ["ls", "status"],
    ["stat", "status"],
    ["idx", "index"],
    ["version", "--version"],
    ["serach", "search"],
    ["kingfisher", null],
  ] as const) {
    expect(commandMeant(word, names), word).toBe(command);
  }
});
