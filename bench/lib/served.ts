/** Queries through `serve`: CPU milliseconds of all its threads, from the request to the answer. */

import { McpPeer } from "./mcp.ts";
import { BINARY, cpuOfProcess } from "./measure.ts";
import type { DrawnQuery } from "./queries.ts";

/** Of each query the lowest figure of `repeats`, after one round that is not counted. */
export async function servedQueries(
  dataDir: string,
  queries: readonly DrawnQuery[],
  repeats: number,
): Promise<number[]> {
  const env = { PATH: process.env.PATH ?? "", HOME: dataDir };
  const peer = new McpPeer([BINARY, "serve", "--data-dir", dataDir, "--read-only"], { cwd: dataDir, env });
  await peer.open();
  const lowest = queries.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round <= repeats; round++) {
    for (const [at, { query }] of queries.entries()) {
      const before = cpuOfProcess(peer.pid);
      const { isError, text } = await peer.call("search_files", { query });
      if (isError) throw new Error(`${query}: ${text}`);
      const spent = cpuOfProcess(peer.pid) - before;
      if (round > 0) lowest[at] = Math.min(lowest[at] ?? spent, spent);
    }
  }
  await peer.close();
  return lowest;
}
