/**
 * How eagerly the JavaScript engine compiles. Its best compiler (FTL) pays after seconds of the same work; an index run of
 * 10,000 small files is over by then, and compiling took a third of its CPU time. The engine's options exist only as
 * environment variables at its start, so such a command starts the program once more in the same process (execve:
 * same pid, same descriptors, 5 ms).
 *
 * Measured with a threshold ten times the engine's own (CPU, medians, side by side): 10,000 small files first 2.05 → 1.51,
 * again 0.35 → 0.26; 31 MB of Python sources 3.46 → 2.79; 29 MB 4.00 → 3.51. Without FTL at all, fewer compiler threads or a
 * later DFG: no better than that. Live search of 30,000 files, 270 MB: 0.68 → 0.63 so, → 0.56 without FTL.
 */
import { COMPILED } from "./worker-urls.ts";

interface EngineOption {
  readonly name: string;
  readonly value: string;
}

const FTL_LATE: EngineOption = { name: "BUN_JSC_thresholdForFTLOptimizeAfterWarmUp", value: "1000000" };
const FTL_NEVER: EngineOption = { name: "BUN_JSC_useFTLJIT", value: "0" };
/** A search is over in 50 ms: compiling what it does some thousand times is a third of its CPU, and of its kernels another tenth. */
const DFG_NEVER: EngineOption = { name: "BUN_JSC_useDFGJIT", value: "0" };
const OMG_LATE: readonly EngineOption[] = [
  { name: "BUN_JSC_thresholdForOMGOptimizeAfterWarmUp", value: "500000" },
  { name: "BUN_JSC_thresholdForOMGOptimizeSoon", value: "100000" },
];
/** Little is garbage in a live search: more threads that mark it cost more than they do (3 % of the CPU of 30,000 files). */
const ONE_MARKER: EngineOption = { name: "BUN_JSC_numberOfGCMarkers", value: "1" };
/** Whoever waits for the collector anyway does its work himself: no threads to wake (5 % of the CPU of indexing). */
const COLLECT_IN_TURN: EngineOption = { name: "BUN_JSC_useConcurrentGC", value: "0" };
/** Short runs are over before the memory is used that a thread of the engine's touches ahead (3 % of 10,000 small files). */
const NO_WARM_UP: EngineOption = { name: "BUN_JSC_useWarmUpMarkedBlocks", value: "0" };
/** Set for the second start, which takes it away again. */
const GUARD = "QSEARCH_ENGINE_TUNED";

/** Commands that do a great deal of the same work once, or little. */
const TUNED_COMMANDS: ReadonlyMap<string, readonly EngineOption[]> = new Map([
  ["index", [FTL_LATE, ONE_MARKER, COLLECT_IN_TURN, NO_WARM_UP]],
  ["extract", [FTL_LATE, ONE_MARKER, COLLECT_IN_TURN, NO_WARM_UP]],
  ["watch", [FTL_LATE, ONE_MARKER, COLLECT_IN_TURN, NO_WARM_UP]],
  ["context", [FTL_NEVER, ONE_MARKER]],
  ["focus", [FTL_NEVER, ONE_MARKER]],
  ["search", [DFG_NEVER, ...OMG_LATE, COLLECT_IN_TURN, NO_WARM_UP]],
]);
/** Global options that take the next word. */
const VALUE_OPTIONS: ReadonlySet<string> = new Set(["--data-dir", "--config", "--color", "--jobs"]);

/**
 * Starts the program once more where that pays; then it does not return. It returns, and nothing has changed, for other
 * commands, in the second start, from source, and where something stands in the way.
 */
export function tuneEngine(args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  if (env[GUARD] !== undefined) {
    // Children and workers shall find the environment the user gave.
    delete env[GUARD];
    for (const { name } of [...TUNED_COMMANDS.values()].flat()) delete env[name];
    return;
  }
  const { execve } = process;
  const options = optionsFor(args);
  if (!COMPILED || execve === undefined || options.length === 0) return;
  if (options.some(({ name }) => env[name] !== undefined)) return;
  // Bytes that are no UTF-8 have become U+FFFD by now: handing them on would change them.
  if ([...args, ...Object.values(env)].some((word) => word?.includes("\ufffd"))) return;
  try {
    execve.call(process, process.execPath, ["qsearch", ...args], { ...env, ...asEnvironment(options), [GUARD]: "1" });
  } catch {
    // A binary that was replaced or may not be executed again: everything works without.
  }
}

/**
 * Environment variables with which a bench runs what a command runs.
 * @internal
 */
export function engineEnvironment(command: string): Record<string, string> {
  return asEnvironment(TUNED_COMMANDS.get(command) ?? []);
}

function asEnvironment(options: readonly EngineOption[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name, value }) => [name, value]));
}

/** The options of the command, none when none are set for it. */
function optionsFor(args: readonly string[]): readonly EngineOption[] {
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? "";
    if (VALUE_OPTIONS.has(word)) i += 1;
    else if (!word.startsWith("-")) return TUNED_COMMANDS.get(word) ?? [];
  }
  return [];
}
