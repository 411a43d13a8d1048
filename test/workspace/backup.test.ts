/** backup and restore. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BackupResult, RestoreResult } from "../../src/request/transfer-request.ts";
import { NewFile } from "../../src/transfer/new-file.ts";
import { readEntries, ZipRefused } from "../../src/transfer/zip-reader.ts";
import { ZipWriter } from "../../src/transfer/zip-writer.ts";
import { temporaryFolder } from "../folder.ts";
import { type World, world } from "../world.ts";
import { until } from "./following.ts";

function indexed(files: Parameters<typeof world>[0]): World {
  const place = world(files);
  expect(place.run("index", place.dir, "--no-embed").exitCode).toBe(0);
  return place;
}

function backup(place: World): string {
  const answer = place.run("backup", `${place.base}/backups`, "--json");
  expect(answer.exitCode).toBe(0);
  return answer.json<BackupResult>().data.path;
}

const has = (tool: string) => Bun.which(tool) !== null;

describe("backup", () => {
  test("a dated ZIP, mode 0600, that other programs read, with sums that sha256sum checks", () => {
    const place = indexed({ "a.md": "golden", "sub/b.md": "silver" });
    const before = Date.now();
    const { data } = place.run("backup", `${place.base}/backups`, "--json").json<BackupResult>();
    expect(data.path).toMatch(/\/backups\/qsearch-\d{8}T\d{6}Z\.zip$/);
    expect(Date.parse(data.made_at)).toBeGreaterThanOrEqual(before - 1000);
    expect(statSync(data.path).mode & 0o777).toBe(0o600);
    expect(statSync(data.path).size).toBe(data.bytes);
    expect(readdirSync(`${place.base}/backups`).length).toBe(1);
    if (!has("python3") || !has("sha256sum")) return;
    const script =
      "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])";
    const unpacked = `${place.base}/unpacked`;
    expect(Bun.spawnSync(["python3", "-c", script, data.path, unpacked]).exitCode).toBe(0);
    expect(readdirSync(unpacked).sort()).toEqual(["RESTORE.txt", "checksums.sha256", "qsearch.db", "qsearch.json"]);
    expect(Bun.spawnSync(["sha256sum", "-c", "checksums.sha256"], { cwd: unpacked }).exitCode).toBe(0);
    expect(place.run("search", "golden", "--data-dir", unpacked, "--format", "files").stdout).toBe(
      `${place.path("a.md")}\n`,
    );
  });

  test("never overwrites: two in one second have two names", () => {
    const place = indexed({ "a.md": "golden" });
    expect(new Set([backup(place), backup(place), backup(place)]).size).toBe(3);
    expect(readdirSync(`${place.base}/backups`).length).toBe(3);
  });

  test("into what is no folder, or may not be written: says so, and names a way out of its own", () => {
    const place = indexed({ "a.md": "golden" });
    for (const folder of ["a.md", "a.md/x"]) {
      const { error } = place.run("backup", folder, "--json").json();
      expect(error).toMatchObject({ code: "io", hint: "Give a folder that can be written: qsearch backup DIR" });
      expect(error.message).toContain("is no folder");
    }
    if (process.platform !== "linux") return;
    const { error } = place.run("backup", "/proc", "--json").json();
    expect([error.code, error.hint]).toEqual(["io", ""]);
  });

  test("without a folder into the current one; nothing indexed: no_store, nothing made", () => {
    const place = indexed({ "a.md": "golden" });
    mkdirSync(`${place.base}/here`);
    expect(place.runWith({ cwd: `${place.base}/here` }, "backup").exitCode).toBe(0);
    expect(readdirSync(`${place.base}/here`).length).toBe(1);
    const empty = world();
    expect(empty.run("backup", `${empty.base}/backups`, "--json").json().error.code).toBe("no_store");
    expect(existsSync(`${empty.base}/backups`)).toBe(false);
  });

  test("made while others write, it is a whole state of the store", async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.md`, `golden ${i} `.repeat(50)]));
    const place = indexed(files);
    let writing = true;
    const writer = (async () => {
      for (let round = 0; writing; round++) {
        for (let i = 0; i < 300; i += 3) place.write({ [`${i}.md`]: `round ${round} of ${i} `.repeat(50) });
        await place.runAsync({}, "index", "--no-embed");
      }
    })();
    for (let i = 0; i < 3; i++) {
      const made = await place.runAsync({}, "backup", `${place.base}/backups`, "--json");
      const { path } = made.json<BackupResult>().data;
      const into = `${place.base}/restored${i}`;
      const answer = await place.runAsync({}, "restore", path, "--data-dir", into, "--json");
      expect(answer.json<RestoreResult>().data.documents).toBe(300);
      const db = new Database(join(into, "qsearch.db"), { readonly: true });
      const row = db.query<{ files: number; chunks: number }, []>(
        "SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM chunks) AS chunks",
      );
      const counters = db.query<{ chunks: number }, []>("SELECT chunks FROM counters").get();
      expect(row.get()?.files).toBe(300);
      expect(row.get()?.chunks).toBe(counters?.chunks ?? -1);
      db.close();
    }
    writing = false;
    await writer;
  }, 120_000);

  test("Ctrl-C leaves nothing behind", async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}.md`, `golden ${i} `.repeat(400)]));
    const place = indexed(files);
    const folder = `${place.base}/backups`;
    const child = place.start({}, "backup", folder);
    await until("the backup has begun", () => existsSync(folder) && readdirSync(folder).length > 0).catch(() => {});
    child.kill("SIGINT");
    await child.exited;
    // It may have been done already on a fast machine.
    if (child.exitCode !== 0) expect(readdirSync(folder)).toEqual([]);
  });
});

describe("restore", () => {
  test("a data directory that searches as the old one, with its roots", () => {
    const place = indexed({ "a.md": "golden", "b.md": "golden bearing" });
    const zip = backup(place);
    const answer = place.run("restore", zip, "--data-dir", `${place.base}/new`, "--json");
    expect(answer.json<RestoreResult>().data).toMatchObject({ documents: 2, roots: [place.dir] });
    expect(statSync(`${place.base}/new`).mode & 0o777).toBe(0o700);
    expect(readdirSync(`${place.base}/new`).sort()).toEqual(["qsearch.db", "qsearch.json"]);
    const hits = (dataDir: string) => place.run("search", "golden", "--data-dir", dataDir, "--json").stdout;
    expect(hits(`${place.base}/new`)).toBe(hits(place.dataDir));
    expect(place.run("index", "--no-embed", "--data-dir", `${place.base}/new`, "--json").json().data).toMatchObject({
      unchanged: 2,
      added: 0,
    });
  });

  test("never overwrites: a used data directory, a file; an empty folder is fine", () => {
    const place = indexed({ "a.md": "golden" });
    const zip = backup(place);
    const used = place.run("restore", zip, "--json");
    expect([used.exitCode, used.json().error.code]).toEqual([2, "refused"]);
    writeFileSync(`${place.base}/file`, "mine");
    expect(place.run("restore", zip, "--data-dir", `${place.base}/file`, "--json").json().error.code).toBe("refused");
    expect(readFileSync(`${place.base}/file`, "utf8")).toBe("mine");
    mkdirSync(`${place.base}/empty`);
    expect(place.run("restore", zip, "--data-dir", `${place.base}/empty`).exitCode).toBe(0);
  });

  test("what a killed restore left goes, directories of similar names stay", () => {
    const place = indexed({ "a.md": "golden" });
    const zip = backup(place);
    const dated = `${place.base}/store.restore-20261130`;
    expect(place.run("restore", zip, "--data-dir", dated).exitCode).toBe(0);
    // No process has this number: Linux counts to 4,194,304.
    mkdirSync(`${place.base}/store.qsearch-unpacking-9999999`);
    expect(place.run("restore", zip, "--data-dir", `${place.base}/store`).exitCode).toBe(0);
    const left = readdirSync(place.base).filter((name) => name.startsWith("store"));
    expect(left.sort()).toEqual(["store", "store.restore-20261130"]);
    expect(place.run("search", "golden", "--data-dir", dated).exitCode).toBe(0);
  });

  test("every damaged byte is noticed", () => {
    const place = indexed({ "a.md": "golden" });
    const zip = backup(place);
    const whole = readFileSync(zip);
    // Times and versions in the headers say nothing of the contents.
    const places = readEntries(openSync(zip, "r")).flatMap(({ start, size }) =>
      Array.from({ length: Math.min(4, size) }, (_, i) => start + Math.floor((i * size) / 4)),
    );
    for (const at of places) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x41;
      writeFileSync(`${place.base}/damaged.zip`, damaged);
      const answer = place.run("restore", `${place.base}/damaged.zip`, "--data-dir", `${place.base}/none`, "--json");
      if (answer.exitCode === 0) throw new Error(`byte ${at} was not noticed`);
      expect(answer.json().error.code).toBe("refused");
      expect(existsSync(`${place.base}/none`)).toBe(false);
    }
    for (const length of [0, 10, 100, whole.length - 1, whole.length >> 1]) {
      writeFileSync(`${place.base}/cut.zip`, whole);
      truncateSync(`${place.base}/cut.zip`, length);
      const answer = place.run("restore", `${place.base}/cut.zip`, "--data-dir", `${place.base}/none`, "--json");
      expect(answer.json().error.code).toBe("refused");
    }
    expect(readdirSync(place.base).filter((name) => name.includes("unpacking"))).toEqual([]);
  }, 120_000);

  describe("hostile files", () => {
    /** A ZIP as Python writes it: names, contents, compressed or not. */
    function zipOf(place: World, entries: readonly (readonly [string, string])[], method = "ZIP_STORED"): string {
      const path = `${place.base}/hostile.zip`;
      const script = `import sys,json,zipfile
z=zipfile.ZipFile(sys.argv[1],"w",zipfile.${method})
for n,c in json.loads(sys.argv[2]): z.writestr(n,c)
z.close()`;
      expect(Bun.spawnSync(["python3", "-c", script, path, JSON.stringify(entries)]).exitCode).toBe(0);
      return path;
    }
    const refused = (place: World, zip: string) => {
      const answer = place.run("restore", zip, "--data-dir", `${place.base}/new`, "--json");
      expect(existsSync(`${place.base}/new`)).toBe(false);
      return answer.json().error;
    };
    const sum = (text: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(text).digest("hex");

    test.skipIf(!has("python3"))(
      "other names, climbing names, doubled names, compressed entries, missing parts",
      () => {
        const place = world();
        const good: [string, string][] = [
          ["RESTORE.txt", "note"],
          ["qsearch.json", '{"version":1,"roots":[]}'],
          ["qsearch.db", "x"],
          ["checksums.sha256", ""],
        ];
        expect(refused(place, zipOf(place, [...good, ["../../evil", "x"]])).code).toBe("refused");
        expect(refused(place, zipOf(place, [...good, ["/tmp/evil", "x"]])).message).toContain("/tmp/evil");
        expect(refused(place, zipOf(place, [...good, ["qsearch.db", "y"]])).message).toContain("twice");
        expect(refused(place, zipOf(place, good, "ZIP_DEFLATED")).message).toContain("compressed");
        expect(refused(place, zipOf(place, good.slice(0, 2))).message).toContain("missing");
        expect(refused(place, zipOf(place, good)).message).toContain("checksum");
        expect(
          refused(
            place,
            zipOf(
              place,
              Array.from({ length: 40 }, (_, i) => [`${i}`, ""]),
            ),
          ).code,
        ).toBe("refused");
        expect(existsSync(`${place.base}/evil`)).toBe(false);
      },
    );

    test.skipIf(!has("python3"))("a database that is none, or with a trigger, and right sums", () => {
      const place = indexed({ "a.md": "golden" });
      const script = `import sys,zipfile
z=zipfile.ZipFile(sys.argv[1],"w")
for n in ["RESTORE.txt","qsearch.json","qsearch.db","checksums.sha256"]: z.write(sys.argv[2]+"/"+n,n)
z.close()`;
      const pack = (db: Uint8Array): string => {
        const folder = temporaryFolder("hostile");
        const settings = '{"version":1,"roots":[]}';
        writeFileSync(join(folder, "qsearch.db"), db);
        writeFileSync(join(folder, "qsearch.json"), settings);
        writeFileSync(join(folder, "RESTORE.txt"), "note");
        const sums = `${sum(db)}  qsearch.db\n${sum(settings)}  qsearch.json\n${sum("note")}  RESTORE.txt\n`;
        writeFileSync(join(folder, "checksums.sha256"), sums);
        const path = `${folder}/made.zip`;
        expect(Bun.spawnSync(["python3", "-c", script, path, folder]).exitCode).toBe(0);
        return path;
      };
      expect(refused(place, pack(Buffer.from("no database"))).code).toBe("corrupt_store");
      const zip = backup(place);
      expect(place.run("restore", zip, "--data-dir", `${place.base}/r`).exitCode).toBe(0);
      const path = `${place.base}/r/qsearch.db`;
      const db = new Database(path);
      db.run("CREATE TRIGGER evil AFTER INSERT ON files BEGIN DELETE FROM chunks; END");
      db.close();
      expect(refused(place, pack(readFileSync(path)))).toMatchObject({ code: "corrupt_store" });
    });

    test("a FIFO, a folder, nothing", () => {
      const place = world({ "x/y": "" });
      Bun.spawnSync(["mkfifo", place.path("fifo.zip")]);
      expect(refused(place, place.path("fifo.zip")).code).toBe("refused");
      expect(refused(place, place.path("x")).code).toBe("refused");
      expect(refused(place, place.path("none.zip")).code).toBe("not_found");
    });
  });
});

describe("ZIP64", () => {
  test("an entry of more than 4 GiB is read back as it was written, and Python's zipfile reads the list", () => {
    const folder = temporaryFolder("zip64");
    const path = join(folder, "large.zip");
    const file = new NewFile(path);
    const size = 2 ** 32 + 5 * 2 ** 20;
    const zeros = new Uint8Array(1 << 20);
    // Holes instead of gigabytes of zeros.
    const write = file.write.bind(file);
    file.write = (bytes) => {
      if (bytes === zeros) file.length += bytes.length;
      else write(bytes);
    };
    const zip = new ZipWriter(file, new Date());
    zip.add("first", Buffer.from("one"));
    const entry = zip.begin("large", size);
    for (let at = 0; at < size; at += zeros.length) entry.write(zeros);
    entry.end();
    zip.add("last", Buffer.from("behind"));
    zip.finish();
    file.finish();
    const entries = readEntries(openSync(path, "r"));
    expect(entries.map(({ name, size: bytes }) => [name, bytes])).toEqual([
      ["first", 3],
      ["large", size],
      ["last", 6],
    ]);
    if (!has("python3")) return;
    const script = `import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.read("last").decode(), z.getinfo("large").file_size)`;
    const python = Bun.spawnSync(["python3", "-c", script, path]);
    expect(python.stdout.toString().trim()).toBe(`behind ${size}`);
  }, 60_000);

  test("no file makes the reader throw anything but a refusal", () => {
    const folder = temporaryFolder("zips");
    const path = join(folder, "a.zip");
    const file = new NewFile(path);
    const zip = new ZipWriter(file, new Date(0));
    zip.add("a", Buffer.from("one"));
    zip.add("b", Buffer.from("two"));
    zip.finish();
    file.finish();
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        writeFileSync(join(folder, "b.zip"), changed);
        try {
          for (const { start, size } of readEntries(openSync(join(folder, "b.zip"), "r"))) {
            expect(start + size).toBeLessThanOrEqual(whole.length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ZipRefused);
        }
      }
    }
  });
});
