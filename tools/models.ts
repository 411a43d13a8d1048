/** The model's files against the checksums that are pinned beside them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SUMS = "SHA256SUMS";

/** Throws when a file of a model's folder is missing, changed, or there without a checksum. */
export function checkModel(folder: string): void {
  const pinned = new Map(
    readFileSync(join(folder, SUMS), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const files = readdirSync(folder).filter((name) => name !== SUMS);
  for (const name of pinned.keys()) if (!files.includes(name)) throw new Error(`${join(folder, name)} is not there`);
  for (const name of files) {
    const sum = Bun.SHA256.hash(readFileSync(join(folder, name)), "hex");
    if (sum !== pinned.get(name)) throw new Error(`${join(folder, name)} is not the file that ${SUMS} pins`);
  }
}
