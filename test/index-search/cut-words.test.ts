import { expect, test } from "bun:test";
import { indexed } from "./indexed.ts";

test("what a chunk's border cuts off a word is no word of the file", async () => {
  // Without a blank, so that a border falls within a word in one of the files.
  const files = Array.from({ length: 8 }, (_, pad) => [`f${pad}.txt`, `${"-".repeat(pad)}${"queries_".repeat(400)}`]);
  const place = await indexed(Object.fromEntries(files));
  const strict = (query: string) =>
    place.answer(query).hits.filter(({ match }) => match === "chunk" || match === "document");
  for (const part of ["querie", "queri", "ueries", "eries"]) expect(strict(`"${part}"`)).toEqual([]);
  expect(strict('"queries"')).toHaveLength(8);
});
