/**
 * Little worlds: a folder of files, a data directory and a home of their own, and the real command run in them.
 * `world({ "a.md": "…" }).run("search", "x")` runs the source, or the binary that QSEARCH_BIN names.
 */
import { chmodSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ErrorCode, Warning } from "../src/errors.ts";
import { removeFolder, temporaryFolder } from "./folder.ts";

/** What stands in a world under one name. A name that ends in "/" is an empty folder; parents are made as needed. */
export type Entry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly content: string | Uint8Array; readonly mtime?: Date; readonly mode?: number };

export type Files = Readonly<Record<string, Entry>>;

export interface RunOptions {
  /** Default: the world's folder of files. */
  readonly cwd?: string;
  /** Added to the world's own small environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array;
  /** Milliseconds until the command is killed. Default 60,000. */
  readonly timeout?: number;
  /** Another way to start the program than COMMAND. */
  readonly command?: readonly string[];
  /** Run as this user, where the tests run as root, for whom no folder is read-only. */
  readonly uid?: number;
}

/** The JSON envelope: `data` when ok, `error` otherwise. */
export interface Envelope<Data> {
  readonly ok: boolean;
  readonly data: Data;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly hint: string };
  readonly warnings: readonly Warning[];
}

export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The one JSON object of stdout; throws with both outputs when there is none. */
  json<Data = unknown>(): Envelope<Data>;
}

/** The command line that runs this program: the source, or QSEARCH_BIN. */
export const COMMAND: readonly string[] = process.env.QSEARCH_BIN
  ? [resolve(process.env.QSEARCH_BIN)]
  : [process.execPath, resolve(import.meta.dir, "..", "src", "main.ts")];

export class World {
  /** The folder that holds dir, data and home. */
  readonly base: string;
  /** The folder of files; commands run here. */
  readonly dir: string;
  readonly dataDir: string;
  readonly home: string;

  constructor(files: Files = {}) {
    this.base = temporaryFolder("world");
    this.dir = join(this.base, "files");
    this.dataDir = join(this.base, "data");
    this.home = join(this.base, "home");
    mkdirSync(this.dir);
    mkdirSync(this.home);
    this.write(files);
  }

  /** Absolute path of a name in the world. */
  path(...names: string[]): string {
    return join(this.dir, ...names);
  }

  write(files: Files): this {
    for (const [name, entry] of Object.entries(files)) this.writeOne(name, entry);
    return this;
  }

  remove(...names: string[]): this {
    for (const name of names) rmSync(rawPath(`${this.dir}/${name}`), { recursive: true, force: true });
    return this;
  }

  /** Environment of every command: nothing of the caller's but PATH, so that a developer's settings change no test. */
  environment(extra: RunOptions["env"] = {}): Record<string, string> {
    const env: Record<string, string | undefined> = {
      PATH: process.env.PATH,
      HOME: this.home,
      LANG: "C.UTF-8",
      TZ: "UTC",
      QSEARCH_DATA_DIR: this.dataDir,
      // From source, Bun would fill each world's home with its own copy of the transpiled program.
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(tmpdir(), "qsearch-transpiled"),
      ...extra,
    };
    return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
  }

  /** Runs the command to its end. */
  run(...args: string[]): Outcome {
    return this.runWith({}, ...args);
  }

  runWith(options: RunOptions, ...args: string[]): Outcome {
    const result = Bun.spawnSync([...(options.command ?? COMMAND), ...wordsAlone(args)], {
      cwd: options.cwd ?? this.dir,
      env: this.environment(options.env),
      stdin: options.input === undefined ? "ignore" : Buffer.from(options.input),
      stdout: "pipe",
      stderr: "pipe",
      timeout: options.timeout ?? 60_000,
      killSignal: "SIGKILL",
      ...(options.uid === undefined ? {} : { uid: options.uid }),
    });
    return outcome(
      args,
      result.stdout.toString(),
      result.stderr.toString(),
      result.exitCode,
      result.signalCode ?? null,
    );
  }

  /** Runs the command to its end without blocking, so that several run at once. */
  async runAsync(options: RunOptions, ...args: string[]): Promise<Outcome> {
    const child = this.start(options, ...args);
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return outcome(args, stdout, stderr, child.exitCode, child.signalCode);
  }

  /** Starts the command and leaves it running: for signals, pipes that close and servers. The caller ends it. */
  start(options: RunOptions, ...args: string[]) {
    const child = Bun.spawn([...(options.command ?? COMMAND), ...wordsAlone(args)], {
      cwd: options.cwd ?? this.dir,
      env: this.environment(options.env),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      timeout: options.timeout ?? 60_000,
      killSignal: "SIGKILL",
    });
    if (options.input !== undefined) child.stdin.write(options.input);
    if (options.input !== undefined) child.stdin.end();
    return child;
  }

  [Symbol.dispose](): void {
    removeFolder(this.base);
  }

  private writeOne(name: string, entry: Entry): void {
    const path = rawPath(`${this.dir}/${name}`);
    const slash = name.lastIndexOf("/");
    if (slash > 0) mkdirSync(rawPath(`${this.dir}/${name.slice(0, slash)}`), { recursive: true });
    if (name.endsWith("/")) return;
    if (typeof entry === "string" || entry instanceof Uint8Array) {
      writeFileSync(path, entry);
    } else if ("link" in entry) {
      symlinkSync(rawPath(entry.link), path);
    } else {
      writeFileSync(path, entry.content);
      if (entry.mtime !== undefined) utimesSync(path, entry.mtime, entry.mtime);
      if (entry.mode !== undefined) chmodSync(path, entry.mode);
    }
  }
}

export function world(files: Files = {}): World {
  return new World(files);
}

/** Options that say how much is embedded. */
const EMBEDDING = ["--no-embed", "--embed-budget", "--encoder"];
const WITH_VALUE = ["--data-dir", "--config", "--jobs", "--color"];

/** `index` of a test embeds only where the test says how: a passage costs 40 ms of CPU time. */
function wordsAlone(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg, i) => !arg.startsWith("-") && !WITH_VALUE.includes(args[i - 1] ?? ""));
  const isSaid = args.some((arg) => EMBEDDING.some((option) => arg === option || arg.startsWith(`${option}=`)));
  return args[at] === "index" && !isSaid ? args.toSpliced(at + 1, 0, "--no-embed") : args;
}

function outcome(
  args: readonly string[],
  stdout: string,
  stderr: string,
  exitCode: number | null,
  signal: string | number | null | undefined,
): Outcome {
  return {
    stdout,
    stderr,
    exitCode,
    signal: signal == null ? null : String(signal),
    json<Data>() {
      try {
        return JSON.parse(stdout) as Envelope<Data>;
      } catch (cause) {
        const said = `exit ${exitCode}, signal ${signal}\nstdout: ${stdout}\nstderr: ${stderr}`;
        throw new Error(`qsearch ${args.join(" ")} printed no JSON object: ${said}`, { cause });
      }
    },
  };
}

/** A path as the bytes on disk; lone surrogates U+DC80–U+DCFF stand for bytes that are no UTF-8 (corpus/path-bytes.ts). */
function rawPath(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(char));
  }
  return Buffer.concat(parts);
}
