/** Source texts parsed for the call graph, by their hash; the least recently used ones are dropped first. */
import type { CodeFile } from "../../symbols/symbol-reader.ts";

/** Most UTF-16 units of texts with cached symbols and records, which take some 20 bytes a unit. */
const MAX_UNITS = 8_000_000;

const kept = new Map<string, { readonly read: CodeFile; readonly units: number }>();
let units = 0;

/** The result of `read` for the text, from the cache if known. It depends on the text alone, so it cannot be stale. */
export function readOnce(text: string, language: string, read: () => CodeFile): CodeFile {
  const key = `${language} ${text.length} ${Bun.hash(text)}`;
  const known = kept.get(key);
  if (known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
    return known.read;
  }
  const made = read();
  kept.set(key, { read: made, units: text.length });
  units += text.length;
  for (const [oldest, { units: own }] of kept) {
    if (units <= MAX_UNITS || oldest === key) break;
    kept.delete(oldest);
    units -= own;
  }
  return made;
}
