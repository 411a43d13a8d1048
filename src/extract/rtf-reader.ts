/** Reads the groups, control words and bytes of an RTF file once and collects its lines by part. */
import { encodingName } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import { LIMITS } from "./limits.ts";
import {
  CHARACTERS,
  CHARSETS,
  codePage,
  PARAGRAPH_ENDS,
  PART_OF,
  type RtfPart,
  SHAPE_TEXTS,
  SKIPPED_GROUPS,
  STARRED_TEXT,
  TEXT_BOXES,
  TWO_BYTES,
} from "./rtf-words.ts";
import { appendLines, type TextLine } from "./text-lines.ts";

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** State that a group inherits from the outer group. */
interface State {
  readonly part: RtfPart;
  skip: boolean;
  /** Content read for a special purpose: font table, style sheet, name and value of a shape's property. */
  readonly table: "fonts" | "styles" | "name" | "value" | null;
  encoding: string;
  /** Fallback bytes or characters after `\u`, for readers without Unicode. */
  fallback: number;
  deleted: boolean;
  hidden: boolean;
  /** Shown in capitals, whatever the stored case. */
  capitals: boolean;
  outline: number;
}

export class RtfReader {
  readonly #bytes: Uint8Array;
  readonly #lines = new Map<RtfPart, TextLine[]>();
  readonly #texts = new Map<RtfPart, string>();
  readonly #stack: State[] = [];
  readonly #fonts = new Map<number, string>();
  readonly #styles = new Map<number, number>();
  #state: State = {
    part: "body",
    skip: false,
    table: null,
    encoding: "windows-1252",
    fallback: 1,
    deleted: false,
    hidden: false,
    capitals: false,
    outline: 0,
  };
  #codePage = "windows-1252";
  #at = 0;
  /** Bytes of one encoding, collected until their characters are complete. */
  #pending: number[] = [];
  /** Characters still to be skipped after `\u`. */
  #skipping = 0;
  /** A group began with `\*`: the next word decides whether the group is read. Elsewhere `\*` means nothing. */
  #starred = false;
  /** Offset behind the brace of a group's start: `\*` counts only there. */
  #groupStart = -1;
  /** Open text boxes: their depth, their part, and their paragraph's text so far. */
  readonly #boxes: { readonly depth: number; readonly part: RtfPart; readonly before: string }[] = [];
  /** Lines of text boxes whose paragraph has not ended. */
  #boxed: TextLine[] = [];
  #propertyName = "";
  #propertyValue = "";
  #font = 0;
  #style = 0;
  #styleName = "";

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  lines(part: RtfPart): readonly TextLine[] {
    return this.#lines.get(part) ?? [];
  }

  /** Throws FileError `corrupt`, `truncated` or `too_deep`. */
  read(): void {
    const bytes = this.#bytes;
    if (!/^\s*\{\\rtf/.test(new TextDecoder("latin1").decode(bytes.subarray(0, 64))))
      throw new FileError("corrupt", "this is no RTF");
    while (bytes[this.#at] !== OPEN) this.#at++;
    do {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw new FileError("truncated", "the RTF ends within a group: the file is cut off");
      if (byte === OPEN) this.#openGroup();
      else if (byte === CLOSE) this.#closeGroup();
      else if (byte === BACKSLASH) this.#control();
      else if (byte !== 0x0a && byte !== 0x0d && byte !== 0) this.#byte(byte);
    } while (this.#stack.length > 0);
    for (const part of this.#texts.keys()) this.#endParagraph(part);
  }

  #openGroup(): void {
    this.#flush();
    if (this.#stack.length >= LIMITS.nesting)
      throw new FileError("too_deep", `more than ${LIMITS.nesting} groups within each other`);
    this.#stack.push(this.#state);
    this.#state = { ...this.#state };
    this.#skipping = 0;
    this.#groupStart = this.#at;
  }

  #closeGroup(): void {
    this.#flush();
    const closed = this.#state;
    const { part } = closed;
    const outer = this.#stack.pop();
    if (outer === undefined) return;
    this.#state = outer;
    this.#starred = false;
    this.#skipping = 0;
    // A note ends with its group, even without the end of its last paragraph.
    if (outer.part !== part) this.#endParagraph(part);
    const box = this.#boxes.at(-1);
    if (box !== undefined && box.depth > this.#stack.length) this.#closeBox(box);
    if (closed.table === "value" && outer.table !== "value") this.#endProperty(outer);
  }

  /** A text box begins: its paragraphs follow the paragraph that holds it. */
  #openBox(): void {
    const { part } = this.#state;
    this.#boxes.push({ depth: this.#stack.length, part, before: this.#texts.get(part) ?? "" });
    this.#texts.set(part, "");
  }

  #closeBox({ part, before }: { readonly part: RtfPart; readonly before: string }): void {
    this.#endParagraph(part);
    this.#boxes.pop();
    this.#texts.set(part, before);
  }

  #endProperty(state: State): void {
    const text = this.#propertyValue.trim();
    if (SHAPE_TEXTS.has(this.#propertyName.trim()) && text !== "" && !state.skip) this.#boxed.push({ text, level: 0 });
    this.#propertyName = "";
    this.#propertyValue = "";
  }

  #control(): void {
    const bytes = this.#bytes;
    const first = bytes[this.#at] ?? 0;
    if (!isLetter(first)) {
      this.#at++;
      this.#symbol(first);
      return;
    }
    const start = this.#at;
    while (isLetter(bytes[this.#at] ?? 0) && this.#at - start < 32) this.#at++;
    const word = String.fromCharCode(...bytes.subarray(start, this.#at));
    const digits = this.#at;
    if (bytes[this.#at] === 0x2d) this.#at++;
    while (isDigit(bytes[this.#at] ?? 0) && this.#at - digits < 12) this.#at++;
    const argument = this.#at > digits ? Number(String.fromCharCode(...bytes.subarray(digits, this.#at))) : null;
    // One blank belongs to the word.
    if (bytes[this.#at] === 0x20) this.#at++;
    this.#word(word, argument);
  }

  #symbol(symbol: number): void {
    const character = String.fromCharCode(symbol);
    if (character === "'") {
      const value = Number.parseInt(String.fromCharCode(...this.#bytes.subarray(this.#at, this.#at + 2)), 16);
      this.#at += 2;
      if (Number.isNaN(value)) return;
      if (this.#skipping > 0) this.#skipping--;
      else this.#pendingByte(value);
    } else if (character === "*") this.#starred = this.#at === this.#groupStart + 2;
    else if (character === "\n" || character === "\r") this.#word("par", null);
    else if (character !== "-") {
      const text = CHARACTERS.get(character);
      if (text !== undefined) this.#text(text);
    }
  }

  #word(word: string, argument: number | null): void {
    this.#flush();
    // A writer that omits the fallback continues with a control word: the rest must not be skipped.
    this.#skipping = 0;
    if (this.#starred) {
      this.#starred = false;
      if (!STARRED_TEXT.has(word)) this.#state.skip = true;
    }
    if (word === "bin") {
      // Raw bytes, braces among them.
      this.#at += Math.max(0, argument ?? 0);
      return;
    }
    if (word === "upr") {
      // Two versions of one text follow: the group of `\ud` is the Unicode version.
      this.#state.skip = true;
      return;
    }
    if (word === "ud") this.#state.skip = this.#stack.at(-2)?.skip ?? false;
    if (SKIPPED_GROUPS.has(word)) this.#state.skip = true;
    const part = PART_OF.get(word);
    if (part !== undefined) this.#state = { ...this.#state, part, outline: 0 };
    else if (word === "fonttbl") this.#state = { ...this.#state, table: "fonts" };
    else if (word === "stylesheet") this.#state = { ...this.#state, table: "styles" };
    else if (word === "sn") this.#state = { ...this.#state, table: "name" };
    else if (word === "sv") this.#state = { ...this.#state, table: "value" };
    else if (this.#state.skip) return;
    else if (TEXT_BOXES.has(word)) this.#openBox();
    else if (PARAGRAPH_ENDS.has(word)) this.#endLine();
    else if (word === "cell" || word === "nestcell") this.#text("\t");
    else if (word === "row" || word === "nestrow") this.#endLine();
    else if (CHARACTERS.has(word)) this.#text(CHARACTERS.get(word) ?? "");
    else this.#property(word, argument);
  }

  #property(word: string, argument: number | null): void {
    const state = this.#state;
    switch (word) {
      case "ansicpg":
        this.#codePage = codePage(argument ?? 1252);
        state.encoding = this.#codePage;
        break;
      case "mac":
        this.#codePage = "macintosh";
        state.encoding = "macintosh";
        break;
      case "f":
        this.#font = argument ?? 0;
        if (state.table === null) state.encoding = this.#fonts.get(this.#font) ?? this.#codePage;
        break;
      case "fcharset":
        if (state.table === "fonts") this.#fonts.set(this.#font, CHARSETS.get(argument ?? 0) ?? this.#codePage);
        break;
      case "plain":
        state.deleted = false;
        state.hidden = false;
        state.capitals = false;
        state.encoding = this.#codePage;
        break;
      case "htmlrtf":
        // A page as RTF: content only for RTF readers repeats the page's own text.
        state.deleted = argument !== 0;
        break;
      case "deleted":
        state.deleted = argument !== 0;
        break;
      case "v":
        state.hidden = argument !== 0;
        break;
      case "caps":
        state.capitals = argument !== 0;
        break;
      case "uc":
        state.fallback = Math.max(0, argument ?? 1);
        break;
      case "u":
        // Negative numbers stand for the upper half; two of them make a character beyond the BMP.
        this.#text(String.fromCharCode((argument ?? 0) & 0xffff));
        this.#skipping = state.fallback;
        break;
      case "pard":
        state.outline = 0;
        break;
      case "s":
        this.#style = argument ?? 0;
        if (state.table === null) state.outline = this.#styles.get(this.#style) ?? state.outline;
        break;
      case "outlinelevel":
        if (argument !== null && argument >= 0 && argument < 9) {
          state.outline = argument + 1;
          if (state.table === "styles") this.#styles.set(this.#style, argument + 1);
        }
        break;
    }
  }

  #byte(byte: number): void {
    if (this.#skipping > 0) this.#skipping--;
    else this.#pendingByte(byte);
  }

  #pendingByte(byte: number): void {
    if (this.#state.skip) return;
    this.#pending.push(byte);
  }

  /** Bytes become text when something other than a byte follows, so two-byte characters are complete. */
  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = Uint8Array.from(this.#pending);
    this.#pending = [];
    this.#text(decode(bytes, this.#state.encoding));
  }

  #text(text: string): void {
    this.#flush();
    const state = this.#state;
    if (state.skip || state.deleted) return;
    if (state.table !== null) {
      if (state.table === "styles") this.#nameStyle(text);
      else if (state.table === "name") this.#propertyName += text;
      else if (state.table === "value") this.#propertyValue += text;
      return;
    }
    const part = state.hidden ? "hidden text" : state.part;
    this.#texts.set(part, (this.#texts.get(part) ?? "") + (state.capitals ? text.toUpperCase() : text));
  }

  /** The style sheet gives names, each ended by ";". */
  #nameStyle(text: string): void {
    this.#styleName += text;
    if (!this.#styleName.includes(";")) return;
    const level =
      /^\s*heading ([1-9])\s*;/i.exec(this.#styleName)?.[1] ?? (/^\s*title\s*;/i.test(this.#styleName) ? "1" : null);
    if (level !== null) this.#styles.set(this.#style, Number(level));
    this.#styleName = "";
    this.#style = 0;
  }

  #endLine(): void {
    if (this.#state.table === null) this.#endParagraph(this.#state.part);
  }

  #endParagraph(part: RtfPart): void {
    if (part !== "hidden text") this.#endParagraph("hidden text");
    const text = (this.#texts.get(part) ?? "").replace(/[ \t]+$/, "");
    this.#texts.set(part, "");
    const inBox = this.#boxes.at(-1)?.part === part;
    const lines = inBox ? this.#boxed : (this.#lines.get(part) ?? []);
    if (text.trim() !== "") lines.push({ text, level: part === "body" && !inBox ? this.#state.outline : 0 });
    if (inBox) return;
    this.#lines.set(part, lines);
    if (part === "hidden text" || this.#boxed.length === 0) return;
    appendLines(lines, this.#boxed);
    this.#boxed = [];
  }
}

function decode(bytes: Uint8Array, label: string): string {
  const encoding = TWO_BYTES.has(label) || bytes.some((byte) => byte >= 0x80) ? label : "windows-1252";
  return new TextDecoder((encodingName(encoding) ?? "windows-1252") as Bun.Encoding).decode(bytes);
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
