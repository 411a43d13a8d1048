/** `read` of a member of an archive, by "archive.zip!/member". */
import { expect, test } from "bun:test";
import { zipFixture } from "../fixtures/documents/archives.ts";
import { world } from "../world.ts";

test("a member is found as a part of its archive and read by its name, whole or by one of its units", () => {
  const place = world({ "notes.zip": zipFixture().bytes });
  place.run("index", ".");
  const found = place.run("search", '"Note words"', "--json").json<readonly { part: string; line_start: number }[]>();
  expect(found.data[0]).toMatchObject({ part: "docs/notes.md", line_start: 1 });
  const read = (path: string) => place.run("read", path, "--json").json<{ sections: readonly { part: string }[] }>();
  const parts = (path: string) => read(path).data.sections.map(({ part }) => part);
  expect(parts("notes.zip!/docs/notes.md")).toEqual(["docs/notes.md"]);
  expect(parts("notes.zip!/word.docx")).toEqual(["word.docx/body"]);
  expect(read("other.zip!/docs/notes.md")).toMatchObject({ ok: false, error: { code: "not_found" } });
}, 30_000);
