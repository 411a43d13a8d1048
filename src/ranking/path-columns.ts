/** Path signals of all candidates at once: files of a folder share its words, chunks of a file all of them. */
import type { NameMatcher } from "./name-match.ts";
import { folderNames } from "./signals.ts";
import type { TermCounter } from "./term-counter.ts";

/** One entry a candidate. */
export interface PathColumns {
  /** Candidates × terms: how often each word of the path counts as a word of the text. */
  readonly counts: Float64Array;
  /** Number of words of the file's name and its last folders. */
  readonly lengths: Float64Array;
  /** NameMatch.share, .subject and .whole of the file's name and its parent folder. */
  readonly matches: Float64Array;
  readonly subjects: Float64Array;
  readonly wholes: Float64Array;
}

/** `counter` counts `width` scoring terms in names. A word of a file's name counts `fileName` times, of a folder's `folder`. */
export function pathColumns(
  rels: readonly string[],
  counter: TermCounter,
  matcher: NameMatcher,
  { width, fileName, folder }: { width: number; fileName: number; folder: number },
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
  const subjects = new Float64Array(rels.length);
  const wholes = new Float64Array(rels.length);
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
    const met = matcher.match(names[stem] ?? "", parent === -1 ? "" : (names[parent] ?? ""));
    matches[at] = met.share;
    subjects[at] = met.subject;
    wholes[at] = met.whole;
  }
  return { counts, lengths, matches, subjects, wholes };
}
