/**
 * Text of WordprocessingML and DrawingML: paragraphs, tables, text boxes. Both use the same local names, so one reader serves
 * documents, slides, notes, diagrams and comments. Tracked changes are read as if accepted: deleted and moved-away text is left
 * out, inserted text is in.
 */
import { MathReader } from "./math-text.ts";
import { symbolCharacter } from "./symbol-fonts.ts";
import { appendLines, rowLines, type TextLine } from "./text-lines.ts";
import { attribute, type XmlHandler } from "./xml.ts";

export interface OoxmlTextOptions {
  /** Heading level of a paragraph style, 0 for none. */
  readonly levelOf?: (style: string) => number;
  /** Whether a style of paragraphs or characters hides its text. */
  readonly isHidden?: (style: string) => boolean;
  /** Lines of the embedded document that a relationship puts in an element's place (`altChunk`). */
  readonly chunk?: (id: string) => readonly TextLine[];
  /** Further elements whose content is left out. */
  readonly skip?: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
}

/** Never content: deletions, field codes, properties (which hold list items and old revisions). */
const SKIPPED = new Set([
  "del",
  "moveFrom",
  "delText",
  "instrText",
  "delInstrText",
  "sectPr",
  "tblPr",
  "tblPrEx",
  "tblGrid",
  "sdtPr",
  "endParaRPr",
  "bodyPr",
  "lstStyle",
  "tblLook",
]);

/** Properties that are read: of paragraphs (which hold tab stops too), runs, rows and cells. */
const PROPERTIES = new Set(["pPr", "rPr", "trPr", "tcPr"]);

/** A formula, alone or in a paragraph of several. */
const FORMULA = "oMath";

/** Text shown instead of a chart by programs without newer charts. */
const NO_CHART = /^This chart isn.t available in your version/;

interface Paragraph {
  text: string;
  /** Text that the format's own program does not show. */
  hidden: string;
  isHidden: boolean;
  level: number;
  /** Text boxes, ruby readings and picture descriptions follow the paragraph that they belong to. */
  readonly after: TextLine[];
  markDeleted: boolean;
}

interface Table {
  readonly outer: TextLine[];
  row: TextLine[][];
  isRowDeleted: boolean;
  isCellDeleted: boolean;
}

/** Reads one part; `lines` collects its lines, in order. */
export class OoxmlTextReader implements XmlHandler {
  readonly #options: OoxmlTextOptions;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  /** Targets for lines of text boxes; the outermost is the part itself. */
  readonly #boxes: TextLine[][] = [];
  #lines: TextLine[] = [];
  #hidden: TextLine[] = [];
  /** The paragraph mark was deleted: the text continues in the next paragraph. */
  #carried = "";
  #skipDepth = 0;
  #propertyDepth = 0;
  #properties = "";
  #isRunHidden = false;
  #math: MathReader | null = null;
  #mathDepth = 0;
  /** A formula or a symbol precedes: the next word must stay separate. */
  #border = false;
  #inText = 0;
  #rubyDepth = 0;
  #title = 0;
  /** Number of texts found. */
  #found = 0;
  /** For each open AlternateContent the number of texts before it: after a choice with text, other choices are copies. */
  readonly #alternatives: number[] = [];

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

  /** Lines since the last call that the format's own program does not show. */
  takeHidden(): readonly TextLine[] {
    const lines = this.#hidden;
    this.#hidden = [];
    return lines;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth++;
      return;
    }
    if (this.#math !== null) {
      this.#mathDepth++;
      this.#math.open(name, attributes);
      return;
    }
    if (this.#propertyDepth > 0) {
      this.#propertyDepth++;
      this.#property(name, attributes);
      return;
    }
    if (PROPERTIES.has(name)) {
      this.#propertyDepth = 1;
      this.#properties = name;
      return;
    }
    if (SKIPPED.has(name) || this.#options.skip?.(name, attributes) === true) {
      this.#skipDepth = 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case "p":
        this.#paragraphs.push({
          text: "",
          hidden: "",
          isHidden: false,
          level: this.#title > 0 ? 1 : 0,
          after: [],
          markDeleted: false,
        });
        this.#border = false;
        break;
      case "r":
        this.#isRunHidden = paragraph?.isHidden ?? false;
        break;
      case FORMULA:
        this.#math = new MathReader();
        break;
      case "sym":
        this.#symbol(attribute(attributes, "font"), Number.parseInt(attribute(attributes, "char"), 16));
        break;
      case "altChunk":
        appendLines(this.#lines, this.#options.chunk?.(attribute(attributes, "id")) ?? []);
        break;
      case "textpath":
        this.#addAfter(attribute(attributes, "string"));
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
      case "cNvPr":
        this.#addAfter(attribute(attributes, "descr"));
        break;
      case "ph":
        if (/^(ctrT|t)itle$/.test(attribute(attributes, "type"))) this.#title = 1;
        break;
      case "AlternateContent":
        this.#alternatives.push(this.#found);
        break;
      case "Choice":
      case "Fallback":
        if (this.#found > (this.#alternatives.at(-1) ?? this.#found)) this.#skipDepth = 1;
        break;
      case "txbxContent":
        this.#boxes.push(this.#lines);
        this.#lines = [];
        break;
      case "tbl":
        this.#tables.push({ outer: this.#lines, row: [], isRowDeleted: false, isCellDeleted: false });
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
    if (this.#math !== null) {
      if (this.#mathDepth-- > 0) this.#math.close();
      else this.#endFormula(this.#math.omml());
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
      case "r":
        this.#isRunHidden = this.#paragraphs.at(-1)?.isHidden ?? false;
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
        this.#endCell();
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
    if (this.#skipDepth > 0 || this.#propertyDepth > 0) return;
    if (this.#math !== null) this.#math.text(text);
    else if (this.#inText > 0) this.#add(text);
  }

  #endFormula(formula: string): void {
    this.#math = null;
    this.#mathDepth = 0;
    const before = this.#paragraphs.at(-1)?.text ?? "";
    if (formula === "") return;
    this.#border = false;
    this.#add(/[\p{L}\p{N}]$/u.test(before) ? ` ${formula}` : formula);
    this.#border = true;
  }

  /** A symbol is a word of its own beside words, and part of one beside a letter ("μm"). */
  #symbol(font: string, code: number): void {
    const symbol = Number.isNaN(code) ? " " : symbolCharacter(font, code);
    const before = this.#paragraphs.at(-1)?.text ?? "";
    this.#border = false;
    this.#add(/[\p{L}\p{N}]{2}$/u.test(before) ? ` ${symbol}` : symbol);
    this.#border = true;
  }

  /** A text that belongs to the paragraph. A picture has its description twice, for its frame and for itself. */
  #addAfter(raw: string): void {
    const text = raw.trim();
    const lines = this.#paragraphs.at(-1)?.after ?? this.#lines;
    if (text === "" || lines.at(-1)?.text === text) return;
    this.#found++;
    lines.push({ text, level: 0 });
  }

  #add(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || (this.#alternatives.length > 0 && NO_CHART.test(text))) return;
    if (text.trim() !== "") this.#found++;
    const parted = this.#border && /^[\p{L}\p{N}]{2}/u.test(text) ? ` ${text}` : text;
    this.#border = false;
    if (this.#isRunHidden) paragraph.hidden += parted;
    // A ruby reading must not come between the letters of its word.
    else if (this.#rubyDepth > 0) paragraph.after.push({ text, level: 0 });
    else paragraph.text += parted;
  }

  #property(name: string, attributes: Readonly<Record<string, string>>): void {
    const table = this.#tables.at(-1);
    const isSet = !/^(0|false|off)$/.test(attribute(attributes, "val"));
    if (this.#properties === "pPr") this.#paragraphProperty(name, attributes);
    else if (this.#properties === "rPr") {
      if (name === "vanish") this.#isRunHidden = isSet;
      else if (name === "rStyle" && this.#options.isHidden?.(attribute(attributes, "val")) === true)
        this.#isRunHidden = true;
    } else if (table !== undefined && this.#properties === "trPr") table.isRowDeleted ||= name === "del";
    else if (table !== undefined) table.isCellDeleted ||= name === "cellDel";
  }

  #paragraphProperty(name: string, attributes: Readonly<Record<string, string>>): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === "pStyle") {
      const style = attribute(attributes, "val");
      paragraph.level ||= this.#options.levelOf?.(style) ?? 0;
      paragraph.isHidden = this.#options.isHidden?.(style) ?? false;
      this.#isRunHidden = paragraph.isHidden;
    } else if (name === "outlineLvl") {
      const level = Number(attribute(attributes, "val"));
      if (level >= 0 && level < 9) paragraph.level ||= level + 1;
    } else if (name === "del") paragraph.markDeleted = true;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const text = this.#carried + paragraph.text;
    this.#carried = "";
    // The mark of a note is a field, followed by a blank or tab.
    const trimmed = text.trim();
    if (paragraph.markDeleted) this.#carried = text;
    else if (trimmed !== "") this.#lines.push({ text: trimmed, level: paragraph.level });
    appendLines(this.#lines, paragraph.after);
    const hidden = paragraph.hidden.trim();
    if (hidden !== "") this.#hidden.push({ text: hidden, level: 0 });
    this.#isRunHidden = this.#paragraphs.at(-1)?.isHidden ?? false;
  }

  #endCell(): void {
    const table = this.#tables.at(-1);
    if (table?.isCellDeleted === false) table.row.push(this.#lines);
    if (table !== undefined) table.isCellDeleted = false;
    this.#lines = [];
  }

  #startRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.row = [];
    table.isRowDeleted = false;
  }

  #endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (!table.isRowDeleted) appendLines(table.outer, rowLines(table.row));
    table.row = [];
  }
}
