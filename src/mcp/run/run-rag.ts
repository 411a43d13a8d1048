/** The rag tools at work: loaded with the first call, not with the list of tools. */
import type { z } from "zod";
import { joinPath } from "../../corpus/roots.ts";
import { QsearchError } from "../../errors.ts";
import { statusOf } from "../../index-search/status.ts";
import { clearStore, storedRootPaths } from "../../indexing/clear.ts";
import { indexRequestSchema } from "../../request/index-run-request.ts";
import { searchRequestSchema } from "../../request/search-request.ts";
import type { ragIndexRequestSchema, ragSearchRequestSchema } from "../../request/tools.ts";
import { expandHome, normaliseExtension } from "../../settings/settings.ts";
import { openStore, storeExists } from "../../store/store.ts";
import type { ToolReply } from "../reply.ts";
import type { Host, ToolCall } from "../tool.ts";
import { EMBED_MS, indexReply, MOST_ROOTS, meantInstead, passageLink, shownHits, withinBounds } from "./run-files.ts";
import { searchesOf } from "./run-store-searches.ts";

/** What the counts of file types may take, characters of JSON: an extension can be any 250 characters. */
const TYPES_ROOM = 20_000;

export async function runRagIndex(
  { path, no_prune, force, extensions }: z.output<typeof ragIndexRequestSchema>,
  call: ToolCall,
): Promise<ToolReply> {
  const { host, signal, progress } = call;
  const expanded = expandHome(path, host.env);
  const place = expanded.startsWith("/") ? expanded : joinPath(await call.directory(undefined), expanded);
  const { runIndex } = await import("../../indexing/indexer.ts");
  const request = indexRequestSchema.parse({ paths: [place], no_prune, force, ext: extensions.map(extension) });
  const { result, warnings } = await runIndex(request, {
    settings: host.settings(),
    signal,
    progress,
    rootKind: "agent",
    allow: host.allow,
    embed: { budgetMs: EMBED_MS, ownPathsOnly: true },
    ...(host.jobs === undefined ? {} : { jobs: host.jobs }),
  });
  return indexReply({ result, warnings });
}

function extension(name: string): string {
  const ext = normaliseExtension(name);
  if (ext !== null) return ext;
  throw new QsearchError(
    "usage",
    `extensions holds ${JSON.stringify(name.slice(0, 100).toWellFormed())}, which can be none`,
    "Give them as proto or .proto.",
  );
}

export async function runRagSearch(
  request: z.output<typeof ragSearchRequestSchema>,
  call: ToolCall,
): Promise<ToolReply> {
  const { host, signal } = call;
  const asked = searchRequestSchema.parse({ ...request, late: host.late });
  const settings = host.settings();
  const {
    hits,
    warnings,
    suggestions = [],
  } = await searchesOf(host)
    .search(asked, settings, "agent", signal)
    .catch((error: unknown) => {
      throw withAgentsWay(error, settings.dataDir, host);
    });
  const bounded = withinBounds(shownHits(hits, request), warnings, "results");
  const structure = { results: bounded.items, ...meantInstead(suggestions), warnings: bounded.warnings };
  return { structure, passages: bounded.items.map(passageLink) };
}

/** Where nothing is indexed, an agent that may do so is told to do it itself. */
function withAgentsWay(error: unknown, dataDir: string, { tools }: Host): unknown {
  const isEmpty = error instanceof QsearchError && error.code === "no_store" && !storeExists(dataDir);
  if (!isEmpty || !tools.some(({ name }) => name === "rag_index")) return error;
  return new QsearchError(error.code, error.message, "Index a folder or file with rag_index, then ask again.");
}

export async function runRagStatus({ host }: ToolCall): Promise<ToolReply> {
  const { dataDir, embed } = host.settings();
  if (!storeExists(dataDir)) return { structure: NOTHING, passages: [] };
  const store = openStore(dataDir, "read");
  try {
    const { result, warnings } = statusOf(store, embed);
    const { roots, documents, chunks, bytes, types, embedded, pending } = result;
    const counts = { documents, chunks, bytes, types: mostFrequent(types), embedded, pending };
    const shown = withinBounds(roots.slice(0, MOST_ROOTS), warnings, "roots", counts);
    return { structure: { roots: shown.items, ...counts, warnings: shown.warnings }, passages: [] };
  } finally {
    store.close();
  }
}

/** As many types as fit, the most frequent first. */
function mostFrequent(types: Readonly<Record<string, number>>): Record<string, number> {
  let left = TYPES_ROOM;
  const sorted = Object.entries(types).sort(([, a], [, b]) => b - a);
  const fitting = sorted.filter((entry) => {
    left -= JSON.stringify(entry).length;
    return left >= 0;
  });
  return Object.fromEntries(fitting);
}

const NOTHING = { roots: [], documents: 0, chunks: 0, bytes: 0, types: {}, embedded: 0, pending: 0, warnings: [] };

export async function runRagClear({ host, signal }: ToolCall): Promise<ToolReply> {
  const settings = host.settings();
  const roots = storedRootPaths(settings.dataDir, "agent").slice(0, MOST_ROOTS);
  const { result, warnings } = await clearStore({ settings, signal }, "agent");
  const shown = withinBounds(roots, warnings, "roots", result);
  return { structure: { ...result, roots: shown.items, warnings: shown.warnings }, passages: [] };
}
