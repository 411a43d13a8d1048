import { expect, test } from "bun:test";
import { statSync, utimesSync } from "node:fs";
import { openRoot } from "../../src/corpus/open.ts";
import { Tree } from "./tree.ts";

test("size and time of the twenty-thousandth file opened are its own", () => {
  using tree = new Tree();
  for (let i = 0; i < 100; i++) tree.write(`${i}`, "x".repeat(i));
  const handle = openRoot(tree.root);
  let wrong = 0;
  for (let round = 0; round < 200; round++) {
    for (let i = 0; i < 100; i++) {
      const file = handle.open(`${i}`);
      if (file.stamp.size !== i || file.read(1000).length !== i) wrong += 1;
      file.close();
    }
  }
  handle.close();
  expect(wrong).toBe(0);
});

test("a time beyond 64 bits of nanoseconds is the last there is, and as a double equal to what the store says", () => {
  using tree = new Tree();
  tree.write("f", "");
  for (const year of ["1960", "1999", "2024", "2261", "2300", "2400"]) {
    const time = new Date(`${year}-05-06T07:08:09.123Z`);
    utimesSync(tree.path("f"), time, time);
    if (statSync(tree.path("f")).mtime.getUTCFullYear() !== Number(year)) continue;
    const handle = openRoot(tree.root);
    const file = handle.open("f");
    const { mtime, mtimeNs } = file.stamp;
    file.close();
    handle.close();
    expect(BigInt.asIntN(64, mtimeNs)).toBe(mtimeNs);
    expect(mtime).toBe(Number(mtimeNs));
    if (Number(year) >= 2300) expect(mtimeNs).toBe(2n ** 63n - 1n);
  }
});

test("a file dated after all that a store may hold is neither changed by the next run nor stale", async () => {
  using tree = new Tree({ "f.md": "some words" });
  const time = new Date("2300-01-01T00:00:00Z");
  utimesSync(tree.path("f.md"), time, time);
  await tree.index();
  const { result } = await tree.index();
  expect(result.unchanged).toBe(1);
  expect(tree.read((store) => store.db.query("SELECT mtime_ns > 0 AS late FROM files").get())).toEqual({ late: 1 });
});
