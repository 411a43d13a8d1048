/**
 * Builds the program.
 *
 *   bun build.ts                       dist/qsearch for this machine, and asks it to check itself
 *   bun build.ts --target bun-darwin-arm64   dist/qsearch-darwin-arm64, compiled here but run nowhere
 *   bun build.ts --kernels             only the WebAssembly kernels, the grammars and the vocabulary, which running from source needs as well
 *   bun build.ts --notices             src/licenses/notices.json and NOTICE, from what the bundle now holds
 *   --outfile FILE                     elsewhere than in dist/
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { binaryParts, compile } from "./tools/bundle.ts";
import { checkModel } from "./tools/models.ts";
import { writeNotices } from "./tools/notices.ts";
import { prepareBuild } from "./tools/prepare.ts";

const TARGETS = [
  "bun-linux-x64",
  "bun-linux-arm64",
  "bun-linux-x64-musl",
  "bun-linux-arm64-musl",
  "bun-darwin-x64",
  "bun-darwin-arm64",
] as const;
type Target = (typeof TARGETS)[number];

const root = import.meta.dir;
const { values } = parseArgs({
  options: {
    target: { type: "string" },
    outfile: { type: "string" },
    kernels: { type: "boolean", default: false },
    notices: { type: "boolean", default: false },
  },
});

await prepareBuild(root);
if (values.notices) await writeNotices(root);
else if (!values.kernels) await buildBinary(targetNamed(values.target), values.outfile);

async function buildBinary(target: Target | undefined, outfile: string | undefined): Promise<void> {
  const name = target === undefined ? "qsearch" : `qsearch-${target.replace(/^bun-/, "")}`;
  const output = resolve(outfile ?? join(root, "dist", name));
  checkModel(join(root, "models", "all-MiniLM-L6-v2"));
  const start = performance.now();
  await compile(root, output, target);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const { size: bytes } = statSync(output);
  const size = `${(bytes / 1e6).toFixed(1)} MB, built in ${seconds} s`;
  if (target !== undefined) {
    say(`${output}: ${size}. UNTESTED: this machine cannot run a binary for ${target}.`);
    return;
  }
  checkItself(output);
  for (const [part, own] of await binaryParts(root, bytes)) say(`${(own / 1e6).toFixed(1).padStart(8)} MB  ${part}`);
  say(`${output}: ${size}, passes its own check.`);
}

/** A bundle that the compiler calls good can still fail at run time (a worker left out, bytecode without its module). */
function checkItself(binary: string): void {
  const home = mkdtempSync(join(tmpdir(), "qsearch-build-"));
  try {
    // Neither here, where node_modules could stand in for a part that is missing, nor on the index of whoever builds.
    const env = { PATH: process.env.PATH ?? "", HOME: home, QSEARCH_DATA_DIR: join(home, "data") };
    const { exitCode, stdout, stderr } = Bun.spawnSync([binary, "doctor"], { cwd: home, env, timeout: 120_000 });
    if (exitCode !== 0) throw new Error(`${binary} doctor ended with ${exitCode}:\n${stdout}${stderr}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function targetNamed(name: string | undefined): Target | undefined {
  if (name === undefined) return undefined;
  const found = TARGETS.find((target) => target === name);
  if (found !== undefined) return found;
  process.stderr.write(`--target ${name}: one of ${TARGETS.join(", ")}\n`);
  process.exit(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
