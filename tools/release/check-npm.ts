/** The npm packages, installed from a registry on this machine, by an npm whose home is empty and which may run no scripts. */
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { checkProgram, expectText, programAt } from "./checks.ts";
import type { Registry } from "./registry.ts";
import { writeSamples } from "./roots.ts";
import { must, run } from "./run.ts";

/** `npx qsearch` and `npm i -g qsearch`, then everything that the launcher passes on. Throws where something is wrong. */
export async function checkNpm(registry: Registry, work: string, version: string): Promise<void> {
  const home = join(work, "home");
  const samples = join(work, "samples");
  mkdirSync(home, { recursive: true });
  writeSamples(samples);
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "",
    LANG: "C.UTF-8",
    npm_config_registry: registry.url,
    npm_config_ignore_scripts: "true",
    npm_config_update_notifier: "false",
  };
  const npx = programAt(["npx", "--yes", "qsearch"], home, { env, cwd: home });
  checkProgram(npx, samples, version);
  const prefix = join(work, "prefix");
  must(["npm", "install", "--global", "--prefix", prefix, "qsearch"], { env, cwd: home });
  const command = join(prefix, "bin", "qsearch");
  expectText(must([command, "--version"], { env }), version);
  expectText(must([command, "setup", "cursor"], { env }), realpathSync(binaryIn(prefix)));
  await checkEnds(command, env);
}

/** The binary behind the launcher. */
function binaryIn(prefix: string): string {
  return must(["find", prefix, "-path", "*cli-*/bin/qsearch", "-type", "f"]).trim().split("\n")[0] ?? "";
}

/** Statuses and signals are the binary's. */
async function checkEnds(command: string, env: Readonly<Record<string, string>>): Promise<void> {
  const statuses = [
    [["search", "--no-such-option"], 2],
    [["search", "nowhere", "--mode", "lexical"], 1],
    [["help"], 0],
  ] as const;
  for (const [args, status] of statuses) {
    const { exitCode } = run([command, ...args], { env });
    if (exitCode !== status) throw new Error(`qsearch ${args.join(" ")} ended with ${exitCode} instead of ${status}`);
  }
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const child = Bun.spawn([command, "serve"], { env, stdin: "pipe", stdout: "ignore", stderr: "ignore" });
    await Bun.sleep(1500);
    child.kill(signal);
    const ended = await child.exited;
    if (ended !== status) throw new Error(`${signal} ended the launcher with ${ended} instead of ${status}`);
  }
}
