/** `qsearch __child NAME`: what a child process of this program does. main.ts hands over; nothing else calls this. */
import { serveChildTasks } from "./pool/child-side.ts";
import type { ProbeRequest } from "./pool/probe.ts";
import type { ChildName } from "./worker-urls.ts";

const JOBS: Readonly<Record<ChildName, () => Promise<void>>> = {
  probe: async () => {
    const { probe } = await import("./pool/probe.ts");
    await serveChildTasks((request: ProbeRequest) => probe(request, () => false));
  },
  extract: async () => {
    const { answerIsolated } = await import("./extract/isolated.ts");
    await serveChildTasks(answerIsolated);
  },
  render: async () => {
    const { answerRender } = await import("./extract/pdf-render.ts");
    await serveChildTasks(answerRender);
  },
};

/** Serves until stdin closes. Exit status 2 when there is no such job. */
export async function runChildJob(name: string | undefined): Promise<void> {
  if (name === undefined || !Object.hasOwn(JOBS, name)) process.exit(2);
  await JOBS[name as ChildName]();
}
