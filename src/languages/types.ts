/** Exports of the files in a language's folder: README.md tells when each file is loaded. */

/** `names.ts`: tells a file's language by its name. */
export interface LanguageNames {
  /** As in `lang:` and in the index. Two folders may share one language: extensions separate their files. */
  readonly language: string;
  /** Extensions, and whole file names behind "=", in lower case. */
  readonly files: string;
  /** Other names that people use for the language. */
  readonly called?: string;
  /** Languages without a folder whose files this grammar reads. */
  readonly reads?: string;
}

/** `lines.ts`: how to read lines without a syntax tree. */
export interface LineRules {
  /** Languages without a folder that have the same rules. */
  readonly alike?: string;
  /** Absent: lines show no definitions. */
  readonly definitions?: DefinitionRule;
  /** Default: C's. */
  readonly syntax?: Syntax;
  /** How a block ends. Default: brackets. */
  readonly blocks?: "brackets" | "indentation" | "word";
  /** Lines show blocks reliably enough to replace a syntax tree. */
  readonly standsIn?: boolean;
  /** Sign behind a declaration that is shown with the declaration. */
  readonly signatureEnd?: string;
}

/**
 * The form of a definition on one line. Sticky patterns, tried where a line's text begins; the last matching group is the name.
 */
export interface DefinitionRule {
  /** Tried on lines without indentation. */
  readonly outer: RegExp;
  /** Tried on lines that are indented by at most four columns. */
  readonly inner?: RegExp;
  /** Tried on the start of an outer definition: only inside matching ones inner lines count (methods, not local functions). */
  readonly innerIn?: RegExp;
  /** Inner lines must end in "{" to be tried. */
  readonly innerOpensBlock?: boolean;
  /** Indented lines are never outer definitions. */
  readonly outerUnindented?: boolean;
  /** Indented lines must end in "{" to be outer definitions: others are calls that continue on the next line. */
  readonly outerOpensBlock?: boolean;
  /** Lines with the name of the definition before continue that definition: clauses of one function. */
  readonly clauses?: boolean;
  /** An unindented line that begins with a letter and defines nothing belongs to no definition: it ends the one before. */
  readonly outerLineEnds?: boolean;
}

/** Non-code text for the light lexer (symbols/code-mask.ts): comments, strings, characters. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Block comments hold block comments. */
  readonly nested: boolean;
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** Quotes of strings over several lines; with `escapes` a backslash keeps a string open. */
  readonly longQuotes: readonly string[];
  /** 'x' is a character; a single apostrophe is something else (lifetimes, digit separators). */
  readonly characters: boolean;
  /** An apostrophe behind a letter belongs to a name (foldl') or an operator (A'). */
  readonly primes: boolean;
  /** `…${…}…` */
  readonly templates: boolean;
  /** /…/ where a value is expected. */
  readonly regularExpressions: boolean;
  /** Other non-code text: a sticky pattern of its beginning, and its end, computed from the beginning's groups. */
  readonly others: readonly Other[];
}

export interface Other {
  /** First characters of the text: the pattern is tried only at these. */
  readonly signs: string;
  readonly begins: RegExp;
  /** The closing mark; "\n" for the end of the line, null where `begins` matches the whole text. */
  readonly ends: (match: RegExpExecArray) => string | null;
  /** Whether the mark must stand at the beginning of a line, after blanks at most. */
  readonly ownLine?: boolean;
}

/** `grammar.ts`: how to make and read a syntax tree. */
export interface LanguageGrammar {
  /** Path of the compressed grammar: `build/grammars/NAME.bin`, made by tools/compressed.ts by `grammar.json`. */
  readonly file: string;
  /** Queries for symbols, calls and imports, queries of other languages first. */
  readonly symbols: readonly string[];
  /** Queries for expressions, local names, fields and results: the input for resolving calls. */
  readonly locals: readonly string[];
  /** A text that defines `golden`, for `doctor`. */
  readonly sample: string;
  /** Hides text that breaks the grammar. Used where the plain text leaves errors in the tree. */
  readonly mask?: (text: string) => string | Masked;
  /** The mask reveals more to the grammar than it hides, and is used without errors too. */
  readonly maskAlways?: boolean;
  /** Tried where errors remain: used if it leaves no errors. */
  readonly secondView?: (text: string) => string;
  /** Folder of another language that files with these names may be written in, decided by the text. */
  readonly mayBe?: { readonly language: string; readonly is: (text: string) => boolean };
}

export interface Masked {
  /** The text with blanks for hidden parts: same length, same lines. */
  readonly text: string;
  /** Ranges of hidden macros with their arguments, in order. They count as attributes of the following declaration. */
  readonly macros: readonly { readonly start: number; readonly end: number }[];
}

/** `calls.ts`: how names are looked up. Missing rules are as in PLAIN (call-graph/rules.ts). */
export type LanguageCalls = Partial<CallRules>;

export interface CallRules {
  /** Languages that call one another's definitions share one name. Default: the folder's. */
  readonly family: string;

  // Bare names.
  /** Members may be named without an object before them. */
  readonly bareMembers: boolean;
  /** Top-level names visible without an import: of the file alone, its folder, its package or namespace, or the whole tree. */
  readonly sees: "file" | "folder" | "package" | "tree";
  /** The files of a folder are parsed together: they are one package. */
  readonly folderIsPackage: boolean;
  /** Ending of files whose names the other files of the folder do not see. */
  readonly testEnding: string | null;
  /** Every name with a meaning is declared somewhere: a name without a declaration in the tree lies outside. */
  readonly declares: boolean;
  /** Names that the language itself defines. */
  readonly builtins: ReadonlySet<string>;
  /** Names that the language itself defines only as types. */
  readonly builtinTypes: ReadonlySet<string>;
  /** Names that lie outside the tree, regardless of declarations. */
  readonly outsideNames: ReadonlySet<string>;
  /** Name of the object within a method, where the language has no keyword for it. */
  readonly objectName: string | null;
  /** A method's first parameter is the object, or the class. */
  readonly firstParameterIsObject: boolean;
  /** Name of the parameter of a block without declared parameters. */
  readonly blockParameter: string | null;
  /** `super` is a function that returns the object. */
  readonly superIsFunction: boolean;

  // Definitions.
  /** Definitions of one name in one place that count: all, the last function, or those without an overload decorator. */
  readonly repeated: "all" | "last" | "undecorated";
  /** Arguments select among functions of one name. */
  readonly overloads: boolean;
  /** A declaration may be separate from the definition with the body. */
  readonly declaresApart: boolean;

  // Members.
  /** Objects may have members that no base declares. */
  readonly dynamic: boolean;
  /** Where members of a type outside its block may stand: nowhere, in its file, its folder, or anywhere. */
  readonly membersOutside: "none" | "file" | "folder" | "tree";
  /** Members outside the block may have the names of members within the block. */
  readonly membersRepeated: boolean;
  /** A type may have several blocks, each with its own bases. */
  readonly severalBlocks: boolean;
  /** Functions may extend types outside the tree. */
  readonly extendsOutside: boolean;
  /** Members of a nameless inner class or one called Companion count as members of the outer class. */
  readonly companions: boolean;
  /** Modules have members, as types do. */
  readonly modulesAreTypes: boolean;
  /** Name under which a class makes objects. */
  readonly constructorName: string | null;
  /** Name of the member that a call of the object calls. */
  readonly callMember: string | null;
  /** Functions make objects with `new`, and have methods. */
  readonly functionsAreClasses: boolean;
  /** Members that every object has. */
  readonly objectMembers: RegExp | null;
  /** Members that every function has. */
  readonly functionMembers: RegExp;
  /** Members that return the object itself, or one of the same type. */
  readonly likeItself: RegExp | null;
  /** A type implements an interface by having its methods. */
  readonly structural: boolean;
  /** Functions that `value.name()` may call besides methods. */
  readonly functionsBehindDot: "any" | "of-modules" | "none";

  // Expressions and types.
  /** `new` accepts any value, not only a type. */
  readonly newTakesValues: boolean;
  /** `function` has its own `this`. */
  readonly functionsRebind: boolean;
  /** Brackets behind a class or function hold type arguments. */
  readonly indexIsType: boolean;
  /** Types may be written within quotes. */
  readonly quotedTypes: boolean;
  /** Name of the generic type of classes. */
  readonly classType: RegExp | null;

  // Imports.
  /** Separator between the parts of a qualified name in an import; null where imports name files. */
  readonly separator: string | null;
  /** Blocks of modules make packages. */
  readonly modulesArePackages: boolean;
  /** A module exports its imports. */
  readonly handsOnImports: boolean;
  /** `import a.b.c` gives the name `a`. */
  readonly importGivesRoot: boolean;
  /** An import of a whole namespace makes all names of the namespace available. */
  readonly importsOpen: boolean;
  /** A re-export of all names also makes them available in its own file. */
  readonly exportsOpen: boolean;
}
