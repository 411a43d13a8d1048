import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "..", "..", "models", "all-MiniLM-L6-v2");

test("the model's files are those whose checksums are pinned, and no others", () => {
  const pinned = new Map(
    readFileSync(join(folder, "SHA256SUMS"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  const files = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  expect(files.sort()).toEqual([...pinned.keys()].sort());
  for (const [name, sum] of pinned) {
    expect(new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, name))).digest("hex")).toBe(sum);
  }
});
