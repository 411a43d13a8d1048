import { describe, expect, test } from "bun:test";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import {
  CONFIGURATION_KEYS,
  loadSettings,
  nearestName,
  type Settings,
  saveRoots,
} from "../../src/settings/settings.ts";
import { makeFifo } from "../corpus/system.ts";
import { temporaryFolder } from "../folder.ts";
import { rounds } from "../rounds.ts";

function folder(): string {
  return temporaryFolder("settings");
}

function withToml(toml: string, env: Record<string, string> = {}): Settings {
  const dir = folder();
  const config = join(dir, "settings.toml");
  writeFileSync(config, toml);
  return loadSettings({ dataDir: join(dir, "data"), config, env: { HOME: "/home/ada", ...env }, cwd: "/work" });
}

function failure(body: () => unknown): QsearchError {
  try {
    body();
  } catch (error) {
    if (error instanceof QsearchError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("data directory", () => {
  const cases: [string, Record<string, string>, string | undefined, string, string][] = [
    ["default", {}, undefined, "/home/ada/.local/share/qsearch", "default"],
    ["XDG", { XDG_DATA_HOME: "/xdg" }, undefined, "/xdg/qsearch", "default"],
    [
      "a relative XDG_DATA_HOME is invalid",
      { XDG_DATA_HOME: "xdg" },
      undefined,
      "/home/ada/.local/share/qsearch",
      "default",
    ],
    ["QSEARCH_DATA_DIR", { QSEARCH_DATA_DIR: "~/q", WSEARCH_DATA_DIR: "/w" }, undefined, "/home/ada/q", "environment"],
    ["WSEARCH_DATA_DIR", { WSEARCH_DATA_DIR: "./data", QUILLRAG_DATA: "/r" }, undefined, "/work/data", "environment"],
    [
      "QUILLRAG_DATA",
      { QUILLRAG_DATA: "~/.local/share/quillrag" },
      undefined,
      "/home/ada/.local/share/quillrag",
      "environment",
    ],
    ["an empty variable is not set", { QSEARCH_DATA_DIR: "", QUILLRAG_DATA: "/r" }, undefined, "/r", "environment"],
    ["the option wins", { QSEARCH_DATA_DIR: "/q" }, "./here", "/work/here", "option"],
    ["~ alone", {}, "~", "/home/ada", "option"],
  ];
  test.skipIf(process.platform === "darwin").each(cases)("%s", (_name, env, dataDir, path, source) => {
    const settings = loadSettings({ dataDir, env: { HOME: "/home/ada", ...env }, cwd: "/work" });
    expect([settings.dataDir, settings.origins.data_dir.source]).toEqual([path, source as never]);
  });
});

describe("configuration", () => {
  test("defaults", () => {
    const { dataDir: _dataDir, origins: _origins, timezone, ...rest } = loadSettings({ dataDir: folder(), env: {} });
    expect(rest).toEqual({
      configFile: null,
      roots: [],
      include: ["**"],
      exclude: [],
      maxSize: 20_971_520,
      chunkSize: 800,
      overlap: 100,
      encodings: [],
      extensions: [],
      embed: "docs",
      rrfK: 60,
      rrfWeightLexical: 1,
      rrfWeightSymbol: 1.2,
    });
    expect(timezone).not.toBe("");
  });

  test("roots are absolute, relative to the file, or beneath ~", () => {
    const settings = withToml('roots = ["/a", "notes/../docs", "~/n", "~", "/a"]');
    const base = settings.configFile?.replace("/settings.toml", "") ?? "";
    expect(settings.roots).toEqual(["/a", `${base}/docs`, "/home/ada/n", "/home/ada"]);
  });

  test("values are normalised", () => {
    const settings = withToml(
      'extensions = [".PDF", "pdf", "*.Proto"]\nencodings = ["GB18030"]\ntimezone = "Asia/Shanghai"',
    );
    expect([settings.extensions, settings.encodings, settings.timezone]).toEqual([
      ["pdf", "proto"],
      ["gb18030"],
      "Asia/Shanghai",
    ]);
  });

  const refused: [string, string, string][] = [
    ["chunk_sise = 700", 'unknown key "chunk_sise"', "Did you mean chunk_size?"],
    ["colour = 1", 'unknown key "colour"', "Allowed are: roots,"],
    ["[index]\nroots = []", 'unknown key "index"', "Allowed are:"],
    ["chunk_size = 199", "chunk_size must be a whole number from 200 to 4000", "It is 199."],
    ["chunk_size = 4001", "chunk_size must be", "It is 4001."],
    ["chunk_size = 700.5", "chunk_size must be", "It is 700.5."],
    ['chunk_size = "700"', "chunk_size must be", 'It is "700".'],
    ["max_size = 1023", "max_size must be a whole number from 1024 to 1073741824", "It is 1023."],
    ["max_size = 1073741825", "max_size must be", "It is 1073741825."],
    ["overlap = 401", "overlap must be at most half of chunk_size, from 0 to 400", "It is 401."],
    ["chunk_size = 201\noverlap = 101", "from 0 to 100", "It is 101."],
    ["overlap = -1", "overlap must be", "It is -1."],
    ["rrf_k = 0", "rrf_k must be a number from 1 to 1000", "It is 0."],
    ["rrf_weight_symbol = 10.1", "rrf_weight_symbol must be a number from 0 to 10", "It is 10.1."],
    ["rrf_k = nan", "rrf_k must be", "It is"],
    ['timezone = "Mars/Olympus"', "timezone must be the IANA name", "Mars/Olympus"],
    ['encodings = ["klingon"]', "encodings must be a list of encoding names", "klingon"],
    ['extensions = ["a/b"]', "extensions must be a list of file extensions", "a/b"],
    ['roots = "/a"', "roots must be a list of folders", "/a"],
    ['roots = [""]', "roots must be a list of folders", "It is"],
    ["include = [1]", "include must be a list of git patterns", "[1]"],
    ['exclude = [" "]', "exclude must be a list of git patterns", "It is"],
    ["roots = [", "settings.toml:1: ", "TOML"],
  ];
  test.each(refused)("%j is refused", (toml, message, hint) => {
    const error = failure(() => withToml(toml));
    expect(error.code).toBe("config");
    expect(error.message).toContain(message);
    expect(error.message).toContain("settings.toml");
    expect(error.hint).toContain(hint);
  });

  const bounds = [
    "chunk_size = 200",
    "chunk_size = 4000\noverlap = 2000",
    "max_size = 1024",
    "rrf_k = 1",
    "rrf_weight_lexical = 0",
  ];
  test.each(bounds)("%j is allowed", (toml) => {
    expect(withToml(toml).configFile).not.toBeNull();
  });

  test("a byte-order mark is no part of a configuration", () => {
    expect(withToml("\ufeffchunk_size = 300").chunkSize).toBe(300);
  });

  test("a number that TOML has and JSON has not is named as it was written", () => {
    expect(failure(() => withToml("rrf_k = inf")).hint).toBe("It is Infinity.");
  });

  test("/dev/null is an empty configuration", () => {
    expect(loadSettings({ dataDir: folder(), config: "/dev/null", env: {} }).configFile).toBe("/dev/null");
  });

  test("a FIFO, a device, a folder, a huge file and other bytes are refused and never waited for", () => {
    const dir = folder();
    const data = join(dir, "data");
    const fifo = join(dir, "fifo");
    makeFifo(fifo);
    const huge = join(dir, "huge.toml");
    writeFileSync(huge, "#".repeat((1 << 20) + 1));
    const bytes = join(dir, "bytes.toml");
    writeFileSync(bytes, Buffer.from([0xff, 0xfe, 0x61]));
    const refusals: [string, string][] = [
      [fifo, "it is no regular file"],
      ["/dev/zero", "it is no regular file"],
      [dir, "it is no regular file"],
      [huge, "it is longer than 1 MiB"],
      [bytes, "it is not UTF-8"],
    ];
    for (const [config, why] of refusals) {
      const error = failure(() => loadSettings({ dataDir: data, config, env: {} }));
      expect([error.code, error.message]).toEqual(["config", `configuration ${config} cannot be read: ${why}`]);
    }
  });

  test("saved settings that are a FIFO are refused, too", () => {
    const dir = folder();
    makeFifo(join(dir, "qsearch.json"));
    const error = failure(() => loadSettings({ dataDir: dir, env: {} }));
    expect(error.message).toEndWith("qsearch.json cannot be read: it is no regular file");
  });

  test("a configuration that is asked for and cannot be read is an error that names it", () => {
    const missing = failure(() => loadSettings({ config: "/nowhere/x.toml", env: {} }));
    expect([missing.code, missing.message]).toEqual([
      "config",
      "configuration /nowhere/x.toml cannot be read: no such file or directory",
    ]);
    const byVariable = failure(() => loadSettings({ env: { WSEARCH_CONFIG: "/nowhere/y.toml" } }));
    expect(byVariable.hint).toBe("It is named by WSEARCH_CONFIG.");
  });

  test("each value knows where it came from", () => {
    const { origins, configFile } = withToml("chunk_size = 700");
    expect(origins.chunk_size).toEqual({ source: "configuration", from: configFile ?? "" });
    expect(origins.overlap).toEqual({ source: "default", from: "" });
  });

  test("any value of any key gives settings or an error of code config", () => {
    const value = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.string({ unit: fc.constantFrom("a", "/", "~", ".", "*", "é") }),
      fc.array(fc.string({ unit: fc.constantFrom("a", "/", "~", ".", " ") })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...CONFIGURATION_KEYS), value, (key, given) => {
        const written = Number.isFinite(given) || typeof given !== "number" ? JSON.stringify(given) : "nan";
        try {
          withToml(`${key} = ${written}`);
        } catch (error) {
          expect((error as QsearchError).code).toBe("config");
        }
      }),
      { numRuns: rounds(60), seed: 20_261_130 },
    );
  });
});

describe("saved settings", () => {
  test("roots and the settings in force are found again; an explicit configuration replaces both", () => {
    const dir = folder();
    const dataDir = join(dir, "data");
    const config = join(dir, "c.toml");
    writeFileSync(config, 'exclude = ["private/"]\nchunk_size = 500');
    saveRoots(loadSettings({ dataDir, config, env: {} }), ["/a", "/b\udcff"]);
    const saved = loadSettings({ dataDir, env: {} });
    expect([saved.roots, saved.exclude, saved.chunkSize]).toEqual([["/a", "/b\udcff"], ["private/"], 500]);
    expect(saved.origins.roots).toEqual({ source: "saved", from: join(dataDir, "qsearch.json") });
    writeFileSync(config, "overlap = 50");
    const replaced = loadSettings({ dataDir, config, env: {} });
    expect([replaced.roots, replaced.exclude, replaced.chunkSize, replaced.overlap]).toEqual([[], [], 800, 50]);
  });

  test("the file is private, the folder too, and nothing is left beside them", () => {
    const dataDir = join(folder(), "new", "data");
    saveRoots(loadSettings({ dataDir, env: {} }), ["/a"]);
    expect(statSync(join(dataDir, "qsearch.json")).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dataDir)).toEqual(["qsearch.json"]);
  });

  test("another program's config.json is left alone", () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "config.json"), "{}");
    writeFileSync(join(dataDir, "index.db"), "theirs");
    saveRoots(loadSettings({ dataDir, env: {} }), ["/a"]);
    expect(readFileSync(join(dataDir, "config.json"), "utf8")).toBe("{}");
    expect(readFileSync(join(dataDir, "index.db"), "utf8")).toBe("theirs");
  });

  test.each(["{", "[]", "null", '{"version":2}', '{"version":1,"root":[]}', '{"version":1,"roots":[1]}'])(
    "%s as qsearch.json is an error that names the file",
    (content) => {
      const dataDir = folder();
      writeFileSync(join(dataDir, "qsearch.json"), content);
      const error = failure(() => loadSettings({ dataDir, env: {} }));
      expect(error.code).toBe("config");
      expect(error.message).toContain(join(dataDir, "qsearch.json"));
    },
  );

  test.skipIf(process.getuid?.() === 0)("a folder that cannot be written: read_only, with the way out", () => {
    const dataDir = folder();
    chmodSync(dataDir, 0o500);
    const error = failure(() => saveRoots(loadSettings({ dataDir, env: {} }), ["/a"]));
    chmodSync(dataDir, 0o700);
    rmSync(dataDir, { recursive: true });
    expect([error.code, error.hint]).toEqual([
      "read_only",
      "Give a data directory that can be written: --data-dir DIR",
    ]);
  });
});

describe("the nearest name", () => {
  test.each([
    ["chunksize", "chunk_size"],
    ["exlcude", "exclude"],
    ["ROOTS", "roots"],
    ["root", "roots"],
    ["zzz", null],
    ["", null],
  ])("%s → %s", (name, nearest) => {
    expect(nearestName(name, CONFIGURATION_KEYS)).toBe(nearest as never);
  });
});
