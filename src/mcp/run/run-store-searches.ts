/** The search worker of a server, which all its tools share. */
import { StoreSearches } from "../../index-search/store-searches.ts";
import type { Host } from "../tool.ts";

const searches = new WeakMap<Host, StoreSearches>();

export function searchesOf(host: Host): StoreSearches {
  const kept = searches.get(host) ?? new StoreSearches(!host.readOnly);
  searches.set(host, kept);
  return kept;
}
