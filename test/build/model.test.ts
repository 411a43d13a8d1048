/** The embedding model inside the binary: where it is read, and what happens where it is damaged or not in its place. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import layout from "../../src/embed/model-layout.json" with { type: "json" };
import { type World, world } from "../world.ts";
import { builtBinary } from "./binary.ts";

setDefaultTimeout(120_000);

const root = join(import.meta.dir, "..", "..");
const model = readFileSync(join(root, "models", "all-MiniLM-L6-v2", "model.int8.onnx"));
let binary: string;

beforeAll(async () => {
  binary = await builtBinary();
});

interface Found {
  readonly paths: string[];
  /** What is said of lanes that did not run. */
  readonly lanes: string[];
}

function search(w: World, command: string): Found {
  const run = w.runWith({ command: [command] }, "search", "how is water cleaned", "--json");
  const { data, warnings } = run.json<{ path: string }[]>();
  const lanes = warnings.filter(({ code }) => code === "lane_off").map(({ message }) => message);
  return { paths: data.map(({ path }) => path), lanes };
}

/** A copy of the binary with one bit of its model changed. */
function damagedAt(w: World, place: number): string {
  const bytes = readFileSync(binary);
  const at = bytes.indexOf(model.subarray(0, 4096)) + place;
  expect(bytes[at]).toBe(model[place] ?? 0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const copy = join(w.base, `damaged-${place}`);
  writeFileSync(copy, bytes);
  chmodSync(copy, 0o755);
  return copy;
}

test("a part that is damaged costs the lane of meaning, of who needs it", () => {
  using w = world({
    "a.md": "Filters purify liquids: dirt and germs are taken out.\n",
    "b.md": "How a letter is written.\n",
  });
  expect(w.runWith({ command: [binary] }, "index", w.dir, "--embed-budget", "60s").exitCode).toBe(0);
  const whole = search(w, binary);
  expect(whole.lanes).toEqual([]);
  expect(whole.paths).toContain(w.path("a.md"));
  // Of a word that nobody asks for; it would be noticed if the whole model were read.
  expect(search(w, damagedAt(w, layout.words.values + 20_000 * 384))).toEqual(whole);
  const { lanes, paths } = search(w, damagedAt(w, layout.layers[3]?.wide.values ?? 0));
  expect(lanes.join()).toContain("model.int8.onnx of the embedding model is damaged: its checksum is wrong");
  expect(paths).not.toContain(w.path("a.md"));
});

test("an executable that does not know the place of its model finds it all the same", async () => {
  using w = world({
    "main.ts": `import { openEncoder } from ${JSON.stringify(join(root, "src/embed/encoder.ts"))};
      const encoder = await openEncoder("fast");
      process.stdout.write(Buffer.from((await encoder.embed(["open a file"])).buffer).toString("hex"));`,
  });
  const outfile = join(w.base, "lost");
  const built = await Bun.build({
    entrypoints: [w.path("main.ts")],
    target: "bun",
    format: "esm",
    define: { MODEL_PLACE: "1000" },
    compile: { outfile },
  });
  expect(built.success).toBe(true);
  const { openEncoder } = await import("../../src/embed/encoder.ts");
  const encoder = await openEncoder("fast");
  const expected = Buffer.from((await encoder.embed(["open a file"])).buffer).toString("hex");
  encoder.close();
  expect(w.runWith({ command: [outfile] }).stdout).toBe(expected);
});
