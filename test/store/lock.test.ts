import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { EMBED_LOCK_NAME, LOCK_NAME, lockForEmbedding, lockForWriting } from "../../src/store/lock.ts";

const folder = mkdtempSync(join(tmpdir(), "qsearch-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function holder(dataDir: string) {
  const child = Bun.spawn([process.execPath, resolve(import.meta.dir, "hold-lock.ts"), dataDir], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  return child;
}

test("a second writer waits, then says who holds it", async () => {
  const dataDir = join(folder, "a");
  const child = await holder(dataDir);
  const error = await lockForWriting(dataDir, { command: "clear", waitMs: 200 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(QsearchError);
  if (!(error instanceof QsearchError)) return;
  expect(error.code).toBe("locked");
  expect(error.message).toContain(`process ${child.pid} (qsearch index, since 2`);
  child.kill("SIGKILL");
  await child.exited;
});

test("the lock of a killed process is free at once", async () => {
  const dataDir = join(folder, "b");
  const child = await holder(dataDir);
  const held = await lockForWriting(dataDir, { command: "index", waitMs: 0 }).catch((thrown: unknown) => thrown);
  expect(held).toMatchObject({ code: "locked" });
  const waiting = lockForWriting(dataDir, { command: "index" });
  child.kill("SIGKILL");
  (await waiting).release();
  await child.exited;
  // Without waiting now, which would throw if anything of the dead process still held it.
  const next = await lockForWriting(dataDir, { command: "index", waitMs: 0 });
  expect(typeof next.release).toBe("function");
  next.release();
});

test("within a process it holds as well, until it is released", async () => {
  const dataDir = join(folder, "c");
  const first = await lockForWriting(dataDir, { command: "index" });
  const second = lockForWriting(dataDir, { command: "index", waitMs: 5000 });
  let isHeld = false;
  void second.then(() => {
    isHeld = true;
  });
  await Bun.sleep(60);
  expect(isHeld).toBe(false);
  first.release();
  (await second).release();
  expect(isHeld).toBe(true);
});

test("a note that is none names nobody", async () => {
  const dataDir = join(folder, "e");
  const first = lockForEmbedding(dataDir, "index");
  for (const note of ["", "{}", "[]", '{"pid":1,"command":{},"since":2}']) {
    writeFileSync(join(dataDir, EMBED_LOCK_NAME), note);
    expect(lockForEmbedding(dataDir, "index")).toEqual({ holder: "another process" });
  }
  if ("release" in first) first.release();
});

test("a lock whose note cannot be taken back is free all the same", async () => {
  const dataDir = join(folder, "f");
  mkdirSync(dataDir);
  Bun.spawnSync(["mkfifo", join(dataDir, LOCK_NAME)]);
  for (let times = 0; times < 2; times++) (await lockForWriting(dataDir, { command: "index", waitMs: 0 })).release();
});

test("waiting ends when the caller cancels", async () => {
  const dataDir = join(folder, "d");
  const first = await lockForWriting(dataDir, { command: "index" });
  const error = await lockForWriting(dataDir, { command: "index", signal: AbortSignal.timeout(60) }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: "cancelled" });
  first.release();
});
