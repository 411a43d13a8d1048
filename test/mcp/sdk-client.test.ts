/** The SDK's own client over stdio: what it checks by itself, progress, cancellation, roots and their changes. */
import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { COMMAND, type World, world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";

const LARGE = join(import.meta.dir, "..", "..", "node_modules");
const open: Client[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

interface RootsOffer {
  /** Changed by a test before it sends the notice. */
  folders: string[];
  asked: number;
}

async function connect(repo: World, roots?: RootsOffer): Promise<Client> {
  const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => {
      roots.asked++;
      return { roots: roots.folders.map((folder) => ({ uri: `file://${folder}` })) };
    });
  }
  const [command = "", ...args] = COMMAND;
  const transport = new StdioClientTransport({
    command,
    args: [...args, "serve"],
    cwd: repo.dir,
    env: repo.environment(),
    stderr: "ignore",
  });
  await client.connect(transport);
  open.push(client);
  return client;
}

const call = async (client: Client, args: Record<string, unknown>, name = "search_repo_context") => {
  const result = await client.callTool({ name, arguments: args });
  const [block] = result.content as { type: string; text?: string }[];
  const structure = result.structuredContent as { searched_directory?: string } | undefined;
  return { isError: result.isError === true, text: block?.text ?? "", structure };
};

describe("the SDK's client", () => {
  test("lists, calls, and finds the structure valid against the output schema", async () => {
    const repo = world(REPOSITORY);
    const client = await connect(repo);
    // Listed tools make the client check every structure against the tool's schema.
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(2);
    expect(client.getInstructions()).toContain("search_repo_context");
    const found = await call(client, { keywords: ["snow_melt"], directory: repo.dir, output_mode: "full" });
    expect(found.structure?.searched_directory).toBe(repo.dir);
    expect(
      (await call(client, { keywords: ["snow_melt"], directory: repo.dir }, "search_focused_context")).isError,
    ).toBe(false);
    const wrong = await call(client, { keywords: ["x"], directory: "/no/such/folder" });
    expect([wrong.isError, wrong.text]).toEqual([true, expect.stringContaining("/no/such/folder")]);
  });

  test("gets progress that rises", async () => {
    const client = await connect(world());
    let seen: number[] = [];
    let totals: (number | undefined)[] = [];
    // There are ten notes a second at most: asked for more and more until a call takes long enough for several.
    const common = "e a t return function import export const value index type name error string default module".split(
      " ",
    );
    const isEnough = () => seen.length > 1 && totals.some((total) => total !== undefined);
    for (let words = 0; !isEnough() && words <= common.length; words += 4) {
      seen = [];
      totals = [];
      const keywords = ["onnxruntime", "tree-sitter", ...common.slice(0, words)];
      await client.callTool({ name: "search_repo_context", arguments: { keywords, directory: LARGE } }, undefined, {
        onprogress: ({ progress, total }) => {
          seen.push(progress);
          totals.push(total);
        },
        timeout: 60_000,
      });
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(totals.some((total) => total !== undefined)).toBe(true);
  });

  test("cancels", async () => {
    const repo = world(REPOSITORY);
    const client = await connect(repo);
    const controller = new AbortController();
    const asked = client.callTool(
      { name: "search_repo_context", arguments: { keywords: ["e"], directory: LARGE } },
      undefined,
      {
        signal: controller.signal,
      },
    );
    setTimeout(() => controller.abort("enough"), 50);
    expect(asked).rejects.toThrow();
    await asked.catch(() => undefined);
    expect((await call(client, { keywords: ["snow_melt"], directory: repo.dir })).isError).toBe(false);
  });
});

describe("roots", () => {
  test("none: the working directory, and no relative paths", async () => {
    const repo = world(REPOSITORY);
    const client = await connect(repo);
    expect((await call(client, { keywords: ["snow"] })).structure?.searched_directory).toBe(repo.dir);
    const relative = await call(client, { keywords: ["snow"], directory: "src" });
    expect([relative.isError, relative.text]).toEqual([true, expect.stringMatching(/no roots[\s\S]*absolute path/)]);
  });

  test("one: left out and relative folders are beneath it; asked once, again after a change", async () => {
    const repo = world({ "one/src/a.txt": "snow", "two/src/b.txt": "snow" });
    const roots: RootsOffer = { folders: [repo.path("one")], asked: 0 };
    const client = await connect(repo, roots);
    const searched = async (args: Record<string, unknown>, name?: string) =>
      (await call(client, { keywords: ["snow"], ...args }, name)).structure?.searched_directory;
    expect(await searched({})).toBe(repo.path("one"));
    expect(await searched({ directory: "src" })).toBe(repo.path("one/src"));
    expect(await searched({ directory: "." })).toBe(repo.path("one"));
    expect(await searched({ directory: "src" }, "search_focused_context")).toBe(repo.path("one/src"));
    expect(await searched({ directory: repo.path("two") })).toBe(repo.path("two"));
    expect(roots.asked).toBe(1);
    roots.folders = [repo.path("two")];
    await client.sendRootsListChanged();
    expect(await searched({ directory: "src" })).toBe(repo.path("two/src"));
    expect(roots.asked).toBe(2);
  });

  test("several: an absolute path is asked for", async () => {
    const repo = world({ "one/a.txt": "snow", "two/b.txt": "snow" });
    const client = await connect(repo, { folders: [repo.path("one"), repo.path("two")], asked: 0 });
    const relative = await call(client, { keywords: ["snow"], directory: "one" });
    expect([relative.isError, relative.text]).toEqual([true, expect.stringMatching(/2 roots[\s\S]*absolute path/)]);
    expect((await call(client, { keywords: ["snow"] })).structure?.searched_directory).toBe(repo.dir);
    expect((await call(client, { keywords: ["snow"], directory: repo.path("two") })).isError).toBe(false);
  });

  test("a root through a link is its folder (servers#3253)", async () => {
    const repo = world({ "real/a.txt": "snow", link: { link: "real" } });
    const client = await connect(repo, { folders: [repo.path("link")], asked: 0 });
    expect((await call(client, { keywords: ["snow"] })).structure?.searched_directory).toBe(repo.path("real"));
  });
});
