/** What `bun tools/schemas.ts` writes. docs/schema says what --json prints: it agrees with the code, and what is printed agrees with it. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { requestTable } from "../../src/cli/option-specs.ts";
import { accepts } from "../../src/cli/request-table.ts";
import { COMMAND_REQUESTS, requestTables } from "../../src/cli/requests.ts";
import { publishedSchemas } from "../../src/request/published.ts";

const folder = join(import.meta.dir, "..", "..", "docs", "schema");

describe("docs/schema", () => {
  test("holds what `bun tools/schemas.ts` writes", () => {
    const schemas = publishedSchemas();
    expect(readdirSync(folder).sort()).toEqual([...schemas.keys()].sort());
    for (const [name, text] of schemas) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  });
});

describe("src/cli/specs.json", () => {
  test("holds what `bun tools/schemas.ts` writes", () => {
    const written = readFileSync(join(import.meta.dir, "..", "..", "src", "cli", "specs.json"), "utf8");
    expect(written).toBe(requestTables());
  });

  const texts = ["", "x", "text", "lexical", "x".repeat(200), "x".repeat(201)];
  const numbers = [
    -1,
    0,
    0.5,
    1,
    2,
    2.5,
    100,
    101,
    256,
    10_000,
    100_001,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ];
  const lists = [
    [],
    ["x"],
    [""],
    ["x".repeat(201)],
    Array.from({ length: 33 }, () => "x"),
    Array.from({ length: 101 }, () => "x"),
    [1],
  ];
  const values: readonly unknown[] = [...texts, ...numbers, ...lists, true, false, null, {}];

  test.each(Object.entries(COMMAND_REQUESTS))("the table of %s has the fields of its schema", (_name, request) => {
    const fields = requestTable(request).fields.map(({ field }) => field);
    expect(fields.sort()).toEqual(Object.keys(request.schema.shape).sort());
  });

  const withFields = Object.entries(COMMAND_REQUESTS).filter(([, request]) => requestTable(request).fields.length > 0);

  test.each(withFields)("the table of %s judges as its schema", (_name, request) => {
    for (const spec of requestTable(request).fields) {
      const type: unknown = Reflect.get(request.schema.shape, spec.field);
      if (!(type instanceof z.ZodType)) throw new Error(`no schema of ${spec.field}`);
      for (const choice of [...values, ...(spec.choices ?? [])]) {
        expect([spec.field, choice, accepts(spec, choice)]).toEqual([
          spec.field,
          choice,
          type.safeParse(choice).success,
        ]);
      }
      expect([spec.field, type.safeParse(undefined).success]).toEqual([spec.field, !spec.required]);
    }
  });

  test("a schema that a table cannot say is refused", () => {
    const refused = (type: z.ZodType) => () => requestTable({ schema: z.strictObject({ field: type }) });
    expect(refused(z.string().regex(/x/))).toThrow("check");
    expect(refused(z.number().gt(1))).toThrow("check");
    expect(refused(z.record(z.string(), z.string()))).toThrow("no such values");
    expect(() => requestTable({ schema: z.strictObject({}).refine(() => true) })).toThrow("check");
  });
});
