/** A Solr cluster of two nodes in one Java process, and what the bench asks of it. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY } from "../lib/measure.ts";
import { must } from "../lib/python.ts";
import { SCALE } from "./corpus.ts";
import { linesOf } from "./lines.ts";

const HERE = import.meta.dir;
const SHARDS = 2;
/** Chunks of one update. */
const BATCH = 1000;

/** A chunk that was found. */
export interface Found {
  readonly path: string;
  readonly category: string;
  readonly score: number;
}

export class SolrNodes {
  /** Starts with the schema that the binary prints. `end()` ends both nodes; their data are removed. */
  static async start(): Promise<SolrNodes> {
    const jars = join(SCALE, "jars");
    if (!existsSync(jars)) {
      must([
        "mvn",
        "-q",
        "-B",
        "-f",
        join(HERE, "pom.xml"),
        "dependency:copy-dependencies",
        `-DoutputDirectory=${jars}`,
      ]);
    }
    const data = join(SCALE, `solr-${process.pid}`);
    const config = join(data, "config");
    mkdirSync(config, { recursive: true });
    copyFileSync(join(HERE, "solrconfig.xml"), join(config, "solrconfig.xml"));
    writeFileSync(join(config, "schema.xml"), must([BINARY, "extract", "--mapping", "solr"]));
    const log = `-Dlog4j2.configurationFile=${join(HERE, "log4j2.xml")}`;
    const java = ["java", "-Xmx2g", log, "-cp", join(jars, "*"), join(HERE, "SolrNodes.java"), data, config];
    const child = Bun.spawn(java, { stdin: "pipe", stdout: "pipe", stderr: Bun.file(join(SCALE, "solr.log")) });
    let told = "";
    for await (const bytes of child.stdout) {
      told += new TextDecoder().decode(bytes);
      const urls = /^(http\S+) (http\S+)$/m.exec(told);
      if (urls?.[1] && urls[2]) return new SolrNodes([urls[1], urls[2]], child, data);
    }
    throw new Error(`Solr did not start: see ${join(SCALE, "solr.log")}`);
  }

  private constructor(
    readonly nodes: readonly string[],
    private readonly child: Bun.Subprocess<"pipe", "pipe", Bun.BunFile>,
    private readonly data: string,
  ) {}

  async end(): Promise<void> {
    await this.child.stdin.end();
    await this.child.exited;
    rmSync(this.data, { recursive: true, force: true });
  }

  async create(collection: string): Promise<void> {
    const shards = `numShards=${SHARDS}&replicationFactor=1&collection.configName=qsearch`;
    await this.#ask(0, `admin/collections?action=CREATE&name=${collection}&${shards}&wt=json`);
  }

  async remove(collection: string): Promise<void> {
    await this.#ask(0, `admin/collections?action=DELETE&name=${collection}&wt=json`);
  }

  /** Lines of `extract` as they are, end records left out; both nodes in turn, two updates at a time. Returns how many were sent. */
  async load(collection: string, lines: AsyncIterable<string>): Promise<number> {
    let sent = 0;
    let batch: string[] = [];
    const running = new Set<Promise<void>>();
    const send = async () => {
      const body = `[${batch.join(",")}]`;
      const node = Math.floor(sent / BATCH) % this.nodes.length;
      sent += batch.length;
      batch = [];
      while (running.size >= 2) await Promise.race(running);
      const update: Promise<void> = this.#ask(node, `${collection}/update?wt=json`, body).then(() => {
        running.delete(update);
      });
      running.add(update);
    };
    for await (const line of lines) {
      if (line.startsWith('{"end":')) continue;
      batch.push(line);
      if (batch.length === BATCH) await send();
    }
    if (batch.length > 0) await send();
    await Promise.all(running);
    await this.#ask(0, `${collection}/update?commit=true&wt=json`, "[]");
    return sent;
  }

  async loadFiles(collection: string, files: readonly string[]): Promise<number> {
    return await this.load(collection, linesOf(files));
  }

  /** All that is there. */
  async *all(collection: string): AsyncGenerator<string> {
    for (let cursor = "*"; ; ) {
      const query = { query: "*:*", limit: 20_000, sort: "id asc", fields: ["id"], params: { cursorMark: cursor } };
      const answer = (await this.#ask(0, `${collection}/select?wt=json`, JSON.stringify(query))) as Answer<{
        readonly id: string;
      }>;
      for (const { id } of answer.response.docs) yield id;
      if (answer.nextCursorMark === undefined || answer.nextCursorMark === cursor) return;
      cursor = answer.nextCursorMark;
    }
  }

  /** The best chunks for a query of Solr's own language; `params` are what it refers to. */
  async search(collection: string, query: string, params: Readonly<Record<string, string>> = {}): Promise<Found[]> {
    const body = JSON.stringify({ query, limit: 300, fields: ["path", "category", "score"], params });
    return ((await this.#ask(0, `${collection}/select?wt=json`, body)) as Answer<Found>).response.docs;
  }

  /** Throws where the answer is an error, or of a part of the shards. */
  async #ask(node: number, path: string, body?: string): Promise<unknown> {
    const response = await fetch(`${this.nodes[node]}/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Solr answered ${response.status}: ${text.slice(0, 1000)}`);
    const answer = JSON.parse(text) as Answer<unknown>;
    if (answer.responseHeader?.partialResults) throw new Error("Solr answered for a part of the shards");
    return answer;
  }
}

interface Answer<Doc> {
  readonly responseHeader?: { readonly partialResults?: boolean };
  readonly response: { readonly docs: Doc[] };
  readonly nextCursorMark?: string;
}
