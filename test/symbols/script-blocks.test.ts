/** Components and pages are read as what their scripts hold, at their lines. */
import { describe, expect, test } from "bun:test";
import { findCallers, findSymbol } from "../../src/live-search/graph/graph-search.ts";
import { outlineFile } from "../../src/live-search/outline.ts";
import { callsRequestSchema, outlineRequestSchema, symbolRequestSchema } from "../../src/request/graph-request.ts";
import { scriptsOf } from "../../src/symbols/script-blocks.ts";
import { code } from "../live-search/code/shop.ts";
import { focus } from "../live-search/tools.ts";
import { world } from "../world.ts";

const FILES = {
  "util.ts": "export function format(x: number): string {\n  return String(x);\n}\n",
  "Card.vue": `<template>\n  <p>{{ shown }} function notCode() {}</p>\n</template>\n\n<script setup lang="ts">\nimport { format } from "./util";\n\nfunction priceOf(x: number): string {\n  return format(x);\n}\n</script>\n<style>\n.a { color: red }\n</style>\n`,
  "Page.svelte": `<script>\n  import { format } from "./util";\n  export function total(x) {\n    return format(x);\n  }\n</script>\n<h1>{total(1)}</h1>\n`,
  "index.astro": `---\nimport { format } from "./util";\nfunction title(x: number) {\n  return format(x);\n}\n---\n<h1>{title(1)}</h1>\n`,
  "page.html": `<!doctype html>\n<!-- <script>function hidden() {}</script> -->\n<script type="application/json">{"a": 1}</script>\n<script type="module">\nimport { format } from "./util";\nfunction show() {\n  return format(3);\n}\n</script>\n`,
};

describe("scripts of components and pages", () => {
  test("places stay, all else is blank", () => {
    for (const [name, text] of Object.entries(FILES)) {
      const language = name.split(".")[1] ?? "";
      if (language === "ts") continue;
      const scripts = scriptsOf(text, language);
      expect(scripts.length).toBe(text.length);
      expect(scripts.split("\n").length).toBe(text.split("\n").length);
      expect(scripts).not.toMatch(/notCode|hidden|color|<h1>|"a"/);
      expect(scripts.indexOf("format(")).toBe(text.indexOf("format("));
    }
  });

  test("outline, symbol, callers, focus and code know them", async () => {
    const w = world(FILES);
    const outline = await outlineFile(outlineRequestSchema.parse({ path: w.path("Card.vue") }));
    expect(outline.symbols.map(({ name, line }) => [name, line])).toEqual([["priceOf", 8]]);
    const { definitions } = await findSymbol(symbolRequestSchema.parse({ name: "priceOf", directory: w.dir }));
    expect(definitions).toMatchObject([{ path: "Card.vue", line: 8, kind: "function" }]);
    const { calls } = await findCallers(callsRequestSchema.parse({ name: "format", directory: w.dir }));
    const places = calls
      .filter(({ state }) => state === "resolved")
      .map(({ path, line, from }) => `${path}:${line} ${from?.name}`);
    expect(places.sort()).toEqual([
      "Card.vue:9 priceOf",
      "Page.svelte:4 total",
      "index.astro:4 title",
      "page.html:7 show",
    ]);
    const { blocks } = await focus(w, { keywords: ["priceOf"], file_paths: ["Card.vue"] });
    expect(blocks).toMatchObject([{ line_start: 8, line_end: 10, block_type: "function" }]);
    const { snippets } = await code(w, "priceOf");
    expect(snippets[0]).toMatchObject({ file: "Card.vue", lines: "8-10" });
  });
});
