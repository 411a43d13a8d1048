/**
 * Records what the reference says (Python: onnxruntime and tokenizers): test/cases/encoder/reference.json, which CI compares
 * both encoders with, and src/embed/characters.json. Only for a new model or a new kind of text.
 *
 *   bun bench/quality/encoder/reference.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, pythonWith } from "../../lib/python.ts";
import { PEERS } from "./peers.ts";
import { referenceTexts, SEED } from "./texts.ts";

const root = join(import.meta.dir, "..", "..", "..");
const model = join(root, "models", "all-MiniLM-L6-v2");
const python = pythonWith(PEERS);
must([python, join(import.meta.dir, "characters.py"), model, join(root, "src", "embed", "characters.json")]);

const texts = referenceTexts();
const answer = JSON.parse(must([python, join(import.meta.dir, "encode.py"), model], JSON.stringify(texts)));
const folder = join(root, "test", "cases", "encoder");
mkdirSync(folder, { recursive: true });
const { made_with, ids, all, vectors } = answer;
const lines = texts.map((text, k) => JSON.stringify({ text, ids: ids[k], all: all[k] }));
writeFileSync(
  join(folder, "reference.json"),
  `{"seed":${SEED},"made_with":${JSON.stringify(made_with)},"texts":[\n${lines.join(",\n")}\n],"vectors":"${vectors}"}\n`,
);
process.stdout.write(`${texts.length} texts\n`);
