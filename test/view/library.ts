const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** The files that the tests of `view` search: of each kind that is shown in a way of its own. */
import { pageOf, pdfOf } from "../fixtures/documents/pdf.ts";
import { xlsxOf } from "../fixtures/documents/workbook.ts";
import type { Files } from "../world.ts";

export const LIBRARY: Files = {
  "docs/harbour.pdf": pageOf(["The harbour master counts ships.", "A lighthouse stands beside the quay."]),
  "docs/book.pdf": pages([
    "First page about winter.",
    "Second page: a lighthouse in a storm.",
    "Third page, no more storms.",
  ]),
  "tables/stock.csv": 'item,price,note\nrope,"12,50","long ""sea"" rope"\n,9.80,\nlantern,44,lighthouse lantern\n',
  "tables/stock.xlsx": xlsxOf([
    {
      name: "Stock",
      data: `<row r="1">${cell("A1", "item")}${cell("C1", "price")}</row><row r="3">${cell("A3", "lighthouse lamp")}${cell("C3", "44")}</row>`,
    },
    { name: "Harbour", data: `<row r="2">${cell("B2", "quay wall")}</row>` },
  ]),
  "notes/guide.md": "# Harbour guide\n\nThe lighthouse is old.\n\n## Winter\n\nShips wait for the ice.\n",
  "notes/page.html": "<h1>Signals</h1><p>A lighthouse <script>document.title='run'</script> blinks.</p>\n",
  "code/beacon.ts":
    "/** Turns the light of the lighthouse. */\nexport function turnBeacon(times: number): number {\n  return blink(times);\n}\n\nfunction blink(times: number): number {\n  return times * 2;\n}\n",
  "code/main.ts": 'import { turnBeacon } from "./beacon.ts";\n\nexport function start(): void {\n  turnBeacon(3);\n}\n',
};

/** One page a text. */
function pages(texts: readonly string[]): Uint8Array {
  const first = 3;
  const font = first + 2 * texts.length;
  const kids = texts.map((_, at) => `${first + 2 * at} 0 R`).join(" ");
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    ...texts.flatMap((text, at) => {
      const content = `BT /F1 14 Tf 72 700 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${first + 2 * at + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ]);
}
