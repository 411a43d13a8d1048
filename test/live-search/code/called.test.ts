/** What is left of the budget shows the definitions that the best block calls. */
import { expect, test } from "bun:test";
import { world } from "../../world.ts";
import { code } from "./shop.ts";

test("with depth the definition that is called is shown, and what that calls, nearest first", async () => {
  const w = world({
    "a.py": "from b import helper\n\ndef calculate_total(x):\n    return helper(x)\n",
    "b.py": "def helper(x):\n    return other(x)\n\n\ndef other(z):\n    return z\n",
  });
  const shown = async (depth: number) =>
    (await code(w, "calculate_total", { depth })).snippets.map(({ file, lines }) => `${file} ${lines}`);
  expect(await shown(0)).toEqual(["a.py 3-4"]);
  expect(await shown(1)).toEqual(["a.py 3-4", "b.py 1-2"]);
  expect(await shown(2)).toEqual(["a.py 3-4", "b.py 1-2", "b.py 5-6"]);
});
