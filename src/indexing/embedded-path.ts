/** The path line of embedded texts. */
import { namingPath } from "../corpus/roots.ts";

/** What stands for a chunk's file in the texts that are embedded: its path beneath the root, or the name of a root that is a file. */
export function embeddedPath({ rel, path }: { readonly rel: string; readonly path: string }): string {
  return namingPath(path, rel).toWellFormed();
}
