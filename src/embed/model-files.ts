/** The model's files inside the program, checked whenever they are loaded. */
import { readFileSync } from "node:fs";
import vocabularyPath from "../../build/model/vocabulary.bin" with { type: "file" };
import modelPath from "../../models/all-MiniLM-L6-v2/model.int8.onnx" with { type: "file" };
import { QsearchError } from "../errors.ts";
import { MODEL } from "./model-facts.ts";

/** model.int8.onnx, for readFileSync. */
export { modelPath };

/** All of model.int8.onnx, 22.9 MB. Throws QsearchError("internal") where it is not the one that is pinned. */
export function readModel(): Buffer {
  return checked(readFileSync(modelPath), "model.int8.onnx", MODEL.xxh3, Bun.hash.xxHash3);
}

/** The word pieces, as `Vocabulary` takes them. Throws as `readModel` does. */
export function readVocabulary(): Buffer<ArrayBuffer> {
  return checked(readFileSync(vocabularyPath), "the vocabulary", MODEL.vocabularyXxh3, Bun.hash.xxHash3);
}

/** Compares the model's SHA-256, which loading has no time for, and the vocabulary's sum. Throws as loading does. */
export function checkModelFiles(): void {
  checked(readFileSync(modelPath), "model.int8.onnx", MODEL.sha256, (bytes) => Bun.SHA256.hash(bytes, "hex"));
  readVocabulary();
}

function checked<Sum>(
  bytes: Buffer<ArrayBuffer>,
  name: string,
  sum: Sum,
  sumOf: (bytes: Buffer) => Sum,
): Buffer<ArrayBuffer> {
  if (sumOf(bytes) === sum) return bytes;
  throw damagedFile(name);
}

export function damagedFile(name: string): QsearchError {
  return new QsearchError(
    "internal",
    `${name} of the embedding model is damaged: its checksum is wrong`,
    "Install the program again; search by words works without it.",
  );
}
