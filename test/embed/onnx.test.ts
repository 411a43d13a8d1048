/** The reader of the model's file: a damaged one is refused, never read past its end. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { OnnxGraph } from "../../tools/onnx.ts";
import { rounds } from "../rounds.ts";

/** A field of a message: text or bytes, or a number below 128. */
function field(number: number, value: string | Uint8Array | number): Uint8Array {
  if (typeof value === "number") return Uint8Array.of(number * 8, value);
  const bytes = Buffer.from(value);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Uint8Array.of(number * 8 + 2, ...length), bytes]);
}

function tensor(name: string, type: number, shape: readonly number[], data: Uint8Array): Uint8Array {
  return field(
    5,
    Buffer.concat([...shape.map((size) => field(1, size)), field(2, type), field(8, name), field(9, data)]),
  );
}

function node(operation: string, inputs: readonly string[], output: string): Uint8Array {
  return field(1, Buffer.concat([...inputs.map((input) => field(1, input)), field(2, output), field(4, operation)]));
}

/** Weights [[1, -2], [3, 4], [-5, 6]] with scales 0.5 and 2, as the model stores them. */
const small = new Uint8Array(
  field(
    7,
    Buffer.concat([
      node("Cast", ["w_q"], "w_f"),
      node("Mul", ["w_f", "w_scale"], "w"),
      node("MatMul", ["x", "w"], "product"),
      node("Add", ["product", "bias"], "sum"),
      tensor("w_q", 3, [3, 2], Uint8Array.from([1, -2, 3, 4, -5, 6])),
      tensor("w_scale", 1, [1, 2], new Uint8Array(Float32Array.of(0.5, 2).buffer)),
      tensor("bias", 1, [2], new Uint8Array(Float32Array.of(7, 8).buffer)),
    ]),
  ),
);

describe("ONNX reader", () => {
  test("finds weights by the bias that is added to their product", () => {
    // In a larger buffer: places count from where the file begins.
    const graph = new OnnxGraph(Buffer.concat([Buffer.alloc(5), small]).subarray(5));
    const { values, scales } = graph.weightsBefore("bias", 3, 2);
    const bytes = (place: number, length: number) => small.slice(place, place + length);
    expect([...new Int8Array(bytes(values, 6).buffer)]).toEqual([1, -2, 3, 4, -5, 6]);
    expect([...new Float32Array(bytes(scales, 8).buffer)]).toEqual([0.5, 2]);
    expect([...new Float32Array(bytes(graph.floats("bias", 2), 8).buffer)]).toEqual([7, 8]);
  });

  test("refuses other shapes, other types and what is not there", () => {
    const graph = new OnnxGraph(small);
    expect(() => graph.weightsBefore("bias", 2, 3)).toThrow(RangeError);
    expect(() => graph.floats("bias", 3)).toThrow(RangeError);
    expect(() => graph.floats("w_q", 6)).toThrow(RangeError);
    expect(() => graph.floats("none", 1)).toThrow("no tensor none");
    expect(() => graph.weightsBefore("none", 3, 2)).toThrow(RangeError);
  });

  test("refuses whatever is no model, or ends too early, by a RangeError", () => {
    const whole = fc.uint8Array({ maxLength: 200 });
    const cut = fc.integer({ min: 0, max: small.length - 1 }).map((length) => small.slice(0, length));
    fc.assert(
      fc.property(fc.oneof(whole, cut), (bytes) => {
        try {
          new OnnxGraph(bytes).weightsBefore("bias", 3, 2);
          return false;
        } catch (error) {
          return error instanceof RangeError;
        }
      }),
      { seed: 20261130, numRuns: rounds(1000) },
    );
  });
});
