/**
 * Keeps the store current: an index run, then a run over the changed places after each burst of changes. The writer's lock is
 * held only during a run, so other processes can write in between; the writer itself is kept, which saves starting one for each
 * save.
 */

import { displayPath } from "../../corpus/path-bytes.ts";
import { policyFor } from "../../corpus/policy.ts";
import { owningRoot, realPath, rootPlaceOf } from "../../corpus/roots.ts";
import { QsearchError, type Warning } from "../../errors.ts";
import type { ProgressSink } from "../../progress.ts";
import type { IndexRequest, IndexResult } from "../../request/index-run-request.ts";
import { type Settings, savedFile } from "../../settings/settings.ts";
import { fileIdentity } from "../../store/identity.ts";
import { storePath } from "../../store/store.ts";
import { untilAborted } from "../../until-aborted.ts";
import type { EmbedOptions } from "../embed-options.ts";
import { runIndex } from "../indexer.ts";
import type { IndexReport } from "../report.ts";
import type { EmbedIdle } from "./embed-idle.ts";
import { KeptWriter } from "./kept-writer.ts";
import { Pending, type Places } from "./pending.ts";
import { RootWatch } from "./root-watch.ts";
import { filesFingerprint, ignoreFilesAbove, type RootState, rootState } from "./signature.ts";

export type FollowEvent =
  /** Everything is indexed, and changes are followed. */
  | { readonly kind: "ready"; readonly result: IndexResult; readonly warnings: readonly Warning[] }
  | { readonly kind: "updated"; readonly result: IndexResult }
  /** A root lists none of its documents, which are kept. */
  | { readonly kind: "root_emptied"; readonly message: string }
  | { readonly kind: "root_gone" | "root_back"; readonly root: string }
  /** After a burst, when idle: number of chunks that got vectors. */
  | { readonly kind: "embedded"; readonly passages: number }
  /** The system does not report changes of a root. */
  | { readonly kind: "rescanning"; readonly root: string; readonly reason: string; readonly seconds: number }
  | { readonly kind: "configuration"; readonly roots: readonly string[] }
  /** A run failed and will be retried. */
  | { readonly kind: "failed"; readonly error: QsearchError };

export interface FollowOptions {
  /** The current settings. Throws `config`. */
  settings(): Settings;
  readonly signal: AbortSignal;
  readonly progress?: ProgressSink | undefined;
  readonly jobs?: number | undefined;
  /** Milliseconds between checks of roots whose changes are not reported. */
  readonly rescanMs: number;
  /** A first run that fails is retried instead of being thrown. */
  readonly lenient: boolean;
  tell(event: FollowEvent): void;
  /** Passages are embedded while nothing changes; absent: never. */
  readonly embed?: EmbedOptions | undefined;
}

/** Milliseconds without news that end a burst; at the latest it ends after MOST_MS. */
const QUIET_MS = 20;
const MOST_MS = 300;
/** Milliseconds between checks of roots, configuration and ignore files above. */
const LOOK_MS = 1000;
/** Milliseconds after a watch began, until a last check for changes from before it was active. */
const SETTLE_MS = 2000;
/** Milliseconds until a failed run is retried. */
const RETRY_MS = 2000;
const MOST_FAULTS = 5;

interface Followed {
  readonly path: string;
  state: RootState | null;
  watch: RootWatch | null;
  /** Ignore files above the root, and their last fingerprint. */
  readonly above: readonly string[];
  aboveSignature: string;
  /** Time of the next check, as performance.now(); null when the system reports all changes. */
  lookAt: number | null;
}

/** Follows until `signal` aborts, then returns at once. Throws the first run's errors, unless `lenient`. */
export async function follow(options: FollowOptions): Promise<void> {
  const follower = new Follower(options);
  try {
    await Promise.race([follower.run(), untilAborted(options.signal)]);
  } finally {
    follower.close();
  }
}

class Follower {
  readonly #pending = new Pending();
  readonly #roots = new Map<string, Followed>();
  #settings: Settings;
  #configuration: readonly string[] = [];
  #configured = "";
  /** Whether the next run compares everything: the first run, after a configuration change, or with another store. */
  #whole = true;
  #wholeTrusts = false;
  #ready = false;
  #lastFailure = "";
  /** Warnings of the last run for roots that list none of their documents. */
  #emptied: ReadonlySet<string> = new Set();
  /** Unexplained failures in a row. */
  #faults = 0;
  /** Identity of the store's file as of the last run; null without a store. */
  #store: string | null = null;
  #wake = Promise.withResolvers<void>();
  #lastNews = 0;
  #embedding: EmbedIdle | null = null;
  readonly #ended = new AbortController();
  readonly #writer = new KeptWriter();
  #looking: ReturnType<typeof setInterval> | null = null;

  constructor(private readonly options: FollowOptions) {
    this.#settings = options.settings();
  }

  async run(): Promise<void> {
    const { signal, lenient } = this.options;
    this.#adopt(this.#settings);
    this.#whole = this.#roots.size > 0 || !lenient;
    // Before the first run, so changes during it are reported.
    this.#looking = setInterval(() => this.#look(), LOOK_MS);
    while (!signal.aborted) {
      if (this.#whole || !this.#pending.empty) {
        this.#embedding?.pause();
        await this.#update();
      } else {
        await this.#embedBeside();
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
        await this.#burst();
      }
    }
  }

  close(): void {
    if (this.#looking !== null) clearInterval(this.#looking);
    for (const root of this.#roots.values()) root.watch?.close();
    this.#roots.clear();
    this.#ended.abort();
    void this.#writer.end();
  }

  /** Waits for the end of a burst. */
  async #burst(): Promise<void> {
    const started = performance.now();
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.#lastNews + QUIET_MS, started + MOST_MS) - now;
      if (left <= 0) return;
      await Bun.sleep(left);
    }
  }

  /** One run, or two: for changed files, and for files that size and time decide about. Failures are reported and retried. */
  async #update(): Promise<void> {
    const whole = (await this.#storeIsAnother()) || this.#whole;
    const places = this.#pending.take();
    this.#whole = false;
    try {
      if (whole) {
        const report = await this.#index(undefined, this.#wholeTrusts);
        this.#wholeTrusts = false;
        this.#tellOf(report);
      } else {
        if (places.doubtful.length > 0) this.#tellOf(await this.#index(places.doubtful, true));
        if (places.changed.length > 0) this.#tellOf(await this.#index(places.changed, false));
      }
      // A store that existed before the run is the one that it wrote, even if another file has replaced it.
      this.#store ??= fileIdentity(storePath(this.#settings.dataDir));
      this.#lastFailure = "";
      this.#faults = 0;
    } catch (error) {
      if (this.options.signal.aborted) throw error;
      await this.#failed(error, whole, places);
    }
  }

  #tellOf({ result, warnings }: IndexReport): void {
    const emptied = warnings.filter(({ code }) => code === "root_emptied").map(({ message }) => message);
    for (const message of emptied)
      if (!this.#emptied.has(message)) this.options.tell({ kind: "root_emptied", message });
    this.#emptied = new Set(emptied);
    if (!this.#ready) {
      this.#ready = true;
      this.options.tell({ kind: "ready", result, warnings });
      return;
    }
    const { added, changed, deleted, moved } = result;
    if (added + changed + deleted + moved > 0) this.options.tell({ kind: "updated", result });
  }

  async #failed(error: unknown, whole: boolean, places: Places): Promise<void> {
    if (!(error instanceof QsearchError)) throw error;
    // A killed writer is no reason to end; a permanent fault is.
    if (error.code === "internal" && this.#faults++ >= MOST_FAULTS) throw error;
    if (whole && !this.#ready && !this.options.lenient) throw error;
    for (const root of this.#roots.values()) this.#lookAtRoot(root);
    // Changes beneath a missing root are checked when the root is back.
    const there = [...this.#roots.values()].filter(({ state }) => state !== null);
    const isThere = (path: string) => owningRoot(path, there)?.root.path ?? null;
    const gone = error.code === "root_unavailable" && there.length < this.#roots.size;
    if (!whole) this.#pending.putBack(places, isThere);
    // A whole run needs every root; present roots need not wait for a missing one.
    else if (gone) for (const { path } of there) this.#pending.change(path, path);
    else this.#whole = true;
    if (gone) return;
    if (error.message !== this.#lastFailure) this.options.tell({ kind: "failed", error });
    this.#lastFailure = error.message;
    await Promise.race([Bun.sleep(RETRY_MS), untilAborted(this.options.signal)]);
  }

  async #index(places: readonly string[] | undefined, trustStat: boolean) {
    const { signal, jobs, progress } = this.options;
    const roots = [...this.#roots.values()];
    return await runIndex(WHOLE, {
      settings: this.#settings,
      signal,
      trustStat,
      writer: this.#writer,
      progress: this.#ready ? undefined : progress,
      ...(jobs === undefined ? {} : { jobs }),
      ...(places === undefined ? {} : { places: places.flatMap((path) => rootPlaceOf(path, roots) ?? []) }),
    });
  }

  /** A removed or restored database is another one: the kept writer has the old one open. */
  async #storeIsAnother(): Promise<boolean> {
    const store = fileIdentity(storePath(this.#settings.dataDir));
    const known = this.#store;
    this.#store = store === "" ? null : store;
    if (known === null || known === store) return false;
    // Wait for its end: closing removes the log by name, and the new database's log has the same name.
    await this.#writer.end();
    return true;
  }

  /** Reads symbols and embeds for all waiting files, beside the following. */
  async #embedBeside(): Promise<void> {
    const { embed, tell } = this.options;
    if (embed === undefined) return;
    if (this.#embedding === null) {
      const { EmbedIdle } = await import("./embed-idle.ts");
      this.#embedding = new EmbedIdle({
        ...embed,
        dataDir: this.#settings.dataDir,
        scope: () => ({ policy: embed.policy ?? this.#settings.embed }),
        writer: this.#writer,
        signal: this.#ended.signal,
        embedded: (passages) => tell({ kind: "embedded", passages }),
        failed: (error) => tell({ kind: "failed", error }),
      });
      void this.#embedding.run();
    }
    this.#embedding.resume();
  }

  #stir(): void {
    this.#lastNews = performance.now();
    this.#wake.resolve();
  }

  /** Applies other settings: new roots are watched, dropped ones no longer. */
  #adopt(settings: Settings): void {
    this.#settings = settings;
    this.#configuration = [settings.configFile ?? "", savedFile(settings.dataDir)].filter(Boolean);
    this.#configured = filesFingerprint(this.#configuration);
    const paths = new Set(settings.roots.map((root) => realPath(root) ?? root));
    for (const [path, root] of this.#roots) {
      if (paths.has(path)) continue;
      root.watch?.close();
      this.#roots.delete(path);
    }
    for (const path of paths) {
      const known = this.#roots.get(path);
      known?.watch?.close();
      const above = ignoreFilesAbove(path);
      const root: Followed = {
        path,
        state: rootState(path),
        watch: null,
        above,
        aboveSignature: filesFingerprint(above),
        lookAt: null,
      };
      this.#roots.set(path, root);
      this.#startWatching(root);
    }
  }

  #startWatching(root: Followed): void {
    root.watch?.close();
    root.watch = null;
    root.lookAt = null;
    if (root.state === null) return;
    const { include, exclude, maxSize, dataDir } = this.#settings;
    const policy = policyFor("user", { include, exclude, maxSize, dataDir });
    // A separate thread starts the system's watch and does not report when it is active: one more check finds missed changes.
    root.lookAt = performance.now() + SETTLE_MS;
    let failed = false;
    const watch = new RootWatch(
      { path: root.path, isFile: root.state.isFile, policy },
      {
        changed: (path) => {
          this.#pending.change(root.path, path);
          this.#stir();
        },
        rulesChanged: (folder) => {
          this.#pending.doubt(folder);
          this.#stir();
        },
        unsettled: () => this.#look(),
        failed: (reason) => {
          failed = true;
          root.watch = null;
          root.lookAt = performance.now() + this.options.rescanMs;
          const seconds = this.options.rescanMs / 1000;
          this.options.tell({ kind: "rescanning", root: root.path, reason, seconds });
        },
      },
    );
    if (!failed) root.watch = watch;
  }

  /** Checks things that no watcher reports. */
  #look(): void {
    for (const root of this.#roots.values()) this.#lookAtRoot(root);
    if (filesFingerprint(this.#configuration) !== this.#configured) this.#reconfigure();
    if (this.#store !== null && fileIdentity(storePath(this.#settings.dataDir)) !== this.#store) {
      this.#whole = true;
      this.#stir();
    }
  }

  #lookAtRoot(root: Followed): void {
    const state = rootState(root.path);
    if (state?.identity !== root.state?.identity) {
      const wasThere = root.state !== null;
      root.state = state;
      this.#startWatching(root);
      if (state === null) this.options.tell({ kind: "root_gone", root: root.path });
      else {
        if (!wasThere) this.options.tell({ kind: "root_back", root: root.path });
        this.#pending.change(root.path, root.path);
        this.#stir();
      }
      return;
    }
    if (state === null) return;
    const above = filesFingerprint(root.above);
    const due = root.lookAt !== null && performance.now() >= root.lookAt;
    if (above === root.aboveSignature && !due) return;
    root.aboveSignature = above;
    if (due) root.lookAt = root.watch === null ? performance.now() + this.options.rescanMs : null;
    this.#pending.doubt(root.path);
    this.#stir();
  }

  #reconfigure(): void {
    let settings: Settings;
    try {
      settings = this.options.settings();
    } catch (error) {
      this.#configured = filesFingerprint(this.#configuration);
      if (!(error instanceof QsearchError)) throw error;
      this.options.tell({ kind: "failed", error });
      return;
    }
    const before = JSON.stringify({ ...this.#settings, origins: null });
    if (JSON.stringify({ ...settings, origins: null }) === before) {
      this.#configured = filesFingerprint(this.#configuration);
      return;
    }
    this.#adopt(settings);
    if (this.#roots.size === 0) this.#pending.take();
    this.options.tell({ kind: "configuration", roots: settings.roots.map(displayPath) });
    // Other roots, rules or chunk settings: names, recipes and sizes determine the files concerned.
    this.#wholeTrusts = !this.#whole;
    this.#whole = this.#roots.size > 0;
    this.#stir();
  }
}

const WHOLE: IndexRequest = { paths: [], root: [], ext: [], force: false, no_prune: false };
