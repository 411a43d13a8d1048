/** Numbers in [0, 1) from a seed: a linear congruential generator with the constants of C's rand. */
export function fixedRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
