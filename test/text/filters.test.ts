import { expect, test } from "bun:test";
import { categorise } from "../../src/corpus/categories.ts";
import { LANGUAGE_NAMES, languageNamed } from "../../src/corpus/language-names.ts";
import { factsByExtension, factsByName } from "../../src/corpus/languages.ts";
import { world } from "../world.ts";

test("every other name of a language leads to one that files are given", () => {
  const known = new Set([...factsByExtension().values()].map(({ language }) => language));
  for (const name of Object.values(LANGUAGE_NAMES)) expect(known).toContain(name);
});

test("languages go by their common names and extensions, and what is no language is refused", () => {
  for (const [given, language] of [
    ["TS", "typescript"],
    ["py", "python"],
    ["zsh", "shell"],
    ["c++", "cpp"],
    ["C#", "csharp"],
    ["objective-c", "objectivec"],
    ["rust", "rust"],
    ["cjs", "javascript"],
  ] as const) {
    expect(languageNamed(given, "lang:")).toBe(language);
  }
  for (const given of ["klingon", "", "pdf", "engl"])
    expect(() => languageNamed(given, "lang:")).toThrow("lang: knows no");
  expect(() => languageNamed("pyhton", "lang:")).toThrow(expect.objectContaining({ hint: "Did you mean python?" }));
  for (const { language } of [...factsByExtension().values(), ...factsByName().values()]) {
    if (language !== null) expect(languageNamed(language, "lang:")).toBe(language);
  }
});

test("lang:sh, lang:bash and lang:shell find shell scripts", () => {
  expect(categorise("run.sh").language).toBe("shell");
  const w = world({ "run.sh": "echo kingfisher\n", "run.py": "print('kingfisher')\n" });
  w.run("index", w.dir);
  for (const name of ["sh", "bash", "shell"]) {
    const found = w.run("search", `kingfisher lang:${name}`, "--json").json<{ path: string }[]>().data;
    expect(found.map(({ path }) => path)).toEqual([w.path("run.sh")]);
  }
  const refused = w.run("search", "kingfisher lang:klingon", "--json");
  expect(refused.exitCode).toBe(2);
  expect(refused.json().error?.message).toContain("klingon");
});
