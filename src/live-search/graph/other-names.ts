/** Other names under which a definition may be called: imports, re-exports, variables, fields and keys set to it. */

import { rulesOf } from "../../call-graph/rules.ts";
import type { GraphFile } from "../../call-graph/world.ts";
import type { NodeSpan } from "../../symbols/extractor.ts";

export interface OtherNames {
  /** Names valid only in this file. */
  readonly local: ReadonlySet<string>;
  /** Names valid in other files too: these are searched. */
  readonly everywhere: ReadonlySet<string>;
}

/** `unnamed`: nodes of functions without a name. `isSource`: whether an import means a file's default export. */
export function aliasesOf(
  file: GraphFile,
  names: ReadonlySet<string>,
  isSource: (module: string) => boolean,
  unnamed: ReadonlySet<number> = new Set(),
): OtherNames {
  const ends = (span: NodeSpan | null) => endsWith(file, span, names, unnamed);
  const local = new Set<string>();
  const everywhere = new Set<string>();
  for (const { module, name, alias, exported } of file.found.imports) {
    if (alias === "*" || alias === "" || names.has(alias)) continue;
    if (!names.has(name) && !(name === "default" && isSource(module)) && !names.has(lastPart(module, name))) continue;
    (exported || rulesOf(file.language).handsOnImports ? everywhere : local).add(alias);
  }
  const { bindings, fields, expressions, assignments, aliases, defaults } = file.records;
  for (const [name, own] of bindings) {
    for (const { value, type, how, scope } of own) {
      const means = (how === "itself" && ends(value)) || holdsClass(file, type, ends);
      if (means) (scope === -1 ? everywhere : local).add(name);
    }
  }
  for (const own of fields.values()) {
    for (const { name, value, type, how } of own)
      if ((how === "itself" && ends(value)) || holdsClass(file, type, ends)) everywhere.add(name);
  }
  for (const { entries } of expressions.values())
    for (const { key, value } of entries) if (key !== "" && ends(value)) everywhere.add(key);
  for (const { key, value } of assignments) if (ends(value)) everywhere.add(key);
  for (const [index, type] of aliases) if (ends(type)) everywhere.add(file.symbol(index)?.name ?? "");
  for (const value of defaults) if (ends(value)) everywhere.add("default");
  for (const name of names) {
    local.delete(name);
    everywhere.delete(name);
  }
  return { local, everywhere };
}

/** Rust's `use a::b as c` and Java's imports have the name at the end of their path. */
function lastPart(module: string, name: string): string {
  return name === "*" ? (module.split(/[.:\\/]+/).at(-1) ?? "") : "";
}

/** Whether an expression or a type is one of the names, or ends with one behind a dot. */
function endsWith(
  file: GraphFile,
  span: NodeSpan | null,
  names: ReadonlySet<string>,
  unnamed: ReadonlySet<number>,
): boolean {
  if (span === null) return false;
  const expression = file.records.expressions.get(span.id);
  if (expression === undefined) {
    const index = file.records.symbols.get(span.id);
    if (index !== undefined) return unnamed.has(span.id) || names.has(file.symbol(index)?.name ?? "");
    return span.end - span.start < 200 && names.has(file.text.slice(span.start, span.end));
  }
  const { form, name, inner, items } = expression;
  if (form === "member" || form === "name") return names.has(name);
  if (form === "same" || form === "generic") return endsWith(file, inner, names, unnamed);
  return form === "either" && items.some((item) => endsWith(file, item, names, unnamed));
}

/** Type[Name] of Python, typeof Name of TypeScript. */
function holdsClass(file: GraphFile, span: NodeSpan | null, ends: (part: NodeSpan | null) => boolean): boolean {
  const expression = span === null ? undefined : file.records.expressions.get(span.id);
  if (expression === undefined) return false;
  const { form, items, inner } = expression;
  if (form === "same" && inner !== null) return holdsClass(file, inner, ends);
  return (form === "generic" || form === "typeof") && [...items, inner].some((part) => ends(part));
}
