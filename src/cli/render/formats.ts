/** How search results can be printed; apart from the rendering, so that help and completion need not load it. */

export const SEARCH_FORMATS = ["text", "json", "csv", "files"] as const;
export type SearchFormat = (typeof SEARCH_FORMATS)[number];
