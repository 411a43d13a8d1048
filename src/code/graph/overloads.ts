/** Which of several definitions of one name take as many arguments as a call gives. */
import type { CallSite } from "../symbols.ts";
import { closing, pastBlanks, split } from "./brackets.ts";
import { parameterList, parametersOf } from "./parameters.ts";
import type { SymbolPlace } from "./semantics.ts";
import type { SourceFile } from "./world.ts";

/** Where functions of one name are told apart by their parameters. */
const OVERLOADED: ReadonlySet<string> = new Set(["java", "csharp", "kotlin", "cpp", "swift"]);

export function fittingArguments(file: SourceFile, call: CallSite, definitions: readonly SymbolPlace[]): SymbolPlace[] {
  if (!OVERLOADED.has(file.language)) return [...definitions];
  const open = pastBlanks(file.code, call.offset + call.name.length);
  if (file.code[open] !== "(") return [...definitions];
  const close = closing(file.code, open);
  if (close === -1) return [...definitions];
  const given = split(file.code, open + 1, close).length;
  return definitions.filter((definition) => takes(definition, given));
}

function takes({ file, index }: SymbolPlace, given: number): boolean {
  if (parameterList(file, index) === -1) return true;
  const parameters = parametersOf(file, index);
  const needed = parameters.filter(({ optional }) => !optional).length;
  return given >= needed && (given <= parameters.length || parameters.some(({ rest }) => rest));
}
