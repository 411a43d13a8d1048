/** Pictures of PDF pages by the running server: marks stand on ink, and what a hostile file may cost. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { createDeflate, inflateSync } from "node:zlib";
import type { ViewInputs, ViewRect } from "../../src/request/view-request.ts";
import { appearance, onePage, placed } from "../fixtures/documents/pdf.ts";
import { type World, world } from "../world.ts";
import { type Session, startSession } from "./session.ts";

const TEXT = placed([300, 420, "beacon"], [100, 600, "harbour"]);
const TURNS = [0, 90, 180, 270];

let place: World;
let session: Session;

beforeAll(async () => {
  const turned = TURNS.map((turn) => [`turned-${turn}.pdf`, onePage(TEXT, { page: `/Rotate ${turn}` })] as const);
  place = world({
    ...Object.fromEntries(turned),
    "cropped.pdf": onePage(TEXT, { page: "/CropBox [50 300 450 700]" }),
    "cropped-turned.pdf": onePage(TEXT, { page: "/CropBox [50 300 450 700] /Rotate 90" }),
    "huge.pdf": onePage(TEXT, { page: "/MediaBox [0 0 14400 14400]" }),
    "stamped.pdf": onePage(TEXT, {
      page: "/Annots [6 0 R]",
      others: [
        "<< /Type /Annot /Subtype /Stamp /Rect [100 100 300 120] /AP << /N 7 0 R >> /Contents (stamp) >>",
        appearance("stamp stamp stamp"),
      ],
    }),
    "words.pdf": onePage(placed([72, 700, "Ships sailed. The sailing ship is old, an old shipyard."])),
    "broken.pdf": Buffer.from(onePage(TEXT)).subarray(0, 200),
  });
  place.run("index", "--no-embed", place.dir);
  session = await startSession(place);
}, 60_000);
afterAll(async () => {
  await session.end();
  place[Symbol.dispose]();
});

function page(name: string, query: string, more: Partial<ViewInputs["page"]> = {}) {
  return session.call("page", { path: place.path(name), query, page: 1, width: 800, ...more });
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Samples, three a pixel, with one byte before each row. */
  readonly rows: Uint8Array;
}

async function pictureOf(id: string): Promise<Picture> {
  const png = Buffer.from(await (await session.send(`picture/${id}`)).arrayBuffer());
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  // The signature and IHDR take 33 bytes; IDAT follows.
  return { ...size, rows: inflateSync(png.subarray(41, 41 + png.readUInt32BE(33))) };
}

/** Dark pixels in a stretch of a picture. */
function ink({ width, height, rows }: Picture, { x, y, width: w, height: h }: ViewRect): number {
  let dark = 0;
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(height, Math.ceil(y + h)); row++) {
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(width, Math.ceil(x + w)); column++) {
      if ((rows[row * (width * 3 + 1) + 1 + column * 3] ?? 255) < 128) dark++;
    }
  }
  return dark;
}

describe("marks", () => {
  const names = [...TURNS.map((turn) => `turned-${turn}.pdf`), "cropped.pdf", "cropped-turned.pdf"];
  test.each(names)("of %s hold the ink of both words and nothing else is drawn", async (name) => {
    const { id, matches, ...size } = await page(name, "beacon harbour");
    expect(matches.map(({ text }) => text).sort()).toEqual(["beacon", "harbour"]);
    const picture = await pictureOf(id);
    expect([picture.width, picture.height]).toEqual([size.width, size.height]);
    const each = matches.map(({ rects: [rect = { x: 0, y: 0, width: 0, height: 0 }] }) => ink(picture, rect));
    for (const dark of each) expect(dark).toBeGreaterThan(50);
    const all = ink(picture, { x: 0, y: 0, width: picture.width, height: picture.height });
    expect(each.reduce((sum, dark) => sum + dark, 0)).toBeGreaterThan(0.95 * all);
  });

  test("are those of the words as the index matches them: forms of a word, phrases, beginnings", async () => {
    const texts = async (query: string) => (await page("words.pdf", query)).matches.map(({ text }) => text);
    expect(await texts("sail")).toEqual(["sailed", "sailing"]);
    expect(await texts('"sailing ship"')).toEqual(["sailing ship"]);
    expect(await texts("shipy*")).toEqual(["shipyard"]);
    expect(await texts("ship -old")).toEqual(["Ships", "ship"]);
    expect(await texts("")).toEqual([]);
  });
});

describe("what a file may cost", () => {
  test("a picture has bounded pixels, however large the page and the wish", async () => {
    const { width, height } = await page("huge.pdf", "", { width: 4000 });
    expect(width * height).toBeLessThanOrEqual(6_010_000);
  });

  test("annotations are not drawn", async () => {
    const { id, ...size } = await page("stamped.pdf", "");
    const picture = await pictureOf(id);
    const bottom = { x: 0, y: size.height * 0.8, width: size.width, height: size.height * 0.2 };
    expect(ink(picture, bottom)).toBe(0);
  });

  test("a broken file and a page that is not there are errors", async () => {
    await expect(page("broken.pdf", "")).rejects.toThrow(/^4\d\d /);
    await expect(page("words.pdf", "", { page: 2 })).rejects.toThrow("400");
  });

  test("requests that were aborted leave the same child, and the next page is drawn", async () => {
    await page("words.pdf", "");
    const before = renderers();
    for (let i = 0; i < 10; i++) {
      const aborter = new AbortController();
      const asked = session.send("api/page", {
        method: "POST",
        headers: { cookie: session.cookie },
        body: JSON.stringify({ path: place.path("turned-90.pdf"), page: 1, width: 800 }),
        signal: aborter.signal,
      });
      setTimeout(() => aborter.abort(), 5 * i);
      await asked.catch(() => undefined);
    }
    expect((await page("words.pdf", "ship")).matches.length).toBeGreaterThan(0);
    expect(renderers()).toEqual(before);
    if (process.platform === "linux") expect(before.length).toBe(1);
  });

  test("a page that takes more memory than it may is an error, and the next page is drawn", async () => {
    const image = `<< /Type /XObject /Subtype /Image /Width 14000 /Height 14000 /ColorSpace /DeviceGray /BitsPerComponent 8
      /Filter [/FlateDecode /ASCIIHexDecode]`;
    const data = (await zeros(400)).toString("latin1");
    const bomb = onePage(`${TEXT} q 600 0 0 700 0 0 cm /I Do Q`, {
      page: "/Resources << /Font << /F1 5 0 R >> /XObject << /I 6 0 R >> >>",
      others: [`${image} /Length ${data.length} >>\nstream\n${data}\nendstream`],
    });
    place.write({ "bomb.pdf": bomb });
    place.run("index", "--no-embed");
    await expect(page("bomb.pdf", "beacon")).rejects.toThrow(/^422 .*memory_limit/);
    expect((await page("words.pdf", "ship")).matches.length).toBeGreaterThan(0);
  }, 60_000);
});

/** So many million digits zero, deflated. */
async function zeros(millions: number): Promise<Buffer> {
  const part = Buffer.alloc(1_000_000, "0");
  const source = Readable.from(Array.from({ length: millions }, () => part));
  return Buffer.concat(await source.pipe(createDeflate()).toArray());
}

/** Process ids of the server's renderers; none where /proc does not tell. */
function renderers(): number[] {
  if (process.platform !== "linux") return [];
  const pids = readFileSync(`/proc/${session.child.pid}/task/${session.child.pid}/children`, "utf8").trim().split(" ");
  return pids.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("render"));
}
