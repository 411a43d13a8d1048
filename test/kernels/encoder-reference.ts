/** The encoder kernel's operations in plain float64 arithmetic, on matrices as arrays: what the kernel must agree with. */

const HEADS = 12;

export interface Quantised {
  readonly values: Int16Array;
  /** What one step is worth, a row. */
  readonly steps: Float32Array;
}

/** See `quantise` of encoder.kernel.ts: rows of `width`. */
export function quantiseReference(from: Float32Array, width: number, limit: number): Quantised {
  const rows = from.length / width;
  const values = new Int16Array(from.length);
  const steps = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const part = from.subarray(row * width, (row + 1) * width);
    const largest = part.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-20);
    steps[row] = largest / limit;
    part.forEach((x, k) => {
      values[row * width + k] = Math.round((x * limit) / largest);
    });
  }
  return { values, steps };
}

/** rows × columns of a × weights, each sum times its row's step and its column's scale, plus the column's bias. */
export function multiplyReference(
  a: Quantised,
  weights: Int8Array,
  scales: Float32Array,
  bias: Float32Array,
): Float64Array {
  const columns = scales.length;
  const depth = weights.length / columns;
  const out = new Float64Array(a.steps.length * columns);
  a.steps.forEach((step, row) => {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < depth; k++) sum += (a.values[row * depth + k] ?? 0) * (weights[k * columns + column] ?? 0);
      out[row * columns + column] = sum * step * (scales[column] ?? 0) + (bias[column] ?? 0);
    }
  });
  return out;
}

export function geluReference(x: number): number {
  return (x * (1 + erf(x / Math.SQRT2))) / 2;
}

/** The error function by its power series (Abramowitz and Stegun 7.1.5); beyond 5 it is 1 to 1e-11. */
function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-18; n++) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** LayerNorm(states + other) × gain + bias, epsilon 1e-12. */
export function addNormaliseReference(
  states: Float32Array,
  other: Float32Array,
  gain: Float32Array,
  bias: Float32Array,
): Float64Array {
  const width = gain.length;
  const out = Float64Array.from(states, (x, k) => x + (other[k] ?? 0));
  for (let start = 0; start < out.length; start += width) {
    const part = out.subarray(start, start + width);
    const mean = part.reduce((sum, x) => sum + x, 0) / width;
    const variance = part.reduce((sum, x) => sum + (x - mean) ** 2, 0) / width;
    part.forEach((x, k) => {
      part[k] = ((x - mean) / Math.sqrt(variance + 1e-12)) * (gain[k] ?? 0) + (bias[k] ?? 0);
    });
  }
  return out;
}

/** Self-attention of 12 heads: rows of queries, keys and values (each hidden) → rows of hidden. */
export function attentionReference(qkv: Float32Array, rows: number): Float64Array {
  const hidden = qkv.length / rows / 3;
  const size = hidden / HEADS;
  const out = new Float64Array(rows * hidden);
  const at = (row: number, part: number, head: number, k: number) =>
    qkv[row * 3 * hidden + part * hidden + head * size + k] ?? 0;
  for (let head = 0; head < HEADS; head++) {
    for (let row = 0; row < rows; row++) {
      const scores = Array.from({ length: rows }, (_, other) => {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += at(row, 0, head, k) * at(other, 1, head, k);
        return sum / Math.sqrt(size);
      });
      const largest = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - largest));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (let k = 0; k < size; k++) {
        let sum = 0;
        weights.forEach((weight, other) => {
          sum += weight * at(other, 2, head, k);
        });
        out[row * hidden + head * size + k] = sum / total;
      }
    }
  }
  return out;
}
