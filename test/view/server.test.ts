/** The server behind `view`: what it answers, and who gets nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { utimesSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { type World, world } from "../world.ts";
import { LIBRARY } from "./library.ts";
import { type Session, startSession } from "./session.ts";

let place: World;
let session: Session;

beforeAll(async () => {
  place = world({ ...LIBRARY, ".gitignore": "secret.md\n", "secret.md": "lighthouse plans\n" });
  place.run("index", place.dir);
  session = await startSession(place, { QSEARCH_LINK: "vscode" });
}, 60_000);
afterAll(async () => {
  await session.end();
  place[Symbol.dispose]();
});

describe("search", () => {
  test("hits with their root, an editor's address, the parts of the score and excerpts with ranges", async () => {
    const { hits } = await session.call("search", { query: "lighthouse", mode: "lexical" });
    expect(hits.length).toBe(7);
    const hit = hits.find(({ name }) => name === "docs/harbour.pdf");
    expect(hit?.root).toBe(place.dir);
    expect(hit?.link).toBe(`vscode://file${place.path("docs/harbour.pdf")}:${hit?.line}`);
    expect(hit?.explain?.bm25).toBeGreaterThan(0);
    const [[start, end] = [0, 0]] = hit?.excerpt.ranges ?? [];
    expect(hit?.excerpt.text.slice(start, end)).toBe("lighthouse");
  });

  test("facets count the files that a value would leave, and disregard the filter of their own kind", async () => {
    const all = await session.call("facets", { query: "lighthouse" });
    expect(all.files).toBe(7);
    expect(all.extensions).toContainEqual({ value: "pdf", files: 2 });
    expect(all.folders).toContainEqual({ value: place.path("docs"), files: 2 });
    expect(all.types.reduce((sum, { files }) => sum + files, 0)).toBe(7);
    expect(all.days.map(({ files }) => files)).toEqual([7, 7, 7, 7]);
    const pdfs = await session.call("facets", { query: "lighthouse", extensions: ["pdf"] });
    expect(pdfs.extensions).toEqual(all.extensions);
    expect(pdfs.folders).toEqual([]);
    const source = { query: "lighthouse", types: ["source" as const], folders: [place.path("code")] };
    expect((await session.call("facets", source)).types).toEqual([{ value: "source", files: 1 }]);
  });

  test("a search is narrowed by extension, type, folder and age", async () => {
    const names = async (more: object) => {
      const { hits } = await session.call("search", { query: "lighthouse", ...more });
      return hits.map(({ name }) => name).sort();
    };
    expect(await names({ extensions: ["pdf"] })).toEqual(["docs/book.pdf", "docs/harbour.pdf"]);
    expect(await names({ types: ["source"], folders: [place.path("code")] })).toEqual(["code/beacon.ts"]);
    expect((await names({ days: 1 })).length).toBe(7);
    utimesSync(place.path("notes/guide.md"), new Date(0), new Date(0));
    place.run("index");
    expect(await names({ days: 30, extensions: ["md"] })).toEqual([]);
    expect(await names({ extensions: ["md"] })).toEqual(["notes/guide.md"]);
  });

  test("a phrase that is still being typed, and what is not understood", async () => {
    const { hits } = await session.call("search", { query: '"harbour mas', mode: "lexical" });
    expect(hits.map(({ name }) => name)).not.toContain("code/main.ts");
    await expect(session.call("search", { query: "ext:" })).rejects.toThrow("400");
  });

  test("the last word may be a beginning while it is typed, unless the word itself is there", async () => {
    const typing = await session.call("search", { query: "harbour lightho", mode: "lexical" });
    expect(typing.query).toBe("harbour lightho*");
    expect(typing.hits.map(({ name }) => name)).toContain("docs/harbour.pdf");
    expect((await session.call("search", { query: "light", mode: "lexical" })).query).toBe("light");
    expect((await session.call("search", { query: '"the lightho', mode: "lexical" })).query).toBe('"the lightho');
    expect((await session.call("search", { query: "xyzzy", mode: "lexical" })).query).toBe("xyzzy");
  });

  test("suggestions where a word was mistyped", async () => {
    const { suggestions } = await session.call("search", { query: "lighthuose" });
    expect(suggestions).toContain("lighthouse");
  });

  test("aborted requests leave a server that answers", async () => {
    for (let i = 0; i < 20; i++) {
      const aborter = new AbortController();
      const asked = session.send("api/search", {
        method: "POST",
        headers: { cookie: session.cookie },
        body: JSON.stringify({ query: `lighthouse ${i}` }),
        signal: aborter.signal,
      });
      setTimeout(() => aborter.abort(), i % 7);
      await asked.catch(() => undefined);
    }
    expect((await session.call("search", { query: "quay" })).hits.length).toBeGreaterThan(0);
  });
});

describe("files", () => {
  test("a page of a PDF: a picture, and the words where they stand in it", async () => {
    const path = place.path("docs/book.pdf");
    const page = await session.call("page", { path, query: "lighthouse storm", page: 2, width: 612 });
    expect(page).toMatchObject({ width: 612, height: 792, page: 2, pages: 3, unreliable: null });
    expect(page.matches.map(({ text }) => text)).toEqual(["lighthouse", "storm"]);
    const [first, second] = page.matches.map(({ rects }) => rects[0]);
    // The text begins at (72, 700) from the lower left corner, 14 points high.
    expect(first?.y).toBeGreaterThan(78);
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(98);
    expect(first?.x).toBeGreaterThan(150);
    expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
    const picture = await session.send(`picture/${page.id}`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([612, 792]);
  });

  test("a spreadsheet: cells in their columns, the empty ones too, and the sheets' names", async () => {
    const sheet = await session.call("sheet", { path: place.path("tables/stock.xlsx"), query: "lighthouse", row: 3 });
    expect(sheet.sheets).toEqual(["Stock", "Harbour"]);
    expect(sheet.columns).toEqual(["A", "B", "C"]);
    expect(sheet.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [1, "item", "", "price"],
      [3, "lighthouse lamp", "", "44"],
    ]);
    expect(sheet.rows[1]?.marks[0]).toEqual([[0, 10]]);
    const other = await session.call("sheet", { path: place.path("tables/stock.xlsx"), sheet: "Harbour" });
    expect(other.rows).toEqual([{ row: 2, cells: ["", "quay wall"], marks: [[], []] }]);
  });

  test("CSV: fields without their quotes, empty ones kept", async () => {
    const { rows, columns } = await session.call("sheet", { path: place.path("tables/stock.csv") });
    expect(columns).toEqual(["A", "B", "C"]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["item", "price", "note"],
      ["rope", "12,50", 'long "sea" rope'],
      ["", "9.80", ""],
      ["lantern", "44", "lighthouse lantern"],
    ]);
  });

  test("a text: its headings, lines with ranges of its matches", async () => {
    const { read, marks, headings } = await session.call("text", {
      path: place.path("notes/guide.md"),
      query: "lighthouse",
    });
    expect(headings).toEqual([
      { section: 0, line: 0 },
      { section: 0, line: 4 },
    ]);
    expect(read.sections[0]?.lines[2]).toEqual({ line: 3, text: "The lighthouse is old." });
    expect(marks).toEqual([{ section: 0, line: 2, ranges: [[4, 14]] }]);
  });

  test("code: its outline, callers and callees", async () => {
    const path = place.path("code/beacon.ts");
    const { symbols } = await session.call("outline", { path });
    expect(symbols.map(({ name }) => name)).toEqual(["turnBeacon", "blink"]);
    const callers = await session.call("graph", { path, name: "turnBeacon", direction: "callers" });
    expect(callers.calls.map((call) => `${call.path}:${call.line}`)).toEqual(["code/main.ts:4"]);
    const callees = await session.call("graph", { path, name: "turnBeacon", direction: "callees" });
    expect(callees.calls.map(({ to }) => to[0]?.name)).toEqual(["blink"]);
  });

  test("the state of the index", async () => {
    const status = await session.call("status", {});
    expect(status.documents).toBe(Object.keys({ ...LIBRARY, ".gitignore": "" }).length);
    expect(status.roots.map(({ path }) => path)).toEqual([place.dir]);
  });
});

describe("what may not be read", () => {
  const outside = (): string[] => [
    "/etc/passwd",
    place.path("secret.md"),
    place.path("../home"),
    place.path("notes/../../data/qsearch.db"),
    place.path("nothing.md"),
    "notes/guide.md",
    "",
  ];
  test.each(["text", "outline", "sheet", "page", "graph"] as const)("%s gives one answer", async (name) => {
    for (const path of outside()) {
      const extra =
        name === "page" ? { page: 1, width: 600 } : name === "graph" ? { name: "x", direction: "callers" } : {};
      const response = await session.send(`api/${name}`, {
        method: "POST",
        headers: { cookie: session.cookie },
        body: JSON.stringify({ path, ...extra }),
      });
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toContain("lighthouse plans");
    }
  });
});

describe("who may ask", () => {
  const search = { method: "POST", body: JSON.stringify({ query: "lighthouse" }) };
  const status = async (headers: Record<string, string>, path = "api/search", init: RequestInit = search) =>
    (await session.send(path, { ...init, headers })).status;

  test("nobody without the token, not even for a picture", async () => {
    expect(await status({})).toBe(401);
    expect(await status({ cookie: "qsearch=" })).toBe(401);
    expect(await status({ cookie: `qsearch=${"x".repeat(session.token.length)}` })).toBe(401);
    expect(await status({}, "picture/x", {})).toBe(401);
    expect(await status({}, "api/enter", { method: "POST", body: JSON.stringify({ token: "guess" }) })).toBe(401);
  });

  test("nobody who does not know the path", async () => {
    const base = new URL(session.url).origin;
    for (const path of ["/", "/api/search", "/app.js", `${new URL(session.url).pathname.slice(0, -2)}/api/search`]) {
      const response = await fetch(base + path, { ...search, headers: { cookie: session.cookie } });
      expect(response.status).toBe(404);
    }
  });

  test("no page of another origin, port or host, with the cookie as well", async () => {
    const own = { cookie: session.cookie };
    expect(await status(own)).toBe(200);
    const others: readonly Readonly<Record<string, string>>[] = [
      { origin: "https://example.org" },
      { origin: "http://127.0.0.1:1" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { host: "example.org" },
      { host: "127.0.0.1:1" },
    ];
    for (const foreign of others) {
      expect(await status({ ...own, ...foreign })).toBe(403);
      expect(await status({ ...own, ...foreign }, "picture/x", {})).toBe(403);
    }
  });

  test("the document may be led to from a file, in a tab and nowhere else", async () => {
    const tab = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    expect(await status(tab, "", {})).toBe(200);
    expect(await status({ ...tab, "sec-fetch-dest": "iframe" }, "", {})).toBe(403);
    expect(await status(tab, "app.js", {})).toBe(403);
  });

  test("the cookie is for this path and no script, and every answer bears the policy", async () => {
    const entered = await session.send("api/enter", { method: "POST", body: JSON.stringify({ token: session.token }) });
    const cookie = entered.headers.get("set-cookie") ?? "";
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).toContain(`Path=${new URL(session.url).pathname};`);
    for (const path of ["", "app.js", "api/search", "nothing", "picture/x"]) {
      const { headers } = await session.send(path);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("unknown keys, wrong values, other methods and long bodies are refused", async () => {
    const own = { cookie: session.cookie };
    const post = (body: string) => status(own, "api/search", { method: "POST", body });
    expect(await post(JSON.stringify({ query: "x", extra: 1 }))).toBe(400);
    expect(await post(JSON.stringify({ query: 1 }))).toBe(400);
    expect(await post("no json")).toBe(400);
    expect(await post(JSON.stringify({ query: "x".repeat(100_000) }))).toBe(413);
    expect(await status(own, "api/search", { method: "GET" })).toBe(405);
    expect(await status(own, "api/toString")).toBe(404);
    expect(await status(own, "app.js", { method: "POST" })).toBe(405);
  });

  test("what every object has is no file of the page, and no picture", async () => {
    for (const name of ["constructor", "toString", "__proto__", "picture/constructor", "api/constructor"]) {
      expect(await status({ cookie: session.cookie }, name, {})).toBe(404);
    }
  });

  test("it listens on loopback alone", async () => {
    const { port } = new URL(session.url);
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address, internal, family } of others) {
      if (internal || family !== "IPv4") continue;
      await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow();
    }
  });
});

describe("the command", () => {
  test("Ctrl-C ends it with 130 and leaves no child", async () => {
    const other = await startSession(place);
    await other.call("page", { path: place.path("docs/harbour.pdf"), query: "", page: 1, width: 300 });
    expect(await other.end()).toBe(130);
  });

  test("the query stands in the address, encoded", async () => {
    const other = await startSession(place, {}, "old", "light & <b>");
    expect(new URL(other.address).searchParams.get("q")).toBe("old light & <b>");
    await other.end();
  });

  test("with --json one object holds the address, and nothing else is printed", async () => {
    const child = place.start({ timeout: 60_000 }, "view", "--no-open", "--json");
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    const { data } = JSON.parse(new TextDecoder().decode(value)) as { data: { address: string } };
    expect((await fetch(data.address)).status).toBe(200);
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    expect((await reader.read()).done).toBe(true);
    expect(await new Response(child.stderr).text()).toBe("");
  });

  test("without an index it says what to do", () => {
    using empty = world();
    const { exitCode, stderr } = empty.run("view", "--no-open");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("qsearch index");
  });

  test("the browser's program gets a file that only its owner can read, never the token", async () => {
    const bin = join(place.home, "bin");
    const log = join(place.home, "opened");
    const script = `#!/bin/sh\nstat -c %a "$1" > ${log}\necho "$1" >> ${log}\ncat "$1" >> ${log}\n`;
    await Bun.write(join(bin, "xdg-open"), script);
    Bun.spawnSync(["chmod", "755", join(bin, "xdg-open")]);
    const query = 'ext:md a/b & c# 100%25 "lamp"';
    const child = place.start({ env: { PATH: `${bin}:${process.env.PATH}` } }, "view", query);
    for (let i = 0; i < 100 && !((await Bun.file(log).exists()) && (await Bun.file(log).text()).includes("url=")); i++)
      await Bun.sleep(50);
    const [mode, name = "", page = ""] = (await Bun.file(log).text()).split("\n");
    child.kill("SIGINT");
    await child.exited;
    const address = new URL(/url=([^"]+)"/.exec(page)?.[1] ?? "");
    const token = address.hash.slice(1);
    expect(address.searchParams.get("q")).toBe(query);
    expect(mode).toBe("600");
    expect(token.length).toBeGreaterThan(20);
    expect(name).not.toContain(token);
    expect(await Bun.file(name).exists()).toBe(false);
  });
});
