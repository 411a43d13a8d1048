/** Nothing goes into the binary without a notice. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatNotices, loadNotices } from "../src/licenses/notices.ts";
import { bundledFiles } from "../tools/bundle.ts";
import { buildKernels } from "../tools/kernels.ts";
import { noticesFor } from "../tools/notices.ts";

const root = join(import.meta.dir, "..");

test("the notices name what the bundle holds now (else: bun build.ts --notices)", async () => {
  await buildKernels(root);
  const notices = noticesFor(root, await bundledFiles(root));
  const committed = await loadNotices();
  const names = (list: readonly { name: string; version: string }[]) =>
    list.map((each) => `${each.name} ${each.version}`);
  expect(names(committed)).toEqual(names(notices));
  expect(committed).toEqual(notices);
  expect(readFileSync(join(root, "NOTICE"), "utf8")).toBe(formatNotices(committed));
});

test("every notice has a licence and a text", async () => {
  const notices = await loadNotices();
  expect(notices.filter(({ license, text }) => license === "" || text.trim().length < 40)).toEqual([]);
  expect(notices.map(({ name }) => name)).toContain("SQLite (in Bun)");
});

test("a bundled file that nobody has written a notice for stops the build of the notices", () => {
  expect(() => noticesFor(root, ["src/main.ts", "models/other/weights.bin"])).toThrow("models/other/weights.bin");
  expect(() => noticesFor(root, ["node_modules/no-such-package/index.js"])).toThrow("no-such-package");
});

test("a package's own nested dependency is named as itself", () => {
  const names = noticesFor(root, ["node_modules/zod/index.js"]).map(({ name }) => name);
  expect(names).toContain("zod");
  expect(names).not.toContain("saxes");
});
