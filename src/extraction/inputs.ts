/** What is to be extracted, one file after another: named by arguments, by a list, or with its contents on stdin. */
import { createReadStream, existsSync, lstatSync } from "node:fs";
import { displayPath, pathFromBytes, systemPath } from "../corpus/path-bytes.ts";
import { policyFor } from "../corpus/policy.ts";
import { canonicalRoot, joinPath, normalisePath, realPath, relativeTo } from "../corpus/roots.ts";
import { walkRoot } from "../corpus/walk.ts";
import { QsearchError } from "../errors.ts";
import type { ExtractRequest } from "../request/extract-request.ts";
import type { Settings } from "../settings/settings.ts";
import type { FilePlace } from "./extraction-messages.ts";

/** A file to extract; `bytes` where its contents were given. */
export interface Input {
  /** As it was given. */
  readonly name: string;
  readonly place: FilePlace;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

export interface InputContext {
  readonly settings: Pick<Settings, "include" | "exclude" | "maxSize" | "dataDir">;
  readonly cwd: string;
  readonly signal: AbortSignal;
  stdin(): AsyncIterable<Uint8Array>;
}

const LINE_FEED = 10;
const NUL = 0;
/** A name or a frame's header is at most this long, bytes. */
const LONGEST_NAME = 64 * 1024;

/** Lazily, in the order given. Throws `usage`, `not_found`, `io`. */
export async function* inputsOf(request: ExtractRequest, context: InputContext): AsyncGenerator<Input> {
  const { paths, files_from: list, stdin_name: stdinName, framed, null: isNullEnded } = request;
  const usesOfStdin = [list === "-", stdinName !== undefined, framed].filter(Boolean).length;
  if (usesOfStdin > 1)
    throw new QsearchError(
      "usage",
      "stdin holds one thing: names, contents or frames",
      "Give one option of the three.",
    );
  if (usesOfStdin === 0 && list === undefined && paths.length === 0) {
    throw new QsearchError("usage", "nothing to extract", "Give files or folders, or names with --files-from - .");
  }
  const namer = new Namer(context.cwd, request.root);
  for (const path of paths) yield* namer.argument(path, context);
  if (stdinName !== undefined) yield contents(stdinName, await all(context.stdin(), context.settings.maxSize));
  if (framed) yield* frames(context.stdin(), context.settings.maxSize);
  if (list === undefined) return;
  const bytes = list === "-" ? context.stdin() : contentsOfList(absolute(list, context.cwd));
  for await (const name of lines(bytes, isNullEnded ? NUL : LINE_FEED)) yield namer.file(name);
}

/** Turns a name into a place, once; nobody resolves it again. */
class Namer {
  /** Canonical. */
  readonly #root: string | null;
  /** --root as it was given, made absolute: names may begin with it where it is a link. */
  readonly #givenRoot: string | null;

  constructor(
    private readonly cwd: string,
    root: string | undefined,
  ) {
    this.#givenRoot = root === undefined ? null : absolute(root, cwd);
    this.#root = this.#givenRoot === null ? null : canonicalRoot(this.#givenRoot);
  }

  /** A file, or all files of a folder that an index of it would hold; a link is followed once, as for a root of the index. */
  *argument(name: string, { settings, signal }: InputContext): Generator<Input> {
    const path = absolute(name, this.cwd);
    const folder = realPath(path) ?? path;
    if (!isFolder(folder)) {
      yield this.#fileAt(name, folder);
      return;
    }
    const { include, exclude, maxSize, dataDir } = settings;
    const policy = policyFor("user", { include, exclude, maxSize, dataDir });
    for (const { files } of walkRoot(folder, policy, { signal })) {
      for (const rel of files) {
        const own = joinPath(folder, rel);
        const told = this.#told(own);
        yield { name: own, place: { path: told ?? own, root: told === null ? null : folder, rel }, bytes: null };
      }
    }
  }

  /** A name of a list: the file itself is no link. */
  file(name: string): Input {
    const path = absolute(name, this.#root ?? this.cwd);
    if (this.#root !== null) return this.#fileAt(name, path);
    const folder = realPath(parentOf(path));
    return folder === null ? notThere(name, path) : this.#fileAt(name, joinPath(folder, baseOf(path)));
  }

  /** `path`: with --root as it was given, else without links above the file. */
  #fileAt(name: string, path: string): Input {
    if (this.#root === null) return { name, place: { path, root: parentOf(path), rel: baseOf(path) }, bytes: null };
    const rel = this.#told(path);
    return rel === null ? notThere(name, path) : { name, place: { path: rel, root: this.#root, rel }, bytes: null };
  }

  /** What records call a path; null outside of --root. */
  #told(path: string): string | null {
    if (this.#root === null || this.#givenRoot === null) return path;
    return relativeTo(path, this.#root) ?? relativeTo(path, this.#givenRoot);
  }
}

function contentsOfList(path: string): AsyncIterable<Uint8Array> {
  // A pipe is a list as well: `--files-from <(find …)`.
  if (!existsSync(systemPath(path)) || isFolder(path)) {
    throw new QsearchError(
      "not_found",
      `there is no list ${displayPath(path)}`,
      "Give a file of names, or - for stdin.",
    );
  }
  return createReadStream(systemPath(path));
}

function notThere(name: string, path: string): Input {
  return { name, place: { path, root: null, rel: baseOf(path) }, bytes: null };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function absolute(path: string, cwd: string): string {
  return normalisePath(path.startsWith("/") ? path : `${cwd}/${path}`);
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(systemPath(path)).isDirectory();
  } catch {
    return false;
  }
}

function contents(name: string, bytes: Uint8Array<ArrayBuffer>): Input {
  return { name, place: { path: name, root: null, rel: name.replaceAll("\0", "") }, bytes };
}

/** Up to one byte more than `most`: enough to say that it is too large. */
async function all(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new ByteReader(stream);
  return await reader.upTo(most + 1);
}

async function* lines(stream: AsyncIterable<Uint8Array>, end: number): AsyncGenerator<string> {
  const reader = new ByteReader(stream);
  for (;;) {
    const line = await reader.line(end);
    if (line === null) return;
    const isCarriageReturn = end === LINE_FEED && line.at(-1) === 13;
    const name = pathFromBytes(isCarriageReturn ? line.subarray(0, -1) : line);
    if (name !== "") yield name;
  }
}

/** Throws `usage` for what is no frame: what follows could not be told apart. */
async function* frames(stream: AsyncIterable<Uint8Array>, maxSize: number): AsyncGenerator<Input> {
  const reader = new ByteReader(stream);
  for (;;) {
    const line = await reader.line(LINE_FEED);
    if (line === null) return;
    const header = headerOf(line);
    if (header === null) {
      throw new QsearchError(
        "usage",
        "a frame begins with a line that is none",
        'Send {"name":"a.pdf","bytes":1234}, a line break, then the bytes.',
      );
    }
    const bytes = await reader.upTo(Math.min(header.bytes, maxSize + 1));
    await reader.skip(header.bytes - bytes.length);
    yield contents(header.name, bytes);
  }
}

function headerOf(line: Uint8Array): { readonly name: string; readonly bytes: number } | null {
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(line));
    if (typeof header !== "object" || header === null || !("name" in header) || !("bytes" in header)) return null;
    const { name, bytes } = header;
    if (typeof name !== "string" || name === "" || typeof bytes !== "number") return null;
    return Number.isSafeInteger(bytes) && bytes >= 0 ? { name, bytes } : null;
  } catch {
    return null;
  }
}

/** Takes a stream apart, in lines or by counts. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#source = stream[Symbol.asyncIterator]();
  }

  /** Without its end; null at the end of the stream. Throws `usage` for one that is too long. */
  async line(end: number): Promise<Uint8Array | null> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const at = this.#rest.indexOf(end);
      const piece = at === -1 ? this.#rest : this.#rest.subarray(0, at);
      pieces.push(piece);
      length += piece.length;
      if (length > LONGEST_NAME) throw new QsearchError("usage", `a name is longer than ${LONGEST_NAME} bytes`);
      if (at !== -1) {
        this.#rest = this.#rest.subarray(at + 1);
        return Buffer.concat(pieces);
      }
      if (!(await this.#more())) return length === 0 ? null : Buffer.concat(pieces);
    }
  }

  /** So many bytes, fewer at the end of the stream. */
  async upTo(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) break;
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      pieces.push(piece);
    }
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return;
      const taken = Math.min(left, this.#rest.length);
      this.#rest = this.#rest.subarray(taken);
      left -= taken;
    }
  }

  /** False at the end of the stream. */
  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    this.#rest = value ?? new Uint8Array(0);
    return done !== true;
  }
}
