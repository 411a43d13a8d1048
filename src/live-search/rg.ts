/**
 * `--backend rg`: a ripgrep found on PATH lists the files that may match, so our reader reads only those. Its folding equals
 * ours and its filters are off, so it lists a superset and the answer is the same (a test compares them).
 */
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { LiveDeps } from "./deps.ts";
import type { SearchRoot } from "./search-root.ts";

/** Turns off decisions that our own walk and reader make. The user's configuration and global ignore files must not count. */
const EVERYTHING = ["--no-config", "--no-ignore", "--hidden", "--no-messages", "--files-with-matches", "--null"];

const OTHER_LETTERS = "(?-u:[\\x80-\\xff])";

/**
 * Files (relative to the root) that may hold one of the texts (null: expressions); null if the native backend must read all
 * files. "auto" is native: it costs no more than ripgrep, and starts no process. Throws `usage` for backend rg without an rg; a
 * program given by its path that does not run is ignored.
 */
export async function rgCandidates(
  { root, policy }: SearchRoot,
  texts: readonly string[] | null,
  { backend = "auto", rg = null, env, signal }: LiveDeps,
): Promise<ReadonlySet<string> | null> {
  if (rg === null && backend !== "rg") return null;
  const program = Bun.which(rg ?? "rg", { PATH: env?.PATH ?? process.env.PATH ?? "" });
  if (program === null) {
    if (rg !== null) return null;
    throw new QsearchError("usage", "backend rg needs ripgrep, and no rg is on PATH", "Install it, or use native.");
  }
  // Another program's expressions differ slightly from ours: every file is read then.
  if (texts === null) return null;
  const limit = ["--max-filesize", String(policy.maxSize)];
  // For other letters rg folds only case: every file with such letters may match.
  const patterns = [...texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")), OTHER_LETTERS].flatMap(
    (text) => ["-e", text],
  );
  const child = Bun.spawn([program, ...EVERYTHING, ...limit, "-i", "-a", ...patterns, "--", "."], {
    cwd: root,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    ...(signal ? { signal } : {}),
  });
  const output = new Uint8Array(await new Response(child.stdout).arrayBuffer());
  const status = await child.exited;
  if (signal?.aborted) throw new QsearchError("cancelled", "The search was stopped");
  // 2 also means that one of many files could not be read, which our reader reports itself; a signal means nothing.
  if (child.signalCode !== null || status > 2) return null;
  const names = pathFromBytes(output).split("\0").slice(0, -1);
  return new Set(names.map((name) => (name.startsWith("./") ? name.slice(2) : name)));
}
