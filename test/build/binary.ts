/** The compiled binary, for tests that are about it whatever QSEARCH_BIN says. */
import { join, resolve } from "node:path";
import { compile } from "../../tools/bundle.ts";
import { prepareBuild } from "../../tools/prepare.ts";

const root = resolve(import.meta.dir, "..", "..");
let building: Promise<string> | null = null;

/** The one that the environment names (tools/test.ts builds it beforehand), else one built now, once a test run. */
export function builtBinary(): Promise<string> {
  const given = process.env.QSEARCH_BIN ?? process.env.QSEARCH_BUILT;
  building ??= given ? Promise.resolve(resolve(given)) : build();
  return building;
}

async function build(): Promise<string> {
  const output = join(root, "build", "test", "qsearch");
  await prepareBuild(root);
  await compile(root, output, undefined);
  return output;
}
