/** What the files of a language's folder export: README.md tells when each is loaded. */

/** `names.ts`: what is needed to tell a file's language by its name. */
export interface LanguageNames {
  /** As in `lang:` and in the index. Two folders may share one: their files are told apart by their extensions. */
  readonly language: string;
  /** Extensions, and behind "=" whole file names, in lower case. */
  readonly files: string;
  /** What people call the language as well. */
  readonly called?: string;
  /** Languages without a folder whose files the grammar reads. */
  readonly reads?: string;
}

/** `lines.ts`: how lines are read where no syntax tree is made. */
export interface LineRules {
  /** Languages without a folder that are read alike. */
  readonly alike?: string;
  /** Without: no definition is found by lines. */
  readonly definitions?: DefinitionRule;
  /** Default: C's. */
  readonly syntax?: Syntax;
  /** What ends the block that a line begins. Default: brackets. */
  readonly blocks?: "brackets" | "indentation" | "word";
  /** Lines tell blocks well enough to stand in for a syntax tree. */
  readonly standsIn?: boolean;
  /** Sign behind a declaration that is shown with it. */
  readonly signatureEnd?: string;
}

/**
 * What a definition looks like as far as one line shows it. Sticky patterns, tried where a line's text begins; the last group that
 * matched is the name.
 */
export interface DefinitionRule {
  /** Tried on lines without indentation. */
  readonly outer: RegExp;
  /** Tried on lines that are indented by at most four columns. */
  readonly inner?: RegExp;
  /** Tried where an outer definition starts: only within such ones inner lines count (methods, not local functions). */
  readonly innerIn?: RegExp;
  /** Inner lines must end in "{" to be tried. */
  readonly innerOpensBlock?: boolean;
  /** Indented lines are never outer ones. */
  readonly outerUnindented?: boolean;
  /** Indented lines must end in "{" to be outer ones: others are calls that go on in the next line. */
  readonly outerOpensBlock?: boolean;
  /** Lines with the name of the definition before go on with it: clauses of one function. */
  readonly clauses?: boolean;
  /** An unindented line that begins with a letter and is no definition belongs to none: it ends the one before it. */
  readonly outerLineEnds?: boolean;
}

/** What is no code, as far as a light lexer (symbols/code-mask.ts) needs it: comments, strings, characters. */
export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Block comments hold block comments. */
  readonly nested: boolean;
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** Quotes of strings that go on over lines; with `escapes` a backslash keeps one open. */
  readonly longQuotes: readonly string[];
  /** 'x' is a character: a lone apostrophe is something else (lifetimes, digit separators). */
  readonly characters: boolean;
  /** An apostrophe behind a letter belongs to a name (foldl') or an operator (A'). */
  readonly primes: boolean;
  /** `…${…}…` */
  readonly templates: boolean;
  /** /…/ where a value is expected. */
  readonly regularExpressions: boolean;
  /** What else is no code: a sticky pattern of its beginning, and how it ends by what the beginning's groups say. */
  readonly others: readonly Other[];
}

export interface Other {
  /** Signs with which it begins: the pattern is tried at these alone. */
  readonly signs: string;
  readonly begins: RegExp;
  /** A mark; "\n" for the end of the line, null where `begins` takes all of it. */
  readonly ends: (match: RegExpExecArray) => string | null;
  /** Whether the mark must stand at the beginning of a line, blanks aside. */
  readonly ownLine?: boolean;
}

/** `grammar.ts`: how a syntax tree is made and read. */
export interface LanguageGrammar {
  /** Path of the compressed grammar: `build/grammars/NAME.bin`, made by tools/compressed.ts of what `grammar.json` names. */
  readonly file: string;
  /** Queries for symbols, calls and imports, those of other languages first. */
  readonly symbols: readonly string[];
  /** Queries for expressions, local names, fields and results: what resolution of calls works on. */
  readonly locals: readonly string[];
  /** A text that defines `golden`: `doctor` asks for it. */
  readonly sample: string;
  /** Hides what the grammar breaks at. Used where the plain text leaves errors in the tree. */
  readonly mask?: (text: string) => string | Masked;
  /** The mask shows the grammar more than it hides: it is used without errors too. */
  readonly maskAlways?: boolean;
  /** Tried where errors are left: taken if it leaves none. */
  readonly secondView?: (text: string) => string;
  /** The folder of another language that files of these names may be written in, told by the text. */
  readonly mayBe?: { readonly language: string; readonly is: (text: string) => boolean };
}

export interface Masked {
  /** The text with blanks for what is hidden: same length, same lines. */
  readonly text: string;
  /** Where macros were hidden, with their arguments, in order. They are to what follows what attributes are. */
  readonly macros: readonly { readonly start: number; readonly end: number }[];
}

/** `calls.ts`: what languages differ in when a name is looked up. Whatever a language does not say is as in PLAIN (call-graph/rules.ts). */
export type LanguageCalls = Partial<CallRules>;

export interface CallRules {
  /** Languages that call one another's definitions bear one name. Default: the folder's. */
  readonly family: string;

  // Names that stand alone.
  /** Members may be named without an object before them. */
  readonly bareMembers: boolean;
  /** Whose top-level names need no import: those of the file alone, of its folder, of its package or namespace, of the whole tree. */
  readonly sees: "file" | "folder" | "package" | "tree";
  /** The files of a folder are parsed together: they are one package. */
  readonly folderIsPackage: boolean;
  /** Ending of files whose names the other files of the folder do not see. */
  readonly testEnding: string | null;
  /** Every name that the language gives a meaning is declared somewhere: what nobody here declares lies outside. */
  readonly declares: boolean;
  /** Names that the language gives where nothing else does. */
  readonly builtins: ReadonlySet<string>;
  /** And those that it gives as types alone. */
  readonly builtinTypes: ReadonlySet<string>;
  /** Names that lie outside whatever is declared. */
  readonly outsideNames: ReadonlySet<string>;
  /** Name of the object within a method, where no keyword stands for it. */
  readonly objectName: string | null;
  /** A method's first parameter is the object, or the class. */
  readonly firstParameterIsObject: boolean;
  /** Name of the parameter of a block that declares none. */
  readonly blockParameter: string | null;
  /** `super` is a function that gives the object. */
  readonly superIsFunction: boolean;

  // Definitions.
  /** Which of several definitions of one name in one place counts: all, the last function, or those without a decorator that says otherwise. */
  readonly repeated: "all" | "last" | "undecorated";
  /** Functions of one name are told apart by their arguments. */
  readonly overloads: boolean;
  /** A declaration may stand apart from the definition with the body. */
  readonly declaresApart: boolean;

  // Members.
  /** Objects may have members that no base declares. */
  readonly dynamic: boolean;
  /** Where members of a type may stand that its block does not hold: nowhere, in its file, its folder, or anywhere. */
  readonly membersOutside: "none" | "file" | "folder" | "tree";
  /** Members outside of the block bear names of members within it too. */
  readonly membersRepeated: boolean;
  /** A type may be written in several blocks, each with bases of its own. */
  readonly severalBlocks: boolean;
  /** Functions may be written for types outside of the tree. */
  readonly extendsOutside: boolean;
  /** Members of a nameless inner class or one called Companion are those of the class around it. */
  readonly companions: boolean;
  /** Modules have members as types have. */
  readonly modulesAreTypes: boolean;
  /** Name under which a class makes objects. */
  readonly constructorName: string | null;
  /** What calling an object calls. */
  readonly callMember: string | null;
  /** Functions make objects with `new`, and have methods. */
  readonly functionsAreClasses: boolean;
  /** Members that every object has. */
  readonly objectMembers: RegExp | null;
  /** Members that every function has. */
  readonly functionMembers: RegExp;
  /** Members that give the object itself, or the like of it. */
  readonly likeItself: RegExp | null;
  /** A type implements an interface by having its methods. */
  readonly structural: boolean;
  /** Which functions `value.name()` may mean beside methods. */
  readonly functionsBehindDot: "any" | "of-modules" | "none";

  // Expressions and types.
  /** `new` takes any value, not a type. */
  readonly newTakesValues: boolean;
  /** Within `function` the object is another one. */
  readonly functionsRebind: boolean;
  /** Brackets behind a class or function hold type arguments. */
  readonly indexIsType: boolean;
  /** Types may be written within quotes. */
  readonly quotedTypes: boolean;
  /** Name of the generic type of classes. */
  readonly classType: RegExp | null;

  // Imports.
  /** What stands between the parts of a qualified name in an import; null where imports name files. */
  readonly separator: string | null;
  /** Blocks of modules make packages. */
  readonly modulesArePackages: boolean;
  /** What a module imports, it gives to those that import it. */
  readonly handsOnImports: boolean;
  /** `import a.b.c` gives the name `a`. */
  readonly importGivesRoot: boolean;
  /** An import of a whole namespace gives all names in it. */
  readonly importsOpen: boolean;
  /** An import of all names that is handed on gives them in its own file too. */
  readonly exportsOpen: boolean;
}
