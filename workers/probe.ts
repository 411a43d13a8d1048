/** The worker that `doctor` and the tests probe the pool with. */
import { type ProbeRequest, type ProbeResponse, probe } from "../src/pool/probe.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

serveTasks<ProbeRequest, ProbeResponse>((request, context) => probe(request, context.cancelled));
