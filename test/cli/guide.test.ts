/** The guide's commands are commands, its keys are the keys. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { firstLook } from "../../src/cli/arguments.ts";
import { parseCall } from "../../src/cli/options.ts";
import { CATALOG, DEFAULT_COMMAND } from "../../src/cli/registry.ts";
import { CONFIGURATION_KEYS } from "../../src/settings/settings.ts";

const guide = readFileSync(join(import.meta.dir, "..", "..", "docs", "guide.md"), "utf8");
const lines = [...guide.matchAll(/^(?:cd \S+ && )?(qsearch .*)$/gm)].map(([, line = ""]) => line);

/** Words of a line as a shell would pass them; `~` stays. */
function shellWords(line: string): string[] {
  const print = Bun.spawnSync(["bash", "-fc", `printf '%s\\0' ${line.replaceAll("~", "\\~")}`]);
  return print.stdout.toString().split("\0").slice(1, -1);
}

describe("docs/guide.md", () => {
  test.each(lines)("%s", async (line) => {
    const words = shellWords(line);
    const { command, rest } = firstLook(words, CATALOG.names, new Set());
    const definition = await CATALOG.find(command ?? DEFAULT_COMMAND)?.load();
    if (definition === undefined) throw new Error(`no command in ${line}`);
    expect(parseCall(definition, rest, { cwd: "/", env: { HOME: "/home/ada" } }).request).toBeObject();
  });

  test("shows every command at work", () => {
    const shown = new Set(lines.map((line) => firstLook(shellWords(line), CATALOG.names, new Set()).command));
    expect(CATALOG.entries.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  test("names every configuration key", () => {
    for (const key of CONFIGURATION_KEYS) expect(guide).toContain(`\`${key}\``);
  });
});
