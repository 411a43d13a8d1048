/** The corpora of the golden ranking set: sections of a text file (`-- path --`, as in txtar), and what is made of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { docxOf } from "../fixtures/documents/docx.ts";
import { pageOf } from "../fixtures/documents/pdf.ts";
import { sheetOf } from "../fixtures/documents/workbook.ts";
import type { Files } from "../world.ts";

const HEAD = /^-- (.+) --\n/gm;

/** Files of a corpus by path; sections with the ending of a binary format become documents that hold their lines. */
export function corpus(name: string): Files {
  const text = readFileSync(join(import.meta.dir, `${name}.txtar`), "utf8");
  const heads = [...text.matchAll(HEAD)];
  return Object.fromEntries(
    heads.map((head, at) => {
      const path = head[1] ?? "";
      const content = text.slice(head.index + head[0].length, heads[at + 1]?.index);
      return [path, documentOf(path, content)];
    }),
  );
}

function documentOf(path: string, content: string): string | Uint8Array {
  const lines = content.trimEnd().split("\n");
  if (path.endsWith(".pdf")) return pageOf(lines);
  if (path.endsWith(".docx")) {
    return docxOf(lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join(""));
  }
  if (path.endsWith(".xlsx")) return sheetOf(lines.map((line) => line.split("\t")));
  return content;
}
