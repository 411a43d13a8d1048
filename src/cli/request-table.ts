/**
 * How a command's request stands on a command line, as plain data: zod and the schemas take 10 ms to load, which parsing
 * three words should not cost. `bun tools/schemas.ts` makes the tables from the schemas (option-specs.ts); a test compares.
 */
import tables from "./specs.json" with { type: "json" };

export interface OptionSpec {
  readonly field: string;
  /** With dashes: "--path-prefix"; of a positional argument its label. */
  readonly long: string;
  /** With its dash: "-e"; null without one. */
  readonly short: string | null;
  readonly kind: "flag" | "value" | "list";
  readonly type: "string" | "number" | "boolean";
  /** What a flag sets; a field whose default is true has a `--no-` flag. */
  readonly sets: boolean;
  readonly placeholder: string;
  readonly choices: readonly string[] | null;
  /** Least and most, inclusive: of a number its value, of a text its length in UTF-16 units. */
  readonly bounds: NumberBounds;
  readonly whole: boolean;
  /** How many items a list may have. */
  readonly items: NumberBounds;
  /** Completes "--limit must be …". */
  readonly allowed: string;
  readonly help: string;
  /** What holds where nothing is said; absent where nothing does. */
  readonly fallback?: unknown;
  /** Whether a request without it is refused. */
  readonly required: boolean;
}

export interface NumberBounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** Positional arguments of a command, in order; only the last may be "many" or "words". */
export interface PositionalSpec {
  readonly field: string;
  readonly label: string;
  /** One argument, a list of them, or words that are joined by blanks into one text. */
  readonly arity: "one" | "many" | "words";
}

export interface RequestTable {
  /** All fields, in the schema's order. */
  readonly fields: readonly OptionSpec[];
  readonly positionals: readonly PositionalSpec[];
}

const TABLES = tables as Readonly<Record<string, RequestTable>>;
const EMPTY: RequestTable = { fields: [], positionals: [] };

/** The table of a command, by its name; "" has the options that every command takes. */
export function tableOf(name: string): RequestTable {
  return TABLES[name] ?? EMPTY;
}

const PATH_PLACEHOLDERS: ReadonlySet<string> = new Set(["DIR", "FILE", "PATH", "ZIP"]);

export function takesPath(spec: { readonly placeholder: string }): boolean {
  return PATH_PLACEHOLDERS.has(spec.placeholder);
}

/** The fields but for those that are positional. */
export function optionSpecs({ fields, positionals }: RequestTable): readonly OptionSpec[] {
  return fields.filter(({ field }) => positionals.every((positional) => positional.field !== field));
}

export function positionalSpecs({ fields, positionals }: RequestTable): readonly OptionSpec[] {
  return positionals.flatMap((positional) => fields.find(({ field }) => field === positional.field) ?? []);
}

/** Whether a request without the field is refused. */
export function isRequired({ fields }: RequestTable, field: string): boolean {
  return fields.some((spec) => spec.field === field && spec.required);
}

/** Whether the schema would take a value that is there. */
export function accepts(spec: OptionSpec, value: unknown): boolean {
  if (spec.kind !== "list") return acceptsItem(spec, value);
  return Array.isArray(value) && within(spec.items, value.length) && value.every((item) => acceptsItem(spec, item));
}

function acceptsItem({ type, choices, bounds, whole }: OptionSpec, value: unknown): boolean {
  if (typeof value !== type) return false;
  if (typeof value === "number") {
    return (whole ? Number.isSafeInteger(value) : Number.isFinite(value)) && within(bounds, value);
  }
  if (typeof value !== "string") return true;
  return choices === null ? within(bounds, value.length) : choices.includes(value);
}

function within({ min, max }: NumberBounds, value: number): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}
