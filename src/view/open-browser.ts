/** Opens the page in the desktop's browser. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The file is read within this time, milliseconds; then it goes. */
const READ_MS = 20_000;

/**
 * Other users see the arguments of commands, so the address with its token is not one: a file that only its owner can read leads the browser
 * there. Returns a function that takes the file away; null where no program to open it was found.
 */
export function openBrowser(address: string): (() => void) | null {
  const program = ["xdg-open", "open", "wslview"].map((name) => Bun.which(name)).find((path) => path !== null);
  if (program === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), "qsearch-view-"));
  const file = join(folder, "qsearch.html");
  // The address is encoded already: nothing of it can end the attribute, and encoding it anew would change the query.
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">`, { mode: 0o600 });
  chmodSync(file, 0o600);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const child = Bun.spawn([program, file], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  child.unref();
  setTimeout(remove, READ_MS).unref();
  return remove;
}
