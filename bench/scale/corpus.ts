/** The documents that the roads carry: small files of source text from the registries, the evaluation sets, and documents of isolated formats. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sourceCorpus } from "../lib/corpora.ts";
import { must } from "../lib/python.ts";
import { collections, WORK } from "../quality/sets.ts";

/** All that this bench keeps. */
export const SCALE = join(WORK, "scale");

/** Larger files of source are left out, bytes: the bench counts documents, and has a machine of two cores. */
const LARGEST = 8192;
const SETS = ["cranfield", "cacm", "cisi", "npl", "cosqa", "cmrc-zh"];
const WRITE_DOCUMENTS = join(import.meta.dir, "..", "..", "test", "fixtures", "documents", "write.ts");

export interface Corpus {
  /** Beneath it lie all names. */
  readonly root: string;
  readonly names: readonly string[];
  /** The names, one a line. */
  readonly list: string;
}

/** `most`: names beyond it are left out, evenly. */
export function corpus(most: number): Corpus {
  mkdirSync(SCALE, { recursive: true });
  sourceCorpus();
  for (const set of SETS) collections(set);
  rmSync(join(SCALE, "documents"), { recursive: true, force: true });
  must([process.execPath, WRITE_DOCUMENTS, join(SCALE, "documents")]);
  const folders = ["source", ...SETS.map((set) => join("docs", set)), join("scale", "documents")];
  const all = folders.flatMap(namesIn).filter((name) => !/[\n\r]/.test(name) && !isLargeSource(name));
  const every = Math.max(1, all.length / most);
  const names = Array.from({ length: Math.floor(all.length / every) }, (_, at) => all[Math.floor(at * every)] ?? "");
  const list = join(SCALE, "names");
  writeFileSync(list, names.map((name) => `${name}\n`).join(""));
  return { root: WORK, names, list };
}

function isLargeSource(name: string): boolean {
  return name.startsWith("source/") && statSync(join(WORK, name)).size > LARGEST;
}

function namesIn(folder: string): string[] {
  return readdirSync(join(WORK, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(WORK.length + 1))
    .sort();
}
