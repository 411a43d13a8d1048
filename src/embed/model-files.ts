/** The model's files inside the program, checked whenever they are loaded. */
import { readFileSync } from "node:fs";
import modelPath from "../../models/all-MiniLM-L6-v2/model.int8.onnx" with { type: "file" };
import vocabularyPath from "../../models/all-MiniLM-L6-v2/vocab.txt" with { type: "file" };
import { QsearchError } from "../errors.ts";
import { MODEL } from "./model-facts.ts";

/** model.int8.onnx, 22.9 MB. Throws QsearchError("internal") where it is not the one that is pinned. */
export function readModel(): Buffer {
  return readPinned(modelPath, "model.int8.onnx", MODEL.sha256);
}

export function readVocabulary(): string {
  return readPinned(vocabularyPath, "vocab.txt", MODEL.vocabularySha256).toString("utf8");
}

function readPinned(path: string, name: string, sha256: string): Buffer {
  const bytes = readFileSync(path);
  if (Bun.SHA256.hash(bytes, "hex") === sha256) return bytes;
  throw new QsearchError(
    "internal",
    `${name} of the embedding model is damaged: its checksum is wrong`,
    "Install the program again; search by words works without it.",
  );
}
