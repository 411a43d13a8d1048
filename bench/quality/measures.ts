/** Ranking measures over result lists that were reduced to the first occurrence of each answer. */

export interface Measures {
  readonly ndcg10: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr: number;
}

/** `answers` in rank order, `relevant` the judged gains. Linear gains, log2 discount, as ../shared/eval/score.ts. */
export function measuresOf(answers: readonly string[], relevant: ReadonlyMap<string, number>): Measures {
  const ranked = [...new Set(answers)];
  const gains = ranked.slice(0, 10).map((answer) => relevant.get(answer) ?? 0);
  const ideal = [...relevant.values()].sort((a, b) => b - a).slice(0, 10);
  const found = (depth: number) =>
    ranked.slice(0, depth).filter((answer) => relevant.has(answer)).length / relevant.size;
  const first = ranked.findIndex((answer) => relevant.has(answer));
  return {
    ndcg10: discounted(gains) / discounted(ideal),
    recall5: found(5),
    recall10: found(10),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function meanOf(all: readonly Measures[]): Measures {
  const mean = (key: keyof Measures) => {
    const sum = all.reduce((total, each) => total + each[key], 0);
    return Math.round((sum / all.length) * 1e4) / 1e4;
  };
  return { ndcg10: mean("ndcg10"), recall5: mean("recall5"), recall10: mean("recall10"), mrr: mean("mrr") };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
