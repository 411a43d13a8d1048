/** The path line of embedded texts. */
import { namingPath } from "../corpus/roots.ts";

/** The file path in embedded texts: the path beneath the root, or the name of a root that is a single file. */
export function embeddedPath({ rel, path }: { readonly rel: string; readonly path: string }): string {
  return namingPath(path, rel).toWellFormed();
}
