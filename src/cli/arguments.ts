/**
 * The first look at the arguments, before any command is loaded: which command is meant, whether help, the version or
 * JSON is asked for, and which words with a dash are exclusions of a query. Everything else is clipanion's (options.ts).
 */
import { QsearchError } from "../errors.ts";
import { nearestName } from "../settings/nearest.ts";
import type { OptionSpec } from "./request-table.ts";

/** Stands before a word that begins with "-" and is no option; no argument can hold a NUL of its own. */
const MARK = "\0";

export const HELP_WORD = "help";

export interface FirstLook {
  /** Words of the command's name; null when no word names one. */
  readonly command: string | null;
  /** The arguments without the command's words. */
  readonly rest: readonly string[];
  readonly help: boolean;
  /** Whether the help is to be a manual page. */
  readonly man: boolean;
  readonly version: boolean;
}

/**
 * Finds the command. `valueOptions` are the options before a command's name that take a value, with their dashes.
 * A command's name may have several words; the longest that fits counts.
 */
export function firstLook(
  argv: readonly string[],
  commands: readonly string[],
  valueOptions: ReadonlySet<string>,
): FirstLook {
  const flags = beforeEscape(argv);
  const found = findCommand(argv, commands, valueOptions);
  return {
    command: found?.name ?? null,
    rest: found === null ? argv : argv.filter((_, i) => !found.at.includes(i)),
    help: flags.includes("--help") || flags.includes("-h") || flags.includes("--man"),
    man: flags.includes("--man"),
    version: flags.includes("--version") || flags.includes("-V"),
  };
}

/**
 * `help` alone or before a command's name asks for help; null when that is not what the words say, as with "--". Throws
 * `usage` for what is no command.
 */
export function helpByWord(
  argv: readonly string[],
  commands: readonly string[],
  valueOptions: ReadonlySet<string>,
): FirstLook | null {
  const [first, ...more] = plainWords(argv, valueOptions).map(({ word }) => word);
  if (first !== HELP_WORD || argv.includes("--")) return null;
  const name = more.join(" ");
  const isKnown = commands.includes(name);
  if (!isKnown && name !== "" && name !== HELP_WORD) {
    const near = commandMeant(name, commands);
    const meant = near === null ? "qsearch help lists the commands" : `Did you mean ${near}`;
    const words = `qsearch search ${HELP_WORD} ${name}`;
    throw new QsearchError(
      "usage",
      `there is no command ${JSON.stringify(name)} to help with`,
      `${meant}${near === null ? "" : "?"}${near === null ? ";" : ""} ${words} looks for the words.`,
    );
  }
  return { command: isKnown ? name : null, rest: [], help: true, man: argv.includes("--man"), version: false };
}

/** What other programs call a command. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  find: "search",
  grep: "search",
  query: "search",
  ls: "status",
  list: "status",
  stat: "status",
  stats: "status",
  info: "status",
  idx: "index",
  add: "index",
  update: "index",
  reindex: "index",
  cat: "read",
  show: "read",
  rm: "clear",
  version: "--version",
};

/** The command that a first word was meant for; null when it is near to none. */
export function commandMeant(word: string, commands: readonly string[]): string | null {
  return otherNameOf(word) ?? nearestName(word, commands);
}

/** The command that other programs call so. */
export function otherNameOf(word: string): string | null {
  return Object.hasOwn(OTHER_NAMES, word) ? (OTHER_NAMES[word] ?? null) : null;
}

/** The arguments before "--", where options are options. */
export function beforeEscape(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

function findCommand(argv: readonly string[], commands: readonly string[], valueOptions: ReadonlySet<string>) {
  const words = plainWords(argv, valueOptions);
  let found: { readonly name: string; readonly at: readonly number[] } | null = null;
  let name = "";
  const at: number[] = [];
  for (const { word, index } of words) {
    name = at.length === 0 ? word : `${name} ${word}`;
    at.push(index);
    if (commands.includes(name)) found = { name, at: [...at] };
    else if (!commands.some((command) => command.startsWith(`${name} `))) break;
  }
  return found;
}

/** Words that are neither options nor the values of those given, up to "--". */
export function plainWords(argv: readonly string[], valueOptions: ReadonlySet<string>) {
  const words: { readonly word: string; readonly index: number }[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") break;
    if (valueOptions.has(word)) index++;
    else if (!word.startsWith("-") || word === "-") words.push({ word, index });
  }
  return words;
}

/**
 * Makes arguments that clipanion reads as they are meant: `-eVALUE` is split, and words with one dash that are no
 * option (an exclusion such as -draft, a negative number) are marked. `unmark` takes the mark away.
 */
export function markWords(args: readonly string[], specs: readonly OptionSpec[], takesQuery: boolean): string[] {
  const options = beforeEscape(args);
  const shorts = specs.flatMap((spec) => spec.short ?? []);
  const marked = options.flatMap((word) => {
    if (!/^-[^-]/.test(word) || shorts.includes(word)) return [word];
    const short = specs.find((spec) => spec.kind !== "flag" && spec.short !== null && word.startsWith(spec.short));
    // Of a query `-n5` is the option, `-new` leaves a word out.
    if (short?.short && (short.type !== "number" || /^=?\d/.test(word.slice(2))))
      return [short.short, word.slice(2).replace(/^=/, "")];
    return takesQuery || /^-[\d.]/.test(word) ? [MARK + word] : [word];
  });
  return [...marked, ...args.slice(options.length)];
}

/** The first word of one dash and one letter that is no option: in a query it is more often grep's or git's than an exclusion. */
export function strayLetter(args: readonly string[], specs: readonly OptionSpec[]): string | null {
  const isOption = (word: string) => specs.some(({ short }) => short === word);
  return beforeEscape(args).find((word) => /^-[a-z]$/i.test(word) && !isOption(word)) ?? null;
}

export function unmark(word: string): string {
  return word.startsWith(MARK) ? word.slice(MARK.length) : word;
}

/** The first option before "--" that no specification knows; null when all are known. */
export function unknownOption(args: readonly string[], specs: readonly OptionSpec[]): string | null {
  for (const word of beforeEscape(args)) {
    if (!word.startsWith("-") || word === "-") continue;
    const name = word.startsWith("--") ? (word.split("=", 1)[0] ?? word) : word;
    if (specs.every((spec) => spec.long !== name && spec.short !== name)) return name;
  }
  return null;
}
