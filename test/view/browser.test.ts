/** The page of `view` in a real browser. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import axe from "axe-core";
import { PNG } from "pngjs";
import type { Browser, Page } from "puppeteer-core";
import { type Files, type World, world } from "../world.ts";
import { describeBrowser, screenshot, startBrowser } from "./browser.ts";
import { LIBRARY } from "./library.ts";
import { type Session, startSession } from "./session.ts";

/** Names and texts that would run, turn around or escape if they were anything but text. */
const HOSTILE_TEXTS = [
  "<img src=x onerror=document.title='run'>",
  "<script>document.title='run'</script>",
  "<svg onload=document.title='run'>",
  "</bdi></button><iframe srcdoc=\"<script>parent.document.title='run'</script>\">",
  "javascript:document.title='run'",
  "{{constructor.constructor('document.title=1')()}}",
  "\u202egnp.exe\u202c",
  "\u2067\u2066turn\u2069\u2069",
  "\u001b]0;run\u0007\u001b[31mred",
  "&lt;b&gt; &#60;script&#62;",
];

function hostileFiles(): Files {
  const files: Record<string, string> = {};
  for (let i = 0; i < 50; i++) {
    const text = HOSTILE_TEXTS[i % HOSTILE_TEXTS.length] ?? "";
    const name = text.replaceAll("/", "∕").replaceAll("\0", "");
    files[`hostile/${i} ${name}.${i % 3 === 0 ? "md" : i % 3 === 1 ? "ts" : "csv"}`] =
      `# ${text}\nzanzibar ${text}, ${i}\n`;
  }
  return files;
}

describeBrowser("the page", () => {
  let place: World;
  let session: Session;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    place = world({ ...LIBRARY, ...hostileFiles() });
    place.run("index", place.dir);
    session = await startSession(place, { QSEARCH_LINK: "vscode" });
    browser = await startBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("400")) faults.push(message.text());
    });
    page.on("request", (request) => requests.push(request.url()));
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(session.address, { waitUntil: "networkidle0" });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    expect(await session.end()).toBe(130);
    place[Symbol.dispose]();
  });
  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
    expect(requests.splice(0).filter((url) => !url.startsWith(session.url))).toEqual([]);
  });

  const text = (selector: string) => page.$$eval(selector, (all) => all.map((each) => each.textContent ?? ""));
  const blur = () => page.evaluate("document.querySelector('input')?.blur()");
  const settled = async () => {
    await page.waitForFunction("document.querySelector('[aria-busy=\"true\"]') === null");
    await page.waitForNetworkIdle({ idleTime: 80 });
  };
  const search = async (query: string) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await blur();
    await page.keyboard.press("/");
    await page.keyboard.type(query);
    await settled();
  };
  /** Searches by the keyboard alone and opens the first hit. */
  const open = async (query: string) => {
    await search(query);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".viewer");
    await settled();
  };

  test("the token is gone from the address, and the cookie is no script's", async () => {
    expect(page.url()).toBe(session.url);
    expect(await page.evaluate("document.cookie")).toBe("");
  });

  test("search as you type, by the keyboard alone: list, hit, next hit, back", async () => {
    await search("lighthouse");
    expect((await text(".hit h2")).length).toBe(7);
    expect(await text(".count")).toEqual(["7 files"]);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".viewer");
    const first = (await text(".viewer h1"))[0];
    await blur();
    await page.keyboard.press("j");
    await settled();
    expect((await text(".viewer h1"))[0]).not.toBe(first);
    await page.keyboard.press("k");
    await settled();
    expect((await text(".viewer h1"))[0]).toBe(first);
    await page.keyboard.press("Escape");
    expect(await page.$(".viewer")).toBeNull();
  });

  test("full hits stand above a divider, the rest below", async () => {
    await search("lighthouse storm");
    expect(await text(".divider")).toEqual(["With some of the words"]);
    expect((await text(".hit h2"))[0]).toBe("book.pdf");
  });

  test("what was meant can be clicked", async () => {
    await search("lighthuose");
    await page.click(".suggestion");
    await settled();
    expect((await text(".hit h2")).length).toBe(7);
  });

  test("facets with counts narrow the list, and Back widens it", async () => {
    await search("lighthouse");
    await page.click(".facet:nth-child(2) summary");
    const labels = await text(".facet:nth-child(2) label");
    expect(labels).toContain("pdf2");
    const at = labels.indexOf("pdf2") + 1;
    await page.click(`.facet:nth-child(2) li:nth-child(${at}) input`);
    await settled();
    expect((await text(".hit h2")).sort()).toEqual(["book.pdf", "harbour.pdf"]);
    expect(page.url()).toContain("ext=pdf");
    await page.goBack();
    await settled();
    expect((await text(".hit h2")).length).toBe(7);
  });

  test("the page of a PDF: marks of the right colour with ink under them, at the words", async () => {
    await open("lighthouse quay ext:pdf");
    await page.waitForSelector(".paper rect");
    await page.waitForFunction("[...document.images].every((image) => image.complete && image.naturalWidth > 0)");
    const picture = PNG.sync.read(Buffer.from(await screenshot(page, "pdf")));
    const rects = await page.$$eval(".paper rect", (all) =>
      all.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    expect(rects.length).toBe(2);
    for (const rect of rects) {
      const { marked, ink } = shares(picture, rect);
      expect(marked).toBeGreaterThan(0.3);
      expect(ink).toBeGreaterThan(0.05);
    }
  });

  test("pages are turned by a key, and the address says which", async () => {
    await open("lighthouse storm ext:pdf");
    expect(await text(".tools span")).toContain("page 2 of 3");
    await page.keyboard.press("]");
    await settled();
    expect(await text(".tools span")).toContain("page 3 of 3");
    expect(page.url()).toContain("at=3");
    await page.goBack();
    await settled();
    expect(await text(".tools span")).toContain("page 2 of 3");
  });

  test("a spreadsheet as a grid: the row, empty cells, sheets as tabs", async () => {
    await open("lamp ext:xlsx");
    expect(await text(".grid thead th")).toEqual(["A", "B", "C"]);
    expect(await text("tr[data-here] th, tr[data-here] td")).toEqual(["3", "lighthouse lamp", "", "44"]);
    expect(await text(".grid mark")).toEqual(["lamp"]);
    await page.click(".tab:nth-child(2)");
    await settled();
    expect(await text(".grid tbody td")).toEqual(["", "quay wall"]);
    await screenshot(page, "sheet");
  });

  test("code: line, outline, callers, and the way to a caller and back", async () => {
    await open("turnBeacon path:beacon");
    expect(await text(".line[data-here] .number")).toEqual(["2"]);
    expect(await text(".outline li")).toEqual(["turnBeacon", "blink"]);
    await page.keyboard.press("c");
    await page.waitForSelector(".graph button");
    expect(await text(".graph code")).toEqual(["start"]);
    await screenshot(page, "code");
    await page.click(".graph button");
    await settled();
    expect((await text(".viewer h1"))[0]).toBe("main.ts");
    expect(await text(".line[data-here] .number")).toEqual(["4"]);
    await page.goBack();
    await settled();
    expect((await text(".viewer h1"))[0]).toContain("beacon.ts");
  });

  test("Markdown and HTML are text, and nothing of them runs", async () => {
    await open("signals ext:html");
    expect((await text(".text"))[0]).toContain("Signals");
    expect(await page.title()).not.toBe("run");
    await open("ships ice ext:md");
    expect(await text(".line.heading .content")).toEqual(["# Harbour guide", "## Winter"]);
  });

  test("why: the parts of the score", async () => {
    await open("lighthouse quay");
    await page.click('.viewer button[aria-expanded="false"]');
    expect(await text(".why dt")).toContain("Words (BM25)");
    expect((await page.$$(".why meter")).length).toBeGreaterThan(3);
  });

  test("reload restores query, filters and the open hit", async () => {
    await open("lighthouse quay ext:pdf");
    await page.reload({ waitUntil: "networkidle0" });
    await page.waitForSelector(".paper rect");
    expect(await page.$eval("input", (input) => input.value)).toBe("lighthouse quay ext:pdf");
    expect((await text(".viewer h1"))[0]).toContain("harbour.pdf");
  });

  test("y copies path:line, Enter opens the editor's address, i and ? show the index and the keys", async () => {
    await page.evaluate(`globalThis.written = [];
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (said) => written.push(said) } });`);
    await open("winter ext:md");
    await blur();
    await page.keyboard.press("y");
    expect(await page.evaluate("written")).toEqual([`${place.path("notes/guide.md")}:5`]);
    expect(await page.$eval("a.button", (link) => link.getAttribute("href"))).toBe(
      `vscode://file${place.path("notes/guide.md")}:5`,
    );
    await page.keyboard.press("i");
    await page.waitForSelector(".panel li");
    expect((await text(".panel"))[0]).toContain("documents");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    expect((await text(".panel"))[0]).toContain("next, previous hit");
    await page.keyboard.press("?");
    expect(await page.$(".panel")).toBeNull();
  });

  test("50 hostile names and texts run nothing, and are shown as text", async () => {
    for (const query of ["zanzibar", "zanzibar ext:md", "zanzibar ext:ts", "zanzibar ext:csv"]) {
      await open(query);
      for (let i = 0; i < 12; i++) {
        await page.keyboard.press("j");
        await page.waitForSelector(".viewer");
      }
      await settled();
      expect(await page.title()).toStartWith(query);
      expect(
        await page.$$eval("#root script, #root iframe, #root img:not([src^='picture/'])", (all) => all.length),
      ).toBe(0);
    }
    await search("zanzibar");
    await page.keyboard.press("Escape");
    await page.click(".more");
    await settled();
    const names = await text(".hit h2");
    expect(names.length).toBe(50);
    expect(names.join("")).toContain("<script>document.title='run'<∕script>");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be shown
    expect(names.join("")).not.toMatch(/[\u202e\u2066\u2067\x1b\x07]/);
  });

  test.each(["light", "dark"])("axe finds nothing serious, %s", async (scheme) => {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const query of ["lighthouse quay ext:pdf", "lamp ext:xlsx", "turnBeacon path:beacon", "lighthuose"]) {
      await search(query);
      if (query !== "lighthuose") {
        await page.keyboard.press("Enter");
        await page.waitForSelector(".viewer");
        await settled();
        if (query.includes("pdf")) await page.click('.viewer button[aria-expanded="false"]');
      }
      await screenshot(page, `${scheme} ${query.replace(/\W+/g, "-")}`);
      expect(await seriousFaults()).toEqual([]);
    }
    await blur();
    await page.keyboard.press("i");
    await page.waitForSelector(".panel");
    expect(await seriousFaults()).toEqual([]);
    await page.keyboard.press("Escape");
    await page.emulateMediaFeatures([]);
  });

  async function seriousFaults(): Promise<string[]> {
    await page.evaluate(axe.source);
    return await page.evaluate(async () => {
      const run = Reflect.get(globalThis, "axe") as {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
      const { violations } = await run.run();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  }

  test.each([360, 3840])("%d pixels wide: nothing to scroll sideways", async (width) => {
    await page.setViewport({ width, height: width === 360 ? 740 : 2160 });
    await search("lighthouse quay ext:pdf");
    await screenshot(page, `${width} list`);
    const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".paper rect");
    await settled();
    await screenshot(page, `${width} pdf`);
    expect(await overflow()).toBeLessThanOrEqual(0);
    // The first match is in view.
    const { x = -1, y = -1 } = await page.$eval(".paper .current rect", (rect) =>
      rect.getBoundingClientRect().toJSON(),
    );
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(await page.$eval(".list", (list) => list.checkVisibility())).toBe(width > 760);
    await page.setViewport({ width: 1440, height: 900 });
  });

  test("a page of another origin gets nothing", async () => {
    const html = new Blob(["<p>other"], { type: "text/html" });
    using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(html) });
    const stranger = await browser.newPage();
    await stranger.goto(`http://127.0.0.1:${other.port}/`);
    const got = await stranger.evaluate(`Promise.all([
      fetch("${session.url}api/search", { method: "POST", credentials: "include", body: '{"query":"lighthouse"}' }),
      fetch("${session.url}api/search", { method: "POST", mode: "no-cors", credentials: "include", body: '{"query":"lighthouse"}' }),
      fetch("${session.url}app.js", { credentials: "include" }),
      new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.src = "${session.url}";
        frame.onload = () => resolve({ text: () => frame.contentDocument?.body.textContent ?? "" });
        document.body.append(frame);
      }),
    ].map((each) => each.then((answer) => answer.text()).catch(() => ""))).then((all) => all.join("|"))`);
    expect(got).toBe("|||");
    await stranger.close();
  });
});

/** Of the pixels of a rectangle: the share in the colour of marks, and the share that is dark. */
function shares(picture: PNG, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  let [marked, ink, all] = [0, 0, 0];
  for (let row = Math.ceil(y); row < y + height; row++) {
    for (let column = Math.ceil(x); column < x + width; column++) {
      const at = 4 * (row * picture.width + column);
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(at, at + 3);
      all++;
      if (red > 230 && green > 150 && green < 235 && blue < 160) marked++;
      if (red + green + blue < 300) ink++;
    }
  }
  return { marked: marked / all, ink: ink / all };
}
