/** How calls and the server end: cancellation, the end of stdin (qmd#751), SIGTERM, and a client that reads no more. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMAND, type World, world } from "../world.ts";
import { textOf, Wire } from "./wire.ts";

/** Large enough that a search of it runs for a while: tens of thousands of files. */
const LARGE = join(import.meta.dir, "..", "..", "node_modules");
const LONG_SEARCH = { keywords: ["function", "return", "export", "const"], directory: LARGE, max_files: 1000 };
const onLinux = existsSync("/proc/self/stat");

/** Of the 50 ticks in 500 ms that one working thread takes. */
const IDLE_TICKS = 5;

/** Clock ticks of the process so far, all threads. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/**
 * Waits until the process does next to nothing for half a second. 500 ms are promised and measured; compilers and collectors
 * of the runtime may go on a little on a busy machine, a search or an index run that was not stopped goes on for longer.
 */
async function becomesIdle(pid: number): Promise<void> {
  const deadline = performance.now() + 8000;
  for (let spent = Number.POSITIVE_INFINITY; spent > IDLE_TICKS; ) {
    expect(performance.now()).toBeLessThan(deadline);
    const before = ticksOf(pid);
    await Bun.sleep(500);
    spent = ticksOf(pid) - before;
  }
}

/** Starts a long search and gives its id once the server has told progress of it. */
async function longSearch(wire: Wire): Promise<{ id: number; answer: Promise<unknown> }> {
  const params = { name: "search_repo_context", arguments: LONG_SEARCH, _meta: { progressToken: "p" } };
  const { id, answer } = wire.begin("tools/call", params);
  answer.catch(() => undefined);
  while (!wire.messages.some(({ method }) => method === "notifications/progress")) await Bun.sleep(5);
  return { id, answer };
}

describe("cancellation", () => {
  test("workers become idle, nothing is sent after, and the next call is answered", async () => {
    const repo = world({ "a.txt": "needle" });
    const wire = new Wire(repo, ["--jobs", "4"]);
    await wire.open();
    const { id } = await longSearch(wire);
    wire.notify("notifications/cancelled", { requestId: id, reason: "test" });
    await wire.request("ping");
    const seen = wire.messages.length;
    if (onLinux) await becomesIdle(wire.child.pid);
    expect(wire.messages.slice(seen)).toEqual([]);
    const next = await wire.call("search_repo_context", { keywords: ["needle"], directory: repo.dir });
    expect(textOf(next)).toContain("a.txt");
    expect(wire.messages.some((message) => message.id === id)).toBe(false);
    expect((await wire.end()).exitCode).toBe(0);
    expect(wire.noise).toEqual([]);
  });

  test("a call that waits for its turn can be cancelled", async () => {
    const wire = new Wire(world());
    await wire.open();
    const params = { name: "search_repo_context", arguments: LONG_SEARCH };
    const calls = Array.from({ length: 8 }, () => wire.begin("tools/call", params));
    for (const { id, answer } of calls) {
      answer.catch(() => undefined);
      wire.notify("notifications/cancelled", { requestId: id });
    }
    await wire.request("ping");
    await Bun.sleep(300);
    expect(wire.messages.filter(({ id }) => calls.some((call) => call.id === id))).toEqual([]);
    const { exitCode, ms } = await wire.end();
    expect([exitCode, ms < 1000]).toEqual([0, true]);
  });

  test("cancelling what is unknown, answered or nonsense does no harm", async () => {
    const wire = new Wire(world());
    await wire.open();
    for (const params of [{ requestId: 1 }, { requestId: "x" }, { requestId: {} }, {}, undefined]) {
      wire.notify("notifications/cancelled", params);
    }
    expect((await wire.request("ping")).result).toEqual({});
    // In one piece with a request that has the id: it is answered all the same.
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "next" } };
    const answer = wire.answerTo("next");
    wire.send(`${JSON.stringify(cancel)}\n${JSON.stringify({ jsonrpc: "2.0", id: "next", method: "ping" })}`);
    expect((await answer).result).toEqual({});
    expect((await wire.end()).exitCode).toBe(0);
  });
});

describe("the end", () => {
  test("stdin closes while a call runs: gone within 2 s, with the workers", async () => {
    const wire = new Wire(world(), ["--jobs", "4"]);
    await wire.open();
    await longSearch(wire);
    const { exitCode, ms } = await wire.end();
    expect(exitCode).toBe(0);
    expect(ms).toBeLessThan(2000);
    expect(wire.noise).toEqual([]);
  });

  test("stdin closes right after the question: a short call is still answered", () => {
    const repo = world({ "a.txt": "needle" });
    const lines = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "sh", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "search_repo_context", arguments: { keywords: ["needle"] } } },
    ];
    const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
    const { stdout, exitCode } = repo.runWith({ input }, "serve");
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([answers.map(({ id }) => id), exitCode]).toEqual([[1, 2], 0]);
    expect(stdout).toContain("a.txt");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s while a call runs: gone within 2 s", async (signal) => {
    const wire = new Wire(world(), ["--jobs", "4"]);
    await wire.open();
    await longSearch(wire);
    const start = performance.now();
    wire.child.kill(signal);
    const exitCode = await wire.child.exited;
    expect(performance.now() - start).toBeLessThan(2000);
    expect(exitCode).toBe(signal === "SIGTERM" ? 143 : 130);
    expect(wire.noise).toEqual([]);
  });

  test("a client that goes without a word: nobody reads stdout any more", async () => {
    const repo = world({ "a.txt": "needle" });
    const child = Bun.spawn(["sh", "-c", '"$@" serve | head -1', "sh", ...COMMAND], {
      cwd: repo.dir,
      env: repo.environment(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      timeout: 30_000,
    });
    const ping = (id: number) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`);
    ping(1);
    child.stdin.flush();
    const { value } = await child.stdout.getReader().read();
    expect(Buffer.from(value ?? []).toString()).toContain('"id":1');
    ping(2);
    child.stdin.flush();
    // stdin stays open: the broken pipe alone must end the server, and with it the shell.
    const start = performance.now();
    await child.exited;
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

const NOTES = 1200;

describe("an index run in flight (qmd#751)", () => {
  /** Files whose indexing takes a while: words that no other file has. */
  function manyNotes(): World {
    const files: Record<string, string> = {};
    for (let i = 0; i < NOTES; i++) {
      const words = Array.from({ length: 200 }, (_, j) => `w${(i * 7919 + j * 104_729) % 99_991}`);
      files[`notes/${i % 50}/${i}.md`] = `# Note ${i}\n\n${words.join(" ")}\n`;
    }
    const repo = world({ "notes/first.md": "needle\n" });
    // Authorised while it holds one file; the run of the test then finds the others.
    expect(repo.run("index", "--root", repo.path("notes")).exitCode).toBe(0);
    return repo.write(files);
  }

  async function reindexing(repo: World): Promise<{ wire: Wire; id: number }> {
    const wire = new Wire(repo);
    await wire.open();
    const params = { name: "reindex", arguments: {}, _meta: { progressToken: "p" } };
    const { id, answer } = wire.begin("tools/call", params);
    answer.catch(() => undefined);
    while (!wire.messages.some(({ method }) => method === "notifications/progress")) await Bun.sleep(2);
    return { wire, id };
  }

  /** The store opens, and the next run completes it. */
  function isWhole(repo: World): void {
    expect(repo.run("status", "--json").json<{ documents: number }>().data.documents).toBeGreaterThan(0);
    expect(repo.run("search", "needle", "--json").json<unknown[]>().data).toHaveLength(1);
    expect(repo.run("index").exitCode).toBe(0);
    expect(repo.run("status", "--json").json<{ documents: number }>().data.documents).toBe(NOTES + 1);
  }

  test("stdin closes", async () => {
    const repo = manyNotes();
    const { wire } = await reindexing(repo);
    const { exitCode, ms } = await wire.end();
    expect([exitCode, wire.noise]).toEqual([0, []]);
    expect(ms).toBeLessThan(2000);
    isWhole(repo);
  });

  test("SIGTERM", async () => {
    const repo = manyNotes();
    const { wire } = await reindexing(repo);
    const start = performance.now();
    wire.child.kill("SIGTERM");
    expect(await wire.child.exited).toBe(143);
    expect(performance.now() - start).toBeLessThan(2000);
    isWhole(repo);
  });

  test("cancelled: idle again, and the lock is free", async () => {
    const repo = manyNotes();
    const { wire, id } = await reindexing(repo);
    wire.notify("notifications/cancelled", { requestId: id });
    await wire.request("ping");
    const seen = wire.messages.length;
    if (onLinux) await becomesIdle(wire.child.pid);
    expect(wire.messages.slice(seen)).toEqual([]);
    isWhole(repo);
    expect((await wire.end()).exitCode).toBe(0);
  }, 30_000);
});

describe("stdout", () => {
  test("is the protocol's alone: what libraries and workers print goes to stderr", async () => {
    const repo = world({
      "preload.ts": [
        'process.on("SIGUSR2", () => {',
        '  console.log("stray console");',
        '  process.stdout.write("stray stream\\n");',
        '  new Worker("data:text/javascript,console.log(`stray worker`)");',
        "});",
      ].join("\n"),
    });
    // The binary takes no preload; the guard is the same code.
    const source = [process.execPath, "--preload", repo.path("preload.ts"), join(LARGE, "..", "src", "main.ts")];
    const wire = new Wire(repo, [], { command: COMMAND.length === 1 ? COMMAND : source });
    await wire.open();
    if (COMMAND.length > 1) wire.child.kill("SIGUSR2");
    await Bun.sleep(500);
    expect((await wire.request("ping")).result).toEqual({});
    await wire.end();
    expect(wire.noise).toEqual([]);
    if (COMMAND.length > 1) {
      const stderr = await wire.stderr;
      for (const stray of ["stray console", "stray stream", "stray worker"]) expect(stderr).toContain(stray);
    }
  });

  test.if(COMMAND.length > 1)("a fault that nobody catches costs a line in the log, not the server", async () => {
    const repo = world({
      "a.txt": "needle",
      "preload.ts": [
        'process.on("SIGUSR2", () => {',
        '  setTimeout(() => { throw new Error("stray exception"); });',
        '  void Promise.reject(new Error("stray rejection"));',
        "});",
      ].join("\n"),
    });
    const command = [process.execPath, "--preload", repo.path("preload.ts"), join(LARGE, "..", "src", "main.ts")];
    const wire = new Wire(repo, [], { command });
    await wire.open();
    wire.child.kill("SIGUSR2");
    await Bun.sleep(300);
    expect(textOf(await wire.call("search_repo_context", { keywords: ["needle"] }))).toContain("a.txt");
    expect((await wire.end()).exitCode).toBe(0);
    const stderr = await wire.stderr;
    for (const stray of ["stray exception", "stray rejection"]) expect(stderr).toContain(stray);
  });

  test("children and descriptors: nothing is left behind", async () => {
    const wire = new Wire(world({ "a.txt": "needle" }));
    await wire.open();
    await wire.call("search_repo_context", { keywords: ["needle"] });
    if (onLinux) {
      const open = () => readdirSync(`/proc/${wire.child.pid}/fd`).length;
      const before = open();
      for (let i = 0; i < 20; i++) await wire.call("search_repo_context", { keywords: ["needle"] });
      expect(open()).toBeLessThanOrEqual(before + 1);
    }
    expect((await wire.end()).exitCode).toBe(0);
  });
});

test("logs: a line for each search and file on stderr, and fewer with QUICK_SEARCH_LOG_LEVEL", async () => {
  const stderr = async (env: Record<string, string>) => {
    const wire = new Wire(world({ "src/model.py": "snow\n" }), [], { env });
    await wire.open();
    await wire.call("search_repo_context", { keywords: ["snow", "melt"] });
    await wire.end();
    return await wire.stderr;
  };
  const shape =
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO repo_context_search: repo search root=\S+ keywords=snow, melt files_considered=1 files_ranked=1 files_returned=1 snippets_returned=1 budget_truncated=False$/m;
  expect(await stderr({})).toMatch(shape);
  expect(await stderr({ QUICK_SEARCH_LOG_LEVEL: "WARNING" })).toBe("");
});
