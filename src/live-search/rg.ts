/**
 * `--backend rg`: a ripgrep found on PATH names the files that may match, so that ours reads only those. Its folding is
 * ours and it is told to leave nothing out, so it names a superset and the answer is the same (a test compares them).
 */
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { LiveDeps } from "./deps.ts";
import type { SearchRoot } from "./search-root.ts";

/** What our own walk and reader decide. The caller's configuration and PATH-less ignore files must not count. */
const EVERYTHING = ["--no-config", "--no-ignore", "--hidden", "--no-messages", "--files-with-matches", "--null"];

const OTHER_LETTERS = "(?-u:[\\x80-\\xff])";

/**
 * Files (relative to the root) that may hold one of the texts (null: expressions); null where the native backend is to read them all.
 * "auto" is native: it costs no more than ripgrep, and starts nothing. Throws `usage` when backend rg is asked for and no rg is
 * there; a program that is named by its path and does not run is done without.
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
  // Another program's expressions are not quite ours: every file is read then.
  if (texts === null) return null;
  const limit = ["--max-filesize", String(policy.maxSize)];
  // Of other letters rg knows the case alone: every file that holds one may match.
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
  // 2 also says that one file of many could not be read, which our reader says by itself; a signal says nothing.
  if (child.signalCode !== null || status > 2) return null;
  const names = pathFromBytes(output).split("\0").slice(0, -1);
  return new Set(names.map((name) => (name.startsWith("./") ? name.slice(2) : name)));
}
