import { expect, test } from "bun:test";
import { prepareSearch } from "../../src/index-search/indexed-search.ts";
import { Passages } from "../../src/index-search/passages.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { indexed } from "./indexed.ts";

test("the commonest words propose nothing where rarer ones propose enough parts", async () => {
  const files = Array.from({ length: 40 }, (_, at) => [
    `f${at}.md`,
    ["water", ...(at < 24 ? ["lake"] : []), ...(at < 8 ? ["heron"] : [])].join(" "),
  ]);
  const place = await indexed(Object.fromEntries(files));
  const proposing = (query: string, enough: number) =>
    place.store((store) =>
      store.read(() => {
        const request = searchRequestSchema.parse({ query, mode: "lexical" });
        const { plan, candidates } = prepareSearch(store, request, place.settings, {});
        return new Passages(plan, candidates).proposing(enough);
      }),
    );
  expect(proposing("water", 5)).toBe('"water"');
  expect(proposing("water lake heron", 8)).toBe('"heron"');
  // The rarest word holds too few parts by itself.
  expect(proposing("water lake heron", 9)).toBe('"heron" OR "lake"');
  expect(proposing("water lake heron", 25)).toBe('"heron" OR "lake" OR "water"');
  // Eight of forty are not common.
  expect(proposing("heron egret", 0)).toBe('"egret" OR "heron"');
});
