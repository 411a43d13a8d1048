/**
 * Archives (ZIP, TAR, GZ): the list of their members, then each member with a reader, as units named by the member, as
 * attachments in mail. One level: an inner archive is only named. Members are read in memory; their names never become paths,
 * no link is followed, and a name that leads out of the archive is refused with a reason.
 */
import { gunzipSync } from "node:zlib";
import { extensionOf } from "../corpus/categories.ts";
import { isBinaryName } from "../corpus/noise.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { contentKind } from "./by-content.ts";
import { DocumentBuilder, REASON } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { LIMITS } from "./limits.ts";
import { looksLikeTar, tarMembers } from "./tar.ts";
import { looksLikeZip, ZipArchive } from "./zip.ts";

/** Reads one member with the reader for its name. */
export type ReadMember = (input: ExtractInput) => Promise<Document>;

const ARCHIVE = /\.(zip|tar|gz|tgz|bz2|xz|7z|rar|jar)$/i;
/** Absolute names, and steps out of the archive. */
const LEADS_OUT = /^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)/;

interface Member {
  readonly name: string;
  /** Why the member is not read; null for a readable member. */
  readonly refusal: string | null;
  /** Throws FileError. */
  read(): Uint8Array;
}

/** Throws FileError: those of containers, `too_large`, `corrupt`, `empty_document`, `too_many_pages`, `too_many_chars`. */
export async function extractArchive(input: ExtractInput, readMember: ReadMember): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  if (input.bytes.length > LIMITS.archiveBytes)
    throw new FileError("too_large", `archives over ${LIMITS.archiveBytes} bytes are not opened`);
  const members = membersOf(input);
  const builder = new DocumentBuilder("part_line", "unit");
  builder.openUnit("part", "contents");
  for (const { name } of members) builder.line(name);
  const deadline = performance.now() + LIMITS.archiveMs;
  let total = 0;
  for (const member of members) {
    if (member.refusal === null && isBinaryName(member.name, extensionOf(baseName(member.name)))) continue;
    const late = performance.now() > deadline ? "the time for one archive was over" : null;
    const full = total > LIMITS.zipTotalBytes ? "the members before it were too large" : null;
    const refusal = member.refusal ?? late ?? full;
    if (refusal !== null) addUnread(builder, member.name, refusal);
    else total += await addMember(builder, member, input, readMember);
  }
  return builder.build();
}

/** Returns the size of the member in bytes. */
async function addMember(
  builder: DocumentBuilder,
  { name, read }: Member,
  { encodings }: ExtractInput,
  readMember: ReadMember,
): Promise<number> {
  let bytes = new Uint8Array(0);
  try {
    bytes = read() as Uint8Array<ArrayBuffer>;
    if (bytes.length === 0) return 0;
    if (bytes.includes(0) && (looksLikeZip(bytes) || looksLikeTar(bytes)) && (await contentKind(bytes)) === null)
      throw new FileError("unsupported", "an archive within an archive is not opened");
    const base = baseName(name);
    addDocument(builder, name, await readMember({ bytes, name: base, ext: extensionOf(base), encodings }));
  } catch (cause) {
    if (!(cause instanceof FileError || cause instanceof RangeError || cause instanceof TypeError)) throw cause;
    const isCap = cause instanceof FileError && /^too_many/.test(cause.code);
    if (isCap && builder.length + (cause.code === "too_many_chars" ? LIMITS.chars / 20 : 0) > LIMITS.chars) throw cause;
    addUnread(builder, name, cause instanceof FileError ? cause.message : "its reader gave up");
  }
  return bytes.length;
}

/** Units of a member become parts beneath its name; a member without units becomes one unit. */
function addDocument(builder: DocumentBuilder, name: string, document: Document): void {
  const { text, units } = document;
  if (units.length === 0) {
    builder.openUnit("part", name);
    builder.append(document);
    return;
  }
  for (const { label, start, end, note, reason } of units) {
    builder.openUnit("part", `${name}/${label}`);
    if (note === "unreliable") builder.mark({ note, reason: reason ?? "" });
    else if (note === "hidden") builder.mark({ note });
    const within = <T extends { readonly offset: number }>(marks: readonly T[]) =>
      marks
        .filter(({ offset }) => offset >= start && offset < end)
        .map((mark) => ({ ...mark, offset: mark.offset - start }));
    builder.append({
      ...document,
      text: text.slice(start, end),
      units: [],
      borders: within(document.borders),
      headings: within(document.headings),
    });
  }
}

function addUnread(builder: DocumentBuilder, name: string, reason: string): void {
  builder.openUnit("part", name, { note: "unreliable", reason: reason.slice(0, REASON) });
}

function membersOf({ bytes, name }: ExtractInput): Member[] {
  if (looksLikeZip(bytes)) return zipMembers(new ZipArchive(bytes));
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const inner = inflated(bytes);
    if (looksLikeTar(inner)) return [...fromTar(inner)];
    const plain = name.replace(/\.gz$/i, "").replace(/\.tgz$/i, ".tar");
    return [{ name: plain, refusal: null, read: () => inner }];
  }
  if (looksLikeTar(bytes)) return [...fromTar(bytes)];
  throw new FileError("corrupt", "this is no archive that can be opened");
}

function zipMembers(zip: ZipArchive): Member[] {
  return zip.names
    .filter((name) => !name.endsWith("/"))
    .map((name) => ({
      name,
      refusal: refusalOf(zip.rawName(name)),
      read: () => limited(zip.read(name) ?? new Uint8Array(0)),
    }));
}

function* fromTar(bytes: Uint8Array): Generator<Member> {
  let count = 0;
  for (const { name, kind, bytes: content } of tarMembers(bytes)) {
    if (++count > LIMITS.zipEntries)
      throw new FileError("zip_entries", `more than ${LIMITS.zipEntries} members in the archive`);
    const link = kind === "file" ? null : kind === "link" ? "a link, which is not followed" : "no regular file";
    yield { name, refusal: refusalOf(name) ?? link, read: () => limited(content) };
  }
}

function refusalOf(name: string): string | null {
  if (name.trim() === "") return "it has no name";
  if (name.includes("\0")) return "its name holds a NUL";
  if (LEADS_OUT.test(name)) return "its name leads out of the archive";
  return ARCHIVE.test(name) ? "an archive within an archive is not opened" : null;
}

function limited(bytes: Uint8Array): Uint8Array {
  if (bytes.length > LIMITS.memberBytes)
    throw new FileError("too_large", `larger than ${LIMITS.memberBytes} bytes, more than one member may have`);
  return bytes;
}

/** Uses zlib's own limit: other readers of gzip inflate without a limit, or read cut files silently. */
function inflated(bytes: Uint8Array): Uint8Array {
  const most = Math.min(LIMITS.zipEntryBytes, Math.max(LIMITS.zipRatioFloor, bytes.length * LIMITS.zipRatio));
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "ERR_BUFFER_TOO_LARGE")
      throw new FileError("zip_ratio", `the file grows to more than ${most} bytes`, { cause });
    if (code === "Z_BUF_ERROR") throw new FileError("truncated", "the file ends early: it is cut off", { cause });
    throw new FileError("corrupt", "the file cannot be inflated", { cause });
  }
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
