/** What every kernel makes of random input, as sums: printed for another process that has SIMD, or has not. */
import { createHash } from "node:crypto";
import { openEncoder } from "../../src/embed/encoder.ts";
import { hasSimd } from "../../src/kernels/load.ts";
import { Scanner } from "../../src/kernels/scan.ts";
import { TokenKernel } from "../../src/kernels/tokens.ts";
import { VectorScanner } from "../../src/kernels/vectors.ts";
import { fixedRandom } from "../faults/random.ts";

export interface KernelDigests {
  readonly simd: boolean;
  readonly sums: Readonly<Record<string, string>>;
}

const WORDS = [
  "bearing",
  "golden",
  "of",
  "TokenKernel",
  "i18n",
  "über",
  "größe",
  "步骤",
  "x",
  "HTTP_server",
  "1.0.21",
  "\n",
  "a-b",
];

const sum = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

export async function kernelDigests(): Promise<KernelDigests> {
  const random = fixedRandom(4);
  const text = Array.from({ length: 4000 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  return {
    simd: hasSimd(),
    sums: {
      scan: sum([1, 3, 9].flatMap((literals) => scanned(text, literals))),
      tokens: sum(columns(text)),
      vectors: sum(found(random)),
      encoder: sum([...(await embedded("the golden bearing turns"))]),
    },
  };
}

function scanned(text: string, literals: number): unknown[] {
  const scanner = Scanner.load();
  const bytes = Buffer.from(text);
  bytes.copy(scanner.buffer(bytes.length));
  return (["substring", "word", "identifier"] as const).map((mode) => {
    scanner.prepare(
      WORDS.slice(0, literals).map((word, id) => ({ bytes: Buffer.from(word.toLowerCase()), id })),
      mode,
    );
    const { total, counts } = scanner.scan(bytes.length);
    return [total, [...counts], [...scanner.matches(total)], scanner.countLines(0, bytes.length)];
  });
}

function columns(text: string): unknown {
  const made = TokenKernel.load().columns(text);
  return made === null ? null : [made.tokens, Buffer.from(made.body).toString(), Buffer.from(made.ident).toString()];
}

function found(random: () => number): unknown {
  const scanner = VectorScanner.load();
  const { starts, rows } = scanner.add({ groups: 50, rows: 100 });
  starts.forEach((_, group) => {
    starts[group] = group * 2;
  });
  rows.forEach((_, at) => {
    rows[at] = Math.floor(random() * 255) - 127;
  });
  const query = Int16Array.from({ length: 384 }, () => Math.floor(random() * 800) - 400);
  return scanner.search(query, [[0, 50]], 20);
}

async function embedded(text: string): Promise<Float32Array> {
  const encoder = await openEncoder();
  try {
    return await encoder.embed([text]);
  } finally {
    encoder.close();
  }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await kernelDigests()));
