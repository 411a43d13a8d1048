/** What a backup holds beside the store. */
import { SAVED_NAME } from "../settings/saved.ts";
import { STORE_NAME } from "../store/store.ts";
import { PROGRAM, VERSION } from "../version.ts";

export const SETTINGS_NAME = SAVED_NAME;
export const NOTE_NAME = "RESTORE.txt";
/** As sha256sum writes and checks it. */
export const CHECKSUMS_NAME = "checksums.sha256";

export function restoreNote(now: Date): string {
  return `A backup of a qsearch index, made by ${PROGRAM} ${VERSION} at ${now.toISOString()}.

It holds the extracted text of the indexed files, so keep it as private as the files themselves. The files are not in it.

Restore it into a data directory that is new or empty:

    qsearch restore THIS.zip --data-dir NEW

or by hand: unpack ${STORE_NAME} and ${SETTINGS_NAME} into a folder of their own, check them (sha256sum -c ${CHECKSUMS_NAME}),
and name that folder with --data-dir. Where the indexed folders lie elsewhere now, say so and index again:

    qsearch index --data-dir NEW --root DIR
`;
}
