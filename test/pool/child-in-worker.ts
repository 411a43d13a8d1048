/** A worker with a child process of its own that it leaves looping: see child-pool.test.ts. */
import { parentPort } from "node:worker_threads";
import { createChildPool } from "../../src/pool/child-pool.ts";
import type { ProbeRequest, ProbeResponse } from "../../src/pool/probe.ts";

const pool = createChildPool<ProbeRequest, ProbeResponse>({ name: "probe", size: 1, limits: { timeMs: 60_000 } });
const { pid } = await pool.run({ kind: "echo", payload: new Uint8Array() });
parentPort?.postMessage(pid);
await pool.run({ kind: "hang_wasm" });
