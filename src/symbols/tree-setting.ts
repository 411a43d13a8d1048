/** CIRURGIC_TS_EXTRACT: whether syntax trees are made. */
const OFF: ReadonlySet<string> = new Set(["0", "false", "no", "off"]);

export function wantsTrees(env: Readonly<Record<string, string | undefined>>): boolean {
  return !OFF.has(env.CIRURGIC_TS_EXTRACT?.trim().toLowerCase() ?? "");
}
