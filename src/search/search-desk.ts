/** The search worker's duty as a plain class: searches on a connection that stays open. */
import type { SearchRequest } from "../request/search.ts";
import { openStore, type Store } from "../store/store.ts";
import { type SearchAnswer, type SearchSettings, searchFiles } from "./files.ts";
import type { Audience } from "./visible.ts";

/** Structured-clone data. */
export interface SearchTask {
  readonly dataDir: string;
  readonly request: SearchRequest;
  readonly settings: SearchSettings;
  readonly audience: Audience;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export class SearchDesk {
  #store: Store | null = null;

  /** Throws what `openStore` and `searchFiles` throw. */
  answer({ dataDir, request, settings, audience, now }: SearchTask): SearchAnswer {
    if (this.#store?.dataDir !== dataDir) {
      this.close();
      this.#store = openStore(dataDir, "read");
    }
    return searchFiles(this.#store, request, settings, { audience, now });
  }

  close(): void {
    this.#store?.close();
    this.#store = null;
  }
}
