/**
 * What each SIMD instruction is in 64-bit arithmetic. A vector is two i64 on the stack, the low half first; within a half, lanes
 * are worked on side by side where a carry cannot cross them, else one after the other. Names and numbers are those of the
 * WebAssembly specification. An instruction that is not here is an error of the build.
 */
import { type Code, OP, type Reader } from "./bytes.ts";

/** Locals that a function's rewritten instructions use: eight i64, and one i32. */
export interface Temporaries {
  readonly i64: readonly [number, number, number, number, number, number, number, number];
  readonly i32: number;
}

/** Writes an instruction whose immediates the reader stands at. `pops` and `pushes`: v for a vector, s for any other value. */
export interface Lowering {
  readonly pops: string;
  readonly pushes: string;
  write(code: Code, temporaries: Temporaries, immediates: Reader): void;
}

type Width = 8 | 16 | 32 | 64;
/** Leaves the half of a result on the stack. */
type HalfOfTwo = (code: Code, a: number, b: number, spare: Temporaries["i64"]) => void;

const ALL = 2n ** 64n - 1n;
/** The same bits in each lane. */
function each(width: Width, lane: bigint): bigint {
  let all = 0n;
  for (let shift = 0n; shift < 64n; shift += BigInt(width)) all |= lane << shift;
  return all;
}
const topBits = (width: Width) => each(width, 1n << BigInt(width - 1));
const laneMask = (width: Width) => 2n ** BigInt(width) - 1n;

/** The top bit of each lane becomes all of its bits; other bits on the stack must be zero. */
function spread(code: Code, width: Width): void {
  code
    .i64(BigInt(width - 1))
    .op(OP.i64shrU)
    .i64(laneMask(width))
    .op(OP.i64mul);
}

function invert(code: Code): void {
  code.i64(ALL).op(OP.i64xor);
}

const add =
  (width: Width): HalfOfTwo =>
  (code, a, b) => {
    const top = topBits(width);
    code
      .get(a)
      .i64(ALL ^ top)
      .op(OP.i64and)
      .get(b)
      .i64(ALL ^ top)
      .op(OP.i64and, OP.i64add);
    code.get(a).get(b).op(OP.i64xor).i64(top).op(OP.i64and, OP.i64xor);
  };

const subtract =
  (width: Width): HalfOfTwo =>
  (code, a, b) => {
    const top = topBits(width);
    code
      .get(a)
      .i64(top)
      .op(OP.i64or)
      .get(b)
      .i64(ALL ^ top)
      .op(OP.i64and, OP.i64sub);
    code.get(a).get(b).op(OP.i64xor);
    invert(code);
    code.i64(top).op(OP.i64and, OP.i64xor);
  };

/** Lanes that are zero, as their top bits. */
function zeroLanes(code: Code, width: Width, of: number): void {
  const low = ALL ^ topBits(width);
  code.get(of).i64(low).op(OP.i64and).i64(low).op(OP.i64add).get(of).op(OP.i64or).i64(low).op(OP.i64or);
  invert(code);
}

const equal =
  (width: Width): HalfOfTwo =>
  (code, a, b, [, , , , x]) => {
    code.get(a).get(b).op(OP.i64xor).set(x);
    zeroLanes(code, width, x);
    spread(code, width);
  };

/** a < b; signed numbers are compared as unsigned ones with their top bits turned. */
const less =
  (width: Width, isSigned: boolean): HalfOfTwo =>
  (code, a, b, spare) => {
    const [, , , , x, y] = spare;
    const top = topBits(width);
    code.get(a).set(x).get(b).set(y);
    if (isSigned) {
      code.get(x).i64(top).op(OP.i64xor).set(x).get(y).i64(top).op(OP.i64xor).set(y);
    }
    code.get(x);
    invert(code);
    code.get(y).op(OP.i64and).get(x).get(y).op(OP.i64xor);
    invert(code);
    subtract(width)(code, x, y, spare);
    code.op(OP.i64and, OP.i64or).i64(top).op(OP.i64and);
    spread(code, width);
  };

const swapped =
  (half: HalfOfTwo): HalfOfTwo =>
  (code, a, b, spare) =>
    half(code, b, a, spare);
const inverted =
  (half: HalfOfTwo): HalfOfTwo =>
  (code, a, b, spare) => {
    half(code, a, b, spare);
    invert(code);
  };

/** The lanes of `a` where the mask of `less` says so, else those of `b`. */
const chosen =
  (isLess: HalfOfTwo): HalfOfTwo =>
  (code, a, b, spare) => {
    const [, , , , , , z] = spare;
    isLess(code, a, b, spare);
    code.set(z).get(a).get(z).op(OP.i64and).get(b).get(z);
    invert(code);
    code.op(OP.i64and, OP.i64or);
  };

const plain =
  (...opcodes: number[]): HalfOfTwo =>
  (code, a, b) =>
    code
      .get(a)
      .get(b)
      .op(...opcodes);

/** A lane of a half, as an i64 of that sign. */
function lane(code: Code, half: number, width: Width, index: number, isSigned: boolean): void {
  code.get(half);
  if (width === 64) return;
  if (isSigned) {
    const left = 64 - width * (index + 1);
    if (left > 0) code.i64(BigInt(left)).op(OP.i64shl);
    code.i64(BigInt(64 - width)).op(OP.i64shrS);
    return;
  }
  if (index > 0) code.i64(BigInt(index * width)).op(OP.i64shrU);
  if ((index + 1) * width < 64) code.i64(laneMask(width)).op(OP.i64and);
}

/** Puts together a half: `one` leaves each lane as an i64 whose bits beyond the lane are zero. */
function assemble(code: Code, width: Width, one: (index: number) => void): void {
  for (let index = 0; index < 64 / width; index++) {
    one(index);
    if (index > 0) code.i64(BigInt(index * width)).op(OP.i64shl, OP.i64or);
  }
}

const bylanes =
  (width: Width, ...opcodes: number[]): HalfOfTwo =>
  (code, a, b) =>
    assemble(code, width, (index) => {
      lane(code, a, width, index, true);
      lane(code, b, width, index, true);
      code
        .op(...opcodes)
        .i64(laneMask(width))
        .op(OP.i64and);
    });

/** a float of a half, and back. */
function float(code: Code, half: number, index: number): void {
  code.get(half);
  if (index > 0) code.i64(32n).op(OP.i64shrU);
  code.op(OP.wrap, 0xbe);
}
const asBits = [0xbc, OP.extendU];

const floats =
  (write: (code: Code, a: () => void, b: () => void) => void): HalfOfTwo =>
  (code, a, b) =>
    assemble(code, 32, (index) => {
      write(
        code,
        () => float(code, a, index),
        () => float(code, b, index),
      );
    });
const floatOp = (opcode: number) =>
  floats((code, a, b) => {
    a();
    b();
    code.op(opcode, ...asBits);
  });
/** pmin and pmax: b where `opcode` holds of what `first` puts first, else a. */
const pseudo = (isMin: boolean) =>
  floats((code, a, b) => {
    b();
    a();
    if (isMin) {
      b();
      a();
    } else {
      a();
      b();
    }
    code.op(0x5d, OP.select, ...asBits);
  });
const floatTest = (opcode: number) =>
  floats((code, a, b) => {
    a();
    b();
    code.op(opcode, OP.extendU).i64(laneMask(32)).op(OP.i64mul);
  });
const doubles =
  (...opcodes: number[]): HalfOfTwo =>
  (code, a, b) =>
    code
      .get(a)
      .op(0xbf)
      .get(b)
      .op(0xbf, ...opcodes, 0xbd);

/** Products of neighbours added, in each 32 bits. */
const dot: HalfOfTwo = (code, a, b) =>
  assemble(code, 32, (index) => {
    for (const at of [index * 2, index * 2 + 1]) {
      lane(code, a, 16, at, true);
      lane(code, b, 16, at, true);
      code.op(OP.i64mul);
    }
    code.op(OP.i64add).i64(laneMask(32)).op(OP.i64and);
  });

function two(half: HalfOfTwo): Lowering {
  return {
    pops: "vv",
    pushes: "v",
    write(code, { i64 }) {
      const [aLow, aHigh, bLow, bHigh] = i64;
      code.set(bHigh).set(bLow).set(aHigh).set(aLow);
      half(code, aLow, bLow, i64);
      half(code, aHigh, bHigh, i64);
    },
  };
}

function one(half: (code: Code, a: number, spare: Temporaries["i64"]) => void): Lowering {
  return {
    pops: "v",
    pushes: "v",
    write(code, { i64 }) {
      const [low, high] = i64;
      code.set(high).set(low);
      half(code, low, i64);
      half(code, high, i64);
    },
  };
}

/** A vector of both halves of one, or of two, at once. */
function whole(pops: string, pushes: string, write: Lowering["write"]): Lowering {
  return { pops, pushes, write };
}

/** One half, which `write` leaves on the stack, as both. */
function both(pops: string, write: Lowering["write"]): Lowering {
  return whole(pops, "v", (code, temporaries, immediates) => {
    const [x] = temporaries.i64;
    write(code, temporaries, immediates);
    code.set(x).get(x).get(x);
  });
}

function splat(width: Width, ...toI64: number[]): Lowering {
  return both("s", (code) => {
    code.op(...toI64);
    if (width < 64) code.i64(laneMask(width)).op(OP.i64and).i64(each(width, 1n)).op(OP.i64mul);
  });
}

function shift(width: Width, opcode: number): Lowering {
  return whole("vs", "v", (code, { i64 }) => {
    const [low, high, amount] = i64;
    code
      .i32(width - 1)
      .op(OP.i32and, OP.extendU)
      .set(amount)
      .set(high)
      .set(low);
    for (const half of [low, high]) {
      if (width === 64) code.get(half).get(amount).op(opcode);
      else {
        assemble(code, width, (index) => {
          lane(code, half, width, index, opcode === OP.i64shrS);
          code.get(amount).op(opcode).i64(laneMask(width)).op(OP.i64and);
        });
      }
    }
  });
}

function extend(width: 8 | 16 | 32, isSigned: boolean, ofHigh: boolean): Lowering {
  return whole("v", "v", (code, { i64 }) => {
    const [low, high] = i64;
    code.set(high).set(low);
    widen(code, width, isSigned, ofHigh ? high : low);
  });
}

/** The lanes of one half as a vector of lanes twice as wide. */
function widen(code: Code, width: 8 | 16 | 32, isSigned: boolean, half: number): void {
  const wide = (width * 2) as Width;
  for (const start of [0, 64 / wide]) {
    assemble(code, wide, (index) => {
      lane(code, half, width, start + index, isSigned);
      if (isSigned && wide < 64) code.i64(laneMask(wide)).op(OP.i64and);
    });
  }
}

/** Signed lanes of two vectors, cut to what lanes half as wide can hold. */
function narrow(width: 16 | 32, isSigned: boolean): Lowering {
  const into = (width / 2) as Width;
  const least = isSigned ? -(2n ** BigInt(into - 1)) : 0n;
  const most = isSigned ? 2n ** BigInt(into - 1) - 1n : 2n ** BigInt(into) - 1n;
  return whole("vv", "v", (code, { i64 }) => {
    const [aLow, aHigh, bLow, bHigh, x] = i64;
    code.set(bHigh).set(bLow).set(aHigh).set(aLow);
    for (const [low, high] of [
      [aLow, aHigh],
      [bLow, bHigh],
    ] as const) {
      assemble(code, into, (index) => {
        const lanes = 64 / width;
        lane(code, index < lanes ? low : high, width, index % lanes, true);
        // 0x55: i64.gt_s, 0x53: i64.lt_s.
        code.set(x).i64(least).get(x).get(x).i64(least).op(0x53, OP.select).set(x);
        code.i64(most).get(x).get(x).i64(most).op(0x55, OP.select).i64(laneMask(into)).op(OP.i64and);
      });
    }
  });
}

function extract(width: Width, isSigned: boolean, ...after: number[]): Lowering {
  return whole("v", "s", (code, { i64 }, immediates) => {
    const [low, high] = i64;
    const index = immediates.byte();
    const lanes = 64 / width;
    code.set(high).set(low);
    lane(code, index < lanes ? low : high, width, index % lanes, isSigned);
    code.op(...after);
  });
}

function replaceLane(code: Code, half: number, width: Width, index: number, value: number): void {
  if (width === 64) {
    code.get(value);
    return;
  }
  const place = BigInt(index * width);
  code
    .get(half)
    .i64(ALL ^ (laneMask(width) << place))
    .op(OP.i64and);
  code.get(value).i64(laneMask(width)).op(OP.i64and).i64(place).op(OP.i64shl, OP.i64or);
}

function replace(width: Width, ...toI64: number[]): Lowering {
  return whole("vs", "v", (code, { i64 }, immediates) => {
    const [low, high, value] = i64;
    const index = immediates.byte();
    const lanes = 64 / width;
    code
      .op(...toI64)
      .set(value)
      .set(high)
      .set(low);
    for (const [half, first] of [
      [low, 0],
      [high, lanes],
    ] as const) {
      if (index >= first && index < first + lanes) replaceLane(code, half, width, index - first, value);
      else code.get(half);
    }
  });
}

/** Alignment and offset of an access to memory. */
function offsetOf(immediates: Reader): number {
  immediates.number();
  return immediates.number();
}

const LOADS: Readonly<Record<Width, number>> = { 8: 0x31, 16: 0x33, 32: 0x35, 64: OP.loadI64 };
const STORES: Readonly<Record<Width, number>> = { 8: 0x3c, 16: 0x3d, 32: 0x3e, 64: OP.storeI64 };

function loadSplat(width: Width): Lowering {
  return both("s", (code, _, immediates) => {
    code.memory(LOADS[width], offsetOf(immediates));
    if (width < 64) code.i64(each(width, 1n)).op(OP.i64mul);
  });
}

function loadZero(width: 32 | 64): Lowering {
  return whole("s", "v", (code, _, immediates) => code.memory(LOADS[width], offsetOf(immediates)).i64(0n));
}

function loadExtend(width: 8 | 16 | 32, isSigned: boolean): Lowering {
  return whole("s", "v", (code, { i64 }, immediates) => {
    code.memory(OP.loadI64, offsetOf(immediates)).set(i64[0]);
    widen(code, width, isSigned, i64[0]);
  });
}

function storeLane(width: Width): Lowering {
  return whole("sv", "", (code, { i64, i32 }, immediates) => {
    const [low, high] = i64;
    const offset = offsetOf(immediates);
    const index = immediates.byte();
    const lanes = 64 / width;
    code.set(high).set(low).set(i32).get(i32);
    lane(code, index < lanes ? low : high, width, index % lanes, false);
    code.memory(STORES[width], offset);
  });
}

const load = whole("s", "v", (code, { i32 }, immediates) => {
  const offset = offsetOf(immediates);
  code
    .set(i32)
    .get(i32)
    .memory(OP.loadI64, offset)
    .get(i32)
    .memory(OP.loadI64, offset + 8);
});

const store = whole("sv", "", (code, { i64, i32 }, immediates) => {
  const [low, high] = i64;
  const offset = offsetOf(immediates);
  code.set(high).set(low).set(i32).get(i32).get(low).memory(OP.storeI64, offset);
  code
    .get(i32)
    .get(high)
    .memory(OP.storeI64, offset + 8);
});

const constant = whole("", "v", (code, _, immediates) => {
  const bytes = immediates.take(16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  code.i64(view.getBigUint64(0, true)).i64(view.getBigUint64(8, true));
});

/** Bytes that come from one half and move by the same distance are moved together. */
const shuffle = whole("vv", "v", (code, { i64 }, immediates) => {
  const [aLow, aHigh, bLow, bHigh] = i64;
  const sources = [aLow, aHigh, bLow, bHigh];
  const from = [...immediates.take(16)];
  code.set(bHigh).set(bLow).set(aHigh).set(aLow);
  for (const start of [0, 8]) {
    const moves = new Map<string, { source: number; distance: number; mask: bigint }>();
    for (let to = 0; to < 8; to++) {
      const byte = from[start + to] ?? 0;
      const [source = aLow, distance] = [sources[byte >> 3], to - (byte & 7)];
      const move = moves.get(`${source} ${distance}`) ?? { source, distance, mask: 0n };
      moves.set(`${source} ${distance}`, { ...move, mask: move.mask | (255n << BigInt((byte & 7) * 8)) });
    }
    let isFirst = true;
    for (const { source, distance, mask } of moves.values()) {
      code.get(source);
      if (mask !== ALL) code.i64(mask).op(OP.i64and);
      if (distance !== 0) code.i64(BigInt(Math.abs(distance) * 8)).op(distance > 0 ? OP.i64shl : OP.i64shrU);
      if (!isFirst) code.op(OP.i64or);
      isFirst = false;
    }
  }
});

/** Each byte of b names a byte of a, or none. */
const swizzle = whole("vv", "v", (code, { i64 }) => {
  const [aLow, aHigh, bLow, bHigh, index] = i64;
  code.set(bHigh).set(bLow).set(aHigh).set(aLow);
  for (const half of [bLow, bHigh]) {
    assemble(code, 8, (at) => {
      lane(code, half, 8, at, false);
      code.set(index).get(aLow).get(aHigh).get(index).i64(8n).op(0x54, OP.select);
      code.get(index).i64(7n).op(OP.i64and).i64(3n).op(OP.i64shl, OP.i64shrU).i64(255n).op(OP.i64and);
      code.i64(0n).get(index).i64(16n).op(0x54, OP.select);
    });
  }
});

/** The top bit of each lane as a bit of a number: multiplied so that they meet in the topmost bits. */
function bitmask(width: Width): Lowering {
  const lanes = 64 / width;
  let gather = 0n;
  for (let i = 0; i < lanes; i++) gather |= 1n << BigInt(64 - width - i * (width - 1));
  return whole("v", "s", (code, { i64 }) => {
    const [low, high] = i64;
    code.set(high).set(low);
    for (const half of [low, high]) {
      code
        .get(half)
        .i64(BigInt(width - 1))
        .op(OP.i64shrU);
      if (width < 64) {
        code
          .i64(each(width, 1n))
          .op(OP.i64and)
          .i64(gather)
          .op(OP.i64mul)
          .i64(BigInt(64 - width))
          .op(OP.i64shrU);
        code.i64(2n ** BigInt(lanes) - 1n).op(OP.i64and);
      }
      code.op(OP.wrap);
    }
    code.i32(lanes).op(OP.i32shl, OP.i32or);
  });
}

const anyTrue = whole("v", "s", (code) => code.op(OP.i64or).i64(0n).op(OP.i64ne));

function allTrue(width: Width): Lowering {
  return whole("v", "s", (code, { i64 }) => {
    const [low, high] = i64;
    code.set(high).set(low);
    zeroLanes(code, width, low);
    zeroLanes(code, width, high);
    code.op(OP.i64or, OP.i64eqz);
  });
}

const bitselect = whole("vvv", "v", (code, { i64 }) => {
  const [aLow, aHigh, bLow, bHigh, maskLow, maskHigh] = i64;
  code.set(maskHigh).set(maskLow).set(bHigh).set(bLow).set(aHigh).set(aLow);
  for (const [a, b, mask] of [
    [aLow, bLow, maskLow],
    [aHigh, bHigh, maskHigh],
  ] as const) {
    code.get(a).get(b).op(OP.i64xor).get(mask).op(OP.i64and).get(b).op(OP.i64xor);
  }
});

const promote = whole("v", "v", (code, { i64 }) => {
  const [low, high] = i64;
  code.set(high).set(low);
  for (const index of [0, 1]) {
    float(code, low, index);
    code.op(0xbb, 0xbd);
  }
});

const fromInteger = (opcode: number) =>
  one((code, a) =>
    assemble(code, 32, (index) => {
      lane(code, a, 32, index, false);
      code.op(OP.wrap, opcode, ...asBits);
    }),
  );

const comparisons = (width: Width): Lowering[] => [
  two(equal(width)),
  two(inverted(equal(width))),
  ...[true, false].map((isSigned) => two(less(width, isSigned))),
  ...[true, false].map((isSigned) => two(swapped(less(width, isSigned)))),
  ...[true, false].map((isSigned) => two(inverted(swapped(less(width, isSigned))))),
  ...[true, false].map((isSigned) => two(inverted(less(width, isSigned)))),
];
const least = (width: Width, isSigned: boolean) => two(chosen(less(width, isSigned)));
const most = (width: Width, isSigned: boolean) => two(chosen(swapped(less(width, isSigned))));
const shifts = (width: Width) => [OP.i64shl, OP.i64shrS, OP.i64shrU].map((opcode) => shift(width, opcode));
const extremes = (width: Width) => [least(width, true), least(width, false), most(width, true), most(width, false)];
const extensions = (width: 8 | 16 | 32) => [
  extend(width, true, false),
  extend(width, true, true),
  extend(width, false, false),
  extend(width, false, true),
];

/** From a number on, one after the other. */
const SERIES: readonly (readonly [first: number, lowerings: readonly Lowering[]])[] = [
  [0, [load]],
  [1, ([8, 16, 32] as const).flatMap((width) => [loadExtend(width, true), loadExtend(width, false)])],
  [7, ([8, 16, 32, 64] as const).map(loadSplat)],
  [11, [store, constant, shuffle, swizzle]],
  [15, [splat(8, OP.extendU), splat(16, OP.extendU), splat(32, OP.extendU), splat(64)]],
  [19, [splat(32, ...asBits), splat(64, 0xbd)]],
  [21, [extract(8, true, OP.wrap), extract(8, false, OP.wrap), replace(8, OP.extendU)]],
  [24, [extract(16, true, OP.wrap), extract(16, false, OP.wrap), replace(16, OP.extendU)]],
  [27, [extract(32, false, OP.wrap), replace(32, OP.extendU), extract(64, false), replace(64)]],
  [31, [extract(32, false, OP.wrap, 0xbe), replace(32, ...asBits), extract(64, false, 0xbf), replace(64, 0xbd)]],
  [35, [...comparisons(8), ...comparisons(16), ...comparisons(32)]],
  [65, [0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x60].map((opcode) => two(floatTest(opcode)))],
  [77, [one((code, a) => code.get(a).i64(ALL).op(OP.i64xor)), two(plain(OP.i64and))]],
  [79, [two((code, a, b) => code.get(a).get(b).i64(ALL).op(OP.i64xor, OP.i64and))]],
  [80, [two(plain(OP.i64or)), two(plain(OP.i64xor)), bitselect, anyTrue]],
  [88, ([8, 16, 32, 64] as const).map(storeLane)],
  [92, [loadZero(32), loadZero(64)]],
  [95, [promote]],
  [99, [allTrue(8), bitmask(8), narrow(16, true), narrow(16, false)]],
  [107, [...shifts(8), two(add(8))]],
  [113, [two(subtract(8))]],
  [118, extremes(8)],
  [131, [allTrue(16), bitmask(16), narrow(32, true), narrow(32, false), ...extensions(8), ...shifts(16), two(add(16))]],
  [145, [two(subtract(16))]],
  [149, [two(bylanes(16, OP.i64mul)), ...extremes(16)]],
  [163, [allTrue(32), bitmask(32)]],
  [167, [...extensions(16), ...shifts(32), two(add(32))]],
  [177, [two(subtract(32))]],
  [181, [two(bylanes(32, OP.i64mul)), ...extremes(32), two(dot)]],
  [196, [bitmask(64)]],
  [199, [...extensions(32), ...shifts(64), two(plain(OP.i64add))]],
  [209, [two(plain(OP.i64sub))]],
  [213, [two(plain(OP.i64mul))]],
  [
    224,
    [
      one((code, a) =>
        code
          .get(a)
          .i64(ALL ^ topBits(32))
          .op(OP.i64and),
      ),
    ],
  ],
  [225, [one((code, a) => code.get(a).i64(topBits(32)).op(OP.i64xor))]],
  [228, [0x92, 0x93, 0x94, 0x95, 0x96, 0x97].map((opcode) => two(floatOp(opcode)))],
  [234, [two(pseudo(true)), two(pseudo(false))]],
  [240, [0xa0, 0xa1, 0xa2, 0xa3].map((opcode) => two(doubles(opcode)))],
  [250, [fromInteger(0xb2), fromInteger(0xb3)]],
];

/** By the number that stands behind the prefix 0xfd. */
export const LOWERINGS: ReadonlyMap<number, Lowering> = new Map(
  SERIES.flatMap(([first, lowerings]) => lowerings.map((lowering, index) => [first + index, lowering] as const)),
);
