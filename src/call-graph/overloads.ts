/** Selects, among definitions of one name, those that accept as many arguments as a call has. */
import type { CallSite } from "../symbols/file-symbols.ts";
import { rulesOf } from "./rules.ts";
import type { SymbolPlace } from "./values.ts";
import type { GraphFile } from "./world.ts";

export function fittingArguments(file: GraphFile, call: CallSite, definitions: readonly SymbolPlace[]): SymbolPlace[] {
  const given = file.records.calls.get(call.offset)?.items.length;
  if (!rulesOf(file.language).overloads || given === undefined) return [...definitions];
  return definitions.filter((definition) => takes(definition, given));
}

function takes({ file, index }: SymbolPlace, given: number): boolean {
  const record = file.functionAt(index);
  if (record === undefined) return true;
  const { parameters } = record;
  const needed = parameters.filter(({ optional, rest }) => !optional && !rest).length;
  return given >= needed && (given <= parameters.length || parameters.some(({ rest }) => rest));
}
