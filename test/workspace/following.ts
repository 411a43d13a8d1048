/** A running `watch` of a world, and questions about what can be found meanwhile. */

import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import type { RunOptions, World } from "../world.ts";

/** A loaded machine may take so long for what takes 100 ms otherwise. */
const PATIENCE_MS = 20_000;

export async function until(what: string, holds: () => boolean, patience = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patience;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${what}`);
    await Bun.sleep(10);
  }
}

/** Names beneath the world's folder of the files that hold all the words now. */
export function found(place: World, query: string): string[] {
  const settings = loadSettings({ dataDir: place.dataDir, env: {} });
  const store = openStore(place.dataDir, "read");
  try {
    const request = searchRequestSchema.parse({ query, mode: "lexical", limit: 100 });
    const { hits } = searchFiles(store, request, settings);
    return [...new Set(hits.map(({ path }) => path.slice(place.dir.length + 1)))].sort();
  } finally {
    store.close();
  }
}

export async function untilFound(place: World, query: string, names: readonly string[]): Promise<void> {
  const wanted = JSON.stringify([...names].sort());
  await until(`${query} in ${wanted}, not ${JSON.stringify(found(place, query))}`, () => {
    return JSON.stringify(found(place, query)) === wanted;
  });
}

export class Watching {
  readonly child: ReturnType<World["start"]>;
  stderr = "";
  readonly #read: Promise<void>;

  constructor(place: World, args: readonly string[] = [], options: RunOptions = {}) {
    this.child = place.start(
      { timeout: 120_000, ...options },
      "watch",
      ...(args.includes("--rescan") || !args.includes("--embed") ? ["--no-embed"] : []),
      ...args.filter((arg) => arg !== "--embed"),
    );
    this.#read = this.#drain();
  }

  async #drain(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const piece of this.child.stderr) this.stderr += decoder.decode(piece, { stream: true });
  }

  async said(text: string | RegExp, patience = PATIENCE_MS): Promise<void> {
    const holds = () => (typeof text === "string" ? this.stderr.includes(text) : text.test(this.stderr));
    await until(`${String(text)} in\n${this.stderr}`, () => holds() || this.child.exitCode !== null, patience);
    if (!holds()) throw new Error(`watch ended without saying ${String(text)}:\n${this.stderr}`);
  }

  /** Ends it; what stdout held, and the status. */
  async stop(signal: "SIGINT" | "SIGTERM" = "SIGINT"): Promise<{ stdout: string; status: number | null; ms: number }> {
    const started = performance.now();
    this.child.kill(signal);
    const [stdout] = await Promise.all([this.child.stdout.text(), this.child.exited, this.#read]);
    return { stdout, status: this.child.exitCode, ms: performance.now() - started };
  }
}

/** Starts `watch` over the saved roots and waits until it follows. */
export async function watching(
  place: World,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Watching> {
  const run = new Watching(place, args, options);
  await run.said("watching");
  return run;
}
