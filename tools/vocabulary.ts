/** Makes build/model/vocabulary.bin of the model's vocab.txt: the same pieces as a table (src/embed/vocabulary.ts says of what kind). */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FIRST_HASH, nextHash, slotOf } from "../src/embed/vocabulary.ts";

export function buildVocabulary(root: string): void {
  const table = vocabularyTable(readFileSync(join(root, "models", "all-MiniLM-L6-v2", "vocab.txt"), "utf8"));
  const folder = join(root, "build", "model");
  const target = join(folder, "vocabulary.bin");
  if (existsSync(target) && readFileSync(target).equals(table)) return;
  mkdirSync(folder, { recursive: true });
  const aside = `${target}.${process.pid}.tmp`;
  writeFileSync(aside, table);
  renameSync(aside, target);
}

/** `lines`: one piece a line, its id the line's number from 0; those that go on in a word begin with "##". */
export function vocabularyTable(lines: string): Uint8Array<ArrayBuffer> {
  const pieces = lines.replace(/\n$/, "").split("\n");
  const texts = pieces.map((piece) => Buffer.from(goesOn(piece) ? piece.slice(2) : piece));
  const tables = [false, true].map((inside) => {
    const ids = pieces.flatMap((piece, id) => (piece !== "" && goesOn(piece) === inside ? [id] : []));
    const slots = new Uint16Array(2 ** Math.ceil(Math.log2(2 * ids.length + 2)));
    // In this order, so that of equal pieces the first is the one that is found.
    for (const id of ids) {
      let slot = slotOf(hashOf(texts[id] ?? Buffer.of()), slots.length);
      while (slots[slot] !== 0) slot = (slot + 1) % slots.length;
      slots[slot] = id + 1;
    }
    return slots;
  });
  const starts = new Uint32Array(pieces.length + 1);
  for (const [id, { length }] of texts.entries()) starts[id + 1] = (starts[id] ?? 0) + length;
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  const header = Uint32Array.of(pieces.length, longest, ...tables.map(({ length }) => Math.log2(length)));
  const numbers = [header, ...tables, starts].map(({ buffer }) => new Uint8Array(buffer));
  return new Uint8Array(Buffer.concat([...numbers, ...texts]));
}

function hashOf(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => nextHash(hash, byte), FIRST_HASH);
}

function goesOn(piece: string): boolean {
  return piece.length > 2 && piece.startsWith("##");
}
