import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { findSeparator, recordLines } from "../../src/extract/csv.ts";
import { lineStarts } from "../../src/text/lines.ts";
import { processorMs } from "../processor-time.ts";
import { rounds } from "../rounds.ts";
import { numbered, read } from "./read.ts";

describe("CSV records", () => {
  test("a quoted line break stays in its record", async () => {
    expect(numbered(await read("a.csv", 'a,b\r\n"x\r\ny",2\r\n3,4\r\n'))).toEqual([
      "1#1: a,b",
      '2#2: "x',
      '2#2: y",2',
      "4#3: 3,4",
    ]);
  });

  test("doubled quotes, empty quoted fields, blanks around quotes", async () => {
    expect(numbered(await read("a.csv", 'a,"""q""\n",c\n"", "d\n" ,e\nf'))).toEqual([
      '1#1: a,"""q""',
      '1#1: ",c',
      '3#2: "", "d',
      '3#2: " ,e',
      "5#3: f",
    ]);
  });

  test("stray and unclosed quotes lose nothing and swallow nothing", async () => {
    const source = '5" pipe,x\n"stray" q,y\na,"open\nb,c\nd,"e"\n';
    const document = await read("a.csv", source);
    expect(document.text).toBe(source);
    expect(numbered(document).map((line) => line.slice(0, 3))).toEqual(["1#1", "2#2", "3#3", "4#4", "5#5"]);
  });

  test("ragged records, blank lines, CR only", async () => {
    expect(numbered(await read("a.csv", "a,b\n1\n\n2,3,4\n"))).toEqual(["1#1: a,b", "2#2: 1", "3#2: ", "4#3: 2,3,4"]);
    expect(numbered(await read("a.csv", 'a,b\r"1\r1",2\r'))).toEqual(["1#1: a,b", '2#2: "1', '2#2: 1",2']);
    expect(numbered(await read("a.csv", "\n\na,b\n"))).toEqual(["1: ", "2: ", "3#1: a,b"]);
    expect((await read("a.csv", "")).text).toBe("");
  });

  test("numbers are kept only where lines are not their own", async () => {
    expect((await read("a.csv", "a\nb\n")).lines.numbers).toBeUndefined();
    expect((await read("a.csv", '"a\nb"\n')).lines.numbers).toEqual(Uint32Array.of(1, 1));
  });

  test("an Excel sep= line is no record", async () => {
    expect(numbered(await read("a.csv", 'sep=|\na|"b\n"|c\n'))).toEqual(["1: sep=|", '2#1: a|"b', '2#1: "|c']);
  });

  test("TSV has tabs, whatever else stands in it", async () => {
    const document = await read("a.tsv", 'a,b,c\t"d\n"\te,f\n');
    expect(numbered(document)).toEqual(['1#1: a,b,c\t"d', '1#1: "\te,f']);
    expect(document.language).toBe("tsv");
    expect(document.locationKind).toBe("row");
  });

  test("many quotes that open and never close take linear time", () => {
    const text = 'a,"b""'.repeat(300_000);
    const started = processorMs();
    recordLines(text, ",");
    expect(processorMs() - started).toBeLessThan(2000);
  });

  test("agrees with csv-parse on well-formed files", () => {
    const field = fc.oneof(
      fc.constantFrom("", "x", "two words", "12", "é", "中文"),
      fc.constantFrom('"q"', '""', '"a,b"', '"line\nbreak"', '"\n\n"', '"he said ""no"""', '"\n"'),
    );
    const records = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(records, fc.constantFrom(",", ";", "\t", "|"), fc.boolean(), (rows, separator, ends) => {
        const text =
          rows.map((fields) => fields.map((f) => f.replace(",", separator)).join(separator)).join("\n") +
          (ends ? "\n" : "");
        const { rows: numbers = new Uint32Array(), numbers: starts } = recordLines(text, separator);
        // The types of csv-parse do not know what `info` does to its answer.
        const parsed = parse(text, { delimiter: separator, info: true, relax_column_count: true }) as unknown as {
          readonly info: { readonly lines: number };
        }[];
        // csv-parse tells the line on which a record ends; it starts on the line after the end of the one before.
        const expected: { row: number; line: number }[] = [];
        for (const [index, { info }] of parsed.entries()) {
          const line = expected.length + 1;
          const last = index === parsed.length - 1 ? lineStarts(text).length : info.lines;
          while (expected.length < last) expected.push({ row: index + 1, line });
        }
        const found = [...numbers].map((row, index) => ({ row, line: starts?.[index] ?? index + 1 }));
        expect(found).toEqual(expected);
      }),
      { seed: 5, numRuns: rounds(300) },
    );
  });

  test("any text: rows and numbers never fall, and a record's number is the line it starts on", () => {
    const part = fc.constantFrom('"', ",", "a", "\n", " ", ";");
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 60 }).map((parts) => parts.join("")),
        (text) => {
          const { rows = new Uint32Array(), numbers } = recordLines(text, ",");
          expect(rows.length).toBe(lineStarts(text).length);
          for (let line = 1; line < rows.length; line++) {
            const number = numbers?.[line] ?? line + 1;
            expect(rows[line]).toBeGreaterThanOrEqual(rows[line - 1] ?? 0);
            expect(number === line + 1 || number === (numbers?.[line - 1] ?? line)).toBe(true);
          }
        },
      ),
      { seed: 5, numRuns: rounds(500) },
    );
  });
});

describe("the separator", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["a,b,c\n1,2,3\n", ","],
    ["a;b;c\n1,5;2,5;3\n4,0;5;6\n", ";"],
    ["a\tb\n1,2\t3\n", "\t"],
    ["a|b|c\nx, y|z|w\n", "|"],
    ['"a;x";"b"\n"1";"2,3"\n', ";"],
    ["one column\nonly\n", ","],
    ["", ","],
    ["sep=;\n1,2\n", ";"],
  ];
  for (const [text, separator] of cases) {
    test(`of ${JSON.stringify(text)} is ${JSON.stringify(separator)}`, () =>
      expect(findSeparator(text)).toBe(separator));
  }
});
