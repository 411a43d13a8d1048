/** docs/schema says what --json prints: it agrees with the code, and what is printed agrees with it. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedSchemas } from "../../src/request/published.ts";

const folder = join(import.meta.dir, "..", "..", "docs", "schema");

describe("docs/schema", () => {
  test("holds what `bun tools/schemas.ts` writes", () => {
    const schemas = publishedSchemas();
    expect(readdirSync(folder).sort()).toEqual([...schemas.keys()].sort());
    for (const [name, text] of schemas) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  });
});
