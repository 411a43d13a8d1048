/** Arguments of one command → its validated request, by the command's table. */
import { QsearchError } from "../errors.ts";
import type { GlobalOptions } from "../request/globals.ts";
import { absolutePath, didYouMean, type Environment } from "../settings.ts";
import { markWords, unknownOption, unmark } from "./arguments.ts";
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
export interface Surroundings {
  readonly cwd: string;
  readonly env: Environment;
}

export interface ParsedCall {
  readonly globals: GlobalOptions;
  readonly request: Record<string, unknown>;
}

/** Reads the arguments after the command's name. Throws `usage`, naming the option and what is allowed. */
export function parseCall(command: Parsed, args: readonly string[], where: Surroundings): ParsedCall {
  const specs = [...specsOf(command), ...GLOBAL_SPECS];
  const words = markWords(args, specs, command.takesQuery ?? false);
  refuseUnknown(command, words, specs);
  const { values, positionals } = readOptions(words, specs);
  assignPositionals(command, positionals, values);
  return {
    // Each value is of the type that its field in the table says, which the schema's output type says, too.
    globals: validate(GLOBALS, values, where) as unknown as GlobalOptions,
    request: validate(command.table, values, where),
  };
}

function refuseUnknown(command: Parsed, words: readonly string[], specs: readonly OptionSpec[]): void {
  const unknown = unknownOption(words, specs);
  if (unknown !== null) {
    const names = specs.map((spec) => spec.long);
    const help = `qsearch ${command.name} --help lists the options${command.takesQuery ? "; -- goes before a word that is no option" : ""}.`;
    throw usage(`unknown option ${unknown}`, [didYouMean(unknown, names), help].filter(Boolean).join(" "));
  }
  for (const spec of specs) {
    if (spec.kind === "flag" && words.some((word) => word.startsWith(`${spec.long}=`))) {
      throw usage(`${spec.long} takes no value`);
    }
  }
}

type OptionValue = string | boolean | readonly string[];

function readOptions(words: readonly string[], specs: readonly OptionSpec[]) {
  const values = new Map<string, OptionValue>();
  const positionals: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--") {
      positionals.push(...words.slice(i + 1));
      break;
    }
    if (!isOption(word)) {
      positionals.push(unmark(word));
      continue;
    }
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const name = equals < 0 ? word : word.slice(0, equals);
    const spec = specs.find(({ long, short }) => name === long || name === short);
    if (spec === undefined) throw usage(`unknown option ${name}`);
    if (spec.kind === "flag") values.set(spec.field, spec.sets);
    else {
      const given = equals < 0 ? words[++i] : word.slice(equals + 1);
      if (given === undefined || (equals < 0 && isOption(given))) throw usage(`${name} needs a value`);
      addValue(values, spec, unmark(given));
    }
  }
  return { values, positionals };
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** The last of several values counts, unless the field is a list. */
function addValue(values: Map<string, OptionValue>, { kind, field }: OptionSpec, value: string): void {
  const before = values.get(field);
  if (kind === "list") values.set(field, [...(Array.isArray(before) ? before : []), value]);
  else values.set(field, value);
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
  if (extra !== undefined)
    throw usage(`${command.name} takes no argument ${JSON.stringify(extra)}`, usageLine(command));
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
  where: Surroundings,
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

function convert(spec: OptionSpec, value: OptionValue | undefined, where: Surroundings): unknown {
  if (value === undefined || typeof value === "boolean") return value;
  if (typeof value !== "string") return value.map((item) => convertText(spec, item, where));
  return spec.type === "number" ? toNumber(value) : convertText(spec, value, where);
}

function convertText(spec: OptionSpec, value: string, { cwd, env }: Surroundings): string {
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
