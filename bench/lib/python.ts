/** Python peers in environments of their own, made on first use under bench/.work. */
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WORK } from "./corpora.ts";

/** The interpreter of an environment that holds exactly these packages ("name==version"), and what they need. */
export function pythonWith(packages: readonly string[]): string {
  const key = createHash("sha256").update(packages.join(" ")).digest("hex").slice(0, 12);
  const folder = join(WORK, `python-${key}`);
  const python = join(folder, "bin", "python");
  if (existsSync(python)) return python;
  try {
    must(["python3", "-m", "venv", folder]);
    must([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", ...packages]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return python;
}

/** Runs a command and returns what it prints. Throws with its stderr when it fails. */
export function must(command: readonly string[], stdin?: string): string {
  const { success, stdout, stderr } = Bun.spawnSync([...command], {
    stdin: stdin === undefined ? "ignore" : Buffer.from(stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  if (!success) throw new Error(`${command.slice(0, 3).join(" ")} … failed: ${stderr.toString().slice(-2000)}`);
  return stdout.toString();
}
