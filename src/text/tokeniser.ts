/** The tokeniser that indexing and search use. */
import { TokenKernel } from "../kernels/tokens.ts";
import { tokenColumns } from "./tokens.ts";

export { TOKENISER_VERSION } from "./tokens.ts";

/** Posting columns: UTF-8, tokens joined by blanks, each array its own memory; empty columns share one array. */
export interface TokenBytes {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly ident: Uint8Array<ArrayBuffer>;
  /** Number of body tokens: the length of the text for BM25. */
  readonly tokens: number;
}

export interface Tokeniser {
  /** Tokens of `text` between two UTF-16 offsets. */
  columns(text: string, start: number, end: number): TokenBytes;
  /** Tokens of a path beneath its root, or of a symbol's name: parts, then wholes, in one column. */
  pathTokens(rel: string): Uint8Array<ArrayBuffer>;
}

/** Loads the kernel once a thread. */
export function createTokeniser(): Tokeniser {
  const encoder = new TextEncoder();
  const kernel = TokenKernel.shared();
  return {
    columns(text, start, end) {
      const slice = text.slice(start, end);
      const columns = kernel.columns(slice);
      if (columns !== null) return columns;
      const { body, ident, tokens } = tokenColumns(slice);
      return { body: encoder.encode(body), ident: encoder.encode(ident), tokens };
    },
    pathTokens(rel) {
      const columns = kernel.columns(rel);
      return columns === null ? encoder.encode(nameColumn(rel)) : joined(columns.body, columns.ident);
    },
  };
}

/** Tokens of a name as strings, parts and wholes, as in its column. */
export function nameTokens(name: string): string[] {
  const { parts, wholes } = nameColumns(name);
  return [...parts, ...wholes];
}

export function nameColumns(name: string): { readonly parts: readonly string[]; readonly wholes: readonly string[] } {
  const { body, ident } = TokenKernel.shared().columnTexts(name) ?? tokenColumns(name);
  return { parts: body === "" ? [] : body.split(" "), wholes: ident === "" ? [] : ident.split(" ") };
}

/** Separates parts from wholes, so no phrase crosses: a private character, which no query's token can hold. */
const BETWEEN = "\ue000";

const BETWEEN_BYTES = new TextEncoder().encode(` ${BETWEEN} `);

/** As `nameColumn`, from columns that are bytes already. */
function joined(parts: Uint8Array<ArrayBuffer>, wholes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (wholes.length === 0) return parts;
  const bytes = new Uint8Array(parts.length + BETWEEN_BYTES.length + wholes.length);
  bytes.set(parts);
  bytes.set(BETWEEN_BYTES, parts.length);
  bytes.set(wholes, parts.length + BETWEEN_BYTES.length);
  return bytes;
}

/** The one column of a name: parts, then wholes. */
export function nameColumn(name: string): string {
  const { body, ident } = tokenColumns(name);
  return ident === "" ? body : `${body} ${BETWEEN} ${ident}`;
}
