/** What other programs' reports taught: ignore rules and walking, through the command line. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { world } from "../world.ts";
import { indexed, namesOf } from "./ask.ts";

setDefaultTimeout(60_000);

describe("BurntSushi/ripgrep#2731: a re-included folder, wherever the search starts", () => {
  test.each([
    ["without a repository", {}],
    ["in a work tree of git", { ".git/HEAD": "ref: refs/heads/main\n" }],
  ])("%s", (_title, repository) => {
    const w = world({
      ...repository,
      ".gitignore": "build/\n!/some_dir/build/\n",
      "some_dir/build/foo": "needle\n",
      "other/build/foo": "needle\n",
    });
    for (const start of [".", "some_dir", "some_dir/build"]) {
      indexed(w, "--root", start);
      expect([start, namesOf(w, "needle")]).toEqual([start, ["some_dir/build/foo"]]);
    }
  });
});

test("ripgrep#2177: a byte-order mark or CRLF before, after and between rules", () => {
  const rules = { bom: "\ufeffsecret.txt\n", crlf: "secret.txt\r\nother\r\n", both: "\ufeffsecret.txt\r\n" };
  const w = world();
  for (const name of [".gitignore", ".searchignore"]) {
    for (const [folder, text] of Object.entries(rules)) {
      const at = `${name.slice(1)}-${folder}`;
      w.write({ [`${at}/${name}`]: text, [`${at}/secret.txt`]: "needle\n", [`${at}/x.txt`]: "needle\n" });
    }
  }
  indexed(w);
  const shown = namesOf(w, "needle").toSorted();
  expect(shown).toHaveLength(6);
  expect(shown.filter((name) => !name.endsWith("/x.txt"))).toEqual([]);
});

test("oraios/serena#1806: names of folders are no patterns", () => {
  const w = world({ "plain.txt": "needle\n", "sub/plain.txt": "needle\n" });
  const folders = ["***", "a[1]", "{x,y}", "a?b", "!not", "#hash"];
  for (const folder of folders) {
    w.write({
      [`${folder}/.gitignore`]: "hidden.txt\n",
      [`${folder}/hidden.txt`]: "needle\n",
      [`${folder}/shown.txt`]: "needle\n",
    });
  }
  indexed(w);
  expect(namesOf(w, "needle").toSorted()).toEqual(
    ["plain.txt", "sub/plain.txt", ...folders.map((folder) => `${folder}/shown.txt`)].toSorted(),
  );
  expect(namesOf(w, "needle", "--path-prefix", w.path("***"))).toEqual(["***/shown.txt"]);
  expect(namesOf(w, "needle path:a[1]/")).toEqual(["a[1]/shown.txt"]);
});

test("tobi/qmd#684, BeaconBay/ck UNEXPECTED.md (2026-06-10): only what was named is indexed", () => {
  const w = world({ "here.txt": "needle\n", "there/a.md": "needle\n", "there/b.txt": "needle\n" });
  for (const args of [["index"], ["index", "--force"], ["index", "--root", "nowhere"], ["index", "nowhere"]]) {
    expect([args, w.run(...args).exitCode, existsSync(w.dataDir)]).toEqual([args, 2, false]);
  }
  // A path after an option is a path.
  indexed(w, "--force", "there");
  expect(namesOf(w, "needle").toSorted()).toEqual(["there/a.md", "there/b.txt"]);
  const other = world({ "here.txt": "needle\n", "there/a.md": "needle\n" });
  indexed(other, "--no-prune", other.path("there"));
  expect(namesOf(other, "needle")).toEqual(["there/a.md"]);
});
