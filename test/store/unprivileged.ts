/** Runs a script of this folder as a user whom file permissions stop: as nobody where the tests run as root. */
import { spawnSync } from "node:child_process";

const NOBODY = 65534;

export function runUnprivileged(script: string, ...args: string[]): { stdout: string; stderr: string } {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const run = spawnSync(process.execPath, [script, ...args], {
    ...user,
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  return { stdout: run.stdout, stderr: run.stderr };
}
