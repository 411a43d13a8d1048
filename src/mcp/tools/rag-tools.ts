/** `rag_index`, `rag_search`, `rag_status` and `rag_clear`: what agents have added, beside what the user has. */
import { z } from "zod";
import {
  ragClearResultSchema,
  ragIndexRequestSchema,
  ragIndexResultSchema,
  ragSearchRequestSchema,
  ragStatusResultSchema,
  searchFilesResultSchema,
} from "../../request/tools.ts";
import { defineTool, READS } from "../tool.ts";

export const ragIndexTool = defineTool({
  name: "rag_index",
  title: "Index a folder for rag_search",
  description:
    "Adds a folder or file to the index of rag_search, or brings it up to date: text, code, PDF, Office and other documents, " +
    "embedded on this machine. What it adds is seen by the rag tools alone. Links are followed; a broken or circular one, or a " +
    "folder that cannot be read, stops the run before anything changes. Folders for builds and packages, and those whose " +
    "names begin with a dot, are skipped. Where pending is not 0, words find the rest already, and a further call embeds more.",
  input: ragIndexRequestSchema,
  texts: {
    path: "Absolute folder or file",
    no_prune: "Keep documents whose files are gone",
    force: "Read every file again",
    extensions: "Further ones to read as text: proto, tf",
  },
  output: ragIndexResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(request, call) {
    return await (await import("../run/run-rag.ts")).runRagIndex(request, call);
  },
});

export const ragSearchTool = defineTool({
  name: "rag_search",
  title: "Search by meaning and words",
  description:
    "Passages that answer a question, by meaning and words together, in what rag_index has added and in the user's folders. Ask " +
    "in plain sentences; for exact words in the user's folders take search_files, whose phrases and filters work here, too. weak marks " +
    "what is only near in meaning.",
  input: ragSearchRequestSchema,
  texts: { explain: "Show how the order came about" },
  output: searchFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-rag.ts")).runRagSearch(request, call);
  },
});

export const ragStatusTool = defineTool({
  name: "rag_status",
  title: "What rag_search searches",
  description:
    "What rag_search searches: folders, documents, passages, bytes, file types, and how many passages have vectors.",
  input: z.strictObject({}),
  texts: {},
  output: ragStatusResultSchema,
  annotations: READS,
  async run(_request, call) {
    return await (await import("../run/run-rag.ts")).runRagStatus(call);
  },
});

export const ragClearTool = defineTool({
  name: "rag_clear",
  title: "Remove what rag_index has added",
  description: "Removes everything that rag_index has added, and says what went. The user's own folders stay.",
  input: z.strictObject({}),
  texts: {},
  output: ragClearResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(_request, call) {
    return await (await import("../run/run-rag.ts")).runRagClear(call);
  },
});
