/**
 * A folder beneath a root and a link beside it that leads outside change places all the time while each tool is called:
 * nothing from outside gets into an answer, the store, the configuration or a backup. Shared by the test and
 * bench/faults/exchange.ts.
 */
import { Database } from "bun:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { openStore } from "../../src/store/store.ts";
import { dumpStore } from "../indexing/dump.ts";
import { Wire } from "../mcp/wire.ts";
import { world } from "../world.ts";

/** Words and names that stand outside alone. */
const OUTSIDE = ["zyxoutsideword", "name-outside"];

export interface ExchangeReport {
  readonly calls: Readonly<Record<string, { readonly answered: number; readonly refused: number }>>;
}

/** So many calls of each tool. Throws when anything from outside was seen. */
export async function exchangeWhileCalling(calls: number): Promise<ExchangeReport> {
  using w = world({
    "user/dir/x.md": "golden mine",
    "user/dir/sub/y.md": "golden too",
    "user/lnk": { link: "../outside" },
    "agent/dir/x.md": "golden agent",
    "agent/lnk": { link: "../outside" },
    "outside/x.md": "golden zyxoutsideword",
    "outside/name-outside.md": "golden zyxoutsideword",
    "outside/sub/name-outside.md": "golden zyxoutsideword",
  });
  const [user, agent] = [w.path("user"), w.path("agent")];
  const tools: Readonly<Record<string, (round: number) => Record<string, unknown>>> = {
    reindex: (round) => (round % 3 === 0 ? {} : { path: join(user, round % 3 === 1 ? "dir" : "dir/sub") }),
    rag_index: () => ({ path: join(agent, "dir") }),
    search_files: () => ({ query: "golden OR zyxoutsideword" }),
    rag_search: () => ({ query: "golden OR zyxoutsideword" }),
    read_file: () => ({ path: join(user, "dir/x.md") }),
    search_repo_context: (round) => ({
      keywords: ["golden"],
      ...(round % 2 === 0 ? { directory: join(user, "dir") } : { directory: user, subpath: "dir" }),
    }),
  };
  if (w.run("index", "--root", user, "--no-embed").exitCode !== 0) throw new Error("not indexed");
  const wire = new Wire(w, ["--allow", user, "--allow", agent], { timeout: 3_600_000 });
  await wire.open();
  const worker = new Worker(resolve(import.meta.dir, "exchanger.ts"), {
    workerData: {
      pairs: [user, agent].map((folder) => [join(folder, "dir"), join(folder, "lnk")]),
      pauseMs: 0.3,
    },
  });
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  const tally: Record<string, { answered: number; refused: number }> = {};
  try {
    for (let round = 0; round < calls; round++) {
      for (const [name, argumentsOf] of Object.entries(tools)) {
        const answer = await Promise.race([wire.call(name, argumentsOf(round)), failed]);
        refuseOutside(JSON.stringify(answer), `${name}, call ${round}`);
        const counts = tally[name] ?? { answered: 0, refused: 0 };
        tally[name] = counts;
        counts[answer.isError === true ? "refused" : "answered"] += 1;
      }
    }
  } finally {
    await worker.terminate();
    await wire.end();
  }
  const store = openStore(w.dataDir, "read");
  try {
    refuseOutside(JSON.stringify(store.read(() => dumpStore(store))), "the store");
  } finally {
    store.close();
  }
  refuseOutside(readFileSync(join(w.dataDir, "qsearch.json"), "utf8"), "qsearch.json");
  if (w.run("backup", w.base).exitCode !== 0) throw new Error("no backup");
  const zip = readdirSync(w.base).find((name) => name.endsWith(".zip")) ?? "";
  if (w.run("restore", join(w.base, zip), "--data-dir", join(w.base, "restored")).exitCode !== 0) {
    throw new Error("not restored");
  }
  using restored = new Database(join(w.base, "restored/qsearch.db"), { readonly: true });
  const roots = restored.query<{ path: string }, []>("SELECT CAST(path AS TEXT) AS path FROM roots").all();
  // The agent's folder bears either name: who opens it just before an exchange is told the new one.
  const known = [user, agent, join(agent, "dir"), join(agent, "lnk")];
  const strange = roots.filter(({ path }) => !known.includes(path));
  if (strange.length > 0) throw new Error(`roots of the backup: ${JSON.stringify(strange)}`);
  return { calls: tally };
}

function refuseOutside(text: string, where: string): void {
  for (const word of OUTSIDE) {
    if (text.includes(word)) throw new Error(`${word} is in ${where}: ${text.slice(0, 2000)}`);
  }
  if (/outside"/.test(text)) throw new Error(`the folder outside is in ${where}: ${text.slice(0, 2000)}`);
}
