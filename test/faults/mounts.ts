/** A mount namespace of one's own, in which folders are small disks or cannot be written. Linux, as root (CI is). */
import type { Outcome, World } from "../world.ts";
import { COMMAND } from "../world.ts";

/** Whether this machine lets us: unshare(1), mount(8) and nsenter(1), and the right to use them. */
export const CAN_MOUNT =
  process.platform === "linux" &&
  Bun.which("nsenter") !== null &&
  Bun.which("unshare") !== null &&
  Bun.spawnSync(["unshare", "-m", "sh", "-c", "mount --make-rprivate / && mount -t tmpfs none /mnt"]).success;

export class Mounts {
  readonly #holder: Bun.Subprocess<"ignore", "pipe", "inherit">;

  private constructor(holder: Bun.Subprocess<"ignore", "pipe", "inherit">) {
    this.#holder = holder;
  }

  /** A namespace like that of everybody else, until `shell` changes it. */
  static async open(): Promise<Mounts> {
    // Private, so that no mount gets out, whatever the machine shares.
    const script = "mount --make-rprivate / && echo ready && exec sleep 600";
    const holder = Bun.spawn(["unshare", "-m", "sh", "-c", script], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "inherit",
    });
    const { done } = await holder.stdout.getReader().read();
    if (done) throw new Error("no mount namespace");
    return new Mounts(holder);
  }

  /** Runs a shell line inside, for mounting. Throws when it fails. */
  shell(line: string, ...args: string[]): string {
    const run = Bun.spawnSync([...this.#inside(), "sh", "-ec", line, "sh", ...args], {
      stdout: "pipe",
      stderr: "pipe",
    });
    if (!run.success) throw new Error(`${line}: ${run.stderr}`);
    return run.stdout.toString();
  }

  /** Runs a world's command inside; the current directory is "/". */
  run(
    w: World,
    options: { command?: readonly string[]; env?: Record<string, string | undefined> },
    ...args: string[]
  ): Outcome {
    const { command = COMMAND, env } = options;
    return w.runWith({ command: this.command(command), ...(env === undefined ? {} : { env }) }, ...args);
  }

  /** A command line that runs another one inside. */
  command(inner: readonly string[] = COMMAND): string[] {
    return [...this.#inside(), ...inner];
  }

  #inside(): string[] {
    return ["nsenter", "--mount", `--target=${this.#holder.pid}`, "--"];
  }

  [Symbol.dispose](): void {
    this.#holder.kill("SIGKILL");
  }
}
