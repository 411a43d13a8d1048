/**
 * What a tool found as the two forms of an MCP result. Clients show only the structure of a good answer and only the
 * first text of an error (anthropics/claude-code#64316, #79944, #86032), and clients of FastMCP servers parse it as JSON:
 * so the text is the structure as JSON, and an error is told in its text.
 */
import { QsearchError } from "../errors.ts";
import { createLogger } from "../log.ts";
import { uriOfPath } from "./file-uri.ts";

/** A passage of a file that a result names. */
export interface PassageLink {
  /** Absolute. */
  readonly path: string;
  /** Name shown beside the link. */
  readonly name: string;
  /** Source lines, both included; null for a whole file. */
  readonly lines: readonly [first: number, last: number] | null;
}

export interface ToolReply {
  readonly structure: Readonly<Record<string, unknown>>;
  /** Best first; as many are linked as fit. */
  readonly passages: readonly PassageLink[];
  /** What the caller asked for, where that is more than MAX_REPLY_CHARACTERS. */
  readonly maxCharacters?: number;
}

type TextBlock = { type: "text"; text: string };
type LinkBlock = { type: "resource_link"; uri: string; name: string };

/** A CallToolResult, in its own words. */
export interface CallResult {
  [key: string]: unknown;
  content: (TextBlock | LinkBlock)[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** 25,000 tokens at 3.8 characters each: no reply says more in either of its forms, unless the caller asked for more. */
export const MAX_REPLY_CHARACTERS = 95_000;
/** More links than this help nobody. */
const MAX_LINKS = 20;
const MAX_ERROR_CHARACTERS = 4000;

const log = createLogger("mcp");

/** `links`: the client knows resource links (protocol 2025-06-18 and later). */
export function goodReply(reply: ToolReply, links: boolean): CallResult {
  const { structure, passages, maxCharacters = MAX_REPLY_CHARACTERS } = reply;
  const structuredContent = wellFormed(structure);
  const text = JSON.stringify(structuredContent);
  if (text.length > maxCharacters) log.error(`a reply of ${text.length} characters exceeds its bound`);
  const room = maxCharacters - text.length;
  return {
    content: [{ type: "text", text }, ...(links ? linksOf(passages, room) : [])],
    structuredContent,
  };
}

/** Any thrown value as an error result. */
export function errorReply(error: unknown): CallResult {
  const { code, message, hint } = asExpected(error);
  const text = [`${code}: ${message}`, hint].filter(Boolean).join("\n").toWellFormed();
  const short = text.length > MAX_ERROR_CHARACTERS ? `${text.slice(0, MAX_ERROR_CHARACTERS)}…`.toWellFormed() : text;
  return { content: [{ type: "text", text: short }], isError: true };
}

function asExpected(error: unknown): QsearchError {
  if (error instanceof QsearchError) return error;
  log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new QsearchError("internal", what, "This is a fault of qsearch itself; its log on stderr says more.");
}

function linksOf(passages: readonly PassageLink[], room: number): LinkBlock[] {
  const links: LinkBlock[] = [];
  let left = room;
  for (const { path, name, lines } of passages.slice(0, MAX_LINKS)) {
    const [fragment, range] = lines === null ? ["", ""] : [`#L${lines[0]}-L${lines[1]}`, `:${lines[0]}-${lines[1]}`];
    const link: LinkBlock = { type: "resource_link", uri: `${uriOfPath(path)}${fragment}`, name: `${name}${range}` };
    link.name = link.name.toWellFormed();
    left -= JSON.stringify(link).length + 1;
    if (left < 0) break;
    links.push(link);
  }
  return links;
}

/**
 * What has no value is left out: null says nothing, and costs tokens. Half characters become U+FFFD: strict parsers of JSON (Python's pydantic) refuse a whole message for one, and the
 * client would wait for ever. They come from names that are no UTF-8; the links hold such names byte for byte.
 */
function wellFormed(structure: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(structure).flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [[key.toWellFormed(), wellFormedValue(value)]],
    ),
  );
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== "object" || value === null) return value;
  return wellFormed(value as Readonly<Record<string, unknown>>);
}
