/** The blocks of the best files, scored: whole definitions, a class's text outside its members, the lines between. */
import { type RankContext, rankCandidates } from "../../ranking/rank.ts";
import { indexAt } from "../../text/lines.ts";
import { type Definition, definitionsOf } from "./file-definitions.ts";
import type { LoadedFile } from "./file-reader.ts";
import type { CodeQuery } from "./query.ts";
import { CODE_WEIGHTS } from "./ranking.ts";

export interface CodeBlock {
  readonly file: LoadedFile;
  /** null: lines outside all definitions. */
  readonly definition: Definition | null;
  /** Lines from 1, both inclusive. */
  readonly first: number;
  readonly last: number;
  /** Members of a class or module, in text order, with their own scores. */
  readonly members: readonly CodeBlock[];
  readonly score: number;
}

/** Lines between definitions are cut into pieces of this length. */
const LOOSE_LINES = 30;
/** Weight of such lines relative to a definition with the same words: most are imports and headers. */
const LOOSE = 0.6;

/** Blocks of each file, best first; each line of a file is in at most one block without members. */
export function rankBlocks(
  query: CodeQuery,
  files: readonly LoadedFile[],
  context: RankContext,
): ReadonlyMap<LoadedFile, readonly CodeBlock[]> {
  const pieces = files.flatMap((file, fileId) => piecesOf(file).map((piece) => ({ ...piece, fileId })));
  const candidates = pieces.map(({ file, definition, first, text, fileId }, chunkId) => ({
    chunkId,
    fileId,
    rel: file.rel,
    category: file.category,
    language: file.source.language,
    text,
    line: first,
    defined: definition === null ? [] : [definition.name],
  }));
  const scores = new Float64Array(pieces.length);
  // All blocks of a file share the path: it must not decide among them.
  const weights = { ...CODE_WEIGHTS, fileTotal: 0, proseTotal: 0, fileName: 0, folder: 0, pathMatch: 0, wholeName: 0 };
  for (const { candidate, score } of rankCandidates(query.parsed, candidates, context, weights)) {
    scores[candidate.chunkId] = score;
  }
  const scored = pieces.map((piece, index) => {
    return { piece, score: (scores[index] ?? 0) * (piece.definition === null && piece.beside ? LOOSE : 1) };
  });
  const blocks = new Map<LoadedFile, readonly CodeBlock[]>();
  for (const [file, own] of Map.groupBy(scored, ({ piece }) => piece.file)) blocks.set(file, assemble(own));
  return blocks;
}

interface Piece {
  readonly file: LoadedFile;
  readonly definition: Definition | null;
  readonly holds: readonly Definition[];
  readonly first: number;
  readonly last: number;
  /** Whether the file has definitions. */
  readonly beside: boolean;
  /** The text to score: for a class the text outside its members. */
  readonly text: string;
}

function piecesOf(file: LoadedFile): Piece[] {
  const { text, starts } = file.source;
  const { definitions } = definitionsOf(file.source);
  const shown = definitions.filter(({ local }) => !local);
  const children = Map.groupBy(shown, ({ parent }) => definitions[parent]);
  const pieces = shown.map((definition): Piece => {
    const holds = children.get(definition) ?? [];
    const { lineStart: first, lineEnd: last } = definition;
    return { file, definition, holds, first, last, beside: true, text: ownText(text, definition, holds) };
  });
  const top = children.get(undefined) ?? [];
  let line = 1;
  const loose = (until: number) => {
    for (; line <= until; line += LOOSE_LINES) {
      const last = Math.min(until, line + LOOSE_LINES - 1);
      const piece = text.slice(starts[line - 1] ?? 0, starts[last] ?? text.length);
      if (piece.trim() !== "")
        pieces.push({ file, definition: null, holds: [], first: line, last, beside: top.length > 0, text: piece });
    }
  };
  for (const { lineStart, lineEnd } of top) {
    loose(lineStart - 1);
    line = Math.max(line, lineEnd + 1);
  }
  loose(lineCount(text, starts));
  return pieces;
}

function ownText(text: string, { start, end }: Definition, holds: readonly Definition[]): string {
  let own = "";
  let at = start;
  for (const member of holds) {
    own += text.slice(at, Math.max(at, member.start));
    at = Math.max(at, member.end);
  }
  return own + text.slice(at, end);
}

function lineCount(text: string, starts: Uint32Array): number {
  return text === "" ? 0 : indexAt(starts, text.length - 1) + 1;
}

function assemble(scored: readonly { readonly piece: Piece; readonly score: number }[]): CodeBlock[] {
  const byDefinition = new Map(scored.map((each) => [each.piece.definition, each] as const));
  const blockOf = ({ piece, score }: { readonly piece: Piece; readonly score: number }): CodeBlock => {
    const members = piece.holds.flatMap((member) => {
      const found = byDefinition.get(member);
      return found === undefined ? [] : [blockOf(found)];
    });
    return { file: piece.file, definition: piece.definition, first: piece.first, last: piece.last, members, score };
  };
  return scored.map(blockOf).sort((a, b) => b.score - a.score || a.first - b.first || b.last - a.last);
}
