/** A twenty-fifth of bench/faults/exchange.ts. */
import { expect, test } from "bun:test";
import { exchangeWhileCalling } from "./exchange.ts";

test.skipIf(process.platform !== "linux")(
  "a folder that changes places with a link while tools are called: nothing outside is seen, stored or made a root",
  async () => {
    const { calls } = await exchangeWhileCalling(20);
    expect(calls.reindex?.answered).toBeGreaterThan(0);
    expect(calls.read_file?.answered).toBeGreaterThan(0);
    expect(calls.rag_index?.refused).toBeGreaterThan(0);
  },
  120_000,
);
