/**
 * Encoders side by side, one thread each, in turns: ours and onnxruntime-web on the shipped model file, onnxruntime-web on
 * the dynamic file (with ../shared), native onnxruntime from Python on both. CPU milliseconds to load, of the first and of a warm
 * query; passages and tokens per CPU-second on passages of this repository's documents, as `index` cuts them; resident bytes.
 * Target: ours ≥ 3.2 × the passages of onnxruntime-web on the same file in the same run.
 *
 *   bun bench/speed/encoder.ts [--rounds N]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openWindows } from "../../src/embed/encoder.ts";
import { chunkDocument, extractDocument } from "../../src/library.ts";
import { CONFIGURATION_DEFAULTS } from "../../src/settings/keys.ts";
import { compileWithPlace } from "../../tools/bundle.ts";
import { median, report, scratch } from "../lib/measure.ts";
import { must, pythonWith } from "../lib/python.ts";
import { PEERS } from "../quality/encoder/peers.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });
const root = join(import.meta.dir, "..", "..");
const folder = join(root, "models", "all-MiniLM-L6-v2");
const dynamic = join(root, "..", "shared", "models", "all-MiniLM-L6-v2", "model.dynamic-int8.onnx");

const { chunk_size, overlap } = CONFIGURATION_DEFAULTS;

type Figures = Record<string, number>;

const passages = await passagesOfDocuments(32);
await scratch(async (place) => {
  const child = join(place, "child");
  await compileWithPlace(null, async (define) => {
    const built = await Bun.build({
      entrypoints: [join(import.meta.dir, "encoder", "child.ts")],
      target: "bun",
      format: "esm",
      minify: true,
      bytecode: true,
      define: { ...define },
      compile: { outfile: child },
    });
    if (!built.success) throw new Error(built.logs.join("\n"));
    return child;
  });
  const python = pythonWith(PEERS);
  const native = join(import.meta.dir, "encoder", "native.py");
  const engines: Record<string, readonly string[]> = {
    fast: [child, "fast"],
    "onnxruntime-web": [child, "ort"],
    "native onnxruntime (Python)": [python, native, folder, join(folder, "model.int8.onnx")],
  };
  if (existsSync(dynamic)) {
    engines["onnxruntime-web, dynamic file"] = [child, dynamic];
    engines["native onnxruntime (Python), dynamic file"] = [python, native, folder, dynamic];
  }
  const runs: Record<string, Figures[]> = {};
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [name, command] of Object.entries(engines)) {
      runs[name] = [...(runs[name] ?? []), JSON.parse(must(command, JSON.stringify(passages)))];
    }
  }
  const figures = Object.fromEntries(Object.entries(runs).map(([name, each]) => [name, medians(each)]));
  const speed = (name: string) => figures[name]?.passagesPerCpuSecond ?? Number.NaN;
  report("encoder", {
    passages: passages.length,
    windows: passages.flat().length,
    rounds: Number(values.rounds),
    target: { timesOnnxruntimeWeb: 3.2 },
    timesOnnxruntimeWeb: speed("fast") / speed("onnxruntime-web"),
    figures,
    runs,
  });
});

function medians(runs: readonly Figures[]): Figures {
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((key) => [key, median(runs.map((run) => run[key] ?? 0))]));
}

/** Evenly from all passages of the documents: the windows of each. */
async function passagesOfDocuments(count: number): Promise<string[][]> {
  const windows = await openWindows();
  const documents = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const all: string[][] = [];
  for (const path of ["README.md", ...documents.sort().map((name) => join("docs", name))]) {
    const document = await extractDocument(readFileSync(join(root, path)), path);
    const chunks = chunkDocument(document, { size: chunk_size, overlap });
    all.push(...chunks.map(({ start, end }) => windows(path, document.text.slice(start, end))));
  }
  return Array.from({ length: count }, (_, k) => all[Math.floor((k * all.length) / count)] ?? []);
}
