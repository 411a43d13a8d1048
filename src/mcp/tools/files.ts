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
    "Find passages in the user's indexed folders: notes, code, PDF, Word, Excel, PowerPoint, CSV, HTML, mail and other " +
    "documents. Use it for questions about documents and whenever the folder is not a code base you are working in. " +
    'Words are joined by AND (where few passages hold all of them, ones with most follow); "…" is a phrase, word* a ' +
    "prefix, -word excludes, OR gives alternatives; filters: path:TEXT ext:pdf type:source|test|doc|config|data|document " +
    "lang:NAME symbol:NAME after:2026-01-31 before:7d. Chinese, Japanese and Korean need no spaces. Each result has its " +
    "place (lines, page, sheet) and a snippet with matches in [[…]]; read_file shows more of the file. It searches the " +
    "index, which reindex brings up to date.",
  input: searchFilesRequestSchema,
  output: searchFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/files.ts")).runSearch(request, call);
  },
});

export const readFileTool = defineTool({
  name: "read_file",
  title: "Read an indexed file",
  description:
    "Show the text of one file beneath the user's indexed folders, with line numbers: of a PDF, Word, Excel or other " +
    "document its extracted text, by page, sheet or part. Take path from a result of search_files. Choose with " +
    "start_line and end_line (inclusive), or page, or sheet, or part; lines and page exclude one another. Long texts are " +
    "cut: `next` then holds the arguments that go on. It shows the file as it is now.",
  input: readFileRequestSchema,
  output: readFileResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/files.ts")).runRead(request, call);
  },
});

export const recentFilesTool = defineTool({
  name: "recent_files",
  title: "List files that changed lately",
  description:
    "List the files beneath the user's indexed folders that changed since a moment, the newest first: since is an age " +
    "(30m, 24h, 7d, 2w) or an ISO 8601 date or time. Use it to learn what the user has been working on, or before search_files " +
    "with an after: filter. Times are those of the index, which reindex brings up to date; stale marks a file that has " +
    "changed again. At most 100 files.",
  input: recentFilesRequestSchema,
  output: recentFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/files.ts")).runRecent(request, call);
  },
});

export const reindexTool = defineTool({
  name: "reindex",
  title: "Bring the index up to date",
  description:
    "Read the user's indexed folders again so that search_files finds what changed; with path only that folder or file " +
    "beneath one of them. New and changed files are indexed and those that are gone leave the index. It adds no folder " +
    "and changes no source file. Call it when a result is stale or a new file is not found.",
  input: reindexRequestSchema,
  output: reindexResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(request, call) {
    return await (await import("../run/files.ts")).runReindex(request, call);
  },
});
