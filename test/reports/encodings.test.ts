/** What other programs' reports taught: text and encodings, through the command line. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { world } from "../world.ts";
import { errorsOf, hitsOf, indexed, namesOf } from "./ask.ts";

setDefaultTimeout(60_000);

test("ripgrep#1227, #1129: one NUL byte makes an error of the file, never half a file", () => {
  const w = world({ "nul.txt": "alpha\nsome\0thing\nbeta\n", "fine.txt": "alpha\nbeta\n" });
  indexed(w);
  expect(errorsOf(w)).toEqual({ "nul.txt": "binary" });
  expect(namesOf(w, "beta")).toEqual(["fine.txt"]);
  expect(namesOf(w, "alpha")).toEqual(["fine.txt"]);
  const { ok, error } = w.run("--json", "read", "nul.txt").json();
  expect([ok, error.code, error.message]).toEqual([false, "file_error", expect.stringContaining("binary")]);
  // Appended to a file that was indexed: its old text goes as well.
  w.write({ "fine.txt": "alpha\nbeta\n\0" });
  indexed(w);
  expect(w.run("search", "beta").exitCode).toBe(1);
});

test("ggreer/the_silver_searcher#1014, TencentCloud/Octop#879: GB18030 is an error, or is decoded", () => {
  const bytes = Uint8Array.from([0xd6, 0xd0, 0xce, 0xc4, 0x0a]);
  const w = world({ "gb.txt": bytes, "utf8.txt": "中文\n", "c.toml": 'encodings = ["gb18030"]\nroots = ["."]\n' });
  indexed(w);
  expect(errorsOf(w)).toEqual({ "gb.txt": "encoding" });
  expect(namesOf(w, "中文")).toEqual(["utf8.txt"]);
  expect(w.run("search", "\ufffd").exitCode).not.toBe(0);
  indexed(w, "--config", "c.toml");
  expect(namesOf(w, "--config", "c.toml", "中文").toSorted()).toEqual(["gb.txt", "utf8.txt"]);
  expect(w.run("read", "gb.txt", "--config", "c.toml").stdout).toContain("中文");
});

test("tobi/qmd#82, #801, #717: names that nearly agree are documents of their own, found in both Unicode forms", () => {
  const names = ["cafe\u0301.md", "README.md", "readme.md", "a b.md", "a_b.md", "🐘.md", "ＦＵＬＬ.md"];
  const w = world(Object.fromEntries(names.map((name, i) => [name, `needle number${i}\n`])));
  // Where the file system itself folds names, it has fewer.
  const stored = readdirSync(w.dir);
  expect(indexed(w)).toBe(stored.length);
  expect(namesOf(w, "needle").toSorted()).toEqual(stored.toSorted());
  for (const query of ["café", "cafe\u0301", "CAFÉ"])
    expect([query, namesOf(w, query)]).toEqual([query, [names[0] ?? ""]]);
  for (const [i, name] of names.entries()) {
    if (!stored.includes(name)) continue;
    expect(namesOf(w, `number${i}`)).toEqual([name]);
    expect(w.run("read", join(w.dir, name)).stdout).toContain(`number${i}`);
  }
  expect(namesOf(w, "path:a_b.md")).toEqual(["a_b.md"]);
  expect(namesOf(w, "path:🐘")).toEqual(["🐘.md"]);
  expect(hitsOf(w, "full").map(({ path }) => path)).toEqual([w.path("ＦＵＬＬ.md")]);
});
