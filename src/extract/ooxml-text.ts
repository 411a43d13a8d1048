/**
 * Text of WordprocessingML and DrawingML: paragraphs, tables, text boxes. Both say the same things by the same local
 * names, so one reader serves documents, slides, notes, diagrams and comments. Tracked changes are read as if accepted:
 * deleted and moved-away text is left out, inserted text is in.
 */
import { appendLines, rowLines, type TextLine } from "./text-lines.ts";
import { attribute, type XmlHandler } from "./xml.ts";

export interface OoxmlTextOptions {
  /** Heading level of a paragraph style, 0 for none. */
  readonly levelOf?: (style: string) => number;
  /** Elements whose content is left out, beside those of every part. */
  readonly skip?: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
}

/** Never content: deletions, field codes, properties (which hold tab stops, list items and old revisions). */
const SKIPPED = new Set([
  "del",
  "moveFrom",
  "delText",
  "instrText",
  "delInstrText",
  "rPr",
  "sectPr",
  "tblPr",
  "tblPrEx",
  "tblGrid",
  "trPr",
  "tcPr",
  "sdtPr",
  "endParaRPr",
  "bodyPr",
  "lstStyle",
  "tblLook",
]);

interface Paragraph {
  text: string;
  level: number;
  /** Text boxes, ruby readings and picture descriptions: they follow the paragraph they hang on. */
  readonly after: TextLine[];
  markDeleted: boolean;
}

interface Table {
  readonly outer: TextLine[];
  row: TextLine[][];
}

/** Reads one part; `lines` hold what was found, in order. */
export class OoxmlTextReader implements XmlHandler {
  readonly #options: OoxmlTextOptions;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  /** Where lines of text boxes go; the outermost is the part itself. */
  readonly #boxes: TextLine[][] = [];
  #lines: TextLine[] = [];
  /** Paragraph mark was deleted: its text runs on into the next paragraph. */
  #carried = "";
  #skipDepth = 0;
  #propertyDepth = 0;
  #inText = 0;
  #rubyDepth = 0;
  #title = 0;
  /** For each open AlternateContent: whether a choice was taken, so that the fall-back is a copy. */
  readonly #alternatives: boolean[] = [];

  constructor(options: OoxmlTextOptions = {}) {
    this.#options = options;
  }

  /** Lines since the last call. */
  take(): readonly TextLine[] {
    if (this.#carried !== "" && this.#paragraphs.length === 0) this.#lines.push({ text: this.#carried, level: 0 });
    this.#carried = "";
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth++;
      return;
    }
    if (this.#propertyDepth > 0) {
      this.#propertyDepth++;
      this.#paragraphProperty(name, attributes);
      return;
    }
    if (SKIPPED.has(name) || this.#options.skip?.(name, attributes) === true) {
      this.#skipDepth = 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case "p":
        this.#paragraphs.push({ text: "", level: this.#title > 0 ? 1 : 0, after: [], markDeleted: false });
        break;
      case "pPr":
        this.#propertyDepth = 1;
        break;
      case "t":
        this.#inText++;
        break;
      case "tab":
      case "ptab":
        this.#add("\t");
        break;
      case "br":
      case "cr":
        this.#add("\n");
        break;
      case "noBreakHyphen":
        this.#add("-");
        break;
      case "rt":
        this.#rubyDepth++;
        break;
      case "docPr":
      case "cNvPr": {
        const description = attribute(attributes, "descr").trim();
        const lines = paragraph?.after ?? this.#lines;
        // A picture in a document says it twice, for its frame and for itself.
        if (description !== "" && lines.at(-1)?.text !== description) lines.push({ text: description, level: 0 });
        break;
      }
      case "ph":
        if (/^(ctrT|t)itle$/.test(attribute(attributes, "type"))) this.#title = 1;
        break;
      case "AlternateContent":
        this.#alternatives.push(false);
        break;
      case "Choice":
        if (this.#alternatives.at(-1) === true) this.#skipDepth = 1;
        else if (this.#alternatives.length > 0) this.#alternatives[this.#alternatives.length - 1] = true;
        break;
      case "Fallback":
        if (this.#alternatives.at(-1) === true) this.#skipDepth = 1;
        break;
      case "txbxContent":
        this.#boxes.push(this.#lines);
        this.#lines = [];
        break;
      case "tbl":
        this.#tables.push({ outer: this.#lines, row: [] });
        this.#lines = [];
        break;
      case "tr":
        this.#startRow();
        break;
      case "tc":
        this.#lines = [];
        break;
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (this.#propertyDepth > 0) {
      this.#propertyDepth--;
      return;
    }
    switch (name) {
      case "p":
        this.#endParagraph();
        break;
      case "t":
        this.#inText--;
        break;
      case "rt":
        this.#rubyDepth--;
        break;
      case "sp":
        this.#title = 0;
        break;
      case "AlternateContent":
        this.#alternatives.pop();
        break;
      case "txbxContent": {
        const inner = this.#lines;
        this.#lines = this.#boxes.pop() ?? [];
        appendLines(this.#paragraphs.at(-1)?.after ?? this.#lines, inner);
        break;
      }
      case "tc":
        this.#tables.at(-1)?.row.push(this.#lines);
        this.#lines = [];
        break;
      case "tr":
        this.#endRow();
        break;
      case "tbl":
        this.#lines = this.#tables.pop()?.outer ?? this.#lines;
        break;
    }
  }

  text(text: string): void {
    if (this.#inText > 0 && this.#skipDepth === 0 && this.#propertyDepth === 0) this.#add(text);
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    // A reading printed above its word may not come between the word's letters.
    if (this.#rubyDepth > 0) paragraph.after.push({ text, level: 0 });
    else paragraph.text += text;
  }

  #paragraphProperty(name: string, attributes: Readonly<Record<string, string>>): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "pStyle") paragraph.level ||= this.#options.levelOf?.(attribute(attributes, "val")) ?? 0;
    else if (name === "outlineLvl") {
      const level = Number(attribute(attributes, "val"));
      if (level >= 0 && level < 9) paragraph.level ||= level + 1;
    } else if (name === "del") paragraph.markDeleted = true;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const text = this.#carried + paragraph.text;
    this.#carried = "";
    // The mark of a note is a field, and leaves the blank or tab behind it.
    const trimmed = text.trim();
    if (paragraph.markDeleted) this.#carried = text;
    else if (trimmed !== "") this.#lines.push({ text: trimmed, level: paragraph.level });
    appendLines(this.#lines, paragraph.after);
  }

  #startRow(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.row = [];
  }

  #endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    appendLines(table.outer, rowLines(table.row));
    table.row = [];
  }
}
