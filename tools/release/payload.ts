/** What every package carries beside the binary: manual pages, completions, licence, notices, README. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageName } from "../../src/cli/man.ts";
import { CATALOG } from "../../src/cli/registry.ts";
import { must } from "./run.ts";

export const DOCUMENTS = ["LICENSE", "NOTICE", "README.md", "CHANGELOG.md"] as const;

/** Shell → file of its completions, named as the shell looks for it. */
export const COMPLETIONS = { bash: "qsearch.bash", zsh: "_qsearch", fish: "qsearch.fish" } as const;

/** Manual pages and completions in `folder`, made by `binary` itself, which knows its version and day. */
export function writePayload(root: string, folder: string, binary: string): void {
  mkdirSync(join(folder, "man", "man1"), { recursive: true });
  mkdirSync(join(folder, "completions"));
  for (const name of [null, ...CATALOG.entries.map((entry) => entry.name)]) {
    const page = must([binary, ...(name === null ? ["help"] : name.split(" ")), "--man"]);
    writeFileSync(join(folder, "man", "man1", `${pageName(name)}.1`), page);
  }
  for (const [shell, file] of Object.entries(COMPLETIONS)) {
    writeFileSync(join(folder, "completions", file), must([binary, "completion", shell]));
  }
  for (const file of DOCUMENTS) cpSync(join(root, file), join(folder, file));
}
