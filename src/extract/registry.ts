/**
 * Selects the reader for a file: by exact name, then by extension, then code for every name in the source category, then plain
 * text. The registry holds only descriptors; a reader's `extract` loads heavy modules.
 */
import { documentExtractors } from "./documents.ts";
import type { Extractor } from "./extractor.ts";
import { fallbackExtractor, textExtractors } from "./text-readers.ts";

const BUILT_IN: readonly Extractor[] = [...textExtractors, ...documentExtractors];

/** Readers added by a program that uses this package as a library; the last one added has priority. */
let added: readonly Extractor[] = [];
let table = buildTable();

/** The reader for a file called `name` (no folders) with the lower-case extension `ext` (no dot, "" without one). */
export function extractorFor(name: string, ext: string): Extractor {
  return table.names.get(name.toLowerCase()) ?? table.extensions.get(ext) ?? fallbackExtractor(name);
}

/** Whether the reader of a file called `name` runs in a child process; cheaper than finding the reader. `ext` as above. */
export function isReaderIsolated(name: string, ext: string): boolean {
  return (table.isolated.has(ext) || table.isolatedNames) && extractorFor(name, ext).isolated === true;
}

/**
 * Adds a reader, which takes its extensions and names from earlier readers. Only in this process and thread: the workers of a
 * running index have their own registries. Returns a function that removes the reader. Throws RangeError for a reader without a
 * valid version, a unique name, or any extension or name.
 */
export function registerExtractor(extractor: Extractor): () => void {
  check(extractor);
  added = [extractor, ...added];
  table = buildTable();
  return () => {
    added = added.filter((other) => other !== extractor);
    table = buildTable();
  };
}

/** "name@version": stored with each file to show how it was read. */
export function extractorKey(extractor: Extractor): string {
  return `${extractor.name}@${extractor.version}`;
}

/** All active readers, added ones first. */
export function allExtractors(): readonly Extractor[] {
  return [...added, ...BUILT_IN];
}

/** Whether this thread has readers that other threads lack. */
export function hasAddedExtractors(): boolean {
  return added.length > 0;
}

function buildTable() {
  const names = new Map<string, Extractor>();
  const extensions = new Map<string, Extractor>();
  for (const extractor of [...allExtractors()].reverse()) {
    for (const name of extractor.names ?? []) names.set(name, extractor);
    for (const ext of extractor.extensions) extensions.set(ext, extractor);
  }
  const isolated = new Set([...extensions].flatMap(([ext, extractor]) => (extractor.isolated === true ? ext : [])));
  const isolatedNames = [...names.values()].some((extractor) => extractor.isolated === true);
  return { names, extensions, isolated, isolatedNames };
}

function check({ name, version, extensions, names = [] }: Extractor): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new RangeError(`Reader name "${name}" is not lower-case letters, digits, "-"`);
  if (allExtractors().some((other) => other.name === name)) throw new RangeError(`There is a reader "${name}" already`);
  if (!Number.isInteger(version) || version < 1)
    throw new RangeError(`Version ${version} of reader "${name}" is not 1 or more`);
  if (extensions.length + names.length === 0) throw new RangeError(`Reader "${name}" takes no extension and no name`);
  for (const ext of extensions) {
    if (ext !== ext.toLowerCase() || ext.startsWith(".")) {
      throw new RangeError(`Extension "${ext}" of reader "${name}" is not in lower case without a dot`);
    }
  }
}
