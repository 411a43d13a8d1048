import { expect, test } from "bun:test";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL } from "../../src/embed/model-facts.ts";
import { checkModelFiles, readVocabulary } from "../../src/embed/model-files.ts";
import { modelLayout } from "../../tools/model-layout.ts";
import { checkModel } from "../../tools/models.ts";
import { vocabularyTable } from "../../tools/vocabulary.ts";
import { temporaryFolder } from "../folder.ts";

const folder = join(import.meta.dir, "..", "..", "models", "all-MiniLM-L6-v2");

test("the model's files are those whose checksums are pinned, and no others", () => {
  checkModel(folder);
});

test("a file that is changed, missing or without a checksum stops the build", () => {
  const copy = temporaryFolder("model");
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, "more.bin"), "x");
  expect(() => checkModel(copy)).toThrow("more.bin");
  rmSync(join(copy, "more.bin"));
  const vocabulary = readFileSync(join(copy, "vocab.txt"));
  vocabulary[100] = 0;
  writeFileSync(join(copy, "vocab.txt"), vocabulary);
  expect(() => checkModel(copy)).toThrow("vocab.txt");
  rmSync(join(copy, "vocab.txt"));
  expect(() => checkModel(copy)).toThrow("vocab.txt is not there");
});

test("what the program knows of the model without opening it is in its files", () => {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
  expect(sums).toContain(`${MODEL.sha256}  model.int8.onnx`);
  checkModelFiles();
  const file = readFileSync(join(folder, "model.int8.onnx"));
  const root = join(import.meta.dir, "..", "..");
  // `bun tools/model-layout.ts` writes it.
  expect(readFileSync(join(root, "src", "embed", "model-layout.json"), "utf8")).toBe(modelLayout(file));
  const lines = readFileSync(join(folder, "vocab.txt"), "utf8");
  expect(readVocabulary().equals(vocabularyTable(lines))).toBe(true);
  const config = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"));
  expect({
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    hidden: config.hidden_size,
    intermediate: config.intermediate_size,
    pieces: config.vocab_size,
    positions: config.max_position_embeddings,
  }).toEqual({
    layers: MODEL.layers,
    heads: MODEL.heads,
    hidden: MODEL.hidden,
    intermediate: MODEL.intermediate,
    pieces: MODEL.pieces,
    positions: MODEL.positions,
  });
});
