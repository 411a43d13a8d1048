/** Both encoders in the whole program, from source or in the binary (oven-sh/bun#18145: wasm missing there, search by meaning off in silence). */
import { expect, test } from "bun:test";
import { ENCODER_KINDS } from "../../src/embed/encoder.ts";
import { world } from "../world.ts";

for (const kind of ENCODER_KINDS) {
  test(`index and search by meaning with --encoder ${kind}`, () => {
    const w = world({
      "docs/bread.md": "# Bread\n\nKnead the dough for ten minutes, then let it rise.\n",
      "docs/bike.md": "# Bicycles\n\nHow to mend a flat tyre on the road.\n",
    });
    expect(w.run("index", "docs", "--encoder", kind).stdout).toContain("2 passages embedded");
    const found = w.run("search", "letting dough rise for bread", "--mode", "semantic");
    expect(found.stdout).toContain("docs/bread.md");
    expect(found.stdout).not.toContain("docs/bike.md");
    expect(found.exitCode).toBe(0);
  }, 60_000);
}
