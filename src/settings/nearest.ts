/** The name someone probably meant. */

/** The nearest of `names` within a third of the length in edits (at least one), null when none is near. Ties: the first. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of names) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** "Did you mean X?", or "" when nothing is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === null ? "" : `Did you mean ${nearest}?`;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (older[j - 2] ?? 0) + 1);
      }
      row.push(value);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
