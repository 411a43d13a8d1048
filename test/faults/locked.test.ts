/** The writer's lock, seen from the command line. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { world } from "../world.ts";

const HOLDER = join(import.meta.dir, "..", "store", "hold-lock.ts");

async function holdLock(dataDir: string) {
  const child = Bun.spawn([process.execPath, HOLDER, dataDir], { stdout: "pipe", stderr: "inherit" });
  await child.stdout.getReader().read();
  return child;
}

test("a second writer waits ten seconds, then says who holds the store; readers do not wait; a dead holder is gone", async () => {
  const w = world({ "a.md": "marmalade\n" });
  expect(w.run("index", "--root", ".").exitCode).toBe(0);
  const holder = await holdLock(w.dataDir);
  const started = performance.now();
  const waiting = (["index", "clear"] as const).map(async (command) => {
    const outcome = await w.runAsync({}, command, "--json");
    return { ...outcome.json().error, exitCode: outcome.exitCode, seconds: (performance.now() - started) / 1000 };
  });
  const plain = w.runAsync({}, "index");
  expect(w.run("search", "marmalade", "--format", "files").stdout).toBe(`${w.path("a.md")}\n`);
  expect(w.run("status").exitCode).toBe(0);
  expect(w.run("read", w.path("a.md")).exitCode).toBe(0);
  for (const { code, message, hint, exitCode, seconds } of await Promise.all(waiting)) {
    expect([code, exitCode]).toEqual(["locked", 2]);
    expect(message).toMatch(
      new RegExp(`^the store is being written by process ${holder.pid} \\(qsearch index, since 2`),
    );
    expect(hint).toBe("Wait until it has ended, or stop it.");
    expect(seconds).toBeGreaterThan(10);
    // The tests share the machine.
    expect(seconds).toBeLessThan(20);
  }
  expect((await plain).stderr).toMatch(/^error: the store is being written by process \d+ .*\nhint: Wait/);

  const next = w.runAsync({}, "index", "--json");
  holder.kill("SIGKILL");
  await holder.exited;
  const freed = performance.now();
  expect((await next).json()).toMatchObject({ ok: true });
  expect(performance.now() - freed).toBeLessThan(5000);
}, 60_000);

test("Ctrl-C while waiting ends at once", async () => {
  const w = world({ "a.md": "marmalade\n" });
  const holder = await holdLock(w.dataDir);
  const child = w.start({}, "index", "--root", ".");
  // Long enough to have begun to wait, on a busy machine too.
  await Bun.sleep(1200);
  const sent = performance.now();
  child.kill("SIGINT");
  await child.exited;
  expect(child.exitCode).toBe(130);
  expect(performance.now() - sent).toBeLessThan(2000);
  holder.kill("SIGKILL");
  await holder.exited;
}, 30_000);
