/** What is known of models/all-MiniLM-L6-v2 without opening it. A test compares it with the files. */
export const MODEL = {
  name: "all-MiniLM-L6-v2",
  /** Of model.int8.onnx, as in the folder's SHA256SUMS. */
  sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
  /** XXH3 of the same and of build/model/vocabulary.bin, which takes a tenth of the time: what every loading compares. */
  xxh3: 0x8b1e3952bc20a47n,
  vocabularyXxh3: 0xf852bf6ac45d29cbn,
  layers: 6,
  heads: 12,
  hidden: 384,
  intermediate: 1536,
  pieces: 30_522,
  /** Rows of the position table. */
  positions: 512,
  /** Word pieces of a text that are read, [CLS] and [SEP] among them. Ranks as well as 256 at a third of the time. */
  maxPieces: 128,
} as const;
