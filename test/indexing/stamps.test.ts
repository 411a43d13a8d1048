import { expect, test } from "bun:test";
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
