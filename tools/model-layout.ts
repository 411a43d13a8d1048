/**
 * `bun tools/model-layout.ts` writes src/embed/model-layout.json: where in model.int8.onnx what the encoder reads stands, and a
 * checksum of each block of the file, so that it can be read by parts. A test makes it again and compares.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL } from "../src/embed/model-facts.ts";
import { OnnxGraph } from "./onnx.ts";

const BLOCK = 65536;

const { hidden, intermediate, layers, pieces, positions } = MODEL;

/** From the first byte of something to behind the last. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The text of model-layout.json. Throws RangeError where the file is no model of this shape. */
export function modelLayout(file: Uint8Array): string {
  const graph = new OnnxGraph(file);
  /** Norms, biases and the token types, which stand together. */
  const small: Range[] = [];
  const floats = (name: string, length: number): number => {
    const start = graph.floats(name, length);
    small.push({ start, end: start + length * 4 });
    return start;
  };
  const norm = (name: string) => ({ gain: floats(`${name}.weight`, hidden), bias: floats(`${name}.bias`, hidden) });
  const layerAt = (name: string) => {
    const large: Range[] = [];
    const dense = (part: string, inputs: number, outputs: number) => {
      const bias = `${name}.${part}.bias`;
      const { values, scales } = graph.weightsBefore(bias, inputs, outputs);
      large.push({ start: values, end: values + inputs * outputs }, { start: scales, end: scales + outputs * 4 });
      return { values, scales, bias: floats(bias, outputs) };
    };
    const parts = {
      query: dense("attention.self.query", hidden, hidden),
      key: dense("attention.self.key", hidden, hidden),
      value: dense("attention.self.value", hidden, hidden),
      attended: dense("attention.output.dense", hidden, hidden),
      attendedNorm: norm(`${name}.attention.output.LayerNorm`),
      wide: dense("intermediate.dense", hidden, intermediate),
      narrow: dense("output.dense", intermediate, hidden),
      norm: norm(`${name}.output.LayerNorm`),
    };
    return { ...around(large), ...parts };
  };
  const embeddings = "inner.embeddings";
  const parts = {
    words: graph.table(`${embeddings}.word_embeddings.weight`, pieces, hidden),
    positions: graph.table(`${embeddings}.position_embeddings.weight`, positions, hidden),
    tokenType: floats(`${embeddings}.token_type_embeddings.weight`, 2 * hidden),
    norm: norm(`${embeddings}.LayerNorm`),
    layers: Array.from({ length: layers }, (_, k) => layerAt(`inner.encoder.layer.${k}`)),
  };
  const layout = { block: BLOCK, size: file.length, small: around(small), ...parts, sums: sumsOf(file) };
  return `${JSON.stringify(layout, null, 2)}\n`;
}

function around(ranges: readonly Range[]): Range {
  return {
    start: Math.min(...ranges.map(({ start }) => start)),
    end: Math.max(...ranges.map(({ end }) => end)),
  };
}

/** XXH3 of each block, 16 hexadecimal digits each. */
function sumsOf(file: Uint8Array): string {
  let sums = "";
  for (let at = 0; at < file.length; at += BLOCK) {
    const sum = BigInt.asUintN(64, BigInt(Bun.hash.xxHash3(file.subarray(at, at + BLOCK))));
    sums += sum.toString(16).padStart(16, "0");
  }
  return sums;
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  const file = readFileSync(join(root, "models", "all-MiniLM-L6-v2", "model.int8.onnx"));
  writeFileSync(join(root, "src", "embed", "model-layout.json"), modelLayout(file));
}
