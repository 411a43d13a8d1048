/** The roots that a caller may see, with the current rules for their files. */
import { type CorpusPolicy, policyFor } from "../corpus/policy.ts";
import { canonicalRoot, normalisePath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import type { Settings } from "../settings/settings.ts";
import { extensionsIn, listRoots, type RootKind } from "../store/roots.ts";
import type { Store } from "../store/store.ts";

/**
 * The asking side: "user" sees files beneath the current user roots (also where an agent root inside one owns them in the
 * store); "agent", the rag tools, also sees the agent roots.
 */
export type Audience = "user" | "agent";

/** The settings that decide about visibility. */
export type VisibilitySettings = Pick<Settings, "roots" | "include" | "exclude" | "maxSize" | "extensions" | "dataDir">;

export interface VisibleRoot {
  /** Canonical. */
  readonly path: string;
  readonly kind: RootKind;
  readonly policy: CorpusPolicy;
}

/** The roots that `audience` may see; `store` knows the agent roots. A missing user root keeps its written path. */
export function visibleRoots(settings: VisibilitySettings, audience: Audience, store: Store | null): VisibleRoot[] {
  const { include, exclude, maxSize, extensions, dataDir } = settings;
  const policies = new Map<string, CorpusPolicy>();
  const policy = (kind: RootKind, added: readonly string[] = []): CorpusPolicy => {
    const key = [kind, ...added].join(" ");
    const all = [...extensions, ...added];
    const known = policies.get(key) ?? policyFor(kind, { include, exclude, maxSize, extensions: all, dataDir });
    policies.set(key, known);
    return known;
  };
  const roots = new Map<string, VisibleRoot>();
  for (const written of settings.roots) {
    const path = canonicalOrWritten(written);
    roots.set(path, { path, kind: "user", policy: policy("user") });
  }
  if (audience === "agent" && store !== null) {
    for (const { path, policy: record } of listRoots(store, "agent")) {
      if (!roots.has(path)) roots.set(path, { path, kind: "agent", policy: policy("agent", extensionsIn(record)) });
    }
  }
  return [...roots.values()];
}

/** A missing root (an unmounted drive) is still known; none of its files is admitted. */
function canonicalOrWritten(path: string): string {
  try {
    return canonicalRoot(path);
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable") return normalisePath(path);
    throw error;
  }
}
