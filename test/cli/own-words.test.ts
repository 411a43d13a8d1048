import { expect, test } from "bun:test";
import { ownWords } from "../../src/cli/own-words.ts";
import { tableOf } from "../../src/cli/request-table.ts";
import { world } from "../world.ts";

test("messages name fields by the words of the command line", () => {
  for (const [command, message, expected] of [
    ["code", "workspace /a/my_workspace is no folder", "PATH /a/my_workspace is no folder"],
    ["code", "a single file goes into subpath.", "a single file goes into --subpath."],
    ["code", "ask for more max_tokens", "ask for more --max-tokens"],
    ["code", 'languages knows no "x"', '--languages knows no "x"'],
    ["context", "directory /x is no folder", "--directory /x is no folder"],
    ["context", "the data directory is full", "the data directory is full"],
    ["context", "include_diagnostics=true shows more", "--include-diagnostics shows more"],
    ["search", "path_prefix must be absolute, not /max_tokens/x", "--path-prefix must be absolute, not /max_tokens/x"],
  ] as const) {
    expect(ownWords(message, tableOf(command)), message).toBe(expected);
  }
});

test("forgotten quotes are said, and no message speaks of fields", () => {
  const w = world({ "src/a.ts": "export const foo = 1;\n" });
  const said = (...args: string[]) => w.run(...args).stderr;
  expect(said("code", "foo", "bar")).toBe(
    `error: there is no folder or file "bar" to search in\nhint: A question of several words goes in quotes: qsearch code 'foo bar'.\n`,
  );
  expect(said("code", "foo", "bar", "it's")).toContain("qsearch code 'foo bar it'\\''s'");
  expect(said("symbol", "foo", "bar")).toContain("qsearch symbol 'foo bar'");
  const messages = [
    said("code", "foo", "--subpath", "nowhere"),
    said("context", "foo", "--directory", "nowhere"),
    said("focus", "foo", "--file-paths", "nowhere"),
    said("callers", "foo", "--languages", "klingon"),
  ].join("");
  expect(messages).not.toMatch(/\b(workspace|max_tokens|query_id|file_paths)\b|(?<!-)\b(subpath|languages)\b/);
});
