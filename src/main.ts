/**
 * The entry point. It answers `--version` itself and hands everything else on, so that nothing is loaded that is not
 * used: a child process must not load the CLI, and the version must not load anything.
 */
import { writeSync } from "node:fs";
import { tuneEngine } from "./engine.ts";
import { PROGRAM, VERSION } from "./version.ts";

const args = process.argv.slice(2);
const [first, second = ""] = args;

if (first === "__child") {
  const { runChildJob } = await import("./child-jobs.ts");
  await runChildJob(second);
} else if (first === "--version" && args.length === 1) {
  try {
    writeSync(1, `${PROGRAM} ${VERSION}\n`);
  } catch (error) {
    // A reader that has gone is no reason to complain, a full disk is.
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) {
      const { EXIT, OutputError } = await import("./errors.ts");
      process.exitCode = EXIT.error;
      process.stderr.write(`error: ${new OutputError(error).message}\n`);
    }
  }
} else {
  tuneEngine(args);
  // Until the command line listens for signals itself (cli/interrupt.ts).
  process.once("SIGINT", () => process.exit(130));
  const { runCommandLine } = await import("./cli/run.ts");
  // Everything is written when this settles; a worker that is still busy must not hold up the end.
  process.exit(await runCommandLine(args));
}
