/** NDCG@10 of a Solr cluster that holds the chunks of `extract`, beside that of qsearch itself, on evaluation sets. */
import { join } from "node:path";
import { DIMENSIONS, type Encoder, openWindows } from "../../src/embed/encoder.ts";
import type { ChunkRecord } from "../../src/request/extract-request.ts";
import { isReadable } from "../../src/text/readable-script.ts";
import { isStopWord } from "../../src/text/stopwords.ts";
import { type Measures, meanOf, measuresOf } from "../quality/measures.ts";
import { type Collection, collections, type Query } from "../quality/sets.ts";
import { VectorBank } from "../quality/vector-bank.ts";
import { extracted } from "./extract.ts";
import type { Found, SolrNodes } from "./solr.ts";

export interface Compared {
  readonly queries: number;
  /** Chunks, and the further windows of them. */
  readonly documents: number;
  /** NDCG@10, one result a file. Solr by `tokens` alone, with stop words too, and by names as well. */
  readonly lexical: Record<"qsearch" | "tokens" | "tokensWithStopWords" | "names", number>;
  /** Absent where no vectors were made. `asFile`: the query's vector is that of a file of its text, as --stdin-name gives it. */
  readonly semantic?: Record<"qsearch" | "solr" | "asFile", number>;
}

/** Chunks that a search by vectors brings; several belong to one file. */
const NEAREST = 100;
const QUERY_NAME = "query.txt";
const bank = new VectorBank("fast");

/** BM25 over `tokens`. */
const BY_TOKENS = "{!edismax qf=tokens mm=0 q.op=OR uf=-* v=$words}";
/** With identifiers, the file's name and what is defined; what is no source counts less, as in qsearch where source is asked for. */
const BY_NAMES =
  "{!edismax qf='tokens idents path_tokens defined_tokens' tie=1 mm=0 q.op=OR uf=-* boost=$category v=$words}";
const CATEGORY = "if(termfreq(category,'test'),0.4,if(termfreq(category,'source'),1,0.6))";
/** A file has the score of its best chunk, and a share of the next four: as in src/rank. */
const SHARES: Readonly<Record<string, number>> = { source: 0.3, test: 0.3 };
const PROSE_SHARE = 0.03;

/** `embed`: what qsearch's own index embeds for its semantic figure; null: words alone. */
export async function compare(solr: SolrNodes, set: string, embed: "docs" | "all" | null): Promise<Compared> {
  const tokens: Measures[] = [];
  const tokensWithStopWords: Measures[] = [];
  const names: Measures[] = [];
  const meaning: Measures[] = [];
  const meaningOfFile: Measures[] = [];
  const [windowsOf, encoder] = await Promise.all([openWindows(), bank.open()]);
  let documents = 0;
  for (const collection of collections(set)) {
    const { name, folder, queries } = collection;
    await solr.create(name);
    const lines = extracted(["--root", folder, folder]);
    documents += await solr.load(name, embed === null ? lines : withVectors(lines));
    const asked = await recordsOf(queries);
    for (const query of queries) {
      const { full, short } = asked.get(query.id) ?? {};
      if (full === undefined || short === undefined) throw new Error(`${query.id} gave no tokens`);
      const judge = (found: readonly Found[]) => judged(collection, query, found);
      tokens.push(judge(await solr.search(name, BY_TOKENS, { words: quoted(short.tokens) })));
      tokensWithStopWords.push(judge(await solr.search(name, BY_TOKENS, { words: quoted(full.tokens) })));
      const words = quoted(`${short.tokens} ${short.idents}`);
      names.push(judge(filesFirst(await solr.search(name, BY_NAMES, { words, category: CATEGORY }))));
      if (embed === null) continue;
      for (const [at, asked] of [query.text, ...windowsOf(QUERY_NAME, query.text).slice(0, 1)].entries()) {
        const [vector] = await vectorsOf(encoder, [asked]);
        const found = await solr.search(name, `{!knn f=vector topK=${NEAREST}}${JSON.stringify(vector)}`);
        (at === 0 ? meaning : meaningOfFile).push(judge(found));
      }
    }
    await solr.remove(name);
  }
  return {
    queries: tokens.length,
    documents,
    lexical: {
      qsearch: ownFigure(set, "lexical", null),
      tokens: meanOf(tokens).ndcg10,
      tokensWithStopWords: meanOf(tokensWithStopWords).ndcg10,
      names: meanOf(names).ndcg10,
    },
    ...(embed === null
      ? {}
      : {
          semantic: {
            qsearch: ownFigure(set, "semantic", embed),
            solr: meanOf(meaning).ndcg10,
            asFile: meanOf(meaningOfFile).ndcg10,
          },
        }),
  };
}

/** Chunks with the vectors that --vectors gives them, out of the bank: a document a window, as Solr holds one vector a document. */
async function* withVectors(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const windowsOf = await openWindows();
  const encoder = await bank.open();
  for await (const line of lines) {
    if (line.startsWith('{"end":')) continue;
    const chunk = JSON.parse(line) as ChunkRecord;
    const windows = isReadable(chunk.text) ? windowsOf(chunk.path, chunk.text) : [];
    const vectors = await vectorsOf(encoder, windows);
    yield JSON.stringify(vectors.length === 0 ? chunk : { ...chunk, vector: vectors[0] });
    // Without words: they would be found twice.
    const { id, doc, path, category } = chunk;
    for (const [at, vector] of vectors.entries()) {
      if (at > 0) yield JSON.stringify({ id: `${id}-${at}`, doc, path, category, vector });
    }
  }
}

async function vectorsOf(encoder: Encoder, texts: readonly string[]): Promise<number[][]> {
  if (texts.length === 0) return [];
  const rows = await encoder.embed(texts);
  // Nine digits, as `extract` writes them: Solr's reader takes a number of more than seventeen for a text.
  return texts.map((_, at) =>
    Array.from(rows.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS), (value) => Number(value.toPrecision(9))),
  );
}

interface Asked {
  readonly full?: ChunkRecord;
  /** Without stop words; all of them, where nothing else is asked. */
  readonly short?: ChunkRecord;
}

/** Queries as records of `extract`: their words go the way of the documents' words. */
async function recordsOf(queries: readonly Query[]): Promise<Map<string, Asked>> {
  const frames = (kind: string, text: (query: Query) => string) =>
    queries.map((query) => {
      const content = text(query);
      const header = JSON.stringify({ name: `${kind} ${query.id}`, bytes: Buffer.byteLength(content) });
      return `${header}\n${content}`;
    });
  const all = [...frames("full", ({ text }) => text), ...frames("short", ({ text }) => withoutStopWords(text))];
  const asked = new Map<string, Asked>();
  for await (const line of extracted(["--framed"], all.join(""))) {
    if (line.startsWith('{"end":')) continue;
    const record = JSON.parse(line) as ChunkRecord;
    const [, kind = "", id = ""] = /^(\w+) (.*)$/s.exec(record.path) ?? [];
    const before = asked.get(id) ?? {};
    // A query of several chunks would be a document.
    if (record.ordinal > 0) continue;
    asked.set(id, kind === "full" ? { ...before, full: record } : { ...before, short: record });
  }
  return asked;
}

function withoutStopWords(text: string): string {
  const words = text.split(/\s+/);
  const kept = words.filter((word) => !isStopWord(word.toLowerCase().replace(/^\W+|\W+$/g, "")));
  return (kept.length > 0 ? kept : words).join(" ");
}

/** Each token as a phrase of one word, so that no sign in it is an operator. */
function quoted(tokens = ""): string {
  return Array.from(tokens.matchAll(/\S+/g), ([token]) => `"${token.replaceAll(/["\\]/g, "\\$&")}"`).join(" ");
}

/** One chunk a file, in the order of the files' scores. */
function filesFirst(found: readonly Found[]): Found[] {
  return [...Map.groupBy(found, ({ path }) => path).values()]
    .flatMap(([best, ...next]) => {
      if (best === undefined) return [];
      const share = SHARES[best.category] ?? PROSE_SHARE;
      return { ...best, score: best.score + share * next.slice(0, 4).reduce((sum, { score }) => sum + score, 0) };
    })
    .sort((a, b) => b.score - a.score);
}

function judged({ answer }: Collection, { relevant }: Query, found: readonly Found[]): Measures {
  return measuresOf(
    found.map(({ path }) => answer(path)),
    relevant,
  );
}

/** The figure of bench/quality/run.ts, measured now. */
function ownFigure(set: string, mode: "lexical" | "semantic", embed: "docs" | "all" | null): number {
  const script = join(import.meta.dir, "..", "quality", "run.ts");
  const command = [process.execPath, script, set, "--mode", mode, ...(embed === "all" ? ["--embed", "all"] : [])];
  const { stderr, success } = Bun.spawnSync(command, { stdout: "ignore", stderr: "pipe" });
  const line = stderr
    .toString()
    .split("\n")
    .find((each) => each.startsWith(`${set}: {`));
  if (!success || line === undefined) throw new Error(`${command.join(" ")}: ${stderr.toString().slice(-1000)}`);
  return (JSON.parse(line.slice(set.length + 2)) as { ndcg10: number }).ndcg10;
}
