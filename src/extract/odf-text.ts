/** Text of OpenDocument content: paragraphs, headings, tables, notes, comments, text boxes, formulas, by part or page. */
import { MathReader } from "./math-text.ts";
import { appendLines, rowLines, type TextLine } from "./text-lines.ts";
import { attribute, type XmlHandler } from "./xml.ts";

export type OdfPart = "body" | "header" | "footer" | "footnotes" | "endnotes" | "comments" | "hidden text";

/** A slide, or a page of a drawing. */
export interface OdfPage {
  readonly lines: TextLine[];
  readonly hidden: boolean;
}

/** The text of an embedded object: a formula stands in its line, other text follows the line. */
export interface OdfObject {
  readonly formula: string;
  readonly lines: readonly TextLine[];
}

/** Deleted text, scripts and elements that only describe other content. */
const SKIPPED = new Set(["tracked-changes", "scripts", "forms", "note-citation", "font-face-decls", "binary-data"]);
/** Placeholder texts of a presentation's layout. */
const PLACEHOLDER = /^(<(number|date\/time|header|footer|slide-name)>|\?{3}(\s*\(\?{3}\))?)$/;
/** Author and date of a comment; elsewhere elements of these names are fields with text of the document. */
const COMMENT_ABOUT = new Set(["creator", "date", "date-string", "creator-initials"]);
const HEADER = /^header(-left|-first)?$/;
const FOOTER = /^footer(-left|-first)?$/;
/** Longest run of blanks: the file stores a run as a number. */
const BLANKS_LIMIT = 1000;

interface Paragraph {
  text: string;
  hidden: string;
  readonly isHidden: boolean;
  readonly level: number;
  /** Text boxes, descriptions and ruby readings follow the paragraph that they belong to. */
  readonly after: TextLine[];
  readonly out: TextLine[];
}

interface Table {
  readonly out: TextLine[];
  row: TextLine[][];
}

/** Reads content.xml, then styles.xml (for headers and footers); `parts` collects the lines. */
export class OdfTextReader implements XmlHandler {
  readonly parts: ReadonlyMap<OdfPart, TextLine[]> = new Map<OdfPart, TextLine[]>([
    ["body", []],
    ["header", []],
    ["footer", []],
    ["footnotes", []],
    ["endnotes", []],
    ["comments", []],
    ["hidden text", []],
  ]);
  readonly pages: OdfPage[] = [];
  /** Whether pages belong to a drawing, not to slides. */
  isDrawing = false;
  readonly #objects: (href: string) => OdfObject | null;
  /** Hidden styles of text and of pages. */
  readonly #hiddenStyles = new Set<string>();
  #style = "";
  /** For each open span whether it is hidden. */
  readonly #spans: boolean[] = [];
  #math: MathReader | null = null;
  #mathDepth = 0;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  /** Targets for lines; elements with an output of their own push entries. */
  readonly #outputs: { readonly element: string; readonly lines: TextLine[] }[] = [];
  #skipDepth = 0;
  #described = 0;
  #noteClass: OdfPart = "footnotes";
  #readingDepth = 0;

  /** `objects` finds embedded objects of the package by reference. */
  constructor(objects: (href: string) => OdfObject | null = () => null) {
    this.#objects = objects;
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
    if (SKIPPED.has(name) || (COMMENT_ABOUT.has(name) && this.#outputs.at(-1)?.element === "annotation")) {
      this.#skipDepth = 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case "style":
        this.#style = attribute(attributes, "name");
        break;
      case "text-properties":
        if (attribute(attributes, "display") === "none") this.#hiddenStyles.add(this.#style);
        break;
      case "drawing-page-properties":
        if (attribute(attributes, "visibility") === "hidden") this.#hiddenStyles.add(this.#style);
        break;
      case "master-styles":
        // Prompts; headers and footers inside have outputs of their own.
        this.#outputs.push({ element: name, lines: [] });
        break;
      case "drawing":
        this.isDrawing = true;
        break;
      case "page":
        this.#startPage(attributes);
        break;
      case "math":
        this.#math = new MathReader();
        break;
      case "object":
        this.#addObject(this.#objects(attribute(attributes, "href")));
        break;
      case "span":
        this.#spans.push(this.#isHidden() || this.#hiddenStyles.has(attribute(attributes, "style-name")));
        break;
      case "text":
        if (this.#outputs.length === 0) this.#redirect(name, "body");
        break;
      case "note":
        this.#noteClass = attribute(attributes, "note-class") === "endnote" ? "endnotes" : "footnotes";
        break;
      case "note-body":
        this.#redirect(name, this.#noteClass);
        break;
      case "annotation":
        this.#redirect(name, "comments");
        break;
      case "p":
      case "h":
        this.#startParagraph(name, attributes);
        break;
      case "s":
        if (paragraph !== undefined)
          paragraph.text += " ".repeat(Math.min(Math.max(Number(attribute(attributes, "c")) || 1, 1), BLANKS_LIMIT));
        break;
      case "tab":
        if (paragraph !== undefined) paragraph.text += "\t";
        break;
      case "line-break":
        if (paragraph !== undefined) paragraph.text += "\n";
        break;
      case "ruby-text":
        this.#readingDepth++;
        break;
      case "title":
      case "desc":
        this.#described++;
        break;
      case "table":
        this.#startTable();
        break;
      case "table-row":
        this.#startRow();
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#outputs.push({ element: name, lines: [] });
        break;
      default:
        if (HEADER.test(name)) this.#redirect(name, "header");
        else if (FOOTER.test(name)) this.#redirect(name, "footer");
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (this.#math !== null) {
      if (this.#mathDepth-- > 0) this.#math.close();
      else {
        this.#addFormula(this.#math.mathml());
        this.#math = null;
        this.#mathDepth = 0;
      }
      return;
    }
    switch (name) {
      case "span":
        this.#spans.pop();
        break;
      case "p":
      case "h":
        this.#endParagraph();
        break;
      case "ruby-text":
        this.#readingDepth--;
        break;
      case "title":
      case "desc":
        this.#described--;
        break;
      case "table-cell":
      case "covered-table-cell":
        this.#tables.at(-1)?.row.push(this.#outputs.pop()?.lines ?? []);
        break;
      case "table-row":
        this.#endRow();
        break;
      case "table":
        this.#tables.pop();
        break;
      default:
        if (this.#outputs.at(-1)?.element === name) this.#outputs.pop();
    }
  }

  /** White space of the file is XML layout: a run becomes one blank, and none at the start of a paragraph. */
  text(text: string): void {
    if (this.#skipDepth > 0) return;
    if (this.#math !== null) {
      this.#math.text(text);
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    if (this.#described > 0 || this.#readingDepth > 0) {
      const line = text.trim();
      if (line !== "") (paragraph?.after ?? this.#lines()).push({ text: line, level: 0 });
      return;
    }
    if (paragraph === undefined) return;
    const run = text.replace(/[ \t\n\r]+/g, " ");
    if (this.#isHidden()) {
      paragraph.hidden += run;
      return;
    }
    paragraph.text += run.startsWith(" ") && /(^|[ \t\n])$/.test(paragraph.text) ? run.slice(1) : run;
  }

  #isHidden(): boolean {
    return this.#spans.at(-1) ?? this.#paragraphs.at(-1)?.isHidden ?? false;
  }

  #addObject(object: OdfObject | null): void {
    if (object === null) return;
    if (object.formula !== "") this.#addFormula(object.formula);
    appendLines(this.#paragraphs.at(-1)?.after ?? this.#lines(), object.lines);
  }

  /** A formula stands in its line, separated from words. */
  #addFormula(formula: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (formula === "") return;
    if (paragraph === undefined) this.#lines().push({ text: formula, level: 0 });
    else paragraph.text += `${/\S$/.test(paragraph.text) ? " " : ""}${formula} `;
  }

  #startPage(attributes: Readonly<Record<string, string>>): void {
    const page = { lines: [], hidden: this.#hiddenStyles.has(attribute(attributes, "style-name")) };
    this.pages.push(page);
    this.#outputs.push({ element: "page", lines: page.lines });
  }

  #lines(): TextLine[] {
    return this.#outputs.at(-1)?.lines ?? this.#part("body");
  }

  #part(part: OdfPart): TextLine[] {
    return this.parts.get(part) ?? [];
  }

  #redirect(element: string, part: OdfPart): void {
    this.#outputs.push({ element, lines: this.#part(part) });
  }

  #startParagraph(name: string, attributes: Readonly<Record<string, string>>): void {
    const level = name === "h" ? Math.max(1, Number(attribute(attributes, "outline-level")) || 1) : 0;
    const isHidden = this.#hiddenStyles.has(attribute(attributes, "style-name"));
    this.#paragraphs.push({ text: "", hidden: "", isHidden, level, after: [], out: this.#target() });
  }

  /** The content of a text box lies within a paragraph, whose own line comes first. */
  #target(): TextLine[] {
    const outer = this.#paragraphs.at(-1);
    const lines = this.#lines();
    return outer !== undefined && outer.out === lines ? outer.after : lines;
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    const text = paragraph.text.trimEnd();
    if (text.trim() !== "" && !PLACEHOLDER.test(text.trim())) paragraph.out.push({ text, level: paragraph.level });
    if (paragraph.hidden.trim() !== "") this.#part("hidden text").push({ text: paragraph.hidden.trim(), level: 0 });
    appendLines(paragraph.out, paragraph.after);
  }

  #startTable(): void {
    this.#tables.push({ out: this.#target(), row: [] });
  }

  #startRow(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.row = [];
  }

  #endRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    appendLines(table.out, rowLines(table.row));
    table.row = [];
  }
}
