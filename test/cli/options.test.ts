import { describe, expect, test } from "bun:test";
import { Cli, Command, Option } from "clipanion";
import fc from "fast-check";
import { z } from "zod";
import { requestTable } from "../../src/cli/option-specs.ts";
import { parseCall } from "../../src/cli/options.ts";
import { QsearchError } from "../../src/errors.ts";
import { rounds } from "../rounds.ts";

const where = { cwd: "/here", env: { HOME: "/home/ada" } };

const search = {
  name: "search",
  takesQuery: true,
  table: requestTable({
    schema: z.strictObject({
      query: z.string(),
      mode: z.enum(["hybrid", "lexical"]).default("hybrid"),
      limit: z.int().min(1).max(100).default(10),
      min_score: z.number().min(0).max(1).optional(),
      path_prefix: z.array(z.string()).default([]),
      ext: z.array(z.string()).default([]),
      files_with_matches: z.boolean().default(false),
      print0: z.boolean().default(false),
      ignore_case: z.boolean().default(false),
      explain: z.boolean().default(false),
      prefer_source_files: z.boolean().default(true),
      include: z.array(z.string()).default([]),
    }),
    positionals: [{ field: "query", label: "QUERY", arity: "words" }],
    options: {
      path_prefix: { placeholder: "PATH" },
      limit: { short: "n" },
      files_with_matches: { short: "l" },
      print0: { short: "0" },
      ignore_case: { short: "i" },
    },
  }),
};

const index = {
  name: "index",
  table: requestTable({
    schema: z.strictObject({
      paths: z.array(z.string()).default([]),
      ext: z.array(z.string()).default([]),
      no_prune: z.boolean().default(false),
    }),
    positionals: [{ field: "paths", label: "PATH", arity: "many" }],
    options: { ext: { short: "e" } },
  }),
};

const request = (...args: string[]) => parseCall(search, args, where).request;

function failure(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof QsearchError && error.code === "usage") return `${error.message} | ${error.hint}`;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("options made from a schema", () => {
  test("defaults are the schema's", () => {
    expect(request("a", "b")).toEqual({
      query: "a b",
      mode: "hybrid",
      limit: 10,
      path_prefix: [],
      ext: [],
      files_with_matches: false,
      print0: false,
      ignore_case: false,
      explain: false,
      prefer_source_files: true,
      include: [],
    });
  });

  const accepted: [string, string[], Record<string, unknown>][] = [
    ["a separate value", ["x", "--limit", "7"], { limit: 7 }],
    ["a joined value", ["--limit=7", "x"], { limit: 7 }],
    ["the last of two wins", ["x", "--limit", "7", "--limit=8"], { limit: 8 }],
    ["a list", ["x", "--include", "*.ts", "--include=*.js"], { include: ["*.ts", "*.js"] }],
    ["a fraction", ["x", "--min-score", ".5"], { min_score: 0.5 }],
    ["a flag", ["--explain", "x"], { explain: true }],
    ["a flag that is true by default", ["x", "--no-prefer-source-files"], { prefer_source_files: false }],
    ["a relative path", ["x", "--path-prefix", "docs/"], { path_prefix: ["/here/docs"] }],
    ["a path at home", ["x", "--path-prefix=~/docs"], { path_prefix: ["/home/ada/docs"] }],
    ["words joined", ["golden bearing", "ext:md"], { query: "golden bearing ext:md" }],
    ["an exclusion", ["foo", "-bar", "baz"], { query: "foo -bar baz" }],
    ["an excluded phrase", ["foo", '-"a b"'], { query: 'foo -"a b"' }],
    ["an exclusion in front", ["-bar", "foo"], { query: "-bar foo" }],
    ["an excluded number", ["-5", "x"], { query: "-5 x" }],
    ["an exclusion that begins as a short option", ["-help", "x"], { query: "-help x" }],
    ["an exclusion that begins as one with a number", ["-new", "x"], { query: "-new x" }],
    ["how many, as head has it", ["-n", "5", "x"], { limit: 5, query: "x" }],
    ["the same, joined", ["x", "-n5"], { limit: 5, query: "x" }],
    ["as earlier programs had it", ["x", "-k", "5", "--extensions", "a,b"], { limit: 5, ext: ["a,b"] }],
    ["as earlier programs had it, joined", ["x", "--top-k=5"], { limit: 5 }],
    ["names", ["-l", "x"], { files_with_matches: true }],
    ["names for xargs", ["x", "-0"], { print0: true }],
    ["capitals never count", ["-i", "toner"], { ignore_case: true, query: "toner" }],
    ["several extensions", ["x", "--ext", "md", "--ext", "txt"], { ext: ["md", "txt"] }],
    ["several places", ["x", "--path-prefix", "/a", "--path-prefix", "b"], { path_prefix: ["/a", "/here/b"] }],
    ["a dash alone", ["a", "-", "b"], { query: "a - b" }],
    ["everything after --", ["--", "--limit", "-x", "--"], { query: "--limit -x --" }],
    ["options before --", ["--limit", "3", "--", "--json"], { query: "--json", limit: 3 }],
    ["an empty word", ["", "x"], { query: " x" }],
    ["Chinese", ["步骤 记录"], { query: "步骤 记录" }],
  ];
  test.each(accepted)("%s", (_name, args, expected) => {
    expect(request(...args)).toMatchObject(expected);
  });

  const refused: [string[], string][] = [
    [[], "search needs QUERY | Usage: qsearch search QUERY… [options]"],
    [["--limit", "3"], "search needs QUERY"],
    [["-v", "foo"], "unknown option -v | Options of one letter are -n, -l, -0, -i"],
    [["foo", "-r"], "write 'NOT r'"],
    [["x", "--limt", "3"], "unknown option --limt | Did you mean --limit?"],
    [["x", "--limt=3"], "unknown option --limt | Did you mean --limit?"],
    [["x", "--zzzzz"], "unknown option --zzzzz | qsearch search --help lists the options"],
    [["x", "--path_prefix", "/a"], "unknown option --path_prefix | Did you mean --path-prefix?"],
    [["x", "--limit"], "--limit needs a value"],
    [["x", "--limit", "--", "3"], "--limit needs a value"],
    [["x", "--mode", "--explain"], "--mode needs a value"],
    [["x", "--limit", "0"], "--limit must be a whole number from 1 to 100 | It is 0."],
    [["x", "--limit", "101"], "--limit must be a whole number from 1 to 100"],
    [["x", "--limit", "2.5"], "--limit must be a whole number from 1 to 100 | It is 2.5."],
    [["x", "--limit", "ten"], '--limit must be a whole number from 1 to 100 | It is "ten".'],
    [["x", "--limit="], '--limit must be a whole number from 1 to 100 | It is "".'],
    [["x", "--limit", "0x10"], "--limit must be"],
    [["x", "--limit", "-3"], "--limit must be a whole number from 1 to 100 | It is -3."],
    [["x", "--min-score", "1.01"], "--min-score must be a number from 0 to 1"],
    [["x", "--min-score", "NaN"], "--min-score must be a number from 0 to 1"],
    [["x", "--mode", "lexcal"], "--mode must be one of hybrid, lexical | Did you mean lexical?"],
    [["x", "--mode", "zzz"], '--mode must be one of hybrid, lexical | It is "zzz".'],
    [["x", "--explain=yes"], "--explain takes no value"],
    [["x", "--path-prefix="], "--path-prefix must not be empty"],
    [["x", "--color", "sometimes"], "--color must be one of auto, always, never"],
    [["x", "--jobs", "0"], "--jobs must be a whole number from 1 to 256"],
  ];
  test.each(refused)("%j is refused", (args, message) => {
    expect(failure(() => request(...args))).toContain(message);
  });

  test("global options stand anywhere", () => {
    const { globals } = parseCall(search, ["--json", "x", "--data-dir", "~/d", "--color=never", "--quiet"], where);
    expect(globals).toMatchObject({ json: true, data_dir: "/home/ada/d", color: "never", quiet: true, yes: false });
  });

  test("short forms, joined and apart", () => {
    const parsed = (...args: string[]) => parseCall(index, args, where).request;
    expect(parsed("-e", "a", "-eb", "-e=c", "--ext", "d", "p")).toMatchObject({
      ext: ["a", "b", "c", "d"],
      paths: ["/here/p"],
    });
    expect(parsed("--", "-e")).toMatchObject({ ext: [], paths: ["/here/-e"] });
  });

  test("where no query is taken, a word with a dash is an unknown option", () => {
    expect(failure(() => parseCall(index, ["-x"], where))).toContain("unknown option -x");
    expect(failure(() => parseCall(index, ["--no-prun"], where))).toContain("Did you mean --no-prune?");
  });

  test("the help of a --no- flag says what is left undone", () => {
    const schema = z.strictObject({ tidy: z.boolean().default(true).describe("Rank tidy files first") });
    expect(requestTable({ schema }).fields).toMatchObject([
      { long: "--no-tidy", help: "Do not rank tidy files first" },
    ]);
  });

  test("names that are no UTF-8 keep their bytes", () => {
    expect(parseCall(index, ["a\udcff", "b"], where).request).toMatchObject({ paths: ["/here/a\udcff", "/here/b"] });
  });

  test("any words whatsoever give a request or a usage error", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom("--", "-", "--limit", "--json", "-e", "--explain", "--mode=", "=", "--=", "---", "-=", "--no-x"),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        try {
          parseCall(search, words, where);
        } catch (error) {
          expect(error).toBeInstanceOf(QsearchError);
          expect((error as QsearchError).code).toBe("usage");
        }
      }),
      { numRuns: rounds(300), seed: 20_261_130 },
    );
  });

  test("words are read as a clipanion command with all the options reads them", () => {
    class Reference extends Command {
      static override paths = [Command.Default];
      readonly limit = Option.String("--limit");
      readonly mode = Option.String("--mode");
      readonly explain = Option.Boolean("--explain");
      readonly plain = Option.Boolean("--no-prefer-source-files");
      readonly include = Option.Array("--include");
      readonly json = Option.Boolean("--json");
      readonly rest = Option.Rest();
      override execute = () => Promise.resolve();
    }
    const reference = (words: readonly string[]) => {
      try {
        const read = Cli.from([Reference]).process([...words]);
        if (!(read instanceof Reference)) return "refused";
        const { limit = "10", mode = "hybrid", explain = false, plain, include = [], json = false, rest } = read;
        // Values are judged by the table.
        if (!/^\d+$/.test(limit) || !["hybrid", "lexical"].includes(mode)) return "refused";
        return { limit: Number(limit), mode, explain, prefer: plain !== true, include, json, query: rest.join(" ") };
      } catch {
        return "refused";
      }
    };
    const ours = (words: readonly string[]) => {
      try {
        const { request: given, globals } = parseCall(search, words, where);
        const { limit, mode, explain, prefer_source_files: prefer, include, query } = given;
        return { limit, mode, explain, prefer, include, json: globals.json, query };
      } catch (error) {
        expect(error).toBeInstanceOf(QsearchError);
        return "refused";
      }
    };
    const given = fc.constantFrom(
      ..."--limit 3|--limit=7|--limit|--mode lexical|--mode=hybrid|--explain|--include a|--include=b|--json|--".split(
        "|",
      ),
      ..."--no-prefer-source-files|a|b=c|--include --|--include=".split("|"),
    );
    fc.assert(
      fc.property(fc.array(given, { maxLength: 7 }), (parts) => {
        // Of a request without a word nothing is read.
        const words = ["first", ...parts.flatMap((part) => part.split(" "))];
        expect(ours(words)).toEqual(reference(words));
      }),
      { numRuns: rounds(500), seed: 20_261_130 },
    );
  });

  test("words of a query survive in their order, whatever they are", () => {
    const word = fc
      .string({ minLength: 1 })
      .filter((text) => !text.startsWith("--") && text !== "-h" && !text.includes("\0"));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        expect(request(...words).query).toBe(words.join(" ").toWellFormed());
      }),
      { numRuns: rounds(300), seed: 20_261_130 },
    );
  });
});
