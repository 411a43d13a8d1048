/** What sentence-transformers does with the last states of this model: their mean, brought to length 1. */

/** `states`: row-major rows × into.length, rows ≥ 1. Writes the mean of the rows, of L2 norm 1, into `into`. */
export function meanOfRows(states: Float32Array, rows: number, into: Float32Array): void {
  const width = into.length;
  const sums = new Float64Array(width);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let k = 0; k < width; k++, at++) sums[k] = (sums[k] ?? 0) + (states[at] ?? 0);
  }
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  // A vector of nothing has no direction: it stays nothing.
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let k = 0; k < width; k++) into[k] = (sums[k] ?? 0) * scale;
}
