/** `focus` and MCP `search_focused_context`: whole definitions around the matches in a few files, in their current state. */

import { isAdmitted } from "../corpus/admission.ts";
import { displayPath } from "../corpus/path-bytes.ts";
import { type FileError, QsearchError } from "../errors.ts";
import { TimeSlice } from "../pool/time-slice.ts";
import type { ScoringTermFacts } from "../ranking/file-score.ts";
import { type FocusBlock, type FocusRequest, type FocusResult, focusRequestSchema } from "../request/focus-request.ts";
import { wantsTrees } from "../symbols/tree-setting.ts";
import { cutBlock, type FoundBlock, matchingBlocks } from "./blocks.ts";
import type { LiveDeps } from "./deps.ts";
import { SEARCH_STOPPED } from "./deps.ts";
import { type Outlines, outlinesOf } from "./file-blocks.ts";
import { logFocus } from "./log-lines.ts";
import { CandidateReader, plainWeights, type RankedFileCandidate, rankScan } from "./ranking.ts";
import { fitting, MAX_REPLY_UNITS, replySize } from "./reply-budget.ts";
import { relativePath, resolvePlace, type SearchRoot } from "./search-root.ts";
import {
  queryId,
  refuseBesideQueryId,
  type Snapshot,
  type SnapshotFile,
  snapshotFile,
  snapshotOf,
} from "./snapshots.ts";
import { cutLines } from "./snippets.ts";
import { type SearchTerms, searchTerms } from "./terms.ts";
import { scanTree } from "./tree-scan.ts";

/** Arguments allowed beside query_id: the bounds and files of this call. */
const BESIDE_QUERY_ID = ["file_paths", "max_files", "max_blocks", "max_blocks_per_file", "max_total_lines"] as const;

/** Fewest lines of a cut block: fewer tell too little. */
const LEAST_LINES = 8;

interface Focus {
  readonly id: string;
  readonly place: SearchRoot;
  readonly terms: SearchTerms;
  readonly weights: readonly ScoringTermFacts[];
  /** Paths that may give blocks, in rank order. */
  readonly candidates: readonly string[];
  /** Readable candidates that hold a term. */
  readonly files: readonly RankedFileCandidate[];
  readonly changed: readonly string[];
  /** Whether there were more candidates than max_files. */
  readonly more: boolean;
}

/**
 * Throws QsearchError: "usage" (neither query_id nor keyword, query_id unknown or beside other arguments), "refused" and
 * "not_found" (directory, subpath, file_paths), "cancelled".
 */
export async function searchFocused(request: FocusRequest, deps: LiveDeps = {}): Promise<FocusResult> {
  const focus = request.query_id === undefined ? await fresh(request, deps) : again(request, request.query_id, deps);
  const outlines = await outlinesOf(
    focus.files.map(({ analysis }) => analysis),
    wantsTrees(deps.env ?? process.env),
  );
  const result = replyOf(focus, request, outlines);
  logFocus(deps.log, result);
  return result;
}

/** Reads the files that an earlier answer ranked again. */
function again(request: FocusRequest, id: string, deps: LiveDeps): Focus {
  refuseBesideQueryId(request, BESIDE_QUERY_ID, focusRequestSchema.parse({}));
  const snapshot = snapshotOf(id, deps.snapshots);
  const { place, terms } = snapshot;
  const named = namedFiles(request, place);
  const chosen = named ?? strongestSources(snapshot.files);
  const candidates = chosen.slice(0, request.max_files);
  const files = named === null ? readAll(place, terms, candidates) : readNamed(place, terms, candidates).ranked;
  return {
    id,
    place,
    terms,
    weights: snapshot.weights,
    candidates,
    files,
    changed: changedFiles(snapshot, candidates, files),
    more: chosen.length > candidates.length,
  };
}

async function fresh(request: FocusRequest, deps: LiveDeps): Promise<Focus> {
  const terms = searchTerms(request.keywords, request.match_mode);
  const place = resolvePlace(request, deps);
  const { max_blocks, max_blocks_per_file, max_total_lines, ...asked } = request;
  const id = queryId({ ...asked, tool: "focus", directory: place.root, keywords: terms.keywords });
  const named = namedFiles(request, place);
  const { weights, ranked } = named === null ? await rank(request, place, terms, deps) : readNamed(place, terms, named);
  const snapshotFiles = ranked.map(snapshotFile);
  const chosen = named ?? strongestSources(snapshotFiles);
  deps.snapshots?.save({ id, place, terms, weights, files: snapshotFiles, result: null });
  const candidates = chosen.slice(0, request.max_files);
  const byRel = new Map(ranked.map((file) => [file.rel, file]));
  const files = candidates.flatMap((rel) => byRel.get(rel) ?? []);
  return { id, place, terms, weights, candidates, files, changed: [], more: chosen.length > candidates.length };
}

async function rank(request: FocusRequest, place: SearchRoot, terms: SearchTerms, deps: LiveDeps) {
  const scan = await scanTree(place, terms, deps);
  const options = { wanted: request.max_files, preferSource: true };
  const { terms: weights, files } = await rankScan(
    place,
    terms,
    scan,
    new TimeSlice(deps.signal, SEARCH_STOPPED),
    options,
  );
  return { weights, ranked: files.map(({ file }) => file) };
}

/** Without a scan no frequencies are known: each keyword weighs the same. Throws `file_error` if no file can be read. */
function readNamed(place: SearchRoot, terms: SearchTerms, named: readonly string[]) {
  const failures = new Map<string, FileError>();
  const ranked = readAll(place, terms, named, failures);
  const [failed] = failures;
  if (failed === undefined || failures.size < named.length) return { weights: plainWeights(terms), ranked };
  const [rel, { code, message }] = failed;
  throw new QsearchError("file_error", `file_paths: ${displayPath(rel)}: ${code}: ${message}`);
}

function readAll(
  place: SearchRoot,
  terms: SearchTerms,
  rels: readonly string[],
  failures = new Map<string, FileError>(),
): RankedFileCandidate[] {
  const reader = new CandidateReader(place, terms, failures);
  try {
    return rels.flatMap((rel) => reader.read(rel) ?? []);
  } finally {
    reader.close();
  }
}

/** `file_paths` as paths beneath the root; null without any. Throws `refused` and `not_found`. */
function namedFiles({ file_paths }: FocusRequest, { root, policy }: SearchRoot): string[] | null {
  if (file_paths === undefined || file_paths.length === 0) return null;
  const rels = [...new Set(file_paths.map((path) => relativePath(path, root, "file_paths")))];
  // Globs select files to search; a named file is always meant.
  const open = { ...policy, include: null, exclude: null };
  for (const rel of rels) {
    if (rel !== "" && isAdmitted(root, rel, open)) continue;
    throw new QsearchError(
      "not_found",
      `file_paths: ${displayPath(rel)} is no file that is searched in ${displayPath(root)}`,
      "It is missing, or left out as ignored, generated, vendored, hidden or binary.",
    );
  }
  return rels;
}

/** Source files if there are any: the tool is for code. */
function strongestSources(files: readonly SnapshotFile[]): string[] {
  const sources = files.filter(({ isSource }) => isSource);
  return (sources.length > 0 ? sources : files).map(({ rel }) => rel);
}

function changedFiles(
  snapshot: Snapshot,
  candidates: readonly string[],
  files: readonly RankedFileCandidate[],
): string[] {
  const before = new Map(snapshot.files.map(({ rel, stamp }) => [rel, stamp]));
  const now = new Map(files.map(({ rel, stamp }) => [rel, stamp]));
  return candidates.filter((rel) => before.has(rel) && before.get(rel) !== now.get(rel));
}

function replyOf(focus: Focus, request: FocusRequest, outlines: Outlines): FocusResult {
  const { id, place, terms, weights, candidates, files, changed, more } = focus;
  const { chosen, truncated } = chooseBlocks(files, outlines, weights, request);
  const strongest = Math.max(Number.MIN_VALUE, ...chosen.map(({ block }) => block.strength));
  const blocks = chosen.map(({ file, block }) => describeBlock(file, block, weights, strongest));
  const result: FocusResult = {
    query_id: id,
    searched_directory: place.root,
    query: { keywords: [...terms.keywords], resolved_keywords: terms.resolved.map(({ text }) => text) },
    summary: {
      candidate_files_considered: candidates.length,
      files_with_context: new Set(blocks.map(({ path }) => path)).size,
      blocks_returned: blocks.length,
      budget_truncated: truncated || more,
    },
    candidate_files: [...candidates],
    changed_files: [...changed],
    blocks: [],
  };
  const shown = fitting(blocks, MAX_REPLY_UNITS - replySize(result));
  const summary = {
    ...result.summary,
    files_with_context: new Set(shown.map(({ path }) => path)).size,
    blocks_returned: shown.length,
    budget_truncated: result.summary.budget_truncated || shown.length < blocks.length,
  };
  return { ...result, summary, blocks: shown };
}

interface Chosen {
  readonly file: RankedFileCandidate;
  readonly block: FoundBlock;
}

/** The strongest blocks of all files within the limits; a block that does not fit is cut around its strongest match. */
function chooseBlocks(
  files: readonly RankedFileCandidate[],
  outlines: Outlines,
  weights: readonly ScoringTermFacts[],
  { max_blocks, max_blocks_per_file, max_total_lines }: FocusRequest,
): { chosen: Chosen[]; truncated: boolean } {
  const all = files.flatMap((file, rank) =>
    matchingBlocks(file.analysis, outlines.get(file.analysis) ?? [], weights).map((block) => ({ file, block, rank })),
  );
  all.sort((a, b) => b.block.strength - a.block.strength || a.rank - b.rank || a.block.first - b.block.first);
  const chosen: Chosen[] = [];
  const perFile = new Map<RankedFileCandidate, number>();
  let lines = 0;
  let truncated = false;
  for (const { file, block } of all) {
    const own = perFile.get(file) ?? 0;
    const room = max_total_lines - lines;
    const length = block.last - block.first + 1;
    if (
      chosen.length >= max_blocks ||
      own >= max_blocks_per_file ||
      (length > room && room < LEAST_LINES && lines > 0)
    ) {
      truncated = true;
      continue;
    }
    const shown = length > room ? cutBlock(block, room, weights) : block;
    if (shown.cut) truncated = true;
    chosen.push({ file, block: shown });
    perFile.set(file, own + 1);
    lines += shown.last - shown.first + 1;
  }
  return { chosen, truncated };
}

function describeBlock(
  { rel, analysis }: RankedFileCandidate,
  block: FoundBlock,
  weights: readonly ScoringTermFacts[],
  strongest: number,
): FocusBlock {
  const ids = new Set(block.hits.flatMap(({ ids: own }) => own));
  return {
    path: rel,
    block_type: block.type,
    signature: block.signature,
    line_start: block.first,
    line_end: block.last,
    matched_keywords: weights.flatMap(({ text }, id) => (ids.has(id) ? [text] : [])).sort(),
    match_lines: block.hits.map(({ line }) => line),
    score: Math.round((block.strength / strongest) * 1e6) / 1e6,
    content: cutLines(analysis, block.first, block.last, weights),
  };
}
