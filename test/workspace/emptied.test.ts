/** An unmounted drive, for everything that follows or refreshes roots: nothing is lost, and it is said. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { CAN_MOUNT, Mounts } from "../faults/mounts.ts";
import { Checked } from "../mcp/checked.ts";
import { Wire } from "../mcp/wire.ts";
import { type World, world } from "../world.ts";
import { found, untilFound, Watching } from "./following.ts";

const NOTES = { "drive/a.md": "golden bearing\n", "drive/b.md": "golden flywheel\n", "here/c.md": "golden wheel\n" };
const ALL = ["drive/a.md", "drive/b.md", "here/c.md"];

function unmount(w: World): void {
  renameSync(w.path("drive"), w.path("drive_"));
  mkdirSync(w.path("drive"));
}

function mount(w: World): void {
  rmdirSync(w.path("drive"));
  renameSync(w.path("drive_"), w.path("drive"));
}

test("watch keeps what was there, says so once, and finds it again", async () => {
  using w = world(NOTES);
  w.run("index", w.path("drive"), w.path("here"), "--no-embed");
  const watching = new Watching(w);
  await watching.said("watching 3 files");
  unmount(w);
  await watching.said("drive lists no document and had 2 documents: kept, unseen");
  expect(found(w, "golden")).toEqual(["here/c.md"]);
  expect(w.run("status", "--json").json<{ documents: number }>().data.documents).toBe(3);
  mount(w);
  await untilFound(w, "golden", ALL);
  await watching.stop();
  expect(watching.stderr.match(/kept, unseen/g)).toHaveLength(1);
}, 60_000);

test("serve --watch, reindex, rag_index and rag_status say so", async () => {
  using w = world({ ...NOTES, "agent/d.md": "golden note\n" });
  w.run("index", w.path("drive"), w.path("here"), "--no-embed");
  const wire = new Wire(w, ["--watch"], { env: { QUICK_SEARCH_LOG_LEVEL: "INFO" } });
  await wire.open();
  const checked = new Checked(wire);
  const codes = async (tool: string, args: Record<string, unknown>) => {
    const { warnings } = await checked.good<{ warnings: readonly { code: string }[] }>(tool, args);
    return warnings.map(({ code }) => code);
  };
  const agent = { path: w.path("agent") };
  expect(await codes("rag_index", agent)).not.toContain("root_emptied");
  unmount(w);
  renameSync(w.path("agent"), w.path("agent_"));
  mkdirSync(w.path("agent"));
  expect(await codes("reindex", {})).toContain("root_emptied");
  expect(await codes("rag_index", agent)).toContain("root_emptied");
  expect((await codes("rag_status", {})).filter((code) => code === "root_emptied")).toHaveLength(2);
  expect(await codes("search_files", { query: "golden bearing" })).toContain("root_emptied");
  mount(w);
  rmdirSync(w.path("agent"));
  renameSync(w.path("agent_"), w.path("agent"));
  expect(await codes("rag_index", agent)).not.toContain("root_emptied");
  expect(await codes("reindex", {})).not.toContain("root_emptied");
  expect(found(w, "golden")).toEqual(ALL);
  await wire.end();
  // The watch may look between the two steps of the change of places: then the root was gone, and not empty.
  expect(await wire.stderr).toMatch(/kept, unseen|its documents stay until it is back/);
}, 90_000);

describe.skipIf(!CAN_MOUNT)("a file system", () => {
  test("that is unmounted: its documents and vectors are there when it is mounted again", async () => {
    using w = world({ "drive/": "", "disk/": "", "here/c.md": "golden wheel\n" });
    using mounts = await Mounts.open();
    const run = (...args: string[]) =>
      mounts.run(w, {}, ...args, "--json").json<{ embedded: number; unchanged: number }>();
    const mounted = () => mounts.shell('mount -t tmpfs none "$1"; echo "golden bearing" > "$1/a.md"', w.path("disk"));
    const atDrive = () => mounts.shell('mount --bind "$1" "$2"', w.path("disk"), w.path("drive"));
    mounted();
    atDrive();
    const first = run("index", w.path("drive"), w.path("here"), "--embed-budget", "5m");
    expect(first.data.embedded).toBe(2);
    mounts.shell('umount "$1"', w.path("drive"));
    // What lies beneath the place of a mount is no document of what was mounted there.
    w.write({ "drive/.not-mounted": "golden\n" });
    const away = run("index", "--embed-budget", "5m");
    expect(away.warnings.map(({ code }) => code)).toEqual(["root_emptied"]);
    expect(run("search", "golden").data).toHaveLength(1);
    atDrive();
    const back = run("index", "--embed-budget", "5m");
    expect([back.data.unchanged, back.data.embedded, back.warnings]).toEqual([2, 0, []]);
    expect(run("search", "golden").data).toHaveLength(2);
  }, 60_000);
});
