/** What languages differ in when a name is looked up. */
import type { SymbolLanguage } from "../languages.ts";

export interface Rules {
  /** Members may be named without an object before them. */
  readonly bareMembers: boolean;
  /** Whose top-level names need no import: those of the file alone, of its folder, of its package or namespace, of the whole tree. */
  readonly sees: "file" | "folder" | "package" | "tree";
  /** What stands between the parts of a qualified name in an import; null where imports name files. */
  readonly separator: string | null;
  /** Objects may have members that no base declares. */
  readonly dynamic: boolean;
  /** Functions of one name are told apart by their arguments. */
  readonly overloads: boolean;
  /** A type may be written in several blocks: reopened classes, partial classes, extensions, impl blocks, methods outside of the class. */
  readonly reopens: boolean;
  /** Every name that the language gives a meaning is declared somewhere: what nobody here declares lies outside. */
  readonly declares: boolean;
  /** Languages that call one another's definitions bear one name. */
  readonly family: string;
}

const PLAIN: Rules = {
  bareMembers: false,
  sees: "file",
  separator: null,
  dynamic: false,
  overloads: false,
  reopens: true,
  declares: true,
  family: "",
};

const SCRIPT: Rules = { ...PLAIN, family: "script", reopens: false, declares: false };
const JVM: Rules = { ...PLAIN, bareMembers: true, sees: "package", separator: ".", overloads: true, family: "jvm" };
const C: Rules = { ...PLAIN, sees: "tree", family: "c" };

const RULES: Readonly<Record<SymbolLanguage, Rules>> = {
  bash: { ...PLAIN, sees: "tree", family: "bash" },
  c: C,
  cpp: { ...C, bareMembers: true, overloads: true },
  csharp: { ...PLAIN, bareMembers: true, sees: "tree", separator: ".", overloads: true, family: "csharp" },
  dart: { ...PLAIN, bareMembers: true, family: "dart" },
  go: { ...PLAIN, sees: "folder", declares: false, family: "go" },
  java: JVM,
  javascript: { ...SCRIPT, dynamic: true },
  kotlin: JVM,
  php: { ...PLAIN, sees: "package", separator: "\\", dynamic: true, family: "php" },
  python: { ...PLAIN, reopens: false, declares: false, dynamic: true, family: "python" },
  ruby: { ...PLAIN, bareMembers: true, sees: "tree", dynamic: true, family: "ruby" },
  rust: { ...PLAIN, family: "rust" },
  swift: { ...PLAIN, bareMembers: true, sees: "tree", overloads: true, family: "swift" },
  tsx: SCRIPT,
  typescript: SCRIPT,
};

export function rulesOf(language: SymbolLanguage): Rules {
  return RULES[language];
}

/** Languages that call one another's definitions. */
export function familyOf(language: SymbolLanguage): string {
  return RULES[language].family;
}
