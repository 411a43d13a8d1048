/** BM25 with frequencies from the caller: from the index for indexed search, from the scan for live search. */

/**
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009. Values measured on our chunks, which
 * differ little in length: against 1.5 and 0.75, npl 0.424 → 0.440, cacm 0.464 → 0.468, cisi 0.375 → 0.378,
 * cranfield 0.367 → 0.369, code unchanged.
 */
const K1 = 1.6;
export const B = 0.65;

/** Statistics of the whole collection. */
export interface Collection {
  /** Number of chunks (or files, for live search). */
  readonly size: number;
  /** Their mean length in tokens. */
  readonly averageLength: number;
}

/**
 * Inverse document frequency with one added inside the logarithm, so the value stays positive: a word in nearly every chunk of
 * a small folder still counts a little. FTS5's own value has a floor there and ranks such folders at random.
 */
export function inverseDocumentFrequency(size: number, documentFrequency: number): number {
  const found = Math.min(Math.max(documentFrequency, 0), size);
  return Math.log(1 + (size - found + 0.5) / (found + 0.5));
}

/** Saturated term frequency, normalised by length: 0 to K1 + 1. */
export function saturation(frequency: number, length: number, averageLength: number): number {
  if (frequency <= 0) return 0;
  const norm = 1 - B + (B * length) / Math.max(averageLength, 1);
  return (frequency * (K1 + 1)) / (frequency + K1 * norm);
}

/** Counts of terms in several texts, and the lengths of the texts: a row a text, a column a term. */
export interface Rows {
  readonly width: number;
  /** Rows × width. */
  readonly counts: Float64Array;
  readonly lengths: Float64Array;
}

/** The sum of each row's saturated frequencies, weighted by term. */
export function scoreRows(
  { width, counts, lengths }: Rows,
  weights: Float64Array,
  averageLength: number,
): Float64Array {
  const scores = new Float64Array(lengths.length);
  for (let row = 0, at = 0; row < scores.length; row++) {
    // As `saturation`, without a call for each number.
    const norm = K1 * (1 - B + (B * (lengths[row] ?? 0)) / Math.max(averageLength, 1));
    let score = 0;
    // Two terms per iteration: half the iterations, and so few are not worth the engine's compiling.
    for (let column = 0; column < width; column += 2) {
      const first = counts[at + column] ?? 0;
      const second = column + 1 < width ? (counts[at + column + 1] ?? 0) : 0;
      if (first > 0) score += (weights[column] ?? 0) * ((first * (K1 + 1)) / (first + norm));
      if (second > 0) score += (weights[column + 1] ?? 0) * ((second * (K1 + 1)) / (second + norm));
    }
    at += width;
    scores[row] = score;
  }
  return scores;
}
