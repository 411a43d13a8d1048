/** A world whose files are indexed, with the verbs of search bound to it; everything in this process. */

import { type SearchAnswer, type SearchOptions, searchFiles } from "../../src/index-search/indexed-search.ts";
import { type ReadAnswer, readDocument } from "../../src/index-search/read.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { type IndexRequest, indexRequestSchema } from "../../src/request/index-run-request.ts";
import { type ReadRequest, readRequestSchema } from "../../src/request/read-request.ts";
import { type SearchRequest, searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings, type Settings } from "../../src/settings/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { type Files, type World, world } from "../world.ts";

type Asked = Partial<Omit<SearchRequest, "query">> & SearchOptions;

export class Indexed {
  #settings: Settings;

  constructor(
    readonly world: World,
    settings: Partial<Settings>,
  ) {
    const { dataDir, dir } = world;
    this.#settings = { ...loadSettings({ dataDir, env: {} }), timezone: "UTC", roots: [dir], ...settings };
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** From now on these settings are in force, without a new index run. */
  change(settings: Partial<Settings>): this {
    this.#settings = { ...this.#settings, ...settings };
    return this;
  }

  async index(request: Partial<IndexRequest> = {}, rootKind: "user" | "agent" = "user"): Promise<this> {
    await runIndex(indexRequestSchema.parse(request), { settings: this.#settings, rootKind, jobs: 1 });
    return this;
  }

  store<T>(body: (store: Store) => T): T {
    const store = openStore(this.#settings.dataDir, "read");
    try {
      return body(store);
    } finally {
      store.close();
    }
  }

  answer(query: string, { audience, now, ...asked }: Asked = {}): SearchAnswer {
    const request = searchRequestSchema.parse({ mode: "lexical", ...asked, query });
    const options = { ...(audience === undefined ? {} : { audience }), ...(now === undefined ? {} : { now }) };
    return this.store((store) => searchFiles(store, request, this.#settings, options));
  }

  /** Names of the hits beneath the world's folder, in rank order. */
  names(query: string, asked: Asked = {}): string[] {
    return this.answer(query, asked).hits.map((hit) => hit.path.slice(this.world.dir.length + 1));
  }

  async read(name: string, request: Partial<ReadRequest> = {}): Promise<ReadAnswer> {
    const path = name.startsWith("/") ? name : this.world.path(name);
    return await readDocument(readRequestSchema.parse({ ...request, path }), this.#settings);
  }
}

/** Makes the files and indexes their folder as a user root. */
export async function indexed(files: Files, settings: Partial<Settings> = {}): Promise<Indexed> {
  const made = new Indexed(world(files), settings);
  return await made.index({ root: [made.world.dir] });
}
