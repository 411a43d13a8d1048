import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encodeFrame, FrameError, FrameReader } from "../../src/pool/frame.ts";
import { rounds } from "../rounds.ts";

const MOST = 1 << 20;
const wire = (value: unknown) => Buffer.concat(encodeFrame(value, MOST));

describe("frames", () => {
  test("typed arrays come back as they were, wherever they stand", () => {
    const value = {
      text: "a\ud800b\u0000中",
      list: [new Uint32Array([1, 2 ** 31]), { deep: new Uint16Array([65535]) }],
      none: null,
      bytes: new Uint8Array([1, 2, 3]),
      empty: new Float32Array(),
    };
    expect(new FrameReader(MOST).push(wire(value))).toEqual([value]);
  });

  test("a Buffer becomes the Uint8Array it is, and a view keeps only its part", () => {
    const whole = Buffer.from("abcdef");
    expect(new FrameReader(MOST).push(wire(whole.subarray(2, 4)))).toEqual([new Uint8Array([99, 100])]);
  });

  test("any data survives any cutting of the stream", () => {
    const leaf = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array(),
    );
    const data = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value")), fc.dictionary(fc.string(), tie("value"))),
    })).value;
    fc.assert(
      fc.property(fc.array(data, { maxLength: 4 }), fc.array(fc.nat(200)), (values, cuts) => {
        const stream = Buffer.concat(values.map(wire));
        const reader = new FrameReader(MOST);
        const seen: unknown[] = [];
        let at = 0;
        for (const cut of [...cuts, stream.length]) {
          seen.push(...reader.push(stream.subarray(at, at + cut)));
          at = Math.min(stream.length, at + cut);
        }
        expect(seen).toEqual(values);
      }),
      { seed: 20261130, numRuns: rounds(300) },
    );
  });

  test.each([
    ["a bigint", { at: 1n }],
    ["a Map", new Map()],
    ["a class", new Date(0)],
    ["a Float64Array", new Float64Array(1)],
  ])("%s is refused when it is sent, not lost", (_name, value) => {
    expect(() => encodeFrame(value, MOST)).toThrow(FrameError);
  });

  test("a frame over the cap is refused on either side", () => {
    expect(() => wire(new Uint8Array(MOST))).toThrow(FrameError);
    const frame = Buffer.concat(encodeFrame(new Uint8Array(MOST), 2 * MOST));
    expect(() => new FrameReader(MOST).push(frame)).toThrow(FrameError);
  });

  test("what is no frame is an error, never a guess", () => {
    expect(() => new FrameReader(MOST).push(Buffer.from("warning: something was printed"))).toThrow(FrameError);
    const huge = wire("x");
    huge.writeUInt32LE(0xffffffff, 8);
    expect(() => new FrameReader(MOST).push(huge)).toThrow(FrameError);
  });

  test("a part may replace only a null that is there", () => {
    for (const path of [["__proto__", "polluted"], ["missing"], [], ["text", 0]]) {
      const json = JSON.stringify({ value: { text: "x" }, parts: [{ path, type: "Uint8Array", length: 1 }] });
      const header = Buffer.alloc(12);
      header.write("QSF1", 0, "latin1");
      header.writeUInt32LE(json.length, 4);
      header.writeUInt32LE(1, 8);
      expect(() => new FrameReader(MOST).push(Buffer.concat([header, Buffer.from(json), Buffer.alloc(1)]))).toThrow(
        FrameError,
      );
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("random damage gives a FrameError, a wait for more, or other data, never another error", () => {
    const frame = wire({ text: "hello", parts: [new Uint8Array(40), new Uint32Array(3)] });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(frame.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (hits) => {
        const damaged = Buffer.from(frame);
        for (const [at, byte] of hits) damaged[at] = byte;
        try {
          new FrameReader(MOST).push(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
      { seed: 20261130, numRuns: rounds(2_000) },
    );
  });
});
