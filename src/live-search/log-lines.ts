/** Log lines of live search: one for the search, one a ranked file with its coverage. Python's True and False. */
import { displayPath } from "../corpus/path-bytes.ts";
import type { Logger } from "../log.ts";
import type { ContextResult, ContextSnippet, RankedFile } from "../request/context-request.ts";
import type { FocusResult } from "../request/focus-request.ts";

export function logContext(
  log: Logger | undefined,
  { searched_directory, query, summary, snippets }: ContextResult,
  files: readonly Required<RankedFile>[],
): void {
  if (log === undefined) return;
  log.info(
    [
      `repo search root=${displayPath(searched_directory)}`,
      `keywords=${query.keywords.join(", ")}`,
      `files_considered=${summary.files_considered}`,
      `files_ranked=${summary.files_ranked}`,
      `files_returned=${summary.files_returned}`,
      `snippets_returned=${summary.snippets_returned}`,
      `budget_truncated=${summary.budget_truncated ? "True" : "False"}`,
    ].join(" "),
  );
  files.forEach((file, index) => {
    const own = snippets.filter(({ path }) => path === file.path);
    log.info(rankLine(file, index + 1, own));
  });
}

function rankLine(file: Required<RankedFile>, rank: number, snippets: readonly ContextSnippet[]): string {
  const shown = snippets.reduce((sum, { line_start, line_end }) => sum + line_end - line_start + 1, 0);
  const percent = file.line_count === 0 ? 0 : (100 * shown) / file.line_count;
  return [
    `rank=${rank} path=${displayPath(file.path)}`,
    `score=${file.score.toFixed(3)}`,
    `hits=${file.keyword_hits}`,
    `distinct_keywords=${file.distinct_keywords_matched}`,
    `definition_hits=${file.definition_hits}`,
    `snippets=${snippets.length}`,
    `shown_lines=${shown}/${file.line_count} (${percent.toFixed(1)}%)`,
  ].join(" ");
}

export function logFocus(log: Logger | undefined, { searched_directory, query, summary, blocks }: FocusResult): void {
  if (log === undefined) return;
  log.info(
    [
      `focused search root=${displayPath(searched_directory)}`,
      `keywords=${query.keywords.join(", ")}`,
      `candidate_files=${summary.candidate_files_considered}`,
      `files_with_context=${summary.files_with_context}`,
      `blocks_returned=${summary.blocks_returned}`,
      `budget_truncated=${summary.budget_truncated ? "True" : "False"}`,
    ].join(" "),
  );
  blocks.forEach((block, index) => {
    const lines = `${block.line_start}-${block.line_end}`;
    log.info(
      `block=${index + 1} path=${displayPath(block.path)} lines=${lines} type=${block.block_type} score=${block.score.toFixed(3)}`,
    );
  });
}
