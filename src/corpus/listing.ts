/**
 * The entries of one folder by kind, sorted in byte order. With /proc the folder is opened without following a link and listed
 * by its descriptor: a folder swapped for a link reveals no outside name. Without /proc the folder is listed by path.
 */
import { type Dirent, existsSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { closeFile, errnoName } from "./descriptor.ts";
import { openFolderFromTop } from "./open.ts";
import { pathFromBytes, sortPaths, systemPath } from "./path-bytes.ts";
import { joinPath } from "./roots.ts";

export interface FolderListing {
  readonly files: string[];
  readonly folders: string[];
  readonly links: string[];
  /** FIFOs, sockets, devices. */
  readonly specials: string[];
}

const OPEN_FILES = "/proc/self/fd";
/** Whether /proc gives paths to open folders: a sandbox may lack /proc. */
let byDescriptor: boolean | undefined;

/** Lists a folder by its canonical path. Throws the operating system's error (with `code`): ELOOP for a link in the path. */
export function listFolder(path: string): FolderListing {
  byDescriptor ??= process.platform === "linux" && existsSync(OPEN_FILES);
  if (!byDescriptor) return listByPath(path);
  const fd = openFolderFromTop(path);
  if (fd < 0) throw Object.assign(new Error(`${errnoName(-fd)}: ${path}`), { code: errnoName(-fd) });
  try {
    return listByPath(`${OPEN_FILES}/${fd}`);
  } finally {
    closeFile(fd);
  }
}

function listByPath(path: string): FolderListing {
  const listing: FolderListing = { files: [], folders: [], links: [], specials: [] };
  for (const entry of readdirSync(systemPath(path), { withFileTypes: true })) {
    const { name } = entry;
    // The name may have lost bytes: the folder is read again as bytes, which costs an lstat a name.
    if (name.includes("\ufffd")) return listByBytes(path);
    if (entry.isFile()) listing.files.push(name);
    else if (entry.isDirectory()) listing.folders.push(name);
    else place(listing, name, kindOf(entry) ?? kindOnDisk(path, name));
  }
  return sorted(listing);
}

/** Whether a listed name is a folder, a file, a link or something else; null when it is gone. */
export function kindOnDisk(folder: string, name: string): keyof FolderListing | null {
  const stats = lstatSync(systemPath(joinPath(folder, name)), { throwIfNoEntry: false });
  return stats === undefined ? null : (kindOf(stats) ?? "specials");
}

function listByBytes(path: string): FolderListing {
  const listing: FolderListing = { files: [], folders: [], links: [], specials: [] };
  for (const bytes of readdirSync(systemPath(path), { encoding: "buffer" })) {
    const name = pathFromBytes(bytes);
    place(listing, name, kindOnDisk(path, name));
  }
  return sorted(listing);
}

/** Null for a directory entry of unknown type: on some file systems only lstat tells the type. */
function kindOf(entry: Dirent | Stats): keyof FolderListing | null {
  if (entry.isFile()) return "files";
  if (entry.isDirectory()) return "folders";
  if (entry.isSymbolicLink()) return "links";
  const special = entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
  return special ? "specials" : null;
}

function place(listing: FolderListing, name: string, kind: keyof FolderListing | null): void {
  if (kind !== null) listing[kind].push(name);
}

function sorted(listing: FolderListing): FolderListing {
  sortPaths(listing.files);
  sortPaths(listing.folders);
  sortPaths(listing.links);
  return listing;
}
