/** Builds symbols, calls and imports from a query's matches, by the captures that src/languages/README.md describes. */
import { indexAt, lineStarts } from "../text/lines.ts";
import type { CallSite, CodeSymbol, FileSymbols, ImportedName, SymbolKind } from "./file-symbols.ts";
import { collapse, signatureOf } from "./signature.ts";

/** The part of a node that the extractor needs; offsets are UTF-16 units. */
export interface NodeSpan {
  /** Equal for the same node of a tree. */
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

export interface Captured extends NodeSpan {
  readonly capture: string;
}

export interface Match {
  /** Index of its pattern in the query. */
  readonly pattern: number;
  readonly captures: readonly Captured[];
}

/** A captured node with its pattern's index: the first pattern in the query file counts, in any match order. */
interface Told extends NodeSpan {
  readonly pattern: number;
}

/** A symbol under construction from its matches. */
interface Draft {
  /** The declaration. */
  node: NodeSpan;
  kind: SymbolKind;
  pattern: number;
  name: Told | null;
  body: Told | null;
  receiver: Told | null;
  readonly bases: NodeSpan[];
  /** The block's start: wrappers extend it, then leads. */
  start: number;
  end: number;
  /** Where the signature starts: the outermost wrapper. */
  head: number;
}

interface Collected {
  readonly drafts: ReadonlyMap<number, Draft>;
  /** By the id of the wrapped node. */
  readonly wrappers: ReadonlyMap<number, NodeSpan>;
  readonly leads: readonly NodeSpan[];
  readonly decorators: readonly NodeSpan[];
  readonly calls: ReadonlyMap<number, { readonly name: NodeSpan; readonly receiver: NodeSpan | null }>;
  readonly imports: readonly Match[];
}

const DEFINITION = "definition.";

/** Length to which a receiver is cut: a longer one is an expression that no name resolves. */
const MAX_RECEIVER = 120;

const HOLDERS: ReadonlySet<SymbolKind> = new Set(["class", "interface", "trait", "struct", "enum", "impl"]);

/** Symbols with their nodes. */
export interface Extraction {
  readonly found: FileSymbols;
  /** Declaration of each symbol, by the symbol's index. */
  readonly nodes: readonly NodeSpan[];
  /** Whether each symbol has a body. */
  readonly bodied: readonly boolean[];
}

export function extract(text: string, matches: Iterable<Match>, partial: boolean): Extraction {
  const starts = lineStarts(text);
  const lineOf = (offset: number) => Math.max(0, indexAt(starts, offset)) + 1;
  const found = collect(matches);
  const imports = importsOf(text, found.imports, lineOf);
  const drafts = blocksOf(text, found, imports.aliases);
  const hidden = hiddenSpans(found);
  const parents = parentsOf(drafts);
  const symbols = drafts.map((draft, index): CodeSymbol => {
    const parent = parents[index] ?? -1;
    const { name, node, body, receiver } = draft;
    const nameStart = name?.start ?? node.start;
    return {
      name: name === null ? "" : nameIn(text.slice(name.start, name.end)),
      kind: kindOf(draft, drafts[parent]),
      start: draft.start,
      end: draft.end,
      nameStart,
      lineStart: lineOf(draft.start),
      lineEnd: lineOf(Math.max(draft.start, draft.end - 1)),
      headLine: lineOf(nameStart),
      signature: signatureOf(text, draft.head, body?.start ?? node.end, hidden),
      parent,
      receiver: receiver === null ? null : collapse(text.slice(receiver.start, receiver.end)),
      bases: namesOf(text, draft.bases),
    };
  });
  const calls = callsOf(text, found, drafts, (offset) => {
    const line = lineOf(offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  });
  return {
    found: { lane: "tree-sitter", symbols, calls, imports: imports.names, partial },
    nodes: drafts.map(({ node }) => node),
    bodied: drafts.map(({ body }) => body !== null),
  };
}

function collect(matches: Iterable<Match>): Collected {
  const drafts = new Map<number, Draft>();
  const wrappers = new Map<number, NodeSpan>();
  const leads: NodeSpan[] = [];
  const decorators: NodeSpan[] = [];
  const calls = new Map<number, { name: NodeSpan; receiver: NodeSpan | null }>();
  const imports: Match[] = [];
  for (const match of matches) {
    const { captures } = match;
    const definition = captures.find(({ capture }) => capture.startsWith(DEFINITION));
    const draft = definition === undefined ? null : draftOf(drafts, definition, match.pattern);
    let call: { name: NodeSpan; receiver: NodeSpan | null } | null = null;
    let receiver = null as NodeSpan | null;
    let name = null as NodeSpan | null;
    let wrapper: NodeSpan | null = null;
    let imported = false;
    for (const captured of captures) {
      switch (captured.capture) {
        case "name":
          name = through(name, captured);
          break;
        case "body":
          if (draft !== null) draft.body = earlier(draft.body, captured, match.pattern);
          break;
        case "head":
          if (draft !== null) draft.start = draft.head = Math.min(draft.head, captured.start);
          break;
        case "receiver":
          if (draft !== null) draft.receiver = earlier(draft.receiver, captured, match.pattern);
          break;
        case "base":
          draft?.bases.push(captured);
          break;
        case "decorator":
          decorators.push(captured);
          break;
        case "lead":
          leads.push(captured);
          break;
        case "wrapper":
          wrapper = captured;
          break;
        case "wrapped":
          if (wrapper !== null) wrappers.set(captured.id, wrapper);
          break;
        case "call.name":
          call = { name: captured, receiver: null };
          break;
        case "call.receiver":
          receiver = through(receiver, captured);
          break;
        default:
          imported ||= captured.capture.startsWith("import.");
      }
    }
    if (draft !== null && name !== null) draft.name = earlier(draft.name, name, match.pattern);
    if (call !== null) {
      const known = calls.get(call.name.id);
      if (known === undefined) calls.set(call.name.id, { name: call.name, receiver });
      else known.receiver ??= receiver;
    }
    if (imported) imports.push(match);
  }
  return { drafts, wrappers, leads, decorators, calls, imports };
}

function earlier(known: Told | null, { id, start, end }: NodeSpan, pattern: number): Told {
  return known !== null && known.pattern <= pattern ? known : { id, start, end, pattern };
}

function through(first: NodeSpan | null, last: NodeSpan): NodeSpan {
  return first === null ? last : { id: first.id, start: first.start, end: last.end };
}

function draftOf(drafts: Map<number, Draft>, definition: Captured, pattern: number): Draft {
  const { id, start, end } = definition;
  const kind = definition.capture.slice(DEFINITION.length) as SymbolKind;
  const known = drafts.get(id);
  if (known === undefined) {
    const none = { name: null, body: null, receiver: null, bases: [] };
    const draft: Draft = { node: definition, kind, pattern, ...none, start, end, head: start };
    drafts.set(id, draft);
    return draft;
  }
  if (pattern < known.pattern) {
    known.kind = kind;
    known.pattern = pattern;
  }
  return known;
}

/** The drafts that become symbols, with their whole blocks, in the order of the symbols. */
function blocksOf(text: string, found: Collected, aliases: ReadonlySet<number>): Draft[] {
  const byName = new Map<number, Draft>();
  const blocks: Draft[] = [];
  for (const draft of found.drafts.values()) {
    // In some grammars no node holds the whole declaration: its body is a sibling.
    draft.end = Math.max(draft.end, draft.body?.end ?? 0);
    draft.node = { ...draft.node, end: draft.end };
    if (draft.name === null) blocks.push(draft);
    else if (!aliases.has(draft.name.id)) {
      const known = byName.get(draft.name.id);
      if (known === undefined || draft.pattern < known.pattern) byName.set(draft.name.id, draft);
    }
  }
  blocks.push(...byName.values());
  const leads = [...found.leads].sort((a, b) => a.end - b.end);
  for (const draft of blocks) {
    for (let around = found.wrappers.get(draft.node.id); around; around = found.wrappers.get(around.id)) {
      draft.start = Math.min(draft.start, around.start);
      draft.end = Math.max(draft.end, around.end);
    }
    draft.head = draft.start;
    draft.start = withLeads(text, draft.start, leads);
    while (draft.end > draft.start && isSpace(text, draft.end - 1)) draft.end--;
  }
  return blocks.sort(
    (a, b) => a.start - b.start || a.node.start - b.node.start || b.end - a.end || b.node.end - a.node.end,
  );
}

/** Start of the comments and attributes right above `start`. */
function withLeads(text: string, start: number, leads: readonly NodeSpan[]): number {
  let from = start;
  let at = lastEndingBy(leads, start);
  for (; at >= 0; at--) {
    const lead = leads[at];
    if (lead === undefined || lead.start >= from) continue;
    if (!isDirectlyAbove(text, lead, from)) break;
    from = lead.start;
  }
  return from;
}

/** Index of the last lead that ends at or before the offset. */
function lastEndingBy(leads: readonly NodeSpan[], offset: number): number {
  let low = 0;
  let high = leads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((leads[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Only white space with at most one line break lies between, and nothing before the lead on its own line. */
function isDirectlyAbove(text: string, lead: NodeSpan, from: number): boolean {
  let breaks = 0;
  for (let at = from - 1; at >= lead.start; at--) {
    if (!isSpace(text, at)) break;
    if (text[at] === "\n" && ++breaks > 1) return false;
  }
  // Some grammars' comments end behind their line break, so the white space may reach into the lead.
  const between = text.slice(lead.end, from);
  if (between.trim() !== "") return false;
  for (let at = lead.start - 1; at >= 0 && text[at] !== "\n"; at--) if (!isSpace(text, at)) return false;
  return true;
}

function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32;
}

/** Nodes that signatures leave out, in order. */
function hiddenSpans({ leads, decorators }: Collected): NodeSpan[] {
  return [...leads, ...decorators].sort((a, b) => a.start - b.start);
}

/** Index of each draft's innermost enclosing draft: by declarations, as several may share a block (`const a = 1, b = 2`). */
function parentsOf(drafts: readonly Draft[]): number[] {
  const open: number[] = [];
  return drafts.map(({ start, node }, index) => {
    while (open.length > 0 && (drafts[open.at(-1) ?? 0]?.end ?? 0) <= start) open.pop();
    const parent = open.findLast((outer) => encloses(drafts[outer]?.node, node)) ?? -1;
    open.push(index);
    return parent;
  });
}

function encloses(outer: NodeSpan | undefined, { start, end }: NodeSpan): boolean {
  return outer !== undefined && outer.start <= start && outer.end >= end;
}

function kindOf(draft: Draft, parent: Draft | undefined): SymbolKind {
  const isMember = draft.kind === "function" && draft.name !== null && parent !== undefined && HOLDERS.has(parent.kind);
  return isMember ? "method" : draft.kind;
}

function namesOf(text: string, spans: readonly NodeSpan[]): string[] {
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  // In C++ and Swift the node of a qualified name holds type arguments.
  return [...new Set(ordered.map(({ start, end }) => collapse(text.slice(start, end)).replace(/\s*<.*$/s, "")))];
}

/** Callers are found by their declarations, so a call in a decorator belongs to the symbol around the decorated one. */
function callsOf(
  text: string,
  found: Collected,
  drafts: readonly Draft[],
  place: (offset: number) => { line: number; column: number },
): CallSite[] {
  const calls = [...found.calls.values()].sort((a, b) => a.name.start - b.name.start);
  const open: number[] = [];
  let next = 0;
  const byStart = drafts.map((draft, index) => ({ at: draft.node.start, index })).sort((a, b) => a.at - b.at);
  return calls.map(({ name, receiver }) => {
    for (; (byStart[next]?.at ?? Number.POSITIVE_INFINITY) <= name.start; next++) open.push(byStart[next]?.index ?? 0);
    while (open.length > 0 && (drafts[open.at(-1) ?? 0]?.node.end ?? 0) <= name.start) open.pop();
    return {
      name: nameIn(text.slice(name.start, name.end)),
      receiver: receiver === null ? null : receiverOf(text.slice(receiver.start, receiver.end)),
      ...place(name.start),
      offset: name.start,
      caller: open.at(-1) ?? -1,
    };
  });
}

/** Swift's `await` binds closer than the dot. */
function receiverOf(written: string): string {
  return collapse(written)
    .replace(/^await /, "")
    .slice(0, MAX_RECEIVER);
}

/** The imports in the order of the text, and the nodes of their local names. */
function importsOf(
  text: string,
  matches: readonly Match[],
  lineOf: (offset: number) => number,
): { names: ImportedName[]; aliases: Set<number> } {
  const aliases = new Set<number>();
  const found = new Map<string, { at: number; imported: ImportedName }>();
  for (const { captures } of matches) {
    const node = (capture: string) => captures.find((captured) => captured.capture === `import.${capture}`);
    const written = (span: NodeSpan | undefined) =>
      span === undefined ? "" : unquoted(text.slice(span.start, span.end));
    const module = moduleOf(text, captures);
    const alias = node("alias");
    if (alias !== undefined && node("export") === undefined) aliases.add(alias.id);
    let name = written(node("name"));
    let local = written(alias);
    if (node("star") !== undefined) [name, local] = ["*", local === "" ? "*" : local];
    else if (node("default") !== undefined) name = "default";
    if (name === "") name = "*";
    if (local === "" && node("bare") === undefined) local = name === "*" ? lastPart(module) : name;
    const at = (node("name") ?? alias ?? node("star") ?? node("module") ?? captures[0])?.start ?? 0;
    const exported = node("export") !== undefined;
    const imported = { module, name, alias: local, line: lineOf(at), exported };
    found.set(`${at} ${module} ${name} ${local}`, { at, imported });
  }
  const names = [...found.values()].sort((a, b) => a.at - b.at).map(({ imported }) => imported);
  return { names, aliases };
}

/** In nested lists (`a::{b::{c}}`) a module has several captures: they are joined by the separator after the first. */
function moduleOf(text: string, captures: readonly Captured[]): string {
  const parts = captures.filter(({ capture }) => capture === "import.module");
  const first = parts[0];
  if (first === undefined) return "";
  const separator = /^\s*(::|[./\\])/.exec(text.slice(first.end, first.end + 40))?.[1] ?? "";
  return parts.map(({ start, end }) => unquoted(text.slice(start, end))).join(separator);
}

function lastPart(module: string): string {
  const parts = module.split(module.includes("/") ? "/" : /[.:\\]+/).filter((part) => part !== "");
  return parts.at(-1) ?? module;
}

function unquoted(written: string): string {
  const inner = /^(?:"(.*)"|'(.*)'|`(.*)`|<(.*)>)$/s.exec(written);
  return inner === null ? written : (inner[1] ?? inner[2] ?? inner[3] ?? inner[4] ?? "");
}

/** A symbol's name as other files write it: `<=>` is complete, Ruby's `:name` is not. */
function nameIn(written: string): string {
  if (written.startsWith("<")) return written;
  // C++'s conversion operator: no node holds its name alone.
  if (/^operator\s/.test(written)) return collapse(written.replace(/\([^)]*\)[^)]*$/s, ""));
  return unquoted(/^:[^:]/.test(written) ? written.slice(1) : written);
}
