/**
 * Ten queries with one right place each over real documents, asked on the command line, over MCP, and by the SDK's own
 * client: the same place from all three, and what `read` shows there holds the words. Runs the source, or QSEARCH_BIN.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { SearchHit } from "../../src/request/search-request.ts";
import { Wire } from "../mcp/wire.ts";
import { describeShared } from "../shared.ts";
import { COMMAND, type World, world } from "../world.ts";

interface Case {
  readonly kind: string;
  readonly query: string;
  readonly file: string;
  /** Where the words stand, in the terms of the format. */
  readonly line: number;
  readonly page?: number;
  readonly sheet?: string;
  readonly cells?: string;
  readonly row?: number;
  /** What the line holds. */
  readonly text: string;
}

/** Places by independent readers of each format (cases.jsonl beside the documents). */
const CASES: readonly Case[] = [
  {
    kind: "word",
    query: "multiplex",
    file: "pdf/movie-theater-booking-2024.pdf",
    page: 1,
    line: 10,
    text: "Multiplex",
  },
  {
    kind: "phrase",
    query: '"the comment section of YouTube"',
    file: "txt/sample-english.bom.txt",
    line: 4,
    text: "the comment section of YouTube",
  },
  { kind: "prefix", query: "Abkhaz*", file: "docx/delins.docx", line: 5, text: "Abkhazia" },
  {
    kind: "Chinese",
    query: "条件格式化允许",
    file: "md/README_zh.md",
    line: 1700,
    text: "条件格式化允许工作表根据单元格值",
  },
  { kind: "mixed", query: '"样式到XLSX"', file: "md/README_zh.md", line: 7, text: "样式到 XLSX" },
  {
    kind: "PDF page and line",
    query: '"landscape layout"',
    file: "pdf/rotation.pdf",
    page: 2,
    line: 1,
    text: "It will have a landscape layout.",
  },
  {
    kind: "sheet and cell",
    query: '"John Smith82"',
    file: "xlsx/testEXCEL_headers_footers.xlsx",
    sheet: "Sheet1",
    cells: "A83",
    line: 83,
    text: "John Smith82",
  },
  {
    kind: "CSV record",
    query: "Jimmychester",
    file: "csv/csv-semicolon.csv",
    row: 3,
    line: 3,
    text: "East Jimmychester",
  },
  {
    kind: "filter only",
    query: "ext:pptx",
    file: "pptx/powerpoint_sample.pptx",
    page: 1,
    line: 1,
    text: "Test Table Slide",
  },
  {
    kind: "HTML line",
    query: '"Often seen near ponds"',
    file: "html/html_rich_table_cells.html",
    line: 25,
    text: "Often seen near ponds.",
  },
];

const FOLDERS = ["csv", "docx", "html", "js", "md", "pdf", "pptx", "txt", "xlsx"];

describeShared("ten queries", (shared) => {
  const documents = join(shared, "cases", "documents");
  let place: World;
  let wire: Wire;
  let client: Client;

  beforeAll(async () => {
    place = world();
    const roots = FOLDERS.flatMap((folder) => ["--root", join(documents, folder)]);
    expect(place.runWith({ timeout: 240_000 }, "index", ...roots, "--no-embed").exitCode).toBe(0);
    wire = new Wire(place);
    await wire.open();
    client = new Client({ name: "test", version: "1" });
    const [command = "", ...args] = COMMAND;
    const env = place.environment();
    await client.connect(new StdioClientTransport({ command, args: [...args, "serve"], env, stderr: "ignore" }));
    // From here on the client checks each structure against the tool's schema.
    await client.listTools();
  }, 300_000);

  afterAll(async () => {
    await client.close();
    await wire.end();
  });

  test.each(CASES)("$kind: $query", async (right) => {
    const { query, file, line, page = null, sheet = null, cells = null, row = null, text } = right;
    const onCommandLine = place.run("search", query, "--json").json<SearchHit[]>().data;
    const overMcp = (await wire.call("search_files", { query })).structuredContent as { results: SearchHit[] };
    const answered = await client.callTool({ name: "search_files", arguments: { query } });
    const bySdk = answered.structuredContent as { results: SearchHit[] };
    const [block] = answered.content as { type: string; text: string }[];
    expect(JSON.parse(block?.text ?? "")).toEqual(bySdk);
    // Tools leave out what is null, and bm25 where nobody asks for it.
    const isSaid = (key: string, value: unknown) => key !== "bm25" && value !== null;
    const json = JSON.stringify(onCommandLine, (key, value) => (isSaid(key, value) ? value : undefined));
    const said: unknown = JSON.parse(json);
    expect<unknown>(overMcp.results).toEqual(said);
    expect<unknown>(bySdk.results).toEqual(said);

    const [first] = onCommandLine;
    expect(first).toMatchObject({ path: join(documents, file), page, sheet, row, stale: false });
    if (cells !== null) expect(first?.cells).toBe(cells);
    expect(first?.line_start).toBeLessThanOrEqual(line);
    expect(first?.line_end).toBeGreaterThanOrEqual(line);
    expect(onCommandLine.filter((hit) => hit.path !== first?.path)).toEqual([]);

    // The place in the terms of read: pages and slides exclude lines there.
    const where = page !== null ? { page } : { start_line: line, end_line: line, ...(sheet === null ? {} : { sheet }) };
    const read = await client.callTool({ name: "read_file", arguments: { path: join(documents, file), ...where } });
    expect(read.isError ?? false).toBe(false);
    expect(JSON.stringify(read.structuredContent).normalize("NFKC")).toContain(text);
  });
});
