/** Lines of an extracted text, selected by page, sheet, part or line numbers, within bounds: the body of `read`. */
import { QsearchError } from "../errors.ts";
import type { ReadResult } from "../request/read-request.ts";
import type { Unit, UnitKind } from "../text/document.ts";
import { indexAt, type Layout, lineSpan, lineStarts, sourceLine } from "../text/lines.ts";

export interface SectionSelection {
  /** Line (or row) numbers, both included; within each unit where the document has units. */
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly page?: number | undefined;
  readonly sheet?: string | undefined;
  readonly part?: string | undefined;
  /** A member of an archive, by its name. */
  readonly member?: string | undefined;
}

export interface ReadBounds {
  readonly lines: number;
  /** UTF-16 units of the structured answer: text as JSON, and the JSON around each line and section. */
  readonly chars: number;
}

/** Bounds of one `read`: 2,000 lines; 80,000 characters are below 25,000 tokens at 3.8 characters a token. */
const READ_BOUNDS: ReadBounds = { lines: 2000, chars: 80_000 };

/** Length of `{"line":1234,"text":""},` around a line in the structured answer. */
const LINE_COST = 24;
/**
 * Length of `{"page":12,"sheet":null,"part":null,"note":null,"reason":null,"lines":[]},` around a section, even a blank one.
 */
const SECTION_COST = 78;

type Section = ReadResult["sections"][number];
type Next = NonNullable<ReadResult["next"]>;
export type Sections = Pick<ReadResult, "sections" | "truncated" | "next">;

/** A unit, or text between units; `unit` is null between units and in documents without units. */
interface Stretch {
  readonly index: number;
  readonly unit: Unit | null;
  readonly start: number;
  readonly end: number;
}

/**
 * The selected lines. `truncated` means that the bounds cut the answer; `next` holds the arguments to continue: after a cut the
 * first line, page, sheet or part not shown; after one whole page, sheet or part the following one. Where one source line alone
 * fills the bounds (minified HTML), the next source line follows. Throws `usage` for a page, sheet or part that the document
 * lacks.
 */
export function selectSections(
  text: string,
  layout: Layout,
  selection: SectionSelection,
  bounds = READ_BOUNDS,
): Sections {
  const reader = new SectionReader(text, layout, bounds);
  const all = stretches(text, layout.units);
  const chosen = choose(all, selection);
  const single = selection.page !== undefined || selection.sheet !== undefined || selection.part !== undefined;
  for (const stretch of chosen) {
    const stoppedAt = reader.read(stretch, selection.startLine ?? 1, selection.endLine ?? Number.MAX_SAFE_INTEGER);
    if (stoppedAt === null) continue;
    const { sections } = reader;
    // A page cannot continue inside (lines count within each page): one that does not fit is left to the next call.
    const whole = isOneOf(PAGES, stretch.unit) && sections.length > 1;
    if (whole) sections.pop();
    const next = whole ? unitNext(stretch.unit) : continuation(stretch, stoppedAt, selection, all);
    return { sections, truncated: true, next };
  }
  const last = chosen.at(-1);
  const next = single && last !== undefined ? following(last, all) : null;
  return { sections: reader.sections, truncated: false, next };
}

class SectionReader {
  readonly sections: Section[] = [];
  readonly #starts: Uint32Array;
  #lines: number;
  #chars: number;

  constructor(
    readonly text: string,
    readonly layout: Layout,
    bounds: ReadBounds,
  ) {
    this.#starts = lineStarts(text);
    this.#lines = bounds.lines;
    this.#chars = bounds.chars;
  }

  /** Adds the range's lines; returns the number of the first line without room, null if all fit. */
  read(stretch: Stretch, first: number, last: number): number | null {
    const section = emptySection(stretch.unit);
    const selected = this.#span(stretch, first, last);
    if (selected === null && (stretch.unit === null || first !== 1)) return null;
    this.sections.push(section);
    this.#chars -= SECTION_COST + jsonLength(stretch.unit?.label ?? "");
    if (selected === null) return this.#chars < 0 && this.sections.length > 1 ? 1 : null;
    const unitStart = stretch.unit === null ? 0 : Math.max(0, indexAt(this.#starts, stretch.start));
    const to = indexAt(this.#starts, selected.end - 1);
    for (let index = indexAt(this.#starts, selected.start); index <= to; index++) {
      const line = sourceLine(this.layout.lines, index, unitStart);
      const text = this.#line(index);
      const shown = startWithin(text, Math.max(0, this.#chars - LINE_COST));
      const alone = section.lines.length === 0 && this.sections.length === 1;
      const fits = shown.length === text.length && this.#chars >= LINE_COST;
      if (this.#lines <= 0 || !(fits || alone)) {
        const stuck = section.lines[0]?.line === line;
        return stuck ? line + 1 : line;
      }
      section.lines.push({ line, text: shown });
      this.#lines--;
      this.#chars -= jsonLength(shown) + LINE_COST;
      if (shown.length < text.length) return line + 1;
    }
    return null;
  }

  #span(stretch: Stretch, first: number, last: number): { start: number; end: number } | null {
    const unit = stretch.unit === null ? -1 : stretch.index;
    const span = lineSpan(this.layout, this.#starts, this.text.length, unit, first, last);
    if (span === null) return null;
    const start = Math.max(span.start, stretch.start);
    const end = Math.min(span.end, stretch.end);
    return start < end ? { start, end } : null;
  }

  #line(index: number): string {
    const end = this.#starts[index + 1] ?? this.text.length;
    const line = this.text.slice(this.#starts[index], end);
    return line.endsWith("\n") ? line.slice(0, -1) : line;
  }
}

/** Units in text order, with any non-blank text between units. */
function stretches(text: string, units: readonly Unit[]): Stretch[] {
  if (units.length === 0) return [{ index: -1, unit: null, start: 0, end: text.length }];
  const all: Stretch[] = [];
  let from = 0;
  const gap = (to: number): void => {
    if (text.slice(from, to).trim() !== "") all.push({ index: -1, unit: null, start: from, end: to });
  };
  units.forEach((unit, index) => {
    gap(unit.start);
    all.push({ index, unit, start: unit.start, end: unit.end });
    from = unit.end;
  });
  gap(text.length);
  return all;
}

const PAGES: readonly UnitKind[] = ["page", "slide"];
const SHEETS: readonly UnitKind[] = ["sheet"];
const PARTS: readonly UnitKind[] = ["part", "cell"];

function choose(all: readonly Stretch[], { page, sheet, part, member }: SectionSelection): readonly Stretch[] {
  if (page !== undefined) return pick(all, PAGES, String(page), "page");
  if (sheet !== undefined) return pick(all, SHEETS, sheet, "sheet");
  if (part !== undefined) return pick(all, PARTS, part, "part");
  if (member !== undefined) return membersOf(all, member);
  return all;
}

/** A member of an archive is one part, or the parts beneath its name. */
function membersOf(all: readonly Stretch[], member: string): readonly Stretch[] {
  const chosen = all.filter(({ unit }) => unit?.label === member || unit?.label.startsWith(`${member}/`));
  return chosen.length > 0 ? chosen : pick(all, PARTS, member, "part");
}

function pick(all: readonly Stretch[], kinds: readonly UnitKind[], label: string, what: string): readonly Stretch[] {
  const candidates = all.filter(({ unit }) => isOneOf(kinds, unit));
  const chosen = candidates.find(({ unit }) => unit?.label === label);
  if (chosen !== undefined) return [chosen];
  const labels = candidates.map(({ unit }) => unit?.label ?? "");
  const names = labels.length <= 12 ? labels.join(", ") : `${labels.slice(0, 10).join(", ")} … ${labels.at(-1)}`;
  throw new QsearchError(
    "usage",
    `the document has no ${what} ${JSON.stringify(label)}`,
    labels.length === 0 ? `It has no ${what}s.` : `It has: ${names}.`,
  );
}

function emptySection(unit: Unit | null): Section {
  const labelled = (kinds: readonly UnitKind[]) => (unit !== null && isOneOf(kinds, unit) ? unit.label : null);
  const page = labelled(PAGES);
  return {
    page: page === null ? null : Number(page),
    sheet: labelled(SHEETS),
    part: labelled(PARTS),
    note: unit?.note ?? null,
    reason: unit?.reason ?? null,
    lines: [],
  };
}

/** Where to continue after a cut at source line `line` of `stretch`; null when no requested text follows. */
function continuation(
  stretch: Stretch,
  line: number,
  { endLine }: SectionSelection,
  all: readonly Stretch[],
): Next | null {
  if (isOneOf(PAGES, stretch.unit) || (endLine !== undefined && line > endLine)) return following(stretch, all);
  const lines = { start_line: line, ...(endLine === undefined ? {} : { end_line: endLine }) };
  return { ...unitNext(stretch.unit), ...lines };
}

function following(stretch: Stretch, all: readonly Stretch[]): Next | null {
  const next = all[all.indexOf(stretch) + 1];
  return next === undefined ? null : unitNext(next.unit);
}

/** The arguments that select `unit`; no arguments select text outside units. */
function unitNext(unit: Unit | null): Next | null {
  if (unit === null) return null;
  if (isOneOf(PAGES, unit)) return { page: Number(unit.label) };
  return isOneOf(SHEETS, unit) ? { sheet: unit.label } : { part: unit.label };
}

function isOneOf(kinds: readonly UnitKind[], unit: Unit | null): boolean {
  return unit !== null && kinds.includes(unit.kind);
}

/** The longest beginning of `text` that takes at most `room` units as JSON, never half of a surrogate pair. */
function startWithin(text: string, room: number): string {
  let start = text.length > room ? cutAt(text, room) : text;
  for (let cost = jsonLength(start); cost > room; cost = jsonLength(start)) {
    start = cutAt(start, Math.min(start.length - 1, Math.floor((start.length * room) / cost)));
  }
  return start;
}

/** UTF-16 units of `text` in JSON, without its quotes. */
function jsonLength(text: string): number {
  return JSON.stringify(text).length - 2;
}

/** The first `length` units of `text`, never half of a surrogate pair. */
function cutAt(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
