/** The model's files inside the program, checked whenever they are loaded. */
import { readFileSync } from "node:fs";
import modelPath from "../../models/all-MiniLM-L6-v2/model.int8.onnx" with { type: "file" };
import vocabularyPath from "../../models/all-MiniLM-L6-v2/vocab.txt" with { type: "file" };
import { QsearchError } from "../errors.ts";
import { MODEL } from "./model-facts.ts";

/** model.int8.onnx, 22.9 MB. Throws QsearchError("internal") where it is not the one that is pinned. */
export function readModel(): Buffer {
  return checked(readFileSync(modelPath), "model.int8.onnx", MODEL.xxh3, Bun.hash.xxHash3);
}

export function readVocabulary(): string {
  return checked(readFileSync(vocabularyPath), "vocab.txt", MODEL.vocabularyXxh3, Bun.hash.xxHash3).toString("utf8");
}

/** Compares the SHA-256 of both as well, which loading has no time for. Throws as they do. */
export function checkModelFiles(): void {
  const sha256 = (bytes: Buffer) => Bun.SHA256.hash(bytes, "hex");
  checked(readFileSync(modelPath), "model.int8.onnx", MODEL.sha256, sha256);
  checked(readFileSync(vocabularyPath), "vocab.txt", MODEL.vocabularySha256, sha256);
}

function checked<Sum>(bytes: Buffer, name: string, sum: Sum, sumOf: (bytes: Buffer) => Sum): Buffer {
  if (sumOf(bytes) === sum) return bytes;
  throw new QsearchError(
    "internal",
    `${name} of the embedding model is damaged: its checksum is wrong`,
    "Install the program again; search by words works without it.",
  );
}
