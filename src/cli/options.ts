/** Arguments of one command → its validated request. clipanion reads the options, the command's table judges the values. */
import { CliBuilder, type RunState } from "clipanion/lib/core";
import { QsearchError } from "../errors.ts";
import type { GlobalOptions } from "../request/globals.ts";
import { absolutePath, didYouMean, type Environment } from "../settings/settings.ts";
import { markWords, strayLetter, unknownOption, unmark } from "./arguments.ts";
import {
  accepts,
  isRequired,
  type OptionSpec,
  optionSpecs,
  type RequestTable,
  tableOf,
  takesPath,
} from "./request-table.ts";

/** What parsing has to know of a command. */
export interface Parsed {
  readonly name: string;
  readonly table: RequestTable;
  readonly takesQuery?: boolean;
}

const GLOBALS = tableOf("");
export const GLOBAL_SPECS: readonly OptionSpec[] = optionSpecs(GLOBALS);

export function specsOf({ table }: Pick<Parsed, "table">): readonly OptionSpec[] {
  return optionSpecs(table);
}

/** Where relative paths start and what `~` is. */
export interface PathContext {
  readonly cwd: string;
  readonly env: Environment;
}

export interface ParsedCall {
  readonly globals: GlobalOptions;
  readonly request: Record<string, unknown>;
}

/** Reads the arguments after the command's name. Throws `usage`, naming the option and what is allowed. */
export function parseCall(command: Parsed, args: readonly string[], where: PathContext): ParsedCall {
  const specs = [...specsOf(command), ...GLOBAL_SPECS];
  const given = args.map((word) => spelled(word, specs));
  if (command.takesQuery) refuseStrayLetter(command, given, specs);
  const words = markWords(given, specs, command.takesQuery ?? false);
  refuseUnknown(command, words, specs);
  const { values, positionals } = readOptions(command, words, specs);
  assignPositionals(command, positionals, values);
  return {
    // Each value is of the type that its field in the table says, which the schema's output type says, too.
    globals: validate(GLOBALS, values, where) as unknown as GlobalOptions,
    request: validate(command.table, values, where),
  };
}

/** Other names of options, as the callers of earlier programs write them. */
const SPELLINGS: Readonly<Record<string, string>> = { "-k": "--limit", "--top-k": "--limit", "--extensions": "--ext" };

function spelled(word: string, specs: readonly OptionSpec[]): string {
  const [name = "", ...value] = word.split("=");
  const meant = Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : undefined;
  if (meant === undefined || specs.every(({ long }) => long !== meant)) return word;
  return [meant, ...value].join("=");
}

function refuseStrayLetter(command: Parsed, words: readonly string[], specs: readonly OptionSpec[]): void {
  const word = strayLetter(words, specs);
  if (word === null) return;
  const shorts = specs.flatMap(({ short }) => short ?? []);
  throw usage(
    `unknown option ${word}`,
    `Options of one letter are ${shorts.join(", ")}; qsearch ${command.name} --help lists all. ` +
      `To leave out documents with the word ${word.slice(1)}, write 'NOT ${word.slice(1)}'.`,
  );
}

function refuseUnknown(command: Parsed, words: readonly string[], specs: readonly OptionSpec[]): void {
  const unknown = unknownOption(words, specs);
  if (unknown !== null) {
    const names = specs.map((spec) => spec.long);
    const help = `qsearch ${command.name} --help lists the options${command.takesQuery ? "; -- goes before a word that is no option" : ""}.`;
    throw usage(`unknown option ${unknown}`, [didYouMean(unknown, names), help].filter(Boolean).join(" "));
  }
  const joined = words.filter((word) => word.startsWith("--") && word.includes("="));
  if (joined.length === 0) return;
  for (const spec of specs) {
    if (spec.kind === "flag" && joined.some((word) => word.startsWith(`${spec.long}=`))) {
      throw usage(`${spec.long} takes no value`);
    }
  }
}

type OptionValue = string | boolean | readonly string[];

/**
 * clipanion's parser, without its classes for commands: those wake the standard streams, which costs 6 ms of every command's start.
 * It is told of the options that are there, as its work grows with those that might be.
 */
function readOptions(command: Parsed, words: readonly string[], specs: readonly OptionSpec[]) {
  const named = specs.filter(isNamedIn(words));
  const builder = new CliBuilder<null>({ binaryName: "qsearch" });
  const reader = builder.command();
  reader.setContext(null);
  reader.addRest();
  for (const spec of named) {
    const isFlag = spec.kind === "flag";
    reader.addOption({ names: namesOf(spec), arity: isFlag ? 0 : 1, allowBinding: !isFlag });
  }
  let found: RunState;
  try {
    found = builder.compile().process([...words]);
  } catch (error) {
    throw syntaxError(command, error, words, specs);
  }
  const values = new Map<string, OptionValue>();
  for (const spec of named) {
    const given: unknown[] = found.options.flatMap(({ name, value }) => (namesOf(spec).includes(name) ? [value] : []));
    const last = given.at(-1);
    if (last === undefined) continue;
    if (spec.kind === "flag") values.set(spec.field, spec.sets);
    else values.set(spec.field, spec.kind === "list" ? given.map(String).map(unmark) : unmark(String(last)));
  }
  return { values, positionals: found.positionals.map(({ value }) => unmark(value)) };
}

function namesOf({ long, short }: OptionSpec): string[] {
  return short === null ? [long] : [short, long];
}

/** Whether a word names the option, alone or joined to its value. */
function isNamedIn(words: readonly string[]): (spec: OptionSpec) => boolean {
  const names = new Set(words.filter((word) => word.startsWith("-")).map((word) => word.split("=", 1)[0]));
  return ({ long, short }) => names.has(long) || (short !== null && names.has(short));
}

/** clipanion's refusals in our words. Unknown options were found before, so what is left is a missing value. */
function syntaxError(
  command: Parsed,
  error: unknown,
  words: readonly string[],
  specs: readonly OptionSpec[],
): QsearchError {
  const named = (word: string | undefined) => specs.find(({ long, short }) => word === long || word === short);
  const bare = words.find((word, i) => {
    const next = words[i + 1];
    return (
      (named(word)?.kind ?? "flag") !== "flag" && (next === undefined || next === "--" || named(next) !== undefined)
    );
  });
  if (bare !== undefined) return usage(`${bare} needs a value`);
  const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return usage(first || "the arguments cannot be read", `qsearch ${command.name} --help shows the usage.`, error);
}

function assignPositionals(command: Parsed, words: readonly string[], values: Map<string, OptionValue>): void {
  let left = words;
  for (const { field, arity, label } of command.table.positionals) {
    const [first, ...others] = left;
    if (first === undefined) {
      if (isRequired(command.table, field)) throw usage(`${command.name} needs ${label}`, usageLine(command));
      return;
    }
    if (arity === "one") values.set(field, first);
    else values.set(field, arity === "many" ? left : left.join(" "));
    left = arity === "one" ? others : [];
  }
  const [extra] = left;
  if (extra !== undefined) throw extraArgument(command, words, extra);
}

/** Where the first argument may have blanks in it, quotes were forgotten. */
function extraArgument(command: Parsed, words: readonly string[], extra: string): QsearchError {
  const [first] = command.table.positionals;
  const takesText =
    first !== undefined && command.table.fields.some((spec) => spec.field === first.field && !takesPath(spec));
  const quoted = `Several words go in quotes: qsearch ${command.name} '${words.join(" ").replaceAll("'", "'\\''")}'.`;
  return usage(
    `${command.name} takes no argument ${JSON.stringify(extra)}`,
    takesText ? `${quoted} ${usageLine(command)}` : usageLine(command),
  );
}

/** "qsearch read PATH [options]". */
export function usageLine(command: Parsed): string {
  const words = command.table.positionals.map(({ field, label, arity }) => {
    const name = arity === "one" ? label : `${label}…`;
    return isRequired(command.table, field) ? name : `[${name}]`;
  });
  return ["Usage: qsearch", command.name, ...words, "[options]"].join(" ");
}

/** The request in the order of its fields, defaults filled in; of several faults the first field's is told. */
function validate(
  { fields }: RequestTable,
  values: ReadonlyMap<string, OptionValue>,
  where: PathContext,
): Record<string, unknown> {
  const given = fields.map((spec) => [spec, convert(spec, values.get(spec.field), where)] as const);
  const request: Record<string, unknown> = {};
  for (const [spec, said] of given) {
    const value = said ?? spec.fallback;
    if (value === undefined ? spec.required : said !== undefined && !accepts(spec, said)) {
      throw usage(`${spec.long} must be ${spec.allowed}`, nearChoice(spec, said));
    }
    if (value !== undefined) request[spec.field] = value;
  }
  return request;
}

function convert(spec: OptionSpec, value: OptionValue | undefined, where: PathContext): unknown {
  if (value === undefined || typeof value === "boolean") return value;
  if (typeof value !== "string") return value.map((item) => convertText(spec, item, where));
  return spec.type === "number" ? toNumber(value) : convertText(spec, value, where);
}

function convertText(spec: OptionSpec, value: string, { cwd, env }: PathContext): string {
  if (!takesPath(spec)) return value.toWellFormed();
  if (value === "") throw usage(`${spec.long} must not be empty`);
  return absolutePath(value, cwd, env);
}

/** A decimal number; any other text stays a text, which is refused. */
function toNumber(value: string): number | string {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
}

function nearChoice(spec: OptionSpec, said: unknown): string {
  const near = spec.choices && typeof said === "string" ? didYouMean(said, spec.choices) : "";
  return near || `It is ${JSON.stringify(said)}.`;
}

function usage(message: string, hint = "", cause?: unknown): QsearchError {
  return new QsearchError("usage", message, hint, cause === undefined ? undefined : { cause });
}
