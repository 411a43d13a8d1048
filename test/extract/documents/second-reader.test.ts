/**
 * PDFium against pdf-parse (pdf.js), two engines that share no code, over the PDF cases: what the second one reads, the
 * first must have. Where they differ for a known reason the reason stands here.
 */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FileError } from "../../../src/errors.ts";
import { extractPdf } from "../../../src/extract/pdf.ts";
import { describeShared } from "../../shared.ts";
import { secondReading } from "./second-pdf-reader.ts";

/** Share of the second reader's words that ours must have. */
const SHARE = 0.95;

/** Files where pdf-parse 2.4.5 is known to be the one that is wrong. */
const SECOND_MISREADS: Readonly<Record<string, string>> = {
  "ArabicCIDTrueType.pdf": "lam-alef letters swapped",
  "issue-1113-evil-xobjects.pdf": "words of repeated forms run together",
};
/** Files where it gives nothing at all: page tree cycle; predefined CMaps, which lie in a folder it has not got. */
const SECOND_IS_EMPTY = new Set(["Pages-tree-refs.pdf", "issue3521.pdf", "noembed-sjis.pdf", "vertical.pdf"]);
/** It took 90 s and 12.2 GB for this one. */
const NOT_FOR_THE_SECOND = new Set(["bomb_giant.pdf"]);

/** Words of three letters and more; hyphens at line ends joined, as ours are. */
function words(text: string): Set<string> {
  const joined = text.normalize("NFKC").replace(/-[ \t]*\n\s*/g, "");
  return new Set(joined.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
}

describeShared("PDF by two engines", (shared) => {
  const folder = join(shared, "cases", "documents", "pdf");
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith(".pdf") || NOT_FOR_THE_SECOND.has(name)) continue;
    test(name, async () => {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      const [ours, theirs] = [await first(bytes), await second(bytes)];
      if (theirs.size === 0) {
        // Nothing to compare with: either both have nothing, or the reason is known.
        expect([name, ours.size > 0]).toEqual([name, SECOND_IS_EMPTY.has(name)]);
        return;
      }
      const missing = [...theirs].filter((word) => !ours.has(word));
      // Whoever is listed as misread must differ, or the list is out of date.
      const agrees = SECOND_MISREADS[name] === undefined;
      expect({ agrees: 1 - missing.length / theirs.size >= SHARE, missing }).toMatchObject({ agrees });
    }, 20_000);
  }
});

async function first(bytes: Uint8Array): Promise<Set<string>> {
  try {
    return words((await extractPdf({ bytes, name: "a.pdf", ext: "pdf", encodings: [] })).text);
  } catch (error) {
    if (error instanceof FileError) return new Set();
    throw error;
  }
}

async function second(bytes: Uint8Array): Promise<Set<string>> {
  try {
    return words((await secondReading(bytes)).join("\n"));
  } catch {
    return new Set();
  }
}
