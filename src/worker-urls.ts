/**
 * Where workers and child processes start. The only place that knows that the source and the compiled binary differ:
 * `../workers/NAME.ts` beside src/ in the source, an extra entry point `./workers/NAME.js` beside the bundle in the binary.
 * build.ts compiles every file of workers/, so that a name of this list is never missing from the binary.
 */

/** Files of workers/. */
export const WORKER_NAMES = [
  "embed",
  "extract",
  "ingest",
  "probe",
  "scan",
  "search",
  "store",
  "symbols",
  "transfer",
] as const;
export type WorkerName = (typeof WORKER_NAMES)[number];

/** Jobs of src/child-jobs.ts, which run in child processes of this program. */
export type ChildName = "extract" | "probe" | "render";

/** Whether this is the compiled binary. */
export const COMPILED = import.meta.url.includes("/$bunfs/");

export function workerUrl(name: WorkerName): string {
  return new URL(COMPILED ? `./workers/${name}.js` : `../workers/${name}.ts`, import.meta.url).href;
}

/** The command that starts this program as a child process with one job. */
export function childCommand(name: ChildName): string[] {
  const program = COMPILED ? [process.execPath] : [process.execPath, new URL("./main.ts", import.meta.url).pathname];
  return [...program, "__child", name];
}
