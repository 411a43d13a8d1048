/**
 * Vectors that were made once, kept beside the benches: embedding the evaluation sets takes half an hour of CPU time. A text's
 * vector depends on nothing but the text and the encoder, so a bank is a file a name of the encoder, of records of 32 bytes
 * (SHA-256 of the text) and DIMENSIONS float32.
 */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { EmbedRequest, EmbedResponse } from "../../src/embed/embed-messages.ts";
import { DIMENSIONS, type Encoder, type EncoderKind, encoderName, openEncoder } from "../../src/embed/encoder.ts";
import type { Executor } from "../../src/pool/executor.ts";
import { createWorkerPool } from "../../src/pool/worker-pool.ts";
import { WORK } from "./sets.ts";

const RECORD = 32 + DIMENSIONS * 4;

export class VectorBank {
  readonly #vectors = new Map<string, Float32Array>();
  readonly #file: string;

  constructor(readonly kind: EncoderKind) {
    const folder = join(WORK, "vectors");
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${encoderName(kind)}.bank`);
    if (!existsSync(this.#file)) return;
    const bytes = readFileSync(this.#file);
    for (let at = 0; at + RECORD <= bytes.length; at += RECORD) {
      const row = new Uint8Array(bytes.subarray(at + 32, at + RECORD));
      this.#vectors.set(bytes.toString("latin1", at, at + 32), new Float32Array(row.buffer));
    }
  }

  /** All that it has, in the order they were made. */
  vectors(): readonly Float32Array[] {
    return [...this.#vectors.values()];
  }

  hasAll(texts: readonly string[]): boolean {
    return texts.every((text) => this.#vectors.has(keyOf(text)));
  }

  /** An executor that embeds only what the bank does not have, in `size` workers. */
  executor(size: number): Executor<EmbedRequest, EmbedResponse> {
    const pool = createWorkerPool<EmbedRequest, EmbedResponse>({ name: "embed", size, limits: { timeMs: 3_600_000 } });
    return {
      run: async (request, options) => {
        if (request.kind === "windows") return await pool.run(request, options);
        const missing = [...new Set(request.texts.filter((text) => !this.#vectors.has(keyOf(text))))];
        if (missing.length > 0) {
          const answer = await pool.run({ ...request, texts: missing }, options);
          if (answer.kind !== "vectors") throw new Error("no vectors");
          this.#keep(missing, answer.vectors);
        }
        return { kind: "vectors", vectors: this.#rows(request.texts) };
      },
      room: () => pool.room(),
      close: (deadline) => pool.close(deadline),
    };
  }

  /** The encoder with the bank before it. */
  async open(): Promise<Encoder> {
    this.#opened ??= openEncoder(this.kind);
    const encoder = await this.#opened;
    return {
      ...encoder,
      embed: async (texts) => {
        const missing = [...new Set(texts.filter((text) => !this.#vectors.has(keyOf(text))))];
        if (missing.length > 0) this.#keep(missing, await encoder.embed(missing));
        return this.#rows(texts);
      },
      close: () => undefined,
    };
  }

  #opened: Promise<Encoder> | null = null;

  #rows(texts: readonly string[]): Float32Array<ArrayBuffer> {
    const vectors = new Float32Array(texts.length * DIMENSIONS);
    for (const [at, text] of texts.entries()) vectors.set(this.#vectors.get(keyOf(text)) ?? [], at * DIMENSIONS);
    return vectors;
  }

  #keep(texts: readonly string[], vectors: Float32Array): void {
    const records = texts.map((text, at) => {
      const row = vectors.slice(at * DIMENSIONS, (at + 1) * DIMENSIONS);
      this.#vectors.set(keyOf(text), row);
      return Buffer.concat([Buffer.from(keyOf(text), "latin1"), Buffer.from(row.buffer)]);
    });
    const fd = openSync(this.#file, "a");
    writeSync(fd, Buffer.concat(records));
    closeSync(fd);
  }
}

function keyOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("latin1");
}
