/**
 * `view` as a browser sees it: keystroke to answer at 100,000 chunks, pages of PDFs, memory of all its processes, start beside `status`.
 *
 *   QSEARCH_BIN=… bun bench/speed/view.ts [keys] [first] [pages] [start]
 *
 * First: the first search of a fresh server 1.5 s after it has printed its address, as long as a browser takes to open: of a word that
 * many files hold, and of letters that no file holds as a word, for which words that were meant are looked up.
 * Keys: words are typed letter by letter, 30 ms apart, by HTTP; an answer counts from the last letter, and each letter aborts the
 * request of the one before. Pages: all pages of the PDFs of ../shared/cases/documents and of Debian's manuals where there are
 * some, 500 in turn; memory is the largest resident sum of the command and its children, looked at after each page.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import type { ViewAnswers, ViewInputs } from "../../src/request/view-request.ts";
import { randomSource, WORK } from "../lib/corpora.ts";
import { BINARY, median, percentile, report, scratch } from "../lib/measure.ts";

const asked = process.argv.slice(2);
const wanted = (part: string) => asked.length === 0 || asked.includes(part);
const RESULTS = join(import.meta.dir, "..", "results", "view.json");
const PDFS = resolve(import.meta.dir, "..", "..", "..", "shared", "cases", "documents", "pdf");
const PAGES = 500;
/** Between two letters, milliseconds. */
const LETTER_MS = 30;
const before = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
const figures: Record<string, unknown> = { ...before };

interface Session {
  readonly pid: number;
  call<Name extends keyof ViewAnswers>(
    name: Name,
    body: ViewInputs[Name],
    signal?: AbortSignal,
  ): Promise<ViewAnswers[Name]>;
  picture(id: string): Promise<number>;
  end(): Promise<void>;
}

async function start(dataDir: string): Promise<Session> {
  const child = Bun.spawn([BINARY, "view", "--no-open", "--data-dir", dataDir], {
    stderr: "pipe",
    env: environment(dataDir),
  });
  let said = "";
  for await (const chunk of child.stderr) {
    said += new TextDecoder().decode(chunk);
    if (said.includes("\n")) break;
  }
  const [url = "", token = ""] = (/(http:\S+)/.exec(said)?.[1] ?? "").split("#");
  const post = (name: string, body: unknown, cookie: string, signal?: AbortSignal) =>
    fetch(`${url}api/${name}`, {
      method: "POST",
      headers: { cookie },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const cookie = ((await post("enter", { token }, "")).headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    pid: child.pid,
    async call<Name extends keyof ViewAnswers>(name: Name, body: ViewInputs[Name], signal?: AbortSignal) {
      const response = await post(name, body, cookie, signal);
      if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
      return (await response.json()) as ViewAnswers[Name];
    },
    picture: async (id) => (await (await fetch(`${url}picture/${id}`, { headers: { cookie } })).bytes()).length,
    async end() {
      child.kill("SIGINT");
      await child.exited;
    },
  };
}

function environment(dataDir: string): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: dataDir };
}

const round = (value: number) => Math.round(value * 10) / 10;
const spread = (ms: readonly number[]) => ({
  p50_ms: round(median(ms)),
  p95_ms: round(percentile(ms, 0.95)),
  max_ms: round(Math.max(...ms)),
  count: ms.length,
});

function index(folder: string, dataDir: string): void {
  const child = Bun.spawnSync([BINARY, "index", "--no-embed", "--data-dir", dataDir, folder], {
    env: environment(dataDir),
  });
  if (child.exitCode !== 0 && child.exitCode !== 1) throw new Error(child.stderr.toString());
}

/** 100,000 chunks of text by 20,000 words of which few are common. */
function textCorpus(): string {
  const folder = join(WORK, "view", "texts");
  if (existsSync(join(folder, "done"))) return folder;
  const random = randomSource(9);
  const syllables = [..."bcdfghklmnprstvz"].flatMap((consonant) => [..."aeiou"].map((vowel) => consonant + vowel));
  const syllable = (at: number) => syllables[at % syllables.length] ?? "";
  const word = () => {
    const number = Math.floor(random() ** 3 * 20_000);
    return syllable(number) + syllable(Math.floor(number / 80)) + syllable(Math.floor(number / 6400) * 7);
  };
  for (let file = 0; file < 5_000; file++) {
    const place = join(folder, `d${Math.floor(file / 100)}`);
    if (file % 100 === 0) mkdirSync(place, { recursive: true });
    const paragraphs = Array.from({ length: 20 }, () => Array.from({ length: 110 }, word).join(" "));
    writeFileSync(join(place, `${file}.txt`), paragraphs.join("\n\n"));
  }
  writeFileSync(join(folder, "done"), "");
  return folder;
}

if (wanted("keys")) {
  const folder = textCorpus();
  const dataDir = join(WORK, "view", "data");
  index(folder, dataDir);
  const session = await start(dataDir);
  const { chunks } = await session.call("status", {});
  const lines = readFileSync(join(folder, "d7", "701.txt"), "utf8").split(/\s+/);
  const random = randomSource(3);
  const settled: number[] = [];
  const alone: number[] = [];
  const facets: number[] = [];
  for (let round = 0; round < 60; round++) {
    const query = Array.from({ length: 1 + (round % 3) }, () => lines[Math.floor(random() * lines.length)] ?? "").join(
      " ",
    );
    let aborter = new AbortController();
    for (let end = 1; end < query.length; end++) {
      aborter.abort();
      aborter = new AbortController();
      void session.call("search", { query: query.slice(0, end) }, aborter.signal).catch(() => undefined);
      await Bun.sleep(LETTER_MS);
    }
    aborter.abort();
    let from = performance.now();
    await session.call("search", { query });
    settled.push(performance.now() - from);
    from = performance.now();
    await session.call("search", { query });
    alone.push(performance.now() - from);
    from = performance.now();
    await session.call("facets", { query });
    facets.push(performance.now() - from);
  }
  await session.end();
  figures.keys = {
    chunks,
    after_typing: spread(settled),
    same_again: spread(alone),
    facets: spread(facets),
    bars: { p50_ms: 60, p95_ms: 150 },
  };
}

if (wanted("first")) {
  const folder = textCorpus();
  const dataDir = join(WORK, "view", "data");
  index(folder, dataDir);
  const [known = ""] = readFileSync(join(folder, "d7", "701.txt"), "utf8").split(/\s+/);
  const firstOf = async (query: string) => {
    const times: number[] = [];
    for (let i = 0; i < 9; i++) {
      const session = await start(dataDir);
      await Bun.sleep(1500);
      const from = performance.now();
      await session.call("search", { query });
      times.push(performance.now() - from);
      await session.end();
    }
    return spread(times);
  };
  figures.first = { known_word: await firstOf(known), unknown_word: await firstOf("tuv"), bar_ms: 100 };
}

if (wanted("pages")) {
  await scratch(async (dataDir) => {
    index(PDFS, dataDir);
    const session = await start(dataDir);
    const files = readdirSync(PDFS).filter((name) => name.endsWith(".pdf"));
    const times: number[] = [];
    let [first, memory, refused] = [0, 0, 0];
    while (times.length + refused < PAGES) {
      for (const name of files) {
        const path = join(PDFS, name);
        let pages = 1;
        for (let page = 1; page <= Math.min(pages, 6) && times.length + refused < PAGES; page++) {
          const from = performance.now();
          try {
            const answer = await session.call("page", { path, query: "the", page, width: 1200 });
            await session.picture(answer.id);
            pages = answer.pages;
            if (first === 0) first = performance.now() - from;
            else times.push(performance.now() - from);
          } catch {
            refused++;
          }
          memory = Math.max(memory, residentSum(session.pid));
        }
      }
    }
    await session.end();
    figures.pages = {
      first_ms: round(first),
      warm: spread(times),
      refused,
      memory_mb: Math.round(memory / 1e6),
      bars: { first_ms: 500, p50_ms: 100, p95_ms: 300, memory_mb: 420 },
    };
  });
}

/** Resident bytes of a process and all that it has started. */
function residentSum(pid: number): number {
  const status = (of: number) => readFileSync(`/proc/${of}/status`, "utf8");
  let sum = 0;
  const waiting = [pid];
  for (let of = waiting.pop(); of !== undefined; of = waiting.pop()) {
    try {
      sum += Number(/VmRSS:\s+(\d+)/.exec(status(of))?.[1] ?? 0) * 1024;
      for (const task of readdirSync(`/proc/${of}/task`)) {
        waiting.push(
          ...readFileSync(`/proc/${of}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
        );
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
}

if (wanted("start")) {
  await scratch(async (dataDir) => {
    index(PDFS, dataDir);
    const untilAddress = async () => {
      const from = performance.now();
      const session = await start(dataDir);
      const ms = performance.now() - from;
      await session.end();
      return ms;
    };
    const status = async () => {
      const from = performance.now();
      await Bun.spawn([BINARY, "status", "--data-dir", dataDir], { stdout: "ignore", env: environment(dataDir) })
        .exited;
      return performance.now() - from;
    };
    const [view, other]: [number[], number[]] = [[], []];
    for (let i = 0; i < 15; i++) {
      view.push(await untilAddress());
      other.push(await status());
    }
    figures.start = { view_ms: round(median(view)), status_ms: round(median(other)), bar_more_ms: 150 };
  });
}

report("view", { command: "bun bench/speed/view.ts", ...figures, load: loadavg().map(round) });
