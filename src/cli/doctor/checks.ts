/** The checks of `doctor`, each of one part. None changes anything, and none may end the others. */
import { Database } from "bun:sqlite";
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { DIMENSIONS, openEncoder } from "../../embed/encoder.ts";
import { QsearchError } from "../../errors.ts";
import { hasSimd } from "../../kernels/load.ts";
import { Scanner } from "../../kernels/scan.ts";
import { scanReference } from "../../kernels/scan-reference.ts";
import { loadNotices } from "../../licenses/notices.ts";
import { checkPools } from "../../pool/self-check.ts";
import type { DoctorResult } from "../../request/config-request.ts";
import type { Settings } from "../../settings/settings.ts";
import { openStore, storeExists } from "../../store/store.ts";
import { isCached } from "../../store/vector-cache.ts";
import { checkVectors } from "../../store/vector-index.ts";
import { embeddedCounts, vectorState } from "../../store/vectors.ts";
import { verifyStore } from "../../store/verify-store.ts";
import { PROGRAM, VERSION } from "../../version.ts";
import { COMPILED } from "../../worker-urls.ts";
import type { CommandContext } from "../command.ts";
import { formatBytes, plural } from "../format.ts";
import { rootList } from "../root-list.ts";

type Check = DoctorResult["checks"][number];

/** What a check's body says: a detail, or a detail with more to it. Throwing means broken. */
type Finding = string | { readonly state: Check["state"]; readonly detail: string; readonly hint?: string };

/** Group and other permission bits. */
const OTHERS = 0o077;

/** Cosines of Python's onnxruntime on the model: of `embeddingModel`'s first text with its second and third. */
const SIMILAR = { near: 0.4801, far: -0.0092 };

/** Runs them all, cheap ones first. Throws only when it was cancelled. */
export async function runChecks({ settings, signal, blocking }: CommandContext): Promise<Check[]> {
  const checks = [
    await check("program", program),
    await check("settings", () => describeSettings(settings())),
    await check("data directory", () => dataDirectory(settings().dataDir)),
    await check("index", () => blocking(() => index(settings().dataDir))),
    await check("vectors", () => blocking(() => vectors(settings()))),
    await check("roots", () => roots(settings())),
    await check("SQLite", sqlite),
    await check("scan kernel", scanKernel),
    await check("encodings", encodings),
    await check("embedding model", embeddingModel),
    await check("grammars", grammars),
    await check("notices", async () => plural((await loadNotices()).length, "component")),
  ];
  signal.throwIfAborted();
  const pools = await checkPools();
  return [...checks, ...pools.map(({ name, ok, detail }) => finding(name, { state: ok ? "ok" : "broken", detail }))];
}

async function check(name: string, body: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return finding(name, await body());
  } catch (error) {
    const hint = error instanceof QsearchError ? error.hint : "";
    return finding(name, { state: "broken", detail: error instanceof Error ? error.message : String(error), hint });
  }
}

function finding(name: string, found: Finding): Check {
  if (typeof found === "string") return { name, state: "ok", detail: found, hint: "" };
  return { name, hint: "", ...found };
}

function program(): Finding {
  const form = COMPILED ? "binary" : "source";
  return `${PROGRAM} ${VERSION} (${form}), Bun ${Bun.version}, ${process.platform} ${process.arch}`;
}

function describeSettings({ configFile }: Settings): Finding {
  return configFile ?? "defaults";
}

function dataDirectory(path: string): Finding {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { state: "note", detail: `${path} is not there yet`, hint: creatable(path) };
  if (!stat.isDirectory()) throw new Error(`${path} is no folder`);
  if (!isAccessible(path, constants.W_OK)) {
    return { state: "note", detail: `${path} cannot be written: searching works, indexing does not` };
  }
  if ((stat.mode & OTHERS) !== 0) {
    return { state: "note", detail: `others may look into ${path}`, hint: `chmod 700 ${path}` };
  }
  return path;
}

function creatable(path: string): string {
  let parent = dirname(path);
  while (statSync(parent, { throwIfNoEntry: false }) === undefined && parent !== "/") parent = dirname(parent);
  return isAccessible(parent, constants.W_OK) ? "index makes it." : `${parent} cannot be written; give --data-dir DIR.`;
}

function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function index(dataDir: string): Finding {
  if (!storeExists(dataDir)) return { state: "note", detail: "nothing is indexed yet", hint: "qsearch index PATH" };
  const store = openStore(dataDir, "read");
  try {
    verifyStore(store);
    return `${formatBytes(statSync(store.path).size)}, whole`;
  } finally {
    store.close();
  }
}

/** A cache that is missing, damaged or of another state costs time, never an answer. */
function vectors({ dataDir, embed: policy }: Settings): Finding {
  if (!storeExists(dataDir)) return "none";
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => {
      const { embedded, pending } = embeddedCounts(store, { policy });
      const detail = `${embedded} of ${plural(embedded + pending, "passage")}`;
      const state = vectorState(store);
      if (embedded === 0 || state.encoder === null) return detail;
      checkVectors(store, state.encoder);
      if (isCached(dataDir, state)) return detail;
      const hint = "qsearch doctor --repair, or qsearch index when something has changed";
      return { state: "note", detail: `${detail}; searches read them without their cache, which takes longer`, hint };
    });
  } finally {
    store.close();
  }
}

function roots(settings: Settings): Finding {
  const { roots: all } = rootList(settings);
  const missing = all.filter(({ available }) => !available).map(({ path }) => path);
  if (missing.length === 0) return plural(all.length, "root");
  return {
    state: "note",
    detail: `not there or not readable: ${missing.join(", ")}`,
    hint: "qsearch config roots remove PATH",
  };
}

/** The very features the store rests on. */
function sqlite(): Finding {
  const db = new Database(":memory:", { strict: true });
  try {
    db.run("CREATE VIRTUAL TABLE t USING fts5 (a, b, content='', contentless_delete=1, tokenize='ascii')");
    db.query("INSERT INTO t (rowid, a, b) VALUES (7, ?, '')").run(new TextEncoder().encode("golden 步骤"));
    const row = db
      .query<{ id: number; version: string }, [string]>(
        "SELECT rowid AS id, sqlite_version() AS version FROM t WHERE t MATCH ?",
      )
      .get('"步骤"');
    if (row?.id !== 7) throw new Error("full text found nothing");
    return `${row.version} with FTS5`;
  } finally {
    db.close();
  }
}

function scanKernel(): Finding {
  const text = Buffer.from(`${"the golden Bearing turns; BEARINGS turn. ".repeat(50)}end`);
  const literals = ["bearing", "turn"].map((word, id) => ({ bytes: Buffer.from(word), id }));
  const scanner = Scanner.load();
  scanner.buffer(text.length).set(text);
  scanner.prepare(literals, "word");
  const { total } = scanner.scan(text.length);
  const expected = scanReference(text, literals, "word", 1000).total;
  if (total !== expected) throw new Error(`counts ${total} matches where the reference counts ${expected}`);
  if (hasSimd()) return "with SIMD, agrees with its reference";
  const detail = "without SIMD, which this processor or engine does not have; agrees with its reference";
  return {
    state: "note",
    detail,
    hint: "Results are the same; embedding takes some fifteen times as long (--no-embed leaves it out)",
  };
}

/** Two sentences that mean about the same, and one that does not; the cosines are those of the reference. */
async function embeddingModel(): Promise<Finding> {
  (await import("../../embed/model-files.ts")).checkModelFiles();
  const encoder = await openEncoder();
  try {
    const texts = ["how to open a file safely", "open files without following links", "a recipe for apple cake"];
    const vectors = await encoder.embed(texts);
    const cosine = (row: number) =>
      vectors.subarray(0, DIMENSIONS).reduce((sum, x, k) => sum + x * (vectors[row * DIMENSIONS + k] ?? 0), 0);
    const [near, far] = [cosine(1), cosine(2)];
    if (Math.abs(near - SIMILAR.near) > 1e-3 || Math.abs(far - SIMILAR.far) > 1e-3) {
      throw new Error(`${encoder.name} gives cosines of ${near} and ${far} where the reference gives others`);
    }
    return `${encoder.name}: checksums right, agrees with the reference`;
  } finally {
    encoder.close();
  }
}

function encodings(): Finding {
  const decoder = new TextDecoder("gb18030", { fatal: true });
  if (decoder.decode(Uint8Array.of(0xd6, 0xd0)) !== "中") throw new Error("gb18030 is decoded wrongly");
  return "UTF-8, UTF-16 and those of TextDecoder";
}

/** Each grammar loads, and its query finds what its language calls a function. */
async function grammars(): Promise<Finding> {
  const { checkGrammars } = await import("../../symbols/self-check.ts");
  return plural(await checkGrammars(), "language");
}
