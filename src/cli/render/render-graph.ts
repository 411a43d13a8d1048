/** Definitions, calls and outlines for people: each line begins with a place that terminals can click. */
import type {
  CallEnd,
  CallsResult,
  GraphCall,
  GraphDefinition,
  OutlineResult,
  SymbolResult,
} from "../../request/graph-request.ts";
import { type Style, safeLine } from "../style.ts";
import { shownShortPath } from "./render-places.ts";

/** Candidates that are named; the rest is counted. */
const NAMED = 4;

interface Shower {
  readonly style: Style;
  /** Folder that paths are relative to. */
  readonly directory: string;
  readonly cwd: string;
}

export function renderSymbols(result: SymbolResult, style: Style, cwd: string): string {
  const shower = { style, cwd, directory: result.directory };
  return result.definitions.map((one) => definition(one, shower, true)).join("") + rest(result, "definitions", style);
}

export function renderCallers(result: CallsResult, style: Style, cwd: string): string {
  const shower = { style, cwd, directory: result.directory };
  const calls = result.calls.map((call) => {
    const from = call.from === null ? "top of the file" : `${call.from.kind} ${call.from.name}`;
    const sure = leads(call, result, shower);
    return line(call, shower, [style.bold(safeLine(from)), safeLine(call.call), style.dim(sure)]);
  });
  return heads(result, shower) + calls.join("") + rest(result, "calls", style);
}

/** What a call of `callers` leads to, as far as it is not said already. */
function leads(call: GraphCall, { definitions }: CallsResult, shower: Shower): string {
  const [to] = call.to;
  const which = to === undefined ? "" : `${to.name} ${place(to.path, to.line, shower, false)}`;
  if (call.through !== null) return `→ perhaps ${which}, through ${safeLine(call.through)}`;
  if (call.state === "handed_on") return definitions.length > 1 ? `handed on: ${which}` : "handed on";
  if (call.state !== "resolved") return doubt(call, shower);
  return call.depth > 1 || definitions.length > 1 ? `→ ${which}` : "";
}

/** Where else the name stands, for people. "" where it stands nowhere else. */
export function otherMentions({ mentions, truncated, left_out }: CallsResult): string {
  const parts = [
    mentions.not_read > 0 ? `${mentions.not_read} files that were not read as code hold the name` : "",
    mentions.text > 0 ? `it is named at ${mentions.text} other places of the files that were read` : "",
    ...leftOutNotes(left_out),
    truncated ? "not everything was looked at" : "",
  ];
  return parts.filter((part) => part !== "").join("; ");
}

export function renderCallees(result: CallsResult, style: Style, cwd: string): string {
  const shower = { style, cwd, directory: result.directory };
  const calls = result.calls.map((call) =>
    line(call, shower, [style.bold(safeLine(call.call)), meaning(call, shower)]),
  );
  return heads(result, shower) + calls.join("") + rest(result, "calls", style);
}

export function renderOutline(result: OutlineResult, style: Style, cwd: string): string {
  const path = shownShortPath(result.path, cwd);
  const lines = result.symbols.map(({ kind, line, line_end, signature, name, level }) => {
    const place = `${style.path(path)}${style.number(`:${line}`)}`;
    const what = signature === "" ? `${kind} ${name}` : signature;
    return `${place}${"  ".repeat(level + 1)}${safeLine(what)}  ${style.dim(`${kind}, to ${line_end}`)}\n`;
  });
  const notes = [
    result.truncated ? "more with --limit" : "",
    result.partial ? "syntax errors: something may be missing" : "",
    result.lane === "tree-sitter"
      ? ""
      : result.lane === "reader"
        ? "read without a syntax tree"
        : "by patterns of lines",
  ].filter((note) => note !== "");
  return lines.join("") + (notes.length > 0 && lines.length > 0 ? style.dim(`… ${notes.join("; ")}\n`) : "");
}

function heads({ definitions }: CallsResult, shower: Shower): string {
  return definitions.length === 0 ? "" : `${definitions.map((one) => definition(one, shower, false)).join("")}\n`;
}

function definition(one: GraphDefinition, shower: Shower, full: boolean): string {
  const { style } = shower;
  const bases = one.bases.length > 0 ? ` (${one.bases.join(", ")})` : "";
  const head = `${place(one.path, one.line, shower)}  ${style.dim(one.kind)} ${style.bold(safeLine(one.name))}${style.dim(safeLine(bases))}\n`;
  return full && one.signature !== "" ? `${head}    ${safeLine(one.signature)}\n` : head;
}

function line(call: GraphCall, shower: Shower, columns: readonly string[]): string {
  const at = `${"  ".repeat(call.depth)}${place(call.path, call.line, shower)}`;
  return `${[at, ...columns.filter((column) => column !== "")].join("  ")}\n`;
}

function meaning(call: GraphCall, shower: Shower): string {
  const { style } = shower;
  const [only] = call.to;
  if (call.state === "resolved" && only !== undefined) return `→ ${end(only, shower)}`;
  if (call.state === "external") return style.dim(`→ outside: ${safeLine(call.outside ?? "")}`);
  return style.dim(doubt(call, shower));
}

/** What is said where nothing is certain. */
function doubt({ state, to }: GraphCall, shower: Shower): string {
  if (state !== "candidate") return state === "external" ? "outside" : "→ unresolved";
  const named = to.slice(0, NAMED).map(({ path, line: at }) => place(path, at, shower, false));
  const more = to.length > NAMED ? ` and ${to.length - NAMED} more` : "";
  return `→ perhaps ${named.join(" or ")}${more}`;
}

function end({ path, line: at, name, kind }: CallEnd, shower: Shower): string {
  return `${place(path, at, shower)}  ${shower.style.dim(kind)} ${safeLine(name)}`;
}

function place(path: string, at: number, { style, directory, cwd }: Shower, colored = true): string {
  const shown = shownShortPath(`${directory === "/" ? "" : directory}/${path}`, cwd);
  return colored ? `${style.path(shown)}${style.number(`:${at}`)}` : `${shown}:${at}`;
}

/** `1 file left out: too_large (python)` for each reason. */
function leftOutNotes(leftOut: CallsResult["left_out"]): string[] {
  return leftOut.map(({ reason, files, languages }) => {
    const of = languages.length === 0 ? "" : ` (${languages.join(", ")})`;
    return `${files} file${files === 1 ? "" : "s"} left out: ${reason}${of}`;
  });
}

function rest(result: SymbolResult | CallsResult, what: string, style: Style): string {
  const notes = [
    result.truncated ? `there are more ${what} than --limit lets through` : "",
    ...leftOutNotes(result.left_out),
    result.files_partial > 0 ? `${result.files_partial} files with syntax errors were parsed in part` : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? "" : style.dim(`… ${notes.join("; ")}\n`);
}
