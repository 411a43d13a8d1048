/** What the commands on live search hand to it, beside their request. */

import type { LiveDeps } from "../live-search/deps.ts";
import { createLogger } from "../log.ts";
import type { CommandContext } from "./command.ts";

export function liveDeps(context: CommandContext, backend: LiveDeps["backend"]): LiveDeps {
  const { signal, progress, cwd, env, globals, settings } = context;
  const { dataDir, encodings } = settings();
  const log = createLogger("repo_context_search");
  return { signal, progress, log, cwd, env, jobs: globals.jobs, dataDir, encodings, backend };
}
