/** What a client's model is told at the handshake: which tools there are and when, and what they may reach here. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { displayPath } from "../corpus/path-bytes.ts";
import type { Host } from "./tool.ts";

export interface HostState extends Pick<Host, "tools" | "cwd" | "allow"> {
  /** User roots. */
  readonly roots: readonly string[];
  readonly dataDir: string;
  readonly readOnly: boolean;
}

export function instructionsFor(state: HostState): string {
  const groups = new Set(state.tools.map(({ group }) => group));
  const parts = ["qsearch finds things in local files, offline."];
  if (groups.has("context")) parts.push(contextGuide(state));
  if (groups.has("code")) parts.push(codeGuide(state));
  if (groups.has("files")) parts.push(filesGuide(state));
  if (groups.has("rag")) parts.push(ragGuide(state));
  parts.push("Source files are never changed.");
  if (state.readOnly) parts.push("This server is read-only: it changes no index either.");
  return parts.join("\n\n");
}

function contextGuide({ cwd, allow }: HostState): string {
  const where =
    allow === null
      ? "directory may be any absolute folder"
      : `directory must lie beneath ${allow.map(displayPath).join(" or ")}`;
  return [
    "Code, as it is now (no index): call search_repo_context with a few specific keywords to get ranked files and short",
    "snippets, then search_focused_context with the query_id of that answer for the whole definitions around the matches.",
    `Pass directory as an absolute path: ${where}. Left out, it is your one workspace root, else ${displayPath(cwd)}.`,
  ].join(" ");
}

function codeGuide({ allow }: HostState): string {
  return [
    "Code by question or symbol, as it is now: cirurgic_search gives the functions and classes that answer it, with line",
    "ranges and what they call, within max_tokens. find_symbol gives the exact definition of a name, find_references who uses it. Pass workspace as an absolute path",
    allow === null ? "of any folder." : `beneath ${allow.map(displayPath).join(" or ")}.`,
  ].join(" ");
}

function filesGuide({ roots, dataDir, tools }: HostState): string {
  const names = new Set(tools.map(({ name }) => name));
  const reindex = names.has("reindex") ? " reindex brings the index up to date." : "";
  const indexed =
    roots.length === 0
      ? "No folder is indexed yet: the user adds one with `qsearch index DIR`."
      : existsSync(join(dataDir, "qsearch.db"))
        ? `Indexed folders: ${roots.slice(0, 20).map(displayPath).join(", ")}${roots.length > 20 ? " and more" : ""}.`
        : `Folders to index: ${roots.slice(0, 20).map(displayPath).join(", ")}; nothing of them is indexed yet.`;
  return [
    "Documents and notes, indexed: search_files finds passages in text, code, PDF, Office, mail and HTML files by words,",
    `"phrases", prefix* and filters such as ext:pdf or path:reports/; read_file shows the text of a hit.${reindex}`,
    indexed,
  ].join(" ");
}

function ragGuide({ tools, allow }: HostState): string {
  const isWritable = tools.some(({ name }) => name === "rag_index");
  const where = allow === null ? "any folder" : `a folder beneath ${allow.map(displayPath).join(" or ")}`;
  const index = isWritable ? `rag_index adds ${where} or file to it, for the rag tools alone; ` : "";
  return `By meaning and words together: rag_search answers questions from an index; ${index}rag_status says what is in it.`;
}
