/** Each SIMD instruction that the build can do without: the engine's own beside what it is rewritten to, on random bytes. */
import { describe, expect, test } from "bun:test";
import { hasSimd } from "../../src/kernels/load.ts";
import { number } from "../../tools/scalar/bytes.ts";
import { LOWERINGS } from "../../tools/scalar/lanes.ts";
import { withoutSimd } from "../../tools/scalar/lower.ts";
import { fixedRandom } from "../faults/random.ts";

const I32 = 0x7f;
const I64 = 0x7e;
const F32 = 0x7d;
const F64 = 0x7c;
/** Instructions that take or give something else than vectors: of what type, and what their immediates are. */
const LOADS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 92, 93];
const LANE_STORES = [88, 89, 90, 91];
const SHIFTS = [107, 108, 109, 139, 140, 141, 171, 172, 173, 203, 204, 205];
const SCALAR_IN: Readonly<Record<number, number>> = { 15: I32, 16: I32, 17: I32, 18: I64, 19: F32, 20: F64 };
const REPLACED: Readonly<Record<number, number>> = { 23: I32, 26: I32, 28: I32, 30: I64, 32: F32, 34: F64 };
const LANES: Readonly<Record<number, number>> = {
  ...{ 21: 16, 22: 16, 23: 16, 24: 8, 25: 8, 26: 8, 27: 4, 28: 4, 29: 2, 30: 2, 31: 4, 32: 4, 33: 2, 34: 2 },
  ...{ 88: 16, 89: 8, 90: 4, 91: 2 },
};
const EXTRACTED: Readonly<Record<number, number>> = { 29: I64, 31: F32, 33: F64 };
const READ: Readonly<Record<number, number>> = { [I32]: 0x28, [I64]: 0x29, [F32]: 0x2a, [F64]: 0x2b };
const WRITE: Readonly<Record<number, number>> = { [I32]: 0x36, [I64]: 0x37, [F32]: 0x38, [F64]: 0x39 };

const get = (address: number) => [0x41, address & 127];
const loadVector = (address: number) => [...get(address), 0xfd, 0, 0, 0];
const read = (type: number, address: number) => [...get(address), READ[type] ?? 0, 0, 0];

/** A module whose `run` works on the first 48 bytes of its memory and writes to the next ones. */
function moduleOf(name: number, random: () => number): Uint8Array {
  const simd = [0xfd, ...number(name)];
  const lane = LANES[name] === undefined ? [] : [Math.floor(random() * LANES[name])];
  const pops = LOWERINGS.get(name)?.pops ?? "";
  let body: number[];
  if (LOADS.includes(name)) body = [...get(48), ...get(3), ...simd, 0, 1];
  else if (name === 11) body = [...get(48), ...loadVector(16), ...simd, 0, 0];
  else if (LANE_STORES.includes(name)) body = [...get(48), ...loadVector(16), ...simd, 0, 2, ...lane];
  else if (name === 12) body = [...get(48), ...simd, ...Array.from({ length: 16 }, () => Math.floor(random() * 256))];
  else if (name === 13) {
    const bytes = Array.from({ length: 16 }, () => Math.floor(random() * 32));
    body = [...get(48), ...loadVector(0), ...loadVector(16), ...simd, ...bytes];
  } else if (SCALAR_IN[name] !== undefined) body = [...get(48), ...read(SCALAR_IN[name], 5), ...simd];
  else if (REPLACED[name] !== undefined) {
    body = [...get(48), ...loadVector(0), ...read(REPLACED[name], 21), ...simd, ...lane];
  } else if (SHIFTS.includes(name)) body = [...get(48), ...loadVector(0), ...read(I32, 17), ...simd];
  else body = [...get(48), ...[...pops].flatMap((_, at) => loadVector(at * 16)), ...simd, ...lane];
  const pushes = LOWERINGS.get(name)?.pushes;
  if (pushes === "v") body.push(0xfd, 11, 0, 0);
  else if (pushes === "s") body.push(WRITE[EXTRACTED[name] ?? I32] ?? 0, 0, 0);
  const code = [0, ...body, 0x0b];
  const section = (id: number, bytes: number[]) => [id, ...number(bytes.length), ...bytes];
  const text = (word: string) => [word.length, ...Buffer.from(word)];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text("run"), 0, 0, ...text("memory"), 2, 0]),
    ...section(10, [1, ...number(code.length), ...code]),
  ]);
}

function memoryAfter(wasm: Uint8Array, inputs: readonly Uint8Array[]): string[] {
  const { run, memory } = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports as unknown as {
    run(): void;
    memory: WebAssembly.Memory;
  };
  const bytes = new Uint8Array(memory.buffer);
  return inputs.map((input) => {
    bytes.fill(0);
    bytes.set(input);
    run();
    return Buffer.from(bytes.subarray(0, 80)).toString("hex");
  });
}

/** Small numbers, extremes and equal lanes meet more often than chance would have it; no float that is no number. */
function randomInput(random: () => number): Uint8Array {
  const few = [0, 1, 0x7f, 0x80, 0xff];
  const isPlain = random() < 0.5;
  const bytes = Uint8Array.from({ length: 48 }, () =>
    isPlain ? Math.floor(random() * 256) : (few[Math.floor(random() * few.length)] ?? 0),
  );
  if (random() < 0.3) bytes.set(bytes.slice(0, 16), 16);
  return bytes;
}

/** Arithmetic of floats: which of the bits of NaN come out is the engine's choice. */
const isFloat = (name: number) => name === 95 || (name >= 224 && name <= 251);

function numbersOnly(input: Uint8Array): Uint8Array {
  for (let at = 3; at < input.length; at += 4) input[at] = ((input[at] ?? 0) & 0x80) | 0x3c | ((input[at] ?? 0) & 3);
  return input;
}

describe.skipIf(!hasSimd())("an instruction and what it is rewritten to", () => {
  test("give the same bytes", () => {
    const random = fixedRandom(7);
    for (const name of LOWERINGS.keys()) {
      for (let form = 0; form < 1; form++) {
        const wasm = moduleOf(name, random);
        const inputs = Array.from({ length: 30 }, () => {
          const input = randomInput(random);
          return isFloat(name) ? numbersOnly(input) : input;
        });
        const scalar = withoutSimd(wasm);
        const expected = memoryAfter(wasm, inputs);
        expect([name, ...memoryAfter(scalar, inputs)]).toEqual([name, ...expected]);
      }
    }
    expect(LOWERINGS.size).toBeGreaterThan(150);
  }, 30_000);
});
