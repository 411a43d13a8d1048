/** `doctor --repair`: what is derived is made anew where it is damaged. The sources are untouched, and nothing is thrown away. */
import { QsearchError } from "../../errors.ts";
import { rebuildStore } from "../../indexing/rebuild.ts";
import type { DoctorResult } from "../../request/config-request.ts";
import { lockForWriting } from "../../store/lock.ts";
import { openStore, storeExists } from "../../store/store.ts";
import { removeCaches } from "../../store/vector-cache.ts";
import { cacheVectors } from "../../store/vector-index.ts";
import { verifyStore } from "../../store/verify-store.ts";
import type { CommandContext } from "../command.ts";
import { plural } from "../format.ts";

type Check = DoctorResult["checks"][number];

/** Throws `locked`, `read_only`, `newer_store`, `io`, `config`, `cancelled`. */
export async function repair(context: CommandContext): Promise<Check> {
  const settings = context.settings();
  const done = (detail: string, hint = ""): Check => ({
    name: "repair",
    state: hint === "" ? "ok" : "note",
    detail,
    hint,
  });
  if (!storeExists(settings.dataDir)) return done("nothing is indexed, so there is nothing to repair");
  if (await isWhole(context, settings.dataDir))
    return done("the index is whole; the cache of its vectors was made anew");
  const { signal, progress, globals } = context;
  const jobs = globals.jobs === undefined ? {} : { jobs: globals.jobs };
  const { setAside, documents, pending, missing } = await rebuildStore({ settings, signal, progress, ...jobs });
  const made = `the index was made anew: ${plural(documents, "document")}; the damaged one is ${setAside}`;
  const detail = pending === 0 ? made : `${made}; ${plural(pending, "passage")} without a vector: run qsearch index`;
  if (missing.length === 0) return done(detail);
  return done(`${detail}; not there: ${missing.join(", ")}`, "Run qsearch index when they are.");
}

/** What `doctor` asks of the index; the cache of its vectors is made anew. */
async function isWhole({ blocking, signal }: CommandContext, dataDir: string): Promise<boolean> {
  const lock = await lockForWriting(dataDir, { command: "doctor", signal });
  try {
    await blocking(() => {
      const store = openStore(dataDir, "write");
      try {
        verifyStore(store);
        removeCaches(dataDir);
        cacheVectors(store);
      } finally {
        store.close();
      }
    });
    return true;
  } catch (error) {
    if (error instanceof QsearchError && error.code === "corrupt_store") return false;
    throw error;
  } finally {
    lock.release();
  }
}
