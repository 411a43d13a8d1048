/** Run by a user whom permissions stop: a folder of a root that cannot be read any more. Prints what came of it. */
import { chmodSync } from "node:fs";
import { problemsOf } from "../../src/store/counters.ts";
import { filesWhere } from "../../src/store/files.ts";
import { Tree } from "./tree.ts";

using tree = new Tree({ "a.md": "alpha", "locked/b.md": "beta", "secret.md": "gamma" });
await tree.index();
chmodSync(tree.path("locked"), 0o000);
chmodSync(tree.path("secret.md"), 0o000);
const { result, warnings } = await tree.index();
const rels = tree.read((store) => filesWhere(store, "content IS NOT NULL").map((file) => file.rel));
const problems = tree.read((store) =>
  problemsOf(store, 9).map(({ path, code }) => [path.slice(tree.root.length + 1), code]),
);
const listed = result.error_files.map(({ path }) => path.slice(tree.root.length + 1));
chmodSync(tree.path("locked"), 0o755);
const { result: again, warnings: none } = await tree.index();
const { deleted, unchanged, changed } = result;
process.stdout.write(
  JSON.stringify({
    deleted,
    unchanged,
    changed,
    warnings: warnings.map(({ code }) => code),
    rels,
    problems,
    failed: [result.errors, listed],
    again: [again.unchanged, none.map(({ code }) => code)],
  }),
);
