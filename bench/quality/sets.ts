/** Evaluation sets of ../shared/eval as folders on disk, with their queries and judgements. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const EVAL = resolve(import.meta.dir, "..", "..", "..", "shared", "eval");
export const WORK = canonical(resolve(import.meta.dir, "..", ".work"));

/** As results name it: the folder may be a link to another place. */
function canonical(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return realpathSync(folder);
}

export interface Query {
  readonly id: string;
  readonly text: string;
  /** What figures are grouped by: a code query's category, "" elsewhere. */
  readonly group: string;
  /** Relevance by answer name (greater is better, absent is 0). */
  readonly relevant: ReadonlyMap<string, number>;
}

/** One folder that is indexed alone, and the queries that are asked of it. */
export interface Collection {
  readonly set: string;
  readonly name: string;
  readonly folder: string;
  /** What a judgement calls the file at `rel` beneath the folder. */
  answer(rel: string): string;
  readonly queries: readonly Query[];
}

/** The set `code-quick`: ten of the 26 repositories of `code`. */
const QUICK = "express bats-core model2vec axios requests httpx trpc flask click cobra".split(" ");

/** The collections of one set. Throws when the code corpus has not been built: see bench/quality/README.md. */
export function collections(set: string): Collection[] {
  if (set === "code" || set === "code-quick") return codeCollections(set);
  return [documentCollection(set)];
}

interface QueryLine {
  readonly id: string;
  readonly query: string;
  readonly repo?: string;
  readonly category?: string;
  readonly split?: string;
}

interface JudgementLine {
  readonly query: string;
  readonly path?: string;
  readonly doc?: string;
  readonly rel?: number;
}

function codeCollections(set: string): Collection[] {
  const source = join(EVAL, "code");
  const queries = lines<QueryLine>(join(source, "queries.jsonl"));
  const judgements = judgementsOf(join(source, "qrels.jsonl"));
  const corpus = JSON.parse(readFileSync(join(source, "corpus.json"), "utf8")) as {
    repos: { name: string; root: string }[];
  };
  return corpus.repos
    .filter(({ name }) => set === "code" || QUICK.includes(name))
    .map(({ name, root }) => {
      const folder = join(WORK, "code", name, root);
      if (!existsSync(folder))
        throw new Error(`${folder} is missing: build the corpus first (bench/quality/README.md)`);
      return {
        set,
        name,
        folder,
        answer: (rel) => (root === "" ? rel : `${root}/${rel}`),
        queries: queries
          .filter((query) => query.repo === name)
          .map(({ id, query, category }) => ({
            id,
            text: query,
            group: category ?? "",
            relevant: judgements.get(id) ?? new Map(),
          })),
      };
    });
}

/** Lays the documents out as one text file each: the title on its first line, a blank line, the text. */
function documentCollection(set: string): Collection {
  const source = join(EVAL, "docs", set);
  const folder = join(WORK, "docs", set);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    for (const { id, title, text } of lines<{ id: string; title: string; text: string }>(join(source, "docs.jsonl"))) {
      writeFileSync(join(folder, `${id}.txt`), `${[title, text].filter(Boolean).join("\n\n")}\n`);
    }
  }
  const judgements = judgementsOf(join(source, "qrels.jsonl"));
  return {
    set,
    name: set,
    folder,
    answer: (rel) => rel.slice(0, -".txt".length),
    queries: lines<QueryLine>(join(source, "queries.jsonl")).map(({ id, query, split }) => ({
      id,
      // A word between slashes would be a regular expression, which indexed search refuses.
      text: query.replace(/(?<!\S)\/(\S+)\/(?!\S)/g, "$1"),
      group: split ?? "",
      relevant: judgements.get(id) ?? new Map(),
    })),
  };
}

function judgementsOf(file: string): Map<string, Map<string, number>> {
  const judgements = new Map<string, Map<string, number>>();
  for (const { query, path, doc, rel = 1 } of lines<JudgementLine>(file)) {
    if (rel <= 0) continue;
    const answers = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, answers.set(String(path ?? doc), rel));
  }
  return judgements;
}

function lines<T>(file: string): T[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}
