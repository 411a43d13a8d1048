/** The lexical lane: scans every listed file of the workspace, in its current state, for the query's words. */
import { categorise } from "../../corpus/categories.ts";
import { foldAll } from "../../text/fold.ts";
import type { LiveDeps } from "../deps.ts";
import { leftOut } from "../left-out.ts";
import type { SearchRoot } from "../search-root.ts";
import { spellingsOf } from "../terms.ts";
import { listTree, scanFiles, type TreeScan } from "../tree-scan.ts";
import type { CodeEnvironment } from "./environment.ts";
import type { CodeQuery } from "./query.ts";

export interface CodeWordsLane {
  readonly scan: TreeScan;
  /** Whether more files exist than were read. */
  readonly truncated: boolean;
  /** Omissions and cuts, in sentences. */
  readonly notes: readonly string[];
}

/** `languages`: null for all. Throws as walkRoot, and "cancelled". */
export async function runLexicalLane(
  query: CodeQuery,
  place: SearchRoot,
  languages: ReadonlySet<string> | null,
  { rg, scanMs, maxFiles }: CodeEnvironment,
  deps: LiveDeps,
): Promise<CodeWordsLane> {
  const deadline = performance.now() + scanMs;
  const notes: string[] = [];
  const { rels: all, excluded } = await listTree(place, deps);
  const folders = excluded.get("unreadable") ?? 0;
  if (folders > 0) notes.push(`${counted(folders, "folder")} could not be read`);
  const listed = languages === null ? all : all.filter((rel) => languages.has(categorise(rel).language ?? ""));
  const rels = listed.length > maxFiles ? mostPromising(listed, query, maxFiles) : listed;
  if (rels.length < listed.length) {
    notes.push(
      `of ${listed.length} files the ${rels.length} most promising by their names were read: narrow the search`,
    );
  }
  const scan = await scanFiles(place, rels, query.scan, rg === null ? deps : { ...deps, rg }, { deadline });
  if (rg !== null && scan.backend.matching === "native")
    notes.push(`CIRURGIC_RG_PATH: ${rg} does not run, so all files were read`);
  const unread = rels.length - scan.considered;
  if (unread > 0)
    notes.push(`the lexical lane ended after its ${scanMs / 1000} s: ${counted(unread, "file")} not read`);
  for (const { reason, files, languages: names } of leftOut(scan.unread)) {
    const of = names.length === 0 ? "" : ` (${names.join(", ")})`;
    notes.push(`${counted(files, "file")} left out: ${reason}${of}`);
  }
  return { scan, truncated: rels.length < listed.length || unread > 0, notes };
}

/** Paths with a word of the query, then source code, then the rest; each in the walk's order, as the result is. */
function mostPromising(listed: readonly string[], { scan }: CodeQuery, most: number): string[] {
  const spellings = spellingsOf(scan).flat();
  const classes: number[][] = [[], [], []];
  for (const [index, rel] of listed.entries()) {
    const path = foldAll(rel);
    const named = spellings.some((spelling) => path.includes(spelling));
    classes[named ? 0 : categorise(rel).category === "source" ? 1 : 2]?.push(index);
  }
  const kept = classes.flat().slice(0, most);
  return kept.sort((a, b) => a - b).map((index) => listed[index] ?? "");
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
