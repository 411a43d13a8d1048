/** Manual pages: one a command, made from the tables that help and completion use. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandPage, pageName, programPage } from "../../src/cli/man.ts";
import { CATALOG } from "../../src/cli/registry.ts";
import { optionSpecs, tableOf } from "../../src/cli/request-table.ts";
import { temporaryFolder } from "../folder.ts";
import { world } from "../world.ts";

const folder = temporaryFolder("man");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = new Map([[pageName(null), programPage()]]);
for (const { name, load } of CATALOG.entries) pages.set(pageName(name), commandPage(await load()));

describe("manual pages", () => {
  test("the program's page names every command", () => {
    const named = [...programPage().matchAll(/^\.It Cm (.+)$/gm)].map(([, name]) => name);
    expect(named).toEqual(CATALOG.entries.map(({ name }) => name));
  });

  test("each command's page has all its options", () => {
    for (const { name } of CATALOG.entries) {
      const flags = [...(pages.get(pageName(name)) ?? "").matchAll(/Fl (\S+)/g)].map(
        ([, flag]) => `-${flag?.replaceAll("\\-", "-")}`,
      );
      expect(flags).toEqual(expect.arrayContaining(optionSpecs(tableOf(name)).map(({ long }) => long)));
    }
  });

  test("help --man and --man print one", () => {
    using w = world();
    expect(w.run("help", "--man").stdout).toBe(programPage());
    expect(w.run("config", "roots", "add", "--man").stdout).toBe(pages.get("qsearch-config-roots-add") ?? "");
    expect(w.run("help", "search", "--man", "--json").json<{ text: string }>().data.text).toStartWith('.\\" Made by');
  });

  test.skipIf(Bun.which("mandoc") === null)("mandoc finds nothing to say about them", () => {
    const section = join(folder, "man1");
    mkdirSync(section);
    const files = [...pages].map(([name, text]) => {
      const file = join(section, `${name}.1`);
      writeFileSync(file, text);
      return file;
    });
    const lint = Bun.spawnSync(["mandoc", "-T", "lint", "-W", "all", ...files], {
      cwd: section,
      env: { PATH: process.env.PATH ?? "", MANPATH: folder },
    });
    expect(lint.stdout.toString() + lint.stderr.toString()).toBe("");
  });
});
