/** Live search in the little worlds of the tests. */

import { searchContext } from "../../src/live-search/context.ts";
import type { LiveDeps } from "../../src/live-search/deps.ts";
import { searchFocused } from "../../src/live-search/focus.ts";
import { type ContextRequest, type ContextResult, contextRequestSchema } from "../../src/request/context-request.ts";
import { type FocusResult, focusRequestSchema } from "../../src/request/focus-request.ts";
import type { World } from "../world.ts";

export type ContextArguments = Partial<ContextRequest>;

/** `search_repo_context` in a world's folder; a query_id goes without it. */
export function context(world: World, args: ContextArguments, deps: LiveDeps = {}): Promise<ContextResult> {
  const place = args.query_id === undefined ? { directory: world.dir } : {};
  return searchContext(contextRequestSchema.parse({ ...place, ...args }), deps);
}

export function focus(world: World, args: Record<string, unknown>, deps: LiveDeps = {}): Promise<FocusResult> {
  const place = args.query_id === undefined ? { directory: world.dir } : {};
  return searchFocused(focusRequestSchema.parse({ ...place, ...args }), deps);
}

export function paths({ ranked_files }: ContextResult): string[] {
  return ranked_files.map(({ path }) => path);
}
