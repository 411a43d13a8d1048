/**
 * `view`: how the page is started, and what the page and its server say to each other: JSON by POST beneath `/<random>/api/`.
 * The page takes types from here alone, so its bundle holds no zod.
 */
import { z } from "zod";
import type { CallsResult, OutlineResult } from "./graph-request.ts";
import type { StatusResult } from "./index-run-request.ts";
import { fileTypeSchema } from "./places.ts";
import type { ReadResult } from "./read-request.ts";
import { SEARCH_MODES, type SearchHit } from "./search-request.ts";

export const viewRequestSchema = z.strictObject({
  query: z.string().default("").describe("What the page searches for at first"),
  no_open: z.boolean().default(false).describe("Only print the address, and open no browser"),
});

/** Printed once the server listens. */
export const viewResultSchema = z.object({
  address: z.string().describe("Of the page, with the token in its fragment"),
});
export type ViewResult = z.output<typeof viewResultSchema>;

const pathSchema = z.string().min(1).max(8192);
const querySchema = z.string().max(10_000).default("");
const unitShape = {
  page: z.int().min(1).optional(),
  sheet: z.string().max(1000).optional(),
  part: z.string().max(1000).optional(),
};

const searchShape = {
  query: z.string().max(10_000),
  mode: z.enum(SEARCH_MODES).default("hybrid"),
  types: z.array(fileTypeSchema).max(10).default([]),
  extensions: z.array(z.string().max(40)).max(50).default([]),
  folders: z.array(pathSchema).max(50).default([]),
  days: z.int().min(1).max(36_500).optional(),
};

/** The bodies of requests, by the last part of their path. */
export const VIEW_REQUESTS = {
  enter: z.strictObject({ token: z.string().max(200) }),
  search: z.strictObject({
    ...searchShape,
    limit: z.int().min(1).max(99).default(30),
    offset: z.int().min(0).max(10_000).default(0),
  }),
  facets: z.strictObject(searchShape),
  text: z.strictObject({ path: pathSchema, query: querySchema, line: z.int().min(1).optional(), ...unitShape }),
  page: z.strictObject({
    path: pathSchema,
    query: querySchema,
    page: z.int().min(1),
    /** Line of the page that is wanted. */
    line: z.int().min(1).optional(),
    width: z.int().min(100).max(4000),
  }),
  sheet: z.strictObject({
    path: pathSchema,
    query: querySchema,
    sheet: z.string().max(1000).optional(),
    row: z.int().min(1).optional(),
  }),
  outline: z.strictObject({ path: pathSchema }),
  graph: z.strictObject({
    path: pathSchema,
    name: z.string().min(1).max(500),
    direction: z.enum(["callers", "callees"]),
  }),
  status: z.strictObject({}),
  alive: z.strictObject({ page: z.string().max(40), hidden: z.boolean() }),
  bye: z.strictObject({ page: z.string().max(40) }),
} as const;
export type ViewRequests = { readonly [Name in keyof typeof VIEW_REQUESTS]: z.output<(typeof VIEW_REQUESTS)[Name]> };
/** The same as the page sends them: what has a default may be left out. */
export type ViewInputs = { readonly [Name in keyof typeof VIEW_REQUESTS]: z.input<(typeof VIEW_REQUESTS)[Name]> };

/** A stretch of text with its matches. */
export interface ViewExcerpt {
  readonly text: string;
  readonly ranges: readonly ViewRange[];
}

export interface ViewHit extends SearchHit {
  readonly excerpt: ViewExcerpt;
  /** Of the further passages, in their order. */
  readonly further: readonly ViewExcerpt[];
  /** Root that the file lies beneath, and the path from it. */
  readonly root: string;
  readonly name: string;
  /** The file's line in an editor, as QSEARCH_LINK says; null for none. */
  readonly link: string | null;
}

export interface ViewFacet {
  readonly value: string;
  readonly files: number;
}

export interface ViewSearch {
  /** What was searched for: the query, or the query with a star where only a beginning of its last word was found in full. */
  readonly query: string;
  readonly hits: readonly ViewHit[];
  readonly more: boolean;
  readonly suggestions: readonly string[];
  readonly warnings: readonly string[];
}

/** A kind's counts disregard what narrows the search by this kind, so that another value can be chosen. */
export interface ViewFacets {
  /** Files that hold all the words; where there is none, those that hold any. */
  readonly files: number;
  readonly types: readonly ViewFacet[];
  readonly extensions: readonly ViewFacet[];
  readonly folders: readonly ViewFacet[];
  /** By days since the change. */
  readonly days: readonly ViewFacet[];
}

/** UTF-16 offsets. */
export type ViewRange = readonly [start: number, end: number];

export interface ViewText {
  readonly read: ReadResult;
  readonly language: string | null;
  /** Lines that are headings, as indices into `read`. */
  readonly headings: readonly { readonly section: number; readonly line: number }[];
  /** Matches by section and line: indices into `read`. */
  readonly marks: readonly { readonly section: number; readonly line: number; readonly ranges: readonly ViewRange[] }[];
}

/** In pixels of the picture, from its upper left corner. */
export interface ViewRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ViewPage {
  /** The picture is at `picture/<id>`. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly page: number;
  readonly pages: number;
  readonly matches: readonly { readonly text: string; readonly rects: readonly ViewRect[] }[];
  /** Which match stands at the wanted line, or is the next one behind it; null for none. */
  readonly here: number | null;
  /** Why the text of the page is to be mistrusted. */
  readonly unreliable: string | null;
}

export interface ViewSheet {
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Names of columns: "A", "B". */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly row: number;
    readonly cells: readonly string[];
    readonly marks: readonly (readonly ViewRange[])[];
  }[];
  readonly before: boolean;
  readonly after: boolean;
}

export type ViewGraph = CallsResult & { readonly root: string };

/** Answers by the same names. */
export interface ViewAnswers {
  readonly enter: Record<never, never>;
  readonly search: ViewSearch;
  readonly facets: ViewFacets;
  readonly text: ViewText;
  readonly page: ViewPage;
  readonly sheet: ViewSheet;
  readonly outline: OutlineResult;
  readonly graph: ViewGraph;
  readonly status: StatusResult;
  readonly alive: Record<never, never>;
  readonly bye: Record<never, never>;
}

/** The body of an answer with a status of 400 and above. */
export interface ViewError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
