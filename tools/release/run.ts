/** Other programs, run by the release scripts. */

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Milliseconds until the program is killed. Default: 30 minutes. */
  readonly timeout?: number;
}

export interface RunResult {
  /** Null when a signal ended the program. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function run(command: readonly string[], options: RunOptions = {}): RunResult {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdin: options.input === undefined ? "ignore" : Buffer.from(options.input),
    timeout: options.timeout ?? 1_800_000,
    killSignal: "SIGKILL",
  });
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The standard output of a program that must end with 0. Throws with both outputs otherwise. */
export function must(command: readonly string[], options: RunOptions = {}): string {
  const { exitCode, stdout, stderr } = run(command, options);
  if (exitCode === 0) return stdout;
  throw new Error(`${command.join(" ")} ended with ${exitCode}:\n${stdout.slice(-2000)}${stderr.slice(-4000)}`);
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
