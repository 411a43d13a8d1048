/** `view`: a page in the browser that shows hits where they stand. */

import { QsearchError } from "../../errors.ts";
import type { ViewResult } from "../../request/view-request.ts";
import { storeExists } from "../../store/store.ts";
import { untilAborted } from "../../until-aborted.ts";
import { defineCommand } from "../command.ts";
import { linkAddress } from "../links.ts";
import { writeStderr } from "../output.ts";

export const viewCommand = defineCommand({
  name: "view",
  summary: "Search in a page of your browser, and see each hit where it stands",
  details:
    "Serves a page on this machine alone and opens it in the browser: search as you type, the page of a PDF with the words marked, " +
    "the row of a spreadsheet, the line of a text. The address holds a secret; do not hand it on.\n\n" +
    "Ends with Ctrl-C, or when the page has been closed for a minute. QSEARCH_LINK (vscode, cursor, zed, …) says which editor Enter opens.",
  examples: [
    ["view", "open the page"],
    ["view golden bearing", "with a search"],
    ["view --no-open", "print the address only, for another browser"],
    ["view --no-open --json", "print it for a program, as one object"],
  ],
  takesQuery: true,
  async run({ query, no_open }, { settings, freshSettings, globals, env, signal }) {
    const { dataDir } = settings();
    if (!storeExists(dataDir)) {
      throw new QsearchError("no_store", "nothing has been indexed yet", "Index a folder first: qsearch index DIR");
    }
    const { startView } = await import("../../view/server.ts");
    const server = startView(query, { env, jobs: globals.jobs, settings: freshSettings, link: linkAddress(env) });
    const removeFile = no_open ? null : (await import("../../view/open-browser.ts")).openBrowser(server.address);
    if (!globals.json) writeStderr(`qsearch view: ${server.address}\nCtrl-C ends it.\n`);
    const stopped = untilAborted(signal);
    return {
      data: { address: server.address } satisfies ViewResult,
      endedBySignal: true,
      text: () => "",
      async meanwhile() {
        await Promise.race([stopped, server.ended]);
        removeFile?.();
        await server.stop();
      },
    };
  },
});
