/** What the paths of candidates say, all at once: files of a folder share its words, chunks of a file all of them. */
import { folderNames, opensNames } from "./signals.ts";
import type { CountedTerm, TermCounter } from "./term-counter.ts";

/** One entry a candidate. */
export interface PathColumns {
  /** Candidates × terms: each word of the path as often as it counts for one of the text. */
  readonly counts: Float64Array;
  /** Words of the file's name and its last folders. */
  readonly lengths: Float64Array;
  /** Share of the query's tokens that the name or the parent folder has or begins with (`pathMatch`). */
  readonly matches: Float64Array;
}

/** The query's tokens as terms whose counts tell whether a name meets them. */
export function nameTerms(tokens: readonly string[]): CountedTerm[] {
  return tokens.map((token) => ({ token, prefix: opensNames(token) }));
}

/**
 * `counter` counts `width` scoring terms and then `tokens` name terms in names. A word of the file's name counts `fileName`
 * times, one of a folder `folder` times.
 */
export function pathColumns(
  rels: readonly string[],
  counter: TermCounter,
  { width, tokens, fileName, folder }: { width: number; tokens: number; fileName: number; folder: number },
): PathColumns {
  const names: string[] = [];
  const rows = new Map<string, number>();
  const rowOf = (name: string) => {
    rows.set(name, names.length);
    return names.push(name) - 1;
  };
  const folders = new Map<string, { readonly parent: number; readonly folders: number }>();
  const folderOf = (path: string) => {
    const { parent, folders: last } = folderNames(path);
    const found = { parent: rows.get(parent) ?? rowOf(parent), folders: rows.get(last) ?? rowOf(last) };
    folders.set(path, found);
    return found;
  };
  const stems = new Int32Array(rels.length);
  const parents = new Int32Array(rels.length);
  const above = new Int32Array(rels.length);
  for (let at = 0; at < rels.length; at++) {
    const rel = rels[at] ?? "";
    const slash = rel.lastIndexOf("/");
    const dot = rel.lastIndexOf(".");
    // As `stemOf`.
    const stem = rel.slice(slash + 1, dot > slash + 1 ? dot : rel.length);
    stems[at] = rows.get(stem) ?? names.length;
    if (stems[at] === names.length) {
      rows.set(stem, names.length);
      names.push(stem);
    }
    parents[at] = -1;
    above[at] = -1;
    if (slash === -1) continue;
    const path = rel.slice(0, slash);
    const found = folders.get(path) ?? folderOf(path);
    parents[at] = found.parent;
    above[at] = found.folders;
  }
  const found = counter.names(names);
  const counts = new Float64Array(rels.length * width);
  const lengths = new Float64Array(rels.length);
  const matches = new Float64Array(rels.length);
  for (let at = 0; at < rels.length; at++) {
    const stem = stems[at] ?? 0;
    const parent = parents[at] ?? -1;
    const last = above[at] ?? -1;
    lengths[at] = (found.lengths[stem] ?? 0) + (last === -1 ? 0 : (found.lengths[last] ?? 0));
    for (let column = 0; column < width; column++) {
      const inStem = found.counts[stem * found.width + column] ?? 0;
      const inFolders = last === -1 ? 0 : (found.counts[last * found.width + column] ?? 0);
      counts[at * width + column] = fileName * inStem + folder * inFolders;
    }
    let met = 0;
    for (let column = width; column < width + tokens; column++) {
      if ((found.counts[stem * found.width + column] ?? 0) > 0) met++;
      else if (parent !== -1 && (found.counts[parent * found.width + column] ?? 0) > 0) met++;
    }
    matches[at] = tokens === 0 ? 0 : met / tokens;
  }
  return { counts, lengths, matches };
}
