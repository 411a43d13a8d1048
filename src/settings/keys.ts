/** Every configuration key: its default, what is allowed, and how a value is read. The same table reads TOML and JSON. */
import { QsearchError } from "../errors.ts";
import { EMBED_POLICIES, type EmbedPolicy } from "../request/kinds.ts";
import { absolutePath, type Environment } from "./places.ts";

/** What a configuration may say, in the names it uses. */
export interface ConfigurationValues {
  readonly roots: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Bytes. */
  readonly max_size: number;
  /** UTF-16 units. */
  readonly chunk_size: number;
  readonly overlap: number;
  /** IANA name, null for the system's. */
  readonly timezone: string | null;
  readonly encodings: readonly string[];
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  readonly embed: EmbedPolicy;
  readonly rrf_k: number;
  readonly rrf_weight_lexical: number;
  readonly rrf_weight_symbol: number;
}
export type ConfigurationKey = keyof ConfigurationValues;

/** Where relative roots start, and whose home `~` is. */
export interface ReadContext {
  readonly base: string;
  readonly env: Environment;
}

/** What holds where nothing is configured. */
export const CONFIGURATION_DEFAULTS: ConfigurationValues = {
  roots: [],
  include: ["**"],
  exclude: [],
  max_size: 20_971_520,
  chunk_size: 800,
  overlap: 100,
  timezone: null,
  encodings: [],
  extensions: [],
  embed: "docs",
  rrf_k: 60,
  rrf_weight_lexical: 1,
  rrf_weight_symbol: 1.2,
};

interface KeyRule<T> {
  /** Completes "KEY must be …". */
  readonly allowed: string;
  /** The value, or undefined when it is not allowed. */
  read(value: unknown, context: ReadContext): T | undefined;
}

const CONFIGURATION: { readonly [K in ConfigurationKey]: KeyRule<ConfigurationValues[K]> } = {
  roots: {
    allowed: "a list of folders, absolute or relative to the file",
    read: (value, { base, env }) => {
      const roots = strings(value);
      return roots?.every((root) => root !== "" && !root.includes("\0"))
        ? unique(roots.map((root) => absolutePath(root, base, env)))
        : undefined;
    },
  },
  include: patterns(),
  exclude: patterns(),
  max_size: whole(1024, 1024 ** 3, "bytes"),
  chunk_size: whole(200, 4000, "characters"),
  overlap: whole(0, 2000, "characters, at most half of chunk_size"),
  timezone: {
    allowed: "the IANA name of a time zone, such as Europe/Berlin",
    read: (value) => (typeof value === "string" && isTimezone(value) ? value : undefined),
  },
  encodings: {
    allowed: "a list of encoding names, such as gb18030 or windows-1252",
    read: (value) => {
      const names = strings(value);
      return names?.every(isEncoding) ? unique(names.map((name) => name.toLowerCase())) : undefined;
    },
  },
  extensions: {
    allowed: "a list of file extensions, such as proto",
    read: (value) => {
      const names = strings(value)?.map(normaliseExtension);
      return names?.every((name) => name !== null) ? unique(names) : undefined;
    },
  },
  embed: {
    allowed: EMBED_POLICIES.join(", "),
    read: (value) => EMBED_POLICIES.find((policy) => policy === value),
  },
  rrf_k: number(1, 1000),
  rrf_weight_lexical: number(0, 10),
  rrf_weight_symbol: number(0, 10),
};

export const CONFIGURATION_KEYS = Object.keys(CONFIGURATION).filter(isConfigurationKey);

/** A record with one entry for each key. */
export function byKey<V>(value: (key: ConfigurationKey) => V): Record<ConfigurationKey, V> {
  return Object.fromEntries(CONFIGURATION_KEYS.map((key) => [key, value(key)])) as Record<ConfigurationKey, V>;
}

export function isConfigurationKey(key: string): key is ConfigurationKey {
  return Object.hasOwn(CONFIGURATION, key);
}

/** One value of one key. Throws `config`, naming key, file and what is allowed. */
export function readValue<K extends ConfigurationKey>(
  key: K,
  value: unknown,
  context: ReadContext,
  file: string,
): ConfigurationValues[K] {
  const rule = CONFIGURATION[key];
  const read = rule.read(value, context);
  if (read !== undefined) return read;
  throw new QsearchError("config", `${file}: ${key} must be ${rule.allowed}`, `It is ${shown(value)}.`);
}

/** "PDF", ".pdf" → "pdf"; null for what can be no extension. */
export function normaliseExtension(name: string): string | null {
  const ext = name
    .trim()
    .replace(/^\*?\./, "")
    .toLowerCase();
  return /^[^\s/\\\0*?]+$/.test(ext) ? ext : null;
}

function patterns(): KeyRule<readonly string[]> {
  return {
    allowed: "a list of git patterns, such as docs/** or *.md",
    read: (value) => {
      const list = strings(value);
      return list?.every((pattern) => pattern.trim() !== "" && !/[\0\n]/.test(pattern)) ? list : undefined;
    },
  };
}

function whole(min: number, max: number, unit: string): KeyRule<number> {
  return {
    allowed: `a whole number from ${min} to ${max} (${unit})`,
    read: (value) => (Number.isInteger(value) ? within(value, min, max) : undefined),
  };
}

function number(min: number, max: number): KeyRule<number> {
  return { allowed: `a number from ${min} to ${max}`, read: (value) => within(value, min, max) };
}

function within(value: unknown, min: number, max: number): number | undefined {
  return typeof value === "number" && value >= min && value <= max ? value : undefined;
}

function strings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name as Bun.Encoding).encoding !== undefined;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  const isNumber = typeof value === "bigint" || typeof value === "number";
  const text = isNumber ? String(value) : JSON.stringify(value);
  return text === undefined ? String(value) : text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
