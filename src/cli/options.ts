/** Arguments of one command → its validated request. clipanion reads the options, zod judges the values. */
import { Cli, Command, Option } from "clipanion";
import type { z } from "zod";
import { QsearchError } from "../errors.ts";
import { type GlobalOptions, globalOptionsSchema } from "../request/globals.ts";
import { absolutePath, didYouMean, type Environment } from "../settings.ts";
import { markWords, unknownOption, unmark } from "./arguments.ts";
import type { CommandDefinition } from "./command.ts";
import {
  isRequired,
  type OptionHint,
  type OptionSpec,
  optionSpecs,
  positionalSpecs,
  takesPath,
} from "./option-specs.ts";

const GLOBAL_HINTS: Readonly<Record<string, OptionHint>> = {
  data_dir: { placeholder: "DIR" },
  config: { placeholder: "FILE" },
  help: { short: "h" },
};

export const GLOBAL_SPECS: readonly OptionSpec[] = optionSpecs(globalOptionsSchema, GLOBAL_HINTS);

export function specsOf(command: CommandDefinition): readonly OptionSpec[] {
  return optionSpecs(command.schema, command.options, command.positionals);
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
export function parseCall(command: CommandDefinition, args: readonly string[], where: Surroundings): ParsedCall {
  const specs = [...specsOf(command), ...GLOBAL_SPECS];
  const words = markWords(args, specs, command.takesQuery ?? false);
  refuseUnknown(command, words, specs);
  const read = readOptions(command, words, specs);
  const own = new Map([...read.values].filter(([field]) => field in command.schema.shape));
  const global = new Map([...read.values].filter(([field]) => field in globalOptionsSchema.shape));
  assignPositionals(command, read.positionals, own);
  return {
    globals: validate(globalOptionsSchema, global, GLOBAL_SPECS, where),
    request: validate(command.schema, own, [...specs, ...positionalSpecs(command.schema, command.positionals)], where),
  };
}

function refuseUnknown(command: CommandDefinition, words: readonly string[], specs: readonly OptionSpec[]): void {
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

function readOptions(command: CommandDefinition, words: readonly string[], specs: readonly OptionSpec[]) {
  class Reader extends Command {
    static override paths = [Command.Default];
    readonly rest = Option.Rest();
    constructor() {
      super();
      // clipanion finds options by looking through a new command's own properties.
      Object.assign(this, Object.fromEntries(specs.map((spec) => [optionKey(spec), clipanionOption(spec)])));
    }
    override execute(): Promise<void> {
      return Promise.resolve();
    }
  }
  let found: Command;
  try {
    found = Cli.from([Reader]).process([...words]);
  } catch (error) {
    throw syntaxError(command, error, words, specs);
  }
  const values = new Map<string, OptionValue>();
  for (const spec of specs) {
    const value: unknown = Reflect.get(found, optionKey(spec));
    if (value === true) values.set(spec.field, spec.sets);
    else if (typeof value === "string") values.set(spec.field, unmark(value));
    else if (Array.isArray(value)) values.set(spec.field, value.map(String).map(unmark));
  }
  return { values, positionals: found instanceof Reader ? found.rest.map(unmark) : [] };
}

/** Apart from clipanion's own property names. */
function optionKey(spec: OptionSpec): string {
  return `option ${spec.field}`;
}

function clipanionOption(spec: OptionSpec): unknown {
  const names = spec.short === null ? spec.long : `${spec.short},${spec.long}`;
  if (spec.kind === "flag") return Option.Boolean(names);
  return spec.kind === "list" ? Option.Array(names) : Option.String(names);
}

/** clipanion's refusals in our words. Unknown options were found before, so what is left is a missing value. */
function syntaxError(
  command: CommandDefinition,
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

function assignPositionals(
  command: CommandDefinition,
  words: readonly string[],
  values: Map<string, OptionValue>,
): void {
  let left = words;
  for (const { field, arity, label } of command.positionals ?? []) {
    const [first, ...others] = left;
    if (first === undefined) {
      if (isRequired(command.schema, field)) throw usage(`${command.name} needs ${label}`, usageLine(command));
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
export function usageLine(command: CommandDefinition): string {
  const words = (command.positionals ?? []).map(({ field, label, arity }) => {
    const name = arity === "one" ? label : `${label}…`;
    return isRequired(command.schema, field) ? name : `[${name}]`;
  });
  return ["Usage: qsearch", command.name, ...words, "[options]"].join(" ");
}

function validate<Schema extends z.ZodObject>(
  schema: Schema,
  values: ReadonlyMap<string, OptionValue>,
  specs: readonly OptionSpec[],
  where: Surroundings,
): z.output<Schema> {
  const specOf = (field: string) => specs.find((spec) => spec.field === field);
  const given = Object.fromEntries([...values].map(([field, value]) => [field, convert(specOf(field), value, where)]));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = String(issue?.path[0] ?? "");
  const spec = specOf(field);
  if (spec === undefined || issue?.code === "custom") throw usage(issue?.message ?? "the arguments do not fit");
  throw usage(`${spec.long} must be ${spec.allowed}`, nearChoice(spec, given[field]));
}

function convert(spec: OptionSpec | undefined, value: OptionValue, where: Surroundings): unknown {
  if (spec === undefined || typeof value === "boolean") return value;
  if (typeof value !== "string") return value.map((item) => convertText(spec, item, where));
  return spec.type === "number" ? toNumber(value) : convertText(spec, value, where);
}

function convertText(spec: OptionSpec, value: string, { cwd, env }: Surroundings): string {
  if (!takesPath(spec)) return value.toWellFormed();
  if (value === "") throw usage(`${spec.long} must not be empty`);
  return absolutePath(value, cwd, env);
}

/** A decimal number; any other text stays a text, which zod refuses. */
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
