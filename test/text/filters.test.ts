import { expect, test } from "bun:test";
import { categorise } from "../../src/corpus/categories.ts";
import { factsByExtension } from "../../src/corpus/languages.ts";
import { LANGUAGE_NAMES } from "../../src/text/filters.ts";
import { world } from "../world.ts";

test("every other name of a language leads to one that files are given", () => {
  const known = new Set([...factsByExtension().values()].map(({ language }) => language));
  for (const name of Object.values(LANGUAGE_NAMES)) expect(known).toContain(name);
});

test("lang:sh, lang:bash and lang:shell find shell scripts", () => {
  expect(categorise("run.sh").language).toBe("shell");
  const w = world({ "run.sh": "echo kingfisher\n", "run.py": "print('kingfisher')\n" });
  w.run("index", w.dir);
  for (const name of ["sh", "bash", "shell"]) {
    const found = w.run("search", `kingfisher lang:${name}`, "--json").json<{ path: string }[]>().data;
    expect(found.map(({ path }) => path)).toEqual([w.path("run.sh")]);
  }
});
