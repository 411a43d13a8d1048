/**
 * The mail parser adapted to real mail: texts without a usable character set are decoded by their bytes, plain lines behind
 * base64 (footers of mailing lists) stay text, and raw header bytes beyond ASCII are text too.
 */
import { isAscii, isUtf8 } from "node:buffer";
import PostalMime, { type Attachment, type Email, type PostalMimeOptions } from "postal-mime";
import { htmlEncoding } from "../corpus/declared-encoding.ts";
import { encodingName } from "../corpus/decode.ts";
import { likelyEncoding } from "../corpus/likely-encoding.ts";

/** A part of a message while it is parsed (postal-mime 4.0.0, src/mime-node.ts). */
interface Node {
  readonly state: string;
  content?: ArrayBuffer;
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: { charset?: string | null } } };
  readonly contentTransferEncoding: { readonly encoding?: string };
}

/** Methods of the parser that its types lack (src/postal-mime.ts). */
interface Inner {
  readonly currentNode: Node;
  readonly boundaries: readonly { readonly value: Uint8Array }[];
  readonly attachments: readonly Attachment[];
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
  isInlineTextNode(node: Node): boolean;
  collectAttachment(node: Node, content: ArrayBuffer, related: boolean, depthExceeded: boolean): void;
}

const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Inner;

/** Mail encodings that TextDecoder does not know, without "x-", "cs" and word separators. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...["shiftjis", "cp932", "ms932", "windows932", "windows31j", "mskanji"].map((name) => [name, "shift_jis"] as const),
  ...["cp936", "ms936", "windows936"].map((name) => [name, "gbk"] as const),
  ...["euckr", "uhc", "cp949", "ms949", "windows949"].map((name) => [name, "euc-kr"] as const),
  ...["big5", "cp950", "ms950", "windows950"].map((name) => [name, "big5"] as const),
  ...["eucjp", "cp51932"].map((name) => [name, "euc-jp"] as const),
  ...["iso2022jp", "iso2022jp1", "iso2022jp2", "cp50220", "cp50221", "cp50222"].map(
    (name) => [name, "iso-2022-jp"] as const,
  ),
  ...["iso88598i", "iso88598e"].map((name) => [name, "iso-8859-8"] as const),
  ...["tis620", "cp874"].map((name) => [name, "windows-874"] as const),
]);

function charsetName(label: string): string | null {
  const plain = label.replace(/^(?:x-ms-|x-|cs)/, "").replace(/[\s._-]+/g, "");
  return encodingName(label) ?? encodingName(OTHER_NAMES.get(plain) ?? plain);
}

/** Encodings that mail programs declare by habit, for any text. */
const BY_HABIT = /^(us-ascii|ascii|ansi_x3\.4-1968|iso-8859-1|latin1|windows-1252|utf-8|utf8)$/;
const BASE64_LINE = /^[A-Za-z0-9+/=\s]*$/;
const NOTHING = new Uint8Array(0);

export interface ParsedMail {
  readonly mail: Email;
  /** Why the text is unreliable: its guessed character set. Null for a known one. */
  readonly guess: string | null;
  /** TextDecoder's names of the attachments' character sets, where declared and known. */
  readonly charsets: ReadonlyMap<Attachment, string>;
}

/** Rejects with the parser's errors: limits of nesting and of headers. `encodings` are tried before any guess. */
export async function parseMail(bytes: Uint8Array, encodings: readonly string[]): Promise<ParsedMail> {
  const parser = new MailParser({ forceRfc822Attachments: true }, encodings);
  const mail = await parser.parse(bytes);
  return { mail, guess: parser.guess, charsets: parser.charsets };
}

class MailParser extends Parser {
  guess: string | null = null;
  readonly charsets = new Map<Attachment, string>();
  readonly #encodings: readonly string[];
  /** Plain lines behind a part's base64. */
  readonly #plain = new Map<Node, Uint8Array[]>();

  constructor(options: PostalMimeOptions, encodings: readonly string[]) {
    super(options);
    this.#encodings = encodings;
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const node = this.currentNode;
    let fed: Uint8Array = line;
    if (node.state === "header") {
      if (!isUtf8(line)) fed = new TextEncoder().encode(decode(line, this.#guessed(line)));
    } else if (this.#isPlainBehindBase64(node, line)) {
      const lines = this.#plain.get(node) ?? [];
      this.#plain.set(node, lines);
      lines.push(line);
      fed = NOTHING;
    }
    await super.processLine(fed, isFinal);
  }

  override isInlineTextNode(node: Node): boolean {
    const isText = super.isInlineTextNode(node);
    if (isText && node.content) {
      node.content = this.#withPlainLines(node, new Uint8Array(node.content));
      const { params } = node.contentType.parsed;
      const bytes = new Uint8Array(node.content);
      params.charset = this.#charsetOf(bytes, params.charset, node.contentType.parsed.value === "text/html");
    }
    return isText;
  }

  override collectAttachment(node: Node, content: ArrayBuffer, related: boolean, depthExceeded: boolean): void {
    super.collectAttachment(node, content, related, depthExceeded);
    const charset = node.contentType.parsed.params.charset;
    const name = charset ? charsetName(charset.trim().toLowerCase()) : null;
    const attachment = this.attachments.at(-1);
    if (name !== null && attachment !== undefined) this.charsets.set(attachment, name);
  }

  #isPlainBehindBase64(node: Node, line: Uint8Array): boolean {
    if (line.length === 0 || node.contentTransferEncoding.encoding !== "base64" || !super.isInlineTextNode(node))
      return false;
    // The parser itself handles boundaries.
    if (line[0] === 0x2d && line[1] === 0x2d) {
      const text = Buffer.from(line).toString("latin1", 2);
      if (this.boundaries.some(({ value }) => text.startsWith(Buffer.from(value).toString("latin1")))) return false;
    }
    return this.#plain.has(node) || !BASE64_LINE.test(Buffer.from(line).toString("latin1"));
  }

  #withPlainLines(node: Node, content: Uint8Array): ArrayBuffer {
    const lines = this.#plain.get(node) ?? [];
    this.#plain.delete(node);
    const pieces = lines.flatMap((line) => [Uint8Array.of(0x0a), line]);
    return new Uint8Array(Buffer.concat([content, ...pieces])).buffer;
  }

  /** The character set of a text: the declared one, unless the bytes contradict it. */
  #charsetOf(bytes: Uint8Array, said: string | null | undefined, isHtml: boolean): string {
    const label = (said ?? "").trim().toLowerCase();
    const name = label === "" ? null : charsetName(label);
    // Escapes of ISO-2022-JP are ASCII.
    if (isAscii(bytes)) return name ?? "utf-8";
    if (isUtf8(bytes) && (name === null || BY_HABIT.test(label))) return "utf-8";
    if (name !== null && !/ascii|x3\.4/.test(label) && isIn(bytes, name)) return name;
    const meta = isHtml ? htmlEncoding(Buffer.from(bytes.subarray(0, 4096)).toString("latin1")) : null;
    const declared = meta === null ? null : encodingName(meta);
    if (declared !== null && isIn(bytes, declared)) return declared;
    const guessed = this.#guessed(bytes);
    const what = label === "" ? "a text without a character set" : `a text that is not in ${label.slice(0, 40)}`;
    this.guess ??= `${what} was read as ${guessed}`;
    return guessed;
  }

  #guessed(bytes: Uint8Array): string {
    return this.#encodings.find((encoding) => isIn(bytes, encoding)) ?? likelyEncoding(bytes) ?? "windows-1252";
  }
}

function isIn(bytes: Uint8Array, label: string): boolean {
  try {
    const text = new TextDecoder(label as Bun.Encoding, { fatal: true }).decode(bytes);
    // windows-1252 gives control characters for bytes that it does not define.
    return !/[\x80-\x84\x86-\x9f]/.test(text);
  } catch {
    return false;
  }
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label as Bun.Encoding).decode(bytes);
}
