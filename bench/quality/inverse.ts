/**
 * Whether callers are the inverse of callees over real packages: each call that leads to one definition stands among the callers of
 * that definition.
 *
 *   bun bench/quality/inverse.ts [--save]
 */
import { join } from "node:path";
import { inverseOf } from "../../test/call-graph/inverse.ts";
import { report } from "../lib/measure.ts";

const WORK = join(import.meta.dir, "..", ".work");
const PACKAGES = ["code/httpx", "code/axios", "code/cobra", "code/ktor", "calls/debian/php-twig"];
/** Definitions of each package that are asked for. */
const DEFINITIONS = 400;

const packages: Record<string, { resolved: number; missing: number }> = {};
for (const name of PACKAGES) {
  const { resolved, missing } = await inverseOf(join(WORK, name), undefined, DEFINITIONS);
  packages[name] = { resolved, missing: missing.length };
  for (const line of missing.slice(0, 40)) process.stderr.write(`${name}: ${line}\n`);
}
const sum = (key: "resolved" | "missing") => Object.values(packages).reduce((total, one) => total + one[key], 0);
report("quality-inverse", {
  command: `bun bench/quality/inverse.ts ${process.argv.slice(2).join(" ")}`.trim(),
  resolved: sum("resolved"),
  missing: sum("missing"),
  packages,
});
