/** `search_files`, `read_file`, `recent_files` and `reindex`: what the user has indexed, and nothing beyond. */
import {
  readFileRequestSchema,
  readFileResultSchema,
  recentFilesRequestSchema,
  recentFilesResultSchema,
  reindexRequestSchema,
  reindexResultSchema,
  searchFilesRequestSchema,
  searchFilesResultSchema,
} from "../../request/tools.ts";
import { defineTool, READS } from "../tool.ts";

export const searchFilesTool = defineTool({
  name: "search_files",
  title: "Search indexed files",
  description:
    "Passages in the folders that the user has indexed: notes, PDF, Office, mail, tables, HTML, code. Use it for documents, by " +
    "words, phrases and filters; for a question by its meaning use rag_search, for the code you work in the live tools. Each " +
    "hit has its place (lines, page, sheet); read_file shows more. Chinese, Japanese and Korean need no spaces.",
  input: searchFilesRequestSchema,
  texts: {
    query:
      'Words (all wanted), "phrases", prefix*, -not, OR; filters path:docs/ ext:pdf type:test lang:go symbol:NAME after:2026-01-31 before:7d',
    limit: "10; at most 100",
    ext: "pdf",
    path_prefix: "Absolute folder",
    explain: "Show how the order came about",
  },
  output: searchFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-files.ts")).runSearch(request, call);
  },
});

export const readFileTool = defineTool({
  name: "read_file",
  title: "Read a file",
  description:
    "The text of one file that a search found, with line numbers; of PDF, Office and other documents the extracted text. Choose " +
    "lines (inclusive), page, sheet or part; lines and page exclude one another. Where the text is cut, next has the arguments that go on.",
  input: readFileRequestSchema,
  texts: {
    path: "Absolute path or file:// URI; relative with directory",
    directory: "Folder of a live search, for files that are not indexed",
    page: "Page or slide",
    sheet: "By name",
    part: "By the name that a hit shows",
  },
  output: readFileResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-read.ts")).runRead(request, call);
  },
});

export const recentFilesTool = defineTool({
  name: "recent_files",
  title: "List files that changed lately",
  description:
    "Files in the user's indexed folders that changed since a moment, the newest first, at most 100: what the user works on.",
  input: recentFilesRequestSchema,
  texts: { since: "24h; 30m, 7d, 2w, or a date or time (ISO 8601)" },
  output: recentFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-files.ts")).runRecent(request, call);
  },
});

export const reindexTool = defineTool({
  name: "reindex",
  title: "Bring the index up to date",
  description:
    "Brings the index of search_files up to date: all folders of the user, or path alone. Call it when a hit is stale or a new " +
    "file is not found. Adds no folder and changes no source file.",
  input: reindexRequestSchema,
  texts: { path: "Absolute folder or file" },
  output: reindexResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(request, call) {
    return await (await import("../run/run-files.ts")).runReindex(request, call);
  },
});
