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
    "Add a folder or a file to the index of rag_search, or bring one up to date that is in it: text, code, markup, PDF, " +
    "Office and other documents, cut into passages of up to 1,000 characters and embedded on this machine. Only files " +
    "whose content changed are read again; documents whose files are gone leave the index, beneath this path alone " +
    "(not with no_prune). Links are followed; a broken or circular one, or a folder that cannot be read, stops the run " +
    "before anything changes. Folders whose names begin with a dot, and build and dependency folders, are skipped. " +
    "pending says how many passages still wait for a vector: words find them already, and calling again goes on. " +
    "What is added is seen by the rag tools alone.",
  input: ragIndexRequestSchema,
  output: ragIndexResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(request, call) {
    return await (await import("../run/rag.ts")).runRagIndex(request, call);
  },
});

export const ragSearchTool = defineTool({
  name: "rag_search",
  title: "Search by meaning and words",
  description:
    "Find the passages that answer a question, by their meaning and their words together, in everything indexed: the " +
    'folders added by rag_index and those of the user. Ask in plain English sentences, or give keywords, "phrases" and ' +
    "filters such as ext:pdf or path:notes/. Results are ranked passages with path, place and text, matches in [[…]]; " +
    "nothing is returned where nothing is about the question.",
  input: ragSearchRequestSchema,
  output: searchFilesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/rag.ts")).runRagSearch(request, call);
  },
});

export const ragStatusTool = defineTool({
  name: "rag_status",
  title: "What rag_search searches",
  description:
    "Show what is indexed: folders with whose they are, documents, passages (chunks), bytes, file types, and how many " +
    "passages are embedded or still wait for a vector. It reads nothing but the index.",
  input: z.strictObject({}),
  output: ragStatusResultSchema,
  annotations: READS,
  async run(_request, call) {
    return await (await import("../run/rag.ts")).runRagStatus(call);
  },
});

export const ragClearTool = defineTool({
  name: "rag_clear",
  title: "Remove what rag_index has added",
  description:
    "Remove everything that rag_index has added from the index, and say what went. The user's own folders stay indexed, " +
    "and no source file is touched.",
  input: z.strictObject({}),
  output: ragClearResultSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(_request, call) {
    return await (await import("../run/rag.ts")).runRagClear(call);
  },
});
