/** Resolves many calls at once: names that become relevant are searched in the tree, then the look-ups are repeated. */
import type { CallResolver, Resolution } from "../../call-graph/resolver.ts";
import type { GraphFile } from "../../call-graph/world.ts";
import type { CallSite } from "../../symbols/file-symbols.ts";
import type { LiveTree } from "./live-tree.ts";

export interface Site {
  readonly file: GraphFile;
  readonly call: CallSite;
}

export const NOTHING_KNOWN: Resolution = { kind: "unresolved", why: "unknown" };

/** Rounds: a name leads to another one, which leads to a third. */
const MAX_ROUNDS = 12;

/** The resolution of each call, in the order of the sites. */
export function resolveAll(
  tree: LiveTree,
  resolver: CallResolver,
  sites: readonly Site[],
): Promise<readonly Resolution[]> {
  return askAll(tree, resolver, sites, ({ file, call }) => resolver.resolve(file, call));
}

/** Answers look-ups that may need files not searched yet. */
export async function askAll<Question, Answer>(
  tree: LiveTree,
  resolver: CallResolver,
  questions: readonly Question[],
  answer: (question: Question) => Answer,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let open = [...questions.keys()];
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
    const names = new Set<string>();
    const again: number[] = [];
    tree.takeMissing();
    for (const at of open) {
      const question = questions[at];
      if (question === undefined) continue;
      answers[at] = answer(question);
      const missing = tree.takeMissing();
      if (missing.length > 0) again.push(at);
      for (const name of missing) names.add(name);
      await tree.rest();
    }
    if (names.size > 0) {
      await tree.scan([...names]);
      resolver.forget();
    }
    open = again;
  }
  return answers;
}
