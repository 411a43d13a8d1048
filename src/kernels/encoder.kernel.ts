/**
 * The operations of a BERT encoder's forward pass (AssemblyScript). Weights are int8 widened to 16 bits, activations 16 bits with
 * a scale a row, products exact in 32 bits; everything between is float32. No relaxed SIMD: equal bits on every machine.
 * test/kernels/encoder-reference.ts says the same in plain arithmetic; encoder.ts is the other side.
 *
 * Matrices are row-major. Rows are read and written three at a time, so buffers hold rows up to the next multiple; what
 * those beyond the text hold is finite, and no other row depends on it.
 */

/** Floats of a state, of its query, key and value together, and of one head. */
const HIDDEN: usize = 384;
const QKV: usize = 1152;
const HEAD: usize = 32;
const HEADS: usize = 12;
/** A head in whole panels. */
const PADDED_HEAD: usize = 36;

/** Columns of a panel of weights: three vectors of accumulators. */
const PANEL: usize = 12;

/**
 * Weights (depth × columns, int8) → panels of 12 columns: in each, for each pair of rows, the pair of each column. `columns` is
 * a multiple of 12, `depth` even. Reads 4 bytes past the end, and writes 8.
 */
export function pack(weights: usize, depth: usize, columns: usize, panels: usize): void {
  for (let column: usize = 0; column < columns; column += PANEL) {
    for (let k: usize = 0; k < depth; k += 2) {
      const row = weights + k * columns + column;
      const a = v128.load(row);
      const b = v128.load(row + columns);
      v128.store(panels, firstPairs(a, b));
      v128.store(panels, lastPairs(a, b), 16);
      panels += 24;
    }
  }
}

/** The pairs of columns 0 to 7 of two rows. */
// @ts-ignore: decorator
@inline
function firstPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** The pairs of columns 8 to 11, twice. */
// @ts-ignore: decorator
@inline
function lastPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 8, 24, 9, 25, 10, 26, 11, 27);
}

/** One panel in 16 bits, as dot products take it: twice `bytes`, a multiple of 8. */
function widenPanel(panel: usize, bytes: usize, into: usize): void {
  for (const end = panel + bytes; panel < end; panel += 8) {
    v128.store(into, v128.load_ext<i8>(panel));
    into += 16;
  }
}

/** The same of 12 columns that were not packed. */
function widenColumns(weights: usize, depth: usize, columns: usize, into: usize): void {
  for (const end = weights + depth * columns; weights < end; weights += columns << 1) {
    const a = v128.load(weights);
    const b = v128.load(weights + columns);
    const pairs = firstPairs(a, b);
    v128.store(into, i16x8.extend_low_i8x16_s(pairs));
    v128.store(into, i16x8.extend_high_i8x16_s(pairs), 16);
    v128.store(into, i16x8.extend_low_i8x16_s(lastPairs(a, b)), 32);
    into += 48;
  }
}

/** A row of 384 int8 (at any address) times `scale`. */
export function dequantise(from: usize, scale: f32, into: usize): void {
  const factor = f32x4.splat(scale);
  for (const end = from + HIDDEN; from < end; from += 8) {
    const a = v128.load_ext<i8>(from);
    v128.store(into, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(a)), factor));
    v128.store(into, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(a)), factor), 16);
    into += 32;
  }
}

/** Adds a row of 384 floats to another. */
export function add(row: usize, other: usize): void {
  for (const end = row + HIDDEN * 4; row < end; row += 16) {
    v128.store(row, f32x4.add(v128.load(row), v128.load(other)));
    other += 16;
  }
}

/** The mean of rows of 384 floats, brought to length 1, as pooling.ts says: sums in float64. `sums`: room for 384 of these. */
export function meanOfRows(states: usize, rows: usize, sums: usize, into: usize): void {
  memory.fill(sums, 0, HIDDEN * 8);
  for (let row: usize = 0; row < rows; row++) {
    for (const end = sums + HIDDEN * 8; sums < end; sums += 16) {
      v128.store(sums, f64x2.add(v128.load(sums), f64x2.promote_low_f32x4(v128.load64_zero(states))));
      states += 8;
    }
    sums -= HIDDEN * 8;
  }
  let squares: f64 = 0;
  for (let at = sums, end = sums + HIDDEN * 8; at < end; at += 8) squares += load<f64>(at) * load<f64>(at);
  const scale: f64 = squares > 0 ? 1 / sqrt<f64>(squares) : 0;
  for (const end = into + HIDDEN * 4; into < end; into += 4) {
    store<f32>(into, <f32>(load<f64>(sums) * scale));
    sums += 8;
  }
}

/** Rows of `width` floats (a multiple of 8) → int16 of at most ± `limit`, and what one step of each row is worth. */
export function quantise(from: usize, rows: usize, width: usize, limit: f32, into: usize, steps: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const most = largest(from, width);
    store<f32>(steps, most / limit);
    scaled(from, width, limit / most, into);
    steps += 4;
    from += width << 2;
    into += width << 1;
  }
}

/** The largest absolute value of `count` floats (a multiple of 4), and never nothing. */
// @ts-ignore: decorator
@inline
function largest(from: usize, count: usize): f32 {
  let most = f32x4.splat(0);
  for (const end = from + (count << 2); from < end; from += 16) most = f32x4.pmax(most, f32x4.abs(v128.load(from)));
  return max<f32>(largestLane(most), 1e-20);
}

/** `count` floats (a multiple of 8) times `factor`, as the nearest int16. */
// @ts-ignore: decorator
@inline
function scaled(from: usize, count: usize, factor: f32, into: usize): void {
  const scale = f32x4.splat(factor);
  for (const end = from + (count << 2); from < end; from += 32) {
    const a = rounded(f32x4.mul(v128.load(from), scale));
    const b = rounded(f32x4.mul(v128.load(from, 16), scale));
    v128.store(into, i16x8.narrow_i32x4_s(a, b));
    into += 16;
  }
}

/** 1.5 × 2^23: a float32 of this size has no room for fractions, so adding it rounds, half to even. */
const ROUNDER: f32 = 12582912;

/** The nearest integers of floats below 2^22, in three instructions where the conversion itself takes a dozen. */
// @ts-ignore: decorator
@inline
function rounded(x: v128): v128 {
  return i32x4.sub(f32x4.add(x, f32x4.splat(ROUNDER)), i32x4.splat(0x4b400000));
}

/**
 * into = a × weights × step of the row × scale of the column + bias of the column, rows of `into` `line` bytes apart. `a`:
 * int16 rows × depth, three rows at a time; `weights`: panels if `packed`, else as `pack` takes them, at any address. Panels are
 * for weights that no cache holds: memory gives in order what is read in order. `room`: a panel in 16 bits, 24 × depth bytes. (All panels in 16 bits would be 21 MB to read for each text instead of 11, which costs more than widening them.)
 */
export function multiply(
  a: usize,
  steps: usize,
  weights: usize,
  packed: i32,
  scales: usize,
  bias: usize,
  rows: usize,
  depth: usize,
  columns: usize,
  into: usize,
  line: usize,
  room: usize,
): void {
  const bytes = depth * PANEL;
  for (let column: usize = 0; column < columns; column += PANEL) {
    if (packed) widenPanel(weights + column * depth, bytes, room);
    else widenColumns(weights + column, depth, columns, room);
    const at = column << 2;
    product(a, depth << 1, steps, room, scales + at, bias + at, rows, depth, into + at, line);
  }
}

/** One panel's columns of rows of `a` that lie `stride` bytes apart, into rows `line` bytes apart. */
function product(
  a: usize,
  stride: usize,
  steps: usize,
  panel: usize,
  scales: usize,
  bias: usize,
  rows: usize,
  depth: usize,
  into: usize,
  line: usize,
): void {
  const s0 = v128.load(scales);
  const s1 = v128.load(scales, 16);
  const s2 = v128.load(scales, 32);
  const d0 = v128.load(bias);
  const d1 = v128.load(bias, 16);
  const d2 = v128.load(bias, 32);
  for (let row: usize = 0; row < rows; row += 3) {
    let a0 = a + row * stride;
    let a1 = a0 + stride;
    let a2 = a1 + stride;
    const end = a0 + (depth << 1);
    let weights = panel;
    let c00 = i32x4.splat(0);
    let c01 = i32x4.splat(0);
    let c02 = i32x4.splat(0);
    let c10 = i32x4.splat(0);
    let c11 = i32x4.splat(0);
    let c12 = i32x4.splat(0);
    let c20 = i32x4.splat(0);
    let c21 = i32x4.splat(0);
    let c22 = i32x4.splat(0);
    while (a0 < end) {
      const b0 = v128.load(weights);
      const b1 = v128.load(weights, 16);
      const b2 = v128.load(weights, 32);
      const x0 = v128.load_splat<i32>(a0);
      c00 = i32x4.add(c00, i32x4.dot_i16x8_s(x0, b0));
      c01 = i32x4.add(c01, i32x4.dot_i16x8_s(x0, b1));
      c02 = i32x4.add(c02, i32x4.dot_i16x8_s(x0, b2));
      const x1 = v128.load_splat<i32>(a1);
      c10 = i32x4.add(c10, i32x4.dot_i16x8_s(x1, b0));
      c11 = i32x4.add(c11, i32x4.dot_i16x8_s(x1, b1));
      c12 = i32x4.add(c12, i32x4.dot_i16x8_s(x1, b2));
      const x2 = v128.load_splat<i32>(a2);
      c20 = i32x4.add(c20, i32x4.dot_i16x8_s(x2, b0));
      c21 = i32x4.add(c21, i32x4.dot_i16x8_s(x2, b1));
      c22 = i32x4.add(c22, i32x4.dot_i16x8_s(x2, b2));
      a0 += 4;
      a1 += 4;
      a2 += 4;
      weights += 48;
    }
    const out = into + row * line;
    const step = steps + (row << 2);
    const r0 = v128.load_splat<f32>(step);
    const r1 = v128.load_splat<f32>(step + 4);
    const r2 = v128.load_splat<f32>(step + 8);
    v128.store(out, real(c00, r0, s0, d0));
    v128.store(out, real(c01, r0, s1, d1), 16);
    v128.store(out, real(c02, r0, s2, d2), 32);
    v128.store(out + line, real(c10, r1, s0, d0));
    v128.store(out + line, real(c11, r1, s1, d1), 16);
    v128.store(out + line, real(c12, r1, s2, d2), 32);
    v128.store(out + line + line, real(c20, r2, s0, d0));
    v128.store(out + line + line, real(c21, r2, s1, d1), 16);
    v128.store(out + line + line, real(c22, r2, s2, d2), 32);
  }
}

// @ts-ignore: decorator
@inline
function real(sum: v128, step: v128, scale: v128, bias: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sum), f32x4.mul(step, scale)), bias);
}

/**
 * GELU, x × (1 + erf(x / √2)) / 2, to 2e-4: beside what the int8 weights cost that is nothing. It is max(x, 0) less a bump of |x|
 * that is nothing from 4 on; the bump is a polynomial in t = |x| / 2 - 1, fitted by bench/quality/encoder/gelu.py. A third of the
 * instructions of erf by an exponential and a division.
 */
export function gelu(at: usize, count: usize): void {
  for (const end = at + (count << 2); at < end; at += 16) v128.store(at, geluOf(v128.load(at)));
}

// @ts-ignore: decorator
@inline
function geluOf(x: v128): v128 {
  const size = f32x4.abs(x);
  const t = f32x4.sub(f32x4.mul(f32x4.pmin(f32x4.splat(4), size), f32x4.splat(0.5)), f32x4.splat(1));
  let p = f32x4.splat(-0.08166993101517406);
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.05843910392720342));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.2390432943907102));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.3257856463681366));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.014268151532075127));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.2218638241037832));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.17157817201885592));
  p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.04535091905178653));
  return f32x4.sub(f32x4.pmax(x, f32x4.splat(0)), p);
}

/**
 * 2^x times MOST_WEIGHT for x ≤ 0, as the nearest integers, right to 1e-4 of themselves: 2 to the nearest whole power times a
 * polynomial (gelu.py fits it too). What is below 2^-30 is 0.
 */
// @ts-ignore: decorator
@inline
function powersOfTwo(x: v128): v128 {
  const bounded = f32x4.pmax(f32x4.splat(-30), x);
  const shifted = f32x4.add(bounded, f32x4.splat(ROUNDER));
  const r = f32x4.sub(bounded, f32x4.sub(shifted, f32x4.splat(ROUNDER)));
  let p = f32x4.splat(0.05517167 * MOST_WEIGHT);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.24261112 * MOST_WEIGHT));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.69326099 * MOST_WEIGHT));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.99992807 * MOST_WEIGHT));
  // The power stands in the lowest bits of `shifted`: moved up it is added to the exponent.
  return rounded(i32x4.add(p, i32x4.shl(shifted, 23)));
}

// @ts-ignore: decorator
@inline
function largestLane(v: v128): f32 {
  const a = max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1));
  return max<f32>(a, max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

// @ts-ignore: decorator
@inline
function sumOfLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

/** states = LayerNorm(states + other) × gain + bias, rows of 384. */
export function addNormalise(states: usize, other: usize, rows: usize, gain: usize, bias: usize): void {
  const width = HIDDEN << 2;
  for (let row: usize = 0; row < rows; row++) {
    let sum = f32x4.splat(0);
    for (let k: usize = 0; k < width; k += 16) {
      const x = f32x4.add(v128.load(states + k), v128.load(other + k));
      v128.store(states + k, x);
      sum = f32x4.add(sum, x);
    }
    const mean = f32x4.splat(sumOfLanes(sum) / <f32>HIDDEN);
    let squares = f32x4.splat(0);
    for (let k: usize = 0; k < width; k += 16) {
      const x = f32x4.sub(v128.load(states + k), mean);
      squares = f32x4.add(squares, f32x4.mul(x, x));
    }
    const scale = f32x4.splat(<f32>1 / sqrt<f32>(sumOfLanes(squares) / <f32>HIDDEN + <f32>1e-12));
    for (let k: usize = 0; k < width; k += 16) {
      const x = f32x4.mul(f32x4.sub(v128.load(states + k), mean), scale);
      v128.store(states + k, f32x4.add(f32x4.mul(x, v128.load(gain + k)), v128.load(bias + k)));
    }
    states += width;
    other += width;
  }
}

/** Of queries and keys: 32 products of two such numbers stay within 32 bits. */
const ATTENTION_LIMIT: f32 = 8190;
const MOST_WEIGHT: f32 = 8191;
/** The most that all values of a column may be together, so that their sum times MOST_WEIGHT stays within 32 bits. */
const VALUE_SUM: f32 = 262100;
/** log2(e) / √32: scores are powers of two. */
const SCORE_SCALE: f32 = 0.2550348616845858;

/**
 * Self-attention of all heads among the rows of one text, at most 128: `qkv` rows of 1152 floats (queries, keys, values of 12
 * heads of 32) → `into` rows of 384. Both products are of int16: queries and keys have a scale a row, values one for the text,
 * the weights of a row one of their own. Reads rows up to the next multiple of three, which may be another text's. `room`:
 * attentionRoom(rows) bytes of encoder.ts.
 */
export function attention(qkv: usize, rows: usize, into: usize, room: usize): void {
  const high = blocked(rows, 3);
  const wide = blocked(rows, PANEL);
  const shorts = room;
  const querySteps = shorts + high * QKV * 2;
  const keySteps = querySteps + high * 4;
  const absent = keySteps + wide * 4;
  const weightSteps = absent + wide * 4;
  const ones = weightSteps + high * 4;
  const zeros = ones + PANEL * 4;
  const keys = (zeros + PANEL * 4 + 15) & ~15;
  const values = keys + wide * HEAD * 2;
  const scores = values + wide * PADDED_HEAD * 2;
  const weights = scores + high * wide * 4;
  const mixed = weights + high * wide * 2;

  const valueLimit = min<f32>(ATTENTION_LIMIT, VALUE_SUM / <f32>rows);
  let mostValue: f32 = 1e-20;
  for (let row: usize = 0; row < high; row++) {
    const from = qkv + row * QKV * 4;
    const to = shorts + row * QKV * 2;
    const query = largest(from, HIDDEN);
    store<f32>(querySteps + row * 4, query / ATTENTION_LIMIT);
    scaled(from, HIDDEN, ATTENTION_LIMIT / query, to);
    if (row < rows) {
      const key = largest(from + HIDDEN * 4, HIDDEN);
      store<f32>(keySteps + row * 4, (key / ATTENTION_LIMIT) * SCORE_SCALE);
      scaled(from + HIDDEN * 4, HIDDEN, ATTENTION_LIMIT / key, to + HIDDEN * 2);
      mostValue = max<f32>(mostValue, largest(from + HIDDEN * 8, HIDDEN));
    }
  }
  for (let row: usize = 0; row < rows; row++) {
    scaled(qkv + row * QKV * 4 + HIDDEN * 8, HIDDEN, valueLimit / mostValue, shorts + row * QKV * 2 + HIDDEN * 4);
  }
  // Columns beyond the text: their weights are 0.
  for (let column: usize = 0; column < wide; column++) store<f32>(absent + column * 4, column < rows ? 0 : -1e30);
  for (let column = rows; column < wide; column++) store<f32>(keySteps + column * 4, 0);
  for (let column: usize = 0; column < PANEL; column++) {
    store<f32>(ones + column * 4, mostValue / valueLimit);
    store<f32>(zeros + column * 4, 0);
  }
  // Keys and values beyond the text: the same for all heads.
  memory.fill(keys, 0, scores - keys);
  for (let head: usize = 0; head < HEADS; head++) {
    const query = shorts + head * HEAD * 2;
    packKeys(query + HIDDEN * 2, rows, keys);
    packValues(query + HIDDEN * 4, rows, values);
    for (let column: usize = 0; column < wide; column += PANEL) {
      const at = column * 4;
      product(query, QKV * 2, querySteps, keys + column * HEAD * 2, keySteps + at, absent + at, high, HEAD, scores + at, wide * 4);
    }
    for (let row: usize = 0; row < high; row++) {
      store<f32>(weightSteps + row * 4, softmax(scores + row * wide * 4, wide, weights + row * wide * 2));
    }
    for (let column: usize = 0; column < PADDED_HEAD; column += PANEL) {
      const to = mixed + column * 4;
      product(weights, wide * 2, weightSteps, values + column * wide * 2, ones, zeros, high, wide, to, PADDED_HEAD * 4);
    }
    const out = into + head * HEAD * 4;
    for (let row: usize = 0; row < rows; row++) {
      const from = mixed + row * PADDED_HEAD * 4;
      const to = out + row * HIDDEN * 4;
      for (let k: usize = 0; k < HEAD * 4; k += 16) v128.store(to + k, v128.load(from + k));
    }
  }
}

// @ts-ignore: decorator
@inline
function blocked(rows: usize, block: usize): usize {
  return ((rows + block - 1) / block) * block;
}

/** One head's keys as panels: keys are the columns, their 32 numbers the depth. */
function packKeys(key: usize, rows: usize, panels: usize): void {
  let panel = panels;
  let column: usize = 0;
  for (let row: usize = 0; row < rows; row++) {
    for (let k: usize = 0; k < HEAD / 2; k++) store<i32>(panel + k * 48 + column * 4, load<i32>(key + k * 4));
    key += QKV * 2;
    if (++column === PANEL) {
      column = 0;
      panel += (HEAD / 2) * 48;
    }
  }
}

/** One head's values as panels: their 32 numbers are the columns (up to 36 are zeros), the rows the depth. */
function packValues(value: usize, rows: usize, panels: usize): void {
  const size = (blocked(rows, PANEL) / 2) * 48;
  for (let row: usize = 0; row < rows; row += 2) {
    const to = panels + (row / 2) * 48;
    const next = row + 1 < rows ? value + QKV * 2 : 0;
    for (let k: usize = 0; k < 4; k++) {
      const a = v128.load(value + k * 16);
      const b = next ? v128.load(next + k * 16) : i32x4.splat(0);
      const low = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
      const high = v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
      // The vectors 0 to 7 of four columns each: three to a panel.
      const first = k * 2;
      v128.store(to + (first / 3) * size + (first % 3) * 16, low);
      v128.store(to + ((first + 1) / 3) * size + ((first + 1) % 3) * 16, high);
    }
    value += QKV * 4;
  }
}

/**
 * Scores of one row, as powers of two → weights of at most MOST_WEIGHT, and what one step of these is worth when their sum
 * is 1. `wide` is a multiple of 4, `into` has room for a multiple of 8.
 */
// @ts-ignore: decorator
@inline
function softmax(scores: usize, wide: usize, into: usize): f32 {
  const end = scores + wide * 4;
  let most = v128.load(scores);
  for (let at = scores + 16; at < end; at += 16) most = f32x4.pmax(most, v128.load(at));
  const top = f32x4.splat(largestLane(most));
  let sum = i32x4.splat(0);
  for (let at = scores; at < end; at += 16) {
    const w = powersOfTwo(f32x4.sub(v128.load(at), top));
    sum = i32x4.add(sum, w);
    v128.store64_lane(into, i16x8.narrow_i32x4_s(w, w), 0);
    into += 8;
  }
  return <f32>1 / sumOfLanes(f32x4.convert_i32x4_s(sum));
}
