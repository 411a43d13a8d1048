/** The client's roots, and what `directory` of a live tool means because of them. */
import { realPath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { createLogger } from "../log.ts";
import { absolutePath, type Environment, expandHome } from "../settings/settings.ts";
import { pathOfUri } from "./file-uri.ts";
import { RootsNeeded } from "./tool.ts";

/** Asks the client for its roots: the URIs of `roots/list`. */
export type ListRoots = (signal: AbortSignal) => Promise<readonly string[]>;

const log = createLogger("mcp");

/** What a client has said about its roots. */
export class ClientRoots {
  #known: readonly string[] | null = null;

  /** `has`: the client has roots; `announcesChanges`: it sends a notice when they change. */
  constructor(
    private readonly has: boolean,
    private readonly announcesChanges: boolean,
  ) {}

  /** What was known is no longer true. */
  changed(): void {
    this.#known = null;
  }

  /** Folders of this machine, canonical where they exist, without doubles. Asked again only after a change. */
  async folders(list: ListRoots, signal: AbortSignal): Promise<readonly string[]> {
    if (!this.has) return [];
    if (this.#known !== null) return this.#known;
    const uris = await askFor(list, signal);
    const paths = uris.flatMap((uri) => pathOfUri(uri) ?? []).map((path) => realPath(path) ?? path);
    const folders = [...new Set(paths)];
    if (this.announcesChanges) this.#known = folders;
    return folders;
  }
}

/** A client that says it has roots but does not tell them has none. */
async function askFor(list: ListRoots, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await list(signal);
  } catch (error) {
    if (error instanceof RootsNeeded) throw error;
    if (signal.aborted) throw new QsearchError("cancelled", "the call was cancelled");
    log.warning(`roots/list: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** Where one call comes from. */
export interface Caller {
  readonly cwd: string;
  readonly env: Environment;
  readonly roots: ClientRoots;
  readonly list: ListRoots;
  readonly signal: AbortSignal;
}

/**
 * The absolute folder that `given` names: absolute as it is, `~` expanded, relative beneath the one client root; left out,
 * the one client root or else the process's working directory. Throws `usage` for a relative one without one root.
 */
export async function resolveDirectory(given: string | undefined, caller: Caller, name = "directory"): Promise<string> {
  const { cwd, env, roots, list, signal } = caller;
  const path = given === undefined ? undefined : expandHome(given, env);
  if (path?.startsWith("/")) return path;
  const folders = await roots.folders(list, signal);
  const [only] = folders;
  if (only !== undefined && folders.length === 1) return path === undefined ? only : absolutePath(path, only, env);
  if (path === undefined) return cwd;
  const why = folders.length === 0 ? "this client has no roots" : `this client has ${folders.length} roots`;
  throw new QsearchError(
    "usage",
    `${name} ${JSON.stringify(path.slice(0, 200).toWellFormed())} is relative, and ${why} to resolve it against`,
    "Give the absolute path of the folder.",
  );
}
