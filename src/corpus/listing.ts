/** The entries of one folder, sorted in byte order and by what they are. */
import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { pathFromBytes, sortPaths, systemPath } from "./path-bytes.ts";
import { joinPath } from "./roots.ts";

export interface Listing {
  readonly files: string[];
  readonly folders: string[];
  readonly links: string[];
  /** FIFOs, sockets, devices. */
  readonly specials: string[];
}

/** Lists a folder. Throws what the operating system says (ErrnoException). */
export function listFolder(path: string): Listing {
  const listing: Listing = { files: [], folders: [], links: [], specials: [] };
  const entries = readdirSync(systemPath(path), { withFileTypes: true });
  // A name that holds U+FFFD may have lost bytes: only then is the folder read again as bytes, which costs an lstat a name.
  if (entries.some(({ name }) => name.includes("\ufffd"))) return listByBytes(path, listing);
  for (const entry of entries) place(listing, entry.name, kindOf(entry) ?? kindOnDisk(path, entry.name));
  return sorted(listing);
}

/** Whether a listed name stands for a folder, a file, a link or something else; null when it is gone. */
export function kindOnDisk(folder: string, name: string): keyof Listing | null {
  const stats = lstatSync(systemPath(joinPath(folder, name)), { throwIfNoEntry: false });
  return stats === undefined ? null : (kindOf(stats) ?? "specials");
}

function listByBytes(path: string, listing: Listing): Listing {
  for (const bytes of readdirSync(systemPath(path), { encoding: "buffer" })) {
    const name = pathFromBytes(bytes);
    place(listing, name, kindOnDisk(path, name));
  }
  return sorted(listing);
}

/** Null for a directory entry of unknown type: some file systems tell it by lstat only. */
function kindOf(entry: Dirent | Stats): keyof Listing | null {
  if (entry.isFile()) return "files";
  if (entry.isDirectory()) return "folders";
  if (entry.isSymbolicLink()) return "links";
  const special = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return special ? "specials" : null;
}

function place(listing: Listing, name: string, kind: keyof Listing | null): void {
  if (kind !== null) listing[kind].push(name);
}

function sorted(listing: Listing): Listing {
  sortPaths(listing.files);
  sortPaths(listing.folders);
  sortPaths(listing.links);
  return listing;
}
