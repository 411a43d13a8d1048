/** What tests need of the system beyond files: FIFOs, sockets, and being somebody who may not read everything. */
import { chmodSync } from "node:fs";
import type { World } from "../world.ts";

export function makeFifo(path: string): void {
  const made = Bun.spawnSync(["mkfifo", path]);
  if (made.exitCode !== 0) throw new Error(`mkfifo ${path}: ${made.stderr.toString()}`);
}

/** A listening Unix socket, removed with the returned object. */
export function makeSocket(path: string): Disposable {
  const listener = Bun.listen({ unix: path, socket: { data() {} } });
  return { [Symbol.dispose]: () => listener.stop(true) };
}

const NOBODY = 65_534;

/**
 * Runs something as a user for whom permissions count: the superuser reads everything, and tests may run as such.
 * `modes` are set before and undone after (to 0755), so that the world can be removed.
 */
export function unprivileged<T>(world: World, run: () => T, modes: Readonly<Record<string, number>> = {}): T {
  for (const path of [world.base, world.dir]) chmodSync(path, 0o755);
  for (const [path, mode] of Object.entries(modes)) chmodSync(world.path(path), mode);
  const superuser = process.geteuid?.() === 0;
  if (superuser) process.seteuid?.(NOBODY);
  try {
    return run();
  } finally {
    if (superuser) process.seteuid?.(0);
    for (const path of Object.keys(modes)) chmodSync(world.path(path), 0o755);
  }
}
