/** The reply of code search, within its budget, which also counts the fields beside the snippets. */
import type { CodeRequest, CodeResult, CodeSnippet } from "../../request/code-request.ts";
import { MOST_CODE_TOKENS } from "../../request/kinds.ts";
import { replySize } from "../reply-budget.ts";
import { type PackedFile, packSnippets } from "./packing.ts";

export const CHARACTERS_PER_TOKEN = 3.8;
const LONGEST_LATENCY = 9_999_999.9;
/** A reply whose frame alone fills the budget (long names, many notes) omits the notes. */
const LEAST_ROOM = 200;

export interface ReplyParts {
  readonly request: CodeRequest;
  readonly workspace: string;
  readonly words: RegExp | null;
  /** Best first. */
  readonly files: readonly PackedFile[];
  /** Definitions that the best blocks call, nearest first. */
  readonly called: readonly PackedFile[];
  /** UTF-16 units of each file. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly facts: Pick<
    CodeResult,
    "files_found" | "candidates_scanned" | "candidates_truncated" | "lanes" | "files_parsed" | "files_not_parsed"
  >;
  readonly notes: readonly string[];
  /** Milliseconds since the search began. */
  latency(): number;
}

export function makeReply(given: ReplyParts): CodeResult {
  const { request, files, sizes, words } = given;
  const budget = Math.floor(request.max_tokens * CHARACTERS_PER_TOKEN);
  const parts = { ...given, workspace: shortened(given.workspace, budget / 3) };
  const isMost = request.max_tokens >= MOST_CODE_TOKENS;
  const trimmedNote = `some blocks are shown in part${isMost ? "" : ": ask for more max_tokens"}`;
  // As long as any reply's frame can be, so the final values do not change the size.
  const frame = (notes: readonly string[]) =>
    replySize(
      frameOf(parts, {
        notes: [...notes, trimmedNote],
        dropped: 9999,
        snippets: [],
        tokens: 99_999,
        latency: LONGEST_LATENCY,
        savings: 100.1,
      }),
    );
  let notes = [...parts.notes];
  while (notes.length > 0 && budget - frame(notes) < LEAST_ROOM) notes = notes.slice(0, -1);
  const room = budget - frame(notes);
  const { snippets, dropped, trimmed } = packSnippets(files, request.max_snippets, room, words, given.called);
  const said = trimmed ? [...notes, trimmedNote] : notes;
  const latency = Math.round(Math.min(parts.latency(), LONGEST_LATENCY) * 10) / 10;
  const draft = { notes: said, dropped, snippets, latency };
  // The same count for any latency.
  const size = replySize(frameOf(parts, { ...draft, latency: LONGEST_LATENCY, tokens: 99_999, savings: 100.1 }));
  const tokens = Math.ceil(size / CHARACTERS_PER_TOKEN);
  const whole = [...new Set(snippets.map(({ file }) => file))].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const savings = whole === 0 ? 0 : Math.max(0, Math.round((1 - size / Math.max(whole, 1)) * 1000) / 10);
  return frameOf(parts, { ...draft, tokens: Math.min(tokens, request.max_tokens), savings });
}

/** A path that would fill the budget, reduced to its end. */
function shortened(path: string, most: number): string {
  return replySize(path) <= most ? path : `…${path.slice(-Math.floor(most / 6))}`;
}

interface Measured {
  readonly notes: readonly string[];
  readonly dropped: number;
  readonly snippets: readonly CodeSnippet[];
  readonly tokens: number;
  readonly latency: number;
  readonly savings: number;
}

function frameOf({ workspace, facts }: ReplyParts, measured: Measured): CodeResult {
  const { notes, dropped, snippets, tokens, latency, savings } = measured;
  return {
    status: "success",
    workspace,
    latency_ms: latency,
    total_tokens: tokens,
    token_savings_pct: savings,
    snippets_count: snippets.length,
    ...facts,
    ...(dropped > 0 ? { snippets_dropped: dropped } : {}),
    ...(notes.length > 0 ? { notes: [...notes] } : {}),
    snippets: [...snippets],
  };
}
