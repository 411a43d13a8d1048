/**
 * Document readers, CPU, paired.
 *   pages: warm pages per CPU second of four text PDFs (369 pages) against pdftotext, wanted ≥ 0.45×
 *   cells: 400,000 cells of XLSX against the bare library, wanted ≤ 1.3× CPU and ≤ 400 MB
 *   index: the document cases (not the hostile and encrypted ones) ten times over and 100 Markdown files against recoll's
 *          index, wanted ≤ 0.5× CPU
 *
 *   bun bench/speed/documents.ts [pages|cells|index] [rounds]
 *
 * Needs Debian's poppler-utils (pages), recollcmd with unzip, xsltproc, antiword, unrtf, python3-lxml (index), ../shared
 * (index). The PDFs are manuals out of the Debian packages bash-doc 5.2.15-2 and graphviz-doc 2.42.2-7+deb12u1.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { extractPdf } from "../../src/extract/pdf.ts";
import { manyCells } from "../../test/fixtures/documents/workbook.ts";
import { BINARY, measure, median, paired, type Run, report, scratch } from "../lib/measure.ts";

const WORK = join(import.meta.dir, "..", ".work", "documents");
const PDFS = [
  ["bash-doc", "bash/bash.pdf"],
  ["bash-doc", "bash/bashref.pdf"],
  ["graphviz-doc", "graphviz/pdf/dotguide.pdf.gz"],
  ["graphviz-doc", "graphviz/pdf/libguide.pdf.gz"],
] as const;

const [only = "all", given] = process.argv.slice(2);
const rounds = Number(given ?? 5);

if (only === "all" || only === "pages") await pages();
if (only === "all" || only === "cells") await cells();
if (only === "all" || only === "index") await index();

/** The four manuals, taken out of their packages once. */
async function manuals(): Promise<string[]> {
  const paths: string[] = [];
  for (const [name, file] of PDFS) {
    const unpacked = join(WORK, name);
    if (!existsSync(unpacked)) {
      mkdirSync(unpacked, { recursive: true });
      await measure(["apt-get", "download", name], { cwd: unpacked });
      await measure(["sh", "-c", "dpkg-deb -x *.deb ."], { cwd: unpacked });
    }
    const source = join(unpacked, "usr", "share", "doc", file);
    const target = join(WORK, (file.split("/").at(-1) ?? "").replace(".gz", ""));
    const bytes = readFileSync(source);
    writeFileSync(target, file.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    paths.push(target);
  }
  return paths;
}

async function pages(): Promise<void> {
  const files = await manuals();
  const inputs = files.map((path) => ({
    bytes: new Uint8Array(readFileSync(path)),
    name: path,
    ext: "pdf",
    encodings: [],
  }));
  const once = async () => {
    let count = 0;
    for (const input of inputs) count += (await extractPdf(input)).units.length;
    return count;
  };
  // Twice: the engine is loaded, its code compiled.
  await once();
  const count = await once();
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await once();
    const { user, system } = process.cpuUsage(before);
    ours.push((user + system) / 1000);
    let cpuMs = 0;
    for (const file of files) cpuMs += (await measure(["pdftotext", file, "/dev/null"])).cpuMs;
    peer.push(cpuMs);
  }
  report("documents-pages", {
    command: "bun bench/speed/documents.ts pages",
    pages: count,
    pagesPerCpuSecond: { ours: count / (median(ours) / 1000), pdftotext: count / (median(peer) / 1000) },
    ratio: median(peer) / median(ours),
    target: 0.45,
    rawCpuMs: { ours, pdftotext: peer },
  });
}

async function cells(): Promise<void> {
  mkdirSync(WORK, { recursive: true });
  const book = join(WORK, "cells.xlsx");
  if (!existsSync(book)) writeFileSync(book, manyCells(40_000));
  const program = (body: string) => [process.execPath, "-e", body];
  const root = resolve(import.meta.dir, "..", "..");
  const result = await paired(
    rounds,
    () =>
      measure(
        program(
          `const { extractSpreadsheet } = await import("${root}/src/extract/spreadsheet.ts"); const bytes = new Uint8Array(require("node:fs").readFileSync("${book}")); process.stdout.write(String(extractSpreadsheet({ bytes, name: "a.xlsx", ext: "xlsx", encodings: [] }).text.length))`,
        ),
        { cwd: root },
      ),
    () =>
      measure(
        program(
          `const { read } = await import("xlsx"); const bytes = new Uint8Array(require("node:fs").readFileSync("${book}")); const book = read(bytes, { type: "array", dense: true, cellFormula: true, cellNF: true, cellHTML: false }); let sum = 0; for (const name of book.SheetNames) for (const row of book.Sheets[name]["!data"]) for (const cell of row ?? []) sum += cell?.w?.length ?? 0; process.stdout.write(String(sum))`,
        ),
        { cwd: root },
      ),
  );
  report("documents-cells", {
    command: "bun bench/speed/documents.ts cells",
    cells: 400_000,
    ratio: result.ratio,
    target: 1.3,
    ours: summary(result.ours),
    bare: summary(result.peer),
    rawCpuMs: { ours: result.ours.map((run) => run.cpuMs), bare: result.peer.map((run) => run.cpuMs) },
  });
}

async function index(): Promise<void> {
  const cases = resolve(import.meta.dir, "..", "..", "..", "shared", "cases", "documents");
  if (!existsSync(cases)) {
    process.stderr.write("index: needs ../shared\n");
    return;
  }
  await scratch(async (folder) => {
    const files = join(folder, "files");
    for (const { file, error } of readCases(cases)) {
      if (error !== null) continue;
      for (let copy = 0; copy < 10; copy++) {
        const target = join(files, `copy${copy}`, file);
        mkdirSync(dirname(target), { recursive: true });
        cpSync(join(cases, file), target);
      }
    }
    const words = readFileSync(join(import.meta.dir, "..", "..", "docs", "guide.md"), "utf8").split("\n");
    for (let i = 0; i < 100; i++)
      writeFileSync(join(files, `note${i}.md`), `# Note ${i}\n${words.slice(i, i + 60).join("\n")}\n`);
    let n = 0;
    const result = await paired(
      rounds,
      () =>
        measure([BINARY, "index", "--no-embed", "--root", files, "--data-dir", join(folder, `data${n++}`), "--json"]),
      () => {
        const configuration = join(folder, `recoll${n++}`);
        mkdirSync(configuration);
        writeFileSync(join(configuration, "recoll.conf"), `topdirs = ${files}\n`);
        return measure(["recollindex", "-c", configuration], { accept: [0, 1] });
      },
    );
    report("documents-index", {
      command: "bun bench/speed/documents.ts index",
      ratio: result.ratio,
      target: 0.5,
      ours: summary(result.ours),
      recoll: summary(result.peer),
      rawCpuMs: { ours: result.ours.map((run) => run.cpuMs), recoll: result.peer.map((run) => run.cpuMs) },
    });
  });
}

function readCases(folder: string): { readonly file: string; readonly error: string | null }[] {
  const lines = readFileSync(join(folder, "cases.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function summary(runs: readonly Run[]): Record<string, number> {
  return {
    cpuMs: median(runs.map((run) => run.cpuMs)),
    wallMs: median(runs.map((run) => run.wallMs)),
    peakMiB: Math.max(...runs.map((run) => run.peakBytes)) / 2 ** 20,
  };
}
