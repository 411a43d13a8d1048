/** A folder and a store beside it, indexed in this thread: small worlds for many quick runs. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type IndexContext, runIndex } from "../../src/indexing/indexer.ts";
import type { IndexReport } from "../../src/indexing/report.ts";
import type { IndexRequest } from "../../src/request/index-run-request.ts";
import { loadSettings, type Settings } from "../../src/settings/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";

export class Tree {
  /** Canonical. */
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "qsearch-tree-")));
  readonly root = join(this.dir, "root");
  readonly dataDir = join(this.dir, "data");

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    mkdirSync(this.root);
    for (const [rel, content] of Object.entries(files)) this.write(rel, content);
  }

  path(rel: string): string {
    return join(this.root, rel);
  }

  write(rel: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(rel)), { recursive: true });
    writeFileSync(this.path(rel), content);
  }

  copy(from: string, to: string): void {
    this.write(to, readFileSync(this.path(from)));
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true });
    renameSync(this.path(from), this.path(to));
  }

  remove(rel: string): void {
    rmSync(this.path(rel), { recursive: true });
  }

  settings(changes: Partial<Settings> = {}): Settings {
    return { ...loadSettings({ dataDir: this.dataDir, env: {} }), ...changes };
  }

  /** Indexes the root, or what the request says. */
  index(request: Partial<IndexRequest> = {}, context: Partial<IndexContext> = {}): Promise<IndexReport> {
    const paths = request.root || request.paths ? [] : [this.root];
    return runIndex(
      { paths, root: [], ext: [], force: false, no_prune: false, ...request },
      { settings: this.settings(), inline: true, ...context },
    );
  }

  /** What `body` sees in the store. */
  read<T>(body: (store: Store) => T): T {
    const store = openStore(this.dataDir, "read");
    try {
      return store.read(() => body(store));
    } finally {
      store.close();
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
