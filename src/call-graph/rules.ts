/** Differences between languages in looking up names: `calls.ts` of their folders, and defaults. */
import { CALLS } from "../languages/all-calls.ts";
import { SYMBOL_LANGUAGES, type SymbolLanguage } from "../languages/names.ts";
import type { CallRules } from "../languages/types.ts";
import { words } from "../languages/words.ts";

const NONE: ReadonlySet<string> = new Set();

const PLAIN: CallRules = {
  family: "",
  bareMembers: false,
  sees: "file",
  folderIsPackage: false,
  testEnding: null,
  declares: true,
  builtins: words(`
std core alloc Some None Ok Err Vec Box Rc Arc Option Result HashMap HashSet Drop Clone Copy Default Iterator IntoIterator
From Into Send Sync Sized Fn FnMut FnOnce ToString AsRef PartialEq Eq Ord PartialOrd
int long short char float double bool boolean void string size_t ssize_t uint8_t uint16_t uint32_t uint64_t int8_t
int16_t int32_t int64_t usize isize u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64 str String Int Int8 Int16 Int32
Int64 UInt UInt8 UInt16 UInt32 UInt64 Float Double Bool Character Void Unit Any Nothing object decimal dynamic Object
num
`),
  builtinTypes: NONE,
  outsideNames: NONE,
  objectName: null,
  firstParameterIsObject: false,
  blockParameter: null,
  superIsFunction: false,
  repeated: "all",
  overloads: false,
  declaresApart: false,
  dynamic: false,
  membersOutside: "tree",
  membersRepeated: false,
  severalBlocks: false,
  extendsOutside: false,
  companions: false,
  modulesAreTypes: false,
  constructorName: null,
  callMember: null,
  functionsAreClasses: false,
  objectMembers: null,
  functionMembers: /^(?:bind|call|apply|toString|name|length|prototype)$/,
  likeItself: null,
  structural: false,
  functionsBehindDot: "any",
  newTakesValues: false,
  functionsRebind: false,
  indexIsType: false,
  quotedTypes: false,
  classType: null,
  separator: null,
  modulesArePackages: true,
  handsOnImports: false,
  importGivesRoot: false,
  importsOpen: false,
  exportsOpen: false,
};

const RULES: ReadonlyMap<SymbolLanguage, CallRules> = new Map(
  SYMBOL_LANGUAGES.map((language) => [language, { ...PLAIN, family: language, ...CALLS.get(language) }]),
);

export function rulesOf(language: SymbolLanguage): CallRules {
  return RULES.get(language) ?? PLAIN;
}

/** Languages that call one another's definitions. */
export function familyOf(language: SymbolLanguage): string {
  return rulesOf(language).family;
}

/** All languages of the same family. */
export function relativesOf(language: SymbolLanguage): readonly SymbolLanguage[] {
  return SYMBOL_LANGUAGES.filter((other) => familyOf(other) === familyOf(language));
}

/** Languages in which functions may extend types outside the tree. */
export const EXTENDING: readonly SymbolLanguage[] = SYMBOL_LANGUAGES.filter((name) => rulesOf(name).extendsOutside);

/** File endings of tests, whose names other files of the folder do not see. */
export const TEST_ENDINGS: readonly string[] = SYMBOL_LANGUAGES.flatMap((name) => rulesOf(name).testEnding ?? []);

/** Whether the name is a built-in of the language. */
export function isBuiltin(language: SymbolLanguage, name: string, use: "value" | "type"): boolean {
  const { builtins, builtinTypes } = rulesOf(language);
  return builtins.has(name) || (use === "type" && builtinTypes.has(name));
}

/** Members that every object has. */
export function isMemberOfAll(language: SymbolLanguage, name: string): boolean {
  return rulesOf(language).objectMembers?.test(name) === true;
}
