/** Enumerations that several requests, results and records share, without zod: workers and the store know them too. */

export const FILE_TYPES = ["source", "test", "doc", "config", "data", "document", "generated"] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const LOCATION_KINDS = [
  "line",
  "row",
  "page_text_line",
  "sheet_row",
  "slide_text_line",
  "extracted_line",
  "cell_line",
  "part_line",
] as const;
export type LocationKind = (typeof LOCATION_KINDS)[number];

export const COLOR_MODES = ["auto", "always", "never"] as const;

export const TRANSPORTS = ["stdio", "streamable-http", "sse"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** Implementations of the encoder, the default first. */
export const ENCODER_KINDS = ["fast", "ort"] as const;
export type EncoderKind = (typeof ENCODER_KINDS)[number];

/**
 * What is embedded: prose, documents, mail and tables; every text; nothing. What agents gave (rag_index) is, but with "none",
 * whatever it is.
 */
export const EMBED_POLICIES = ["docs", "all", "none"] as const;
export type EmbedPolicy = (typeof EMBED_POLICIES)[number];

/** Tokens of a reply of code search at most. */
export const MOST_CODE_TOKENS = 32_000;

/** What a record of `extract` is about. */
export const EXTRACT_FORMS = ["chunks", "documents"] as const;
export type ExtractForm = (typeof EXTRACT_FORMS)[number];

/** Engines that `extract --mapping` prints field definitions for. */
export const EXTRACT_MAPPINGS = ["solr", "opensearch", "parquet-arrow"] as const;
export type ExtractMapping = (typeof EXTRACT_MAPPINGS)[number];
