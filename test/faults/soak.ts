/**
 * One `serve --watch`, asked and edited at random for as long as is wanted: every answer is compared with a matcher over
 * the plain texts, and the memory of the server and its children is written down. Shared by the test and
 * bench/faults/soak.ts.
 */
import { readdirSync, readFileSync, renameSync } from "node:fs";
import type { ReadResult } from "../../src/request/read-request.ts";
import type { RecentFile } from "../../src/request/recent-request.ts";
import type { SearchHit } from "../../src/request/search-request.ts";
import { answer, type Item, type Question } from "../index-search/brute-force.ts";
import { typed } from "../index-search/worlds.ts";
import { textOf, Wire } from "../mcp/wire.ts";
import { type World, world } from "../world.ts";

export interface SoakOptions {
  readonly requests: number;
  /** Requests are spread over so long a time, milliseconds. */
  readonly ms: number;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly onMemory?: (sample: MemorySample) => void;
}

export interface MemorySample {
  /** Since the start. */
  readonly seconds: number;
  /** Resident size of the server and its children. */
  readonly bytes: number;
}

export interface SoakReport {
  readonly requests: number;
  readonly edits: number;
  /** Requests by tool. */
  readonly tools: Readonly<Record<string, number>>;
  /** Files that answers had to hold, and those that they could not hold. */
  readonly required: number;
  readonly forbidden: number;
  readonly memory: readonly MemorySample[];
}

/** Watching, waiting for a burst's end and indexing take this long at most on a busy machine. */
const SETTLED_MS = 15_000;
/** So few that a page holds every file: the rest of an answer, ranked by most of the words and by meaning, hides none. */
const FILES = 70;
const LIMIT = 100;
const EDIT_SHARE = 0.25;
const MEMORY_EVERY_MS = 10_000;

const WORDS =
  "amber birch cedar delta ember fjord grove heron iris jade kelp larch maple nectar onyx pearl quartz raven sable thyme umber violet willow yarrow zephyr 水化学 混凝土 parseHeader loadConfig".split(
    " ",
  );

/** What stood under a name from a moment on; null for nothing. */
interface Version {
  readonly since: number;
  readonly text: string | null;
}

class Model {
  readonly #versions = new Map<string, Version[]>();

  /** What was there before the first time is nothing. */
  set(rel: string, text: string | null, since = performance.now()): void {
    const list = this.#versions.get(rel) ?? [{ since: Number.NEGATIVE_INFINITY, text: null }];
    list.push({ since, text });
    this.#versions.set(rel, list);
  }

  /** Names that are there now. */
  names(): string[] {
    return [...this.#versions].filter(([, list]) => list.at(-1)?.text != null).map(([rel]) => rel);
  }

  now(rel: string): string | null {
    return this.#versions.get(rel)?.at(-1)?.text ?? null;
  }

  /** What may have been there between two moments, by name. */
  *during(from: number, to: number): Generator<readonly [rel: string, texts: readonly (string | null)[]]> {
    for (const [rel, list] of this.#versions) {
      const texts = list.filter(
        ({ since }, i) => since <= to && (list[i + 1]?.since ?? Number.POSITIVE_INFINITY) >= from,
      );
      if (texts.length > 0) yield [rel, texts.map(({ text }) => text)];
    }
  }
}

/** Throws at the first wrong answer. */
export async function soak({ requests, ms, random, onMemory }: SoakOptions): Promise<SoakReport> {
  using w = world();
  const model = new Model();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const text = () => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(WORDS)).join(" "),
    );
    return `${lines.join("\n")}\n`;
  };
  const write = (rel: string, since?: number) => {
    const content = text();
    w.write({ [`root/${rel}`]: content });
    model.set(rel, content, since);
  };
  for (let i = 0; i < FILES; i++) write(`d${i % 12}/f${i}.${pick(["md", "txt", "py"])}`, Number.NEGATIVE_INFINITY);
  if (w.run("index", "--root", w.path("root"), "--json").exitCode !== 0) throw new Error("no index");
  const wire = new Wire(w, ["--watch"], { cwd: w.path("root"), timeout: ms + 600_000 });
  await wire.open();
  const checks = new Checks(w, wire, model, random, pick);
  const start = performance.now();
  const memory: MemorySample[] = [];
  let edits = 0;
  const edit = () => {
    edits += 1;
    const names = model.names();
    const rel = pick(names);
    const dice = random();
    if (dice < 0.55) return write(rel);
    if (dice < 0.7) return write(`d${Math.floor(random() * 12)}/n${edits}.${pick(["md", "txt"])}`);
    if (dice < 0.9 && names.length > FILES) {
      w.remove(`root/${rel}`);
      return model.set(rel, null);
    }
    const to = `d${Math.floor(random() * 12)}/moved${edits}.md`;
    const content = model.now(rel);
    w.write({ [`root/${to}`]: "" });
    renameSync(w.path("root", rel), w.path("root", to));
    model.set(rel, null);
    model.set(to, content);
  };
  try {
    for (let i = 0; i < requests; i++) {
      const due = start + (ms * i) / requests;
      if (performance.now() < due) await Bun.sleep(due - performance.now());
      if ((memory.at(-1)?.seconds ?? Number.NEGATIVE_INFINITY) * 1000 + MEMORY_EVERY_MS < performance.now() - start) {
        const sample = {
          seconds: Math.round((performance.now() - start) / 1000),
          bytes: residentBytes(wire.child.pid),
        };
        memory.push(sample);
        onMemory?.(sample);
      }
      if (random() < EDIT_SHARE) edit();
      await checks.one();
    }
  } finally {
    await wire.end();
  }
  if (wire.noise.length > 0) throw new Error(`stdout held ${JSON.stringify(wire.noise[0])}`);
  return { requests, edits, ...checks.report(), memory };
}

class Checks {
  readonly #tools: Record<string, number> = {};
  #required = 0;
  #forbidden = 0;

  constructor(
    private readonly w: World,
    private readonly wire: Wire,
    private readonly model: Model,
    private readonly random: () => number,
    private readonly pick: <T>(list: readonly T[]) => T,
  ) {}

  report() {
    return { tools: this.#tools, required: this.#required, forbidden: this.#forbidden };
  }

  async one(): Promise<void> {
    const dice = this.random();
    if (dice < 0.6) await this.#search();
    else if (dice < 0.8) await this.#read();
    else if (dice < 0.95) await this.#live();
    else await this.#recent();
  }

  async #call<Result>(name: string, args: Record<string, unknown>): Promise<Result> {
    this.#tools[name] = (this.#tools[name] ?? 0) + 1;
    const result = await this.wire.call(name, args);
    if (result.isError === true) throw new Error(`${name} ${JSON.stringify(args)}: ${textOf(result)}`);
    return result.structuredContent as Result;
  }

  async #search(): Promise<void> {
    const question = this.#question();
    const sent = performance.now();
    const { results } = await this.#call<{ results: SearchHit[] }>("search_files", {
      query: typed(question),
      limit: LIMIT,
    });
    const strict = results.filter(({ match }) => match === "chunk" || match === "document");
    this.#compare(
      typed(question),
      new Set(strict.map(({ path }) => this.#rel(path))),
      sent - SETTLED_MS,
      (rel, text) => text !== null && answer(question, [{ rel, text, mtime: 0 }], this.w.path("root")).length > 0,
    );
  }

  /** Live search sees a change at once. */
  async #live(): Promise<void> {
    const keyword = this.pick(WORDS.filter((word) => /^[a-z]+$/.test(word)));
    const sent = performance.now();
    const { ranked_files } = await this.#call<{ ranked_files: { path: string }[] }>("search_repo_context", {
      keywords: [keyword],
      directory: this.w.path("root"),
      max_files: 200,
    });
    this.#compare(
      keyword,
      new Set(ranked_files.map(({ path }) => path)),
      sent,
      (_rel, text) => text?.includes(keyword) === true,
    );
  }

  async #read(): Promise<void> {
    const rel = this.pick(this.model.names());
    const { sections } = await this.#call<ReadResult>("read_file", { path: this.w.path("root", rel) });
    const said = sections.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
    const there = (this.model.now(rel) ?? "").replace(/\n$/, "");
    if (said !== there) throw new Error(`${rel} was read as ${JSON.stringify(said)}, not ${JSON.stringify(there)}`);
  }

  async #recent(): Promise<void> {
    const { files } = await this.#call<{ files: RecentFile[] }>("recent_files", { since: "24h" });
    const there = new Set(this.model.names());
    for (const { path } of files) {
      if (!there.has(this.#rel(path))) throw new Error(`recent_files shows ${path}, which is not there`);
    }
  }

  /** Files whose every text of that time is an answer must be there, those of which none is must not. */
  #compare(
    asked: string,
    shown: ReadonlySet<string>,
    from: number,
    isAnswer: (rel: string, text: string | null) => boolean,
  ): void {
    for (const [rel, texts] of this.model.during(from, performance.now())) {
      const answers = texts.map((text) => isAnswer(rel, text));
      if (answers.every(Boolean)) {
        this.#required += 1;
        if (!shown.has(rel)) throw new Error(`${asked}: ${rel} is missing: ${JSON.stringify(texts)}`);
      } else if (!answers.some(Boolean)) {
        this.#forbidden += 1;
        if (shown.has(rel)) throw new Error(`${asked}: ${rel} is no answer: ${JSON.stringify(texts)}`);
      }
    }
  }

  #question(): Question {
    const item = (): Item => {
      const dice = this.random();
      const word = this.pick(WORDS);
      if (dice < 0.15 && /^[a-z]+$/.test(word)) return { kind: "prefix", text: word.slice(0, 3) };
      if (dice < 0.3) return { kind: "phrase", text: `${this.pick(WORDS)} ${this.pick(WORDS)}` };
      return { kind: "word", text: word };
    };
    const all = Array.from({ length: 1 + Math.floor(this.random() * 3) }, () =>
      this.random() < 0.2 ? { any: [item(), item()] } : item(),
    );
    const none = this.random() < 0.2 ? [item()] : [];
    const ext = this.random() < 0.2 ? this.pick(["md", "txt", "py"]) : undefined;
    return { all, none, ...(ext === undefined ? {} : { ext }) };
  }

  #rel(path: string): string {
    return path.slice(this.w.path("root").length + 1);
  }
}

/** Resident bytes of a process and all beneath it (Linux). */
function residentBytes(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // Gone since it was listed.
    }
  }
  const isBeneath = (process: number | undefined): boolean =>
    process !== undefined && (process === pid || isBeneath(parents.get(process)));
  let bytes = 0;
  for (const process of parents.keys()) {
    if (!isBeneath(process)) continue;
    try {
      const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${process}/status`, "latin1"))?.[1];
      bytes += Number(kib ?? 0) * 1024;
    } catch {
      // Gone since it was listed.
    }
  }
  return bytes;
}
