/** Ctrl-C, SIGTERM and progress, on a run that is long enough to be interrupted. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { indexResultSchema } from "../../src/request/index-run-request.ts";
import { type World, world } from "../world.ts";

/** The promise is 200 ms on a machine that is free; this one runs other tests beside us. */
const BUSY_MS = 2000;
const FILES = 1500;
const PATIENCE = 120_000;

let w: World;

beforeAll(() => {
  const line = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda\n";
  const entries = Array.from(
    { length: FILES },
    (_, i) => [`d${i % 30}/f${i}.md`, `# File ${i}\n${line.repeat(60)}`] as const,
  );
  w = world(Object.fromEntries(entries));
});

/** Starts an index run, sends the signal once `ready`, and tells how it ended. */
async function interrupted(signal: "SIGINT" | "SIGTERM", ready: () => boolean, ...args: string[]) {
  const child = w.start({}, "index", "--root", ".", ...args);
  while (!ready() && child.exitCode === null) await Bun.sleep(2);
  const sent = performance.now();
  child.kill(signal);
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status: child.exitCode, signalled: child.signalCode, stdout, stderr, ms: performance.now() - sent };
}

test("a command that tells its result at a signal's coming tells nothing else: watch printed two objects", () => {
  const script = `
    import { createOutput } from ${JSON.stringify(join(import.meta.dir, "../../src/cli/output.ts"))};
    const output = createOutput({ json: true, color: "never", env: {} }, () => false);
    await output.result({ data: [], text: () => "" });
    output.lastWords(new Error("late"));`;
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  expect([stdout.toString(), stderr.toString()]).toEqual(['{"ok":true,"data":[],"warnings":[]}\n', ""]);
});

const written = () => existsSync(join(w.dataDir, "qsearch.db"));

const KEPT = "What was read so far is kept and found; the next qsearch index goes on with the rest.";

describe("interrupted", () => {
  test(
    "Ctrl-C: 130, a word on stderr, nothing on stdout",
    async () => {
      const { status, stdout, stderr, ms } = await interrupted("SIGINT", written);
      expect([status, stdout, stderr]).toEqual([130, "", `error: interrupted\nhint: ${KEPT}\n`]);
      expect(ms).toBeLessThan(BUSY_MS);
    },
    PATIENCE,
  );

  test(
    "SIGTERM: 143, with --json one object",
    async () => {
      rmSync(w.dataDir, { recursive: true, force: true });
      const { status, stdout, stderr } = await interrupted("SIGTERM", written, "--json");
      expect([status, stderr]).toEqual([143, ""]);
      expect(JSON.parse(stdout)).toEqual({
        ok: false,
        error: { code: "cancelled", message: "interrupted", hint: KEPT },
        warnings: [],
      });
    },
    PATIENCE,
  );

  test(
    "at any moment, and the next run completes the store",
    async () => {
      for (const wait of [20, 60, 120, 250, 500]) {
        const started = performance.now();
        const { status, signalled, ms } = await interrupted("SIGINT", () => performance.now() - started > wait);
        // 0: it was done before. SIGINT: it had not even begun to listen.
        expect([0, 130, "SIGINT"]).toContain(status ?? signalled ?? "");
        expect(ms).toBeLessThan(BUSY_MS);
      }
      const { data } = w.run("index", "--json").json();
      expect(indexResultSchema.parse(data)).toMatchObject({ files: FILES, errors: 0 });
      expect(w.run("status", "--json").json()).toMatchObject({ ok: true, data: { documents: FILES, errors: [] } });
      expect(w.run("search", "File", String(FILES - 1), "--limit", "1", "--json").exitCode).toBe(0);
    },
    PATIENCE,
  );
});

describe("progress", () => {
  test(
    "on stderr on demand, never on stdout, not with --quiet",
    () => {
      // The line comes after half a second: as much work as takes longer here.
      let loud = w.run("index", "--force", "--progress", "--json");
      for (let files = FILES; loud.stderr === "" && files < 20 * FILES; files *= 2) {
        w.write(
          Object.fromEntries(
            Array.from({ length: files }, (_, i) => [`more${files}/${i}.md`, `# More ${i}\n\nmore\n`]),
          ),
        );
        loud = w.run("index", "--force", "--progress", "--json");
      }
      expect(loud.json().ok).toBe(true);
      expect(loud.stderr).toMatch(/^[\d,]+(\/[\d,]+)? files {2}/);
      expect(loud.stderr).not.toContain("\x1b");
      expect(w.run("index", "--force", "--progress", "--quiet").stderr).toBe("");
      expect(w.run("index", "--force").stderr).toBe("");
    },
    PATIENCE,
  );
});
