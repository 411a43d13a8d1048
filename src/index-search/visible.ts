/** Which roots a caller may see, and under which rules their files are shown now. */
import { type CorpusPolicy, policyFor } from "../corpus/policy.ts";
import { canonicalRoot, normalisePath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import type { Settings } from "../settings/settings.ts";
import { extensionsIn, listRoots, type RootKind } from "../store/roots.ts";
import type { Store } from "../store/store.ts";

/**
 * Who asks: "user" sees what lies beneath the user roots in force (also where an agent root inside one of them owns it in
 * the store); "agent", the rag tools, sees the agent roots as well.
 */
export type Audience = "user" | "agent";

/** What of the settings decides about visibility. */
export type VisibilitySettings = Pick<Settings, "roots" | "include" | "exclude" | "maxSize" | "extensions" | "dataDir">;

export interface VisibleRoot {
  /** Canonical. */
  readonly path: string;
  readonly kind: RootKind;
  readonly policy: CorpusPolicy;
}

/** The roots that `audience` may see; `store` knows the agent roots. A user root that is gone keeps its written path. */
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

/** A root that is gone meanwhile (a drive that is not mounted) is still known; none of its files is admitted. */
function canonicalOrWritten(path: string): string {
  try {
    return canonicalRoot(path);
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable") return normalisePath(path);
    throw error;
  }
}
