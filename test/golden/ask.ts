/** The three ranked searches on a corpus, as lists of files. */

import { searchCode } from "../../src/live-search/code/code-search.ts";
import { codeRequestSchema } from "../../src/request/code-request.ts";
import { type Indexed, indexed } from "../index-search/indexed.ts";
import { context, paths } from "../live-search/tools.ts";
import { corpus } from "./corpus.ts";

export type Verb = "search" | "context" | "code";

const corpora = new Map<string, Promise<Indexed>>();

/** A corpus in a folder of its own, indexed; made once. */
function made(name: string): Promise<Indexed> {
  const known = corpora.get(name) ?? indexed(corpus(name));
  corpora.set(name, known);
  return known;
}

/** Files in rank order, each once. `context` takes the words of the query as keywords. */
export async function filesFor(name: string, verb: Verb, query: string): Promise<string[]> {
  const it = await made(name);
  if (verb === "search") return unique(it.names(query, { limit: 50 }));
  if (verb === "context") return unique(paths(await context(it.world, { keywords: query.split(" ") }, { jobs: 1 })));
  const request = { query, workspace: it.world.dir, max_tokens: 32_000, max_snippets: 12 };
  const { snippets } = await searchCode(codeRequestSchema.parse(request), { jobs: 1 });
  return unique(snippets.map(({ file }) => file));
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)];
}
