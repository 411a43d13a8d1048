/**
 * Hostile documents through the program itself: each is an error of its file, its neighbours are indexed, and the program
 * with all its children stays within its memory.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documentFixtures } from "../fixtures/documents/all.ts";
import { hostileDocuments } from "../fixtures/documents/hostile.ts";
import { SHARED } from "../shared.ts";
import { COMMAND, world } from "../world.ts";

/** Bytes of the whole program: main and its children. Runs from source carry the transpiler as well. */
const MEMORY = 600 * (1 << 20);

/** The JBIG2 bomb of the cases, which took another reader 12 GB, where it is at hand. */
function bomb(): Record<string, Uint8Array> {
  if (SHARED === null) return {};
  return { "bomb.pdf": new Uint8Array(readFileSync(join(SHARED, "cases", "documents", "pdf", "bomb_giant.pdf"))) };
}

test("hostile documents cost themselves only", async () => {
  const hostile = hostileDocuments().filter(([name]) => !name.endsWith(".ipynb"));
  using place = world({
    ...Object.fromEntries(hostile.map(([name, bytes]) => [`hostile/${name}`, bytes])),
    // Before, between and after them in the order of the walk.
    ...Object.fromEntries(documentFixtures.map(({ name, bytes }) => [`hostile/m-${name}`, bytes])),
    ...Object.fromEntries(documentFixtures.map(({ name, bytes }) => [`a/${name}`, bytes])),
    ...Object.fromEntries(documentFixtures.map(({ name, bytes }) => [`z/${name}`, bytes])),
    ...bomb(),
  });
  const child = Bun.spawn([...COMMAND, "index", "--root", place.dir, "--json"], {
    cwd: place.dir,
    env: place.environment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, residentOfTree(child.pid));
  }, 30);
  expect(await child.exited).toBe(0);
  clearInterval(watch);
  const { data } = place.run("status", "--json").json<{
    documents: number;
    errors: readonly { path: string; code: string }[];
  }>();
  const codes = new Map(data.errors.map(({ path, code }) => [path.slice(place.dir.length + 1), code]));
  for (const [name, bytes, allowed] of hostile) {
    // One of them is larger than any file may be by default.
    const expected = bytes.length > 20 * (1 << 20) ? ["too_large"] : allowed;
    expect(expected.map((code) => `${name}: ${code}`)).toContain(`${name}: ${codes.get(`hostile/${name}`)}`);
    codes.delete(`hostile/${name}`);
  }
  codes.delete("bomb.pdf");
  expect([...codes]).toEqual([]);
  expect(data.documents).toBeGreaterThanOrEqual(3 * documentFixtures.length);
  expect(peak).toBeLessThan(MEMORY);
}, 120_000);

/** Resident bytes of a process and all its descendants; 0 where there is no /proc. */
function residentOfTree(root: number): number {
  if (process.platform !== "linux") return 0;
  const children = new Map<number, number[]>();
  const resident = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const status = readFileSync(`/proc/${entry}/status`, "latin1");
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      resident.set(Number(entry), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024);
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
    } catch {
      // Gone between listing and reading.
    }
  }
  const sum = (pid: number): number =>
    (resident.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, each) => total + sum(each), 0);
  return sum(root);
}
