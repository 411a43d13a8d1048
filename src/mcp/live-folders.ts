/** Folders that live tools of this process have searched: what their answers name may be read, under the same rules. */
import { isWithin, type RealPath, realPath } from "../corpus/roots.ts";
import type { Host } from "./tool.ts";

/** As many as answers that a query_id names. */
const MOST_FOLDERS = 64;

const folders = new WeakMap<Host, Set<RealPath>>();

/** `directory`: absolute, of a live search that has answered. */
export function rememberFolder(host: Host, directory: string): void {
  const real = realPath(directory);
  if (real === null) return;
  const known = folders.get(host) ?? new Set();
  folders.set(host, known);
  known.delete(real);
  known.add(real);
  const [oldest] = known;
  if (known.size > MOST_FOLDERS && oldest !== undefined) known.delete(oldest);
}

/** Canonical, the one searched last first; beneath `--allow`. */
export function searchedFolders(host: Host): RealPath[] {
  const { allow } = host;
  const known = [...(folders.get(host) ?? [])].reverse();
  return known.filter((folder) => allow === null || allow.some((allowed) => isWithin(folder, allowed)));
}
