/**
 * Everything that is configured, resolved once, each value with its origin. Precedence: option, environment, the one
 * configuration (a TOML file that was asked for, else the saved qsearch.json of the data directory), default.
 * Nothing is ever read from a folder that is searched.
 */
import { dirname } from "node:path";
import { parse as parseToml, TomlError } from "smol-toml";
import { QsearchError, systemReason } from "../errors.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import { readSettingsFile } from "./file.ts";
import {
  byKey,
  CONFIGURATION_DEFAULTS,
  CONFIGURATION_KEYS,
  type ConfigurationKey,
  type ConfigurationValues,
  isConfigurationKey,
  readValue,
} from "./keys.ts";
import { didYouMean } from "./nearest.ts";
import { configPlace, DEFAULT, dataDirPlace, type Environment, type Origin, type ResolvedPath } from "./places.ts";
import { formatSaved, isRecord, readSaved, savedPath, writeSaved } from "./saved.ts";
import { systemTimezone } from "./timezone.ts";

export { CONFIGURATION_KEYS, type ConfigurationKey, normaliseExtension } from "./keys.ts";
export { didYouMean, nearestName } from "./nearest.ts";
export { absolutePath, type Environment, expandHome, type Origin } from "./places.ts";
export { savedPath as savedFile } from "./saved.ts";

export interface Settings {
  /** Absolute; holds qsearch.db and qsearch.json. May not exist yet. */
  readonly dataDir: string;
  /** The configuration file in force: what --config names, or the saved qsearch.json when there is one. */
  readonly configFile: string | null;
  /** User roots in force, absolute, as they were written (not canonicalised), without doubles. */
  readonly roots: readonly string[];
  /** Git patterns. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Bytes. */
  readonly maxSize: number;
  /** UTF-16 units. */
  readonly chunkSize: number;
  readonly overlap: number;
  /** IANA name; the system's where none is configured. */
  readonly timezone: string;
  /** TextDecoder names tried after UTF-8 and UTF-16 with BOM, lower case. */
  readonly encodings: readonly string[];
  /** Extra extensions for agent roots: lower case, no dot. */
  readonly extensions: readonly string[];
  readonly embed: EmbedPolicy;
  readonly rrfK: number;
  readonly rrfWeightLexical: number;
  readonly rrfWeightSymbol: number;
  readonly origins: Readonly<Record<ConfigurationKey | "data_dir", Origin>>;
}

export interface SettingsRequest {
  /** --data-dir. */
  readonly dataDir?: string | undefined;
  /** --config. */
  readonly config?: string | undefined;
  readonly env?: Environment;
  readonly cwd?: string;
}

/** Resolves the settings. Throws `config`, or `io` for a file that cannot be read. */
export function loadSettings({ dataDir, config, env = process.env, cwd = process.cwd() }: SettingsRequest): Settings {
  const place = dataDirPlace(dataDir, env, cwd);
  const file = configPlace(config, env, cwd);
  const given = file === null ? savedConfiguration(place.path) : tomlConfiguration(file);
  const { values, origins } = readConfiguration(given, env);
  return settingsFrom(place, given.file, values, origins, env);
}

/**
 * Saves `roots` (absolute) together with the settings in force, so that the next call without --config finds both.
 * Values that are defaults are left out.
 */
export function saveRoots(settings: Settings, roots: readonly string[]): void {
  writeSaved(settings.dataDir, keptKeys(settings, roots));
}

/** The text of a qsearch.json that holds these roots and the settings in force. */
export function savedText(settings: Settings, roots: readonly string[]): string {
  return formatSaved(keptKeys(settings, roots));
}

function keptKeys(settings: Settings, roots: readonly string[]): Partial<Record<ConfigurationKey, unknown>> {
  const kept: Partial<Record<ConfigurationKey, unknown>> = { roots };
  const values = configurationOf(settings);
  for (const key of CONFIGURATION_KEYS) {
    if (key !== "roots" && settings.origins[key].source !== "default") kept[key] = values[key];
  }
  return kept;
}

/** The settings in the names a configuration uses; `timezone` is always a name. */
export function configurationOf(settings: Settings): ConfigurationValues {
  return {
    roots: settings.roots,
    include: settings.include,
    exclude: settings.exclude,
    max_size: settings.maxSize,
    chunk_size: settings.chunkSize,
    overlap: settings.overlap,
    timezone: settings.timezone,
    encodings: settings.encodings,
    extensions: settings.extensions,
    embed: settings.embed,
    rrf_k: settings.rrfK,
    rrf_weight_lexical: settings.rrfWeightLexical,
    rrf_weight_symbol: settings.rrfWeightSymbol,
  };
}

interface Given {
  readonly file: string | null;
  readonly origin: Origin;
  readonly keys: Readonly<Record<string, unknown>>;
}

function savedConfiguration(dataDir: string): Given {
  const keys = readSaved(dataDir);
  const file = keys === null ? null : savedPath(dataDir);
  return { file, origin: { source: "saved", from: file ?? "" }, keys: keys ?? {} };
}

function tomlConfiguration({ path, origin }: ResolvedPath): Given {
  let keys: unknown;
  let text: string;
  try {
    text = readSettingsFile(path);
  } catch (error) {
    throw new QsearchError("config", `configuration ${path} cannot be read: ${systemReason(error)}`, givenBy(origin), {
      cause: error,
    });
  }
  try {
    keys = parseToml(text);
  } catch (error) {
    const line = error instanceof TomlError ? `:${error.line}` : "";
    const [what = ""] = systemReason(error).replace("Invalid TOML document: ", "").split("\n");
    throw new QsearchError("config", `${path}${line}: ${what}`, "A configuration is TOML: key = value, one a line.", {
      cause: error,
    });
  }
  return { file: path, origin: { source: "configuration", from: path }, keys: isRecord(keys) ? keys : {} };
}

function givenBy(origin: Origin): string {
  return origin.source === "environment" ? `It is named by ${origin.from}.` : "";
}

function readConfiguration({ file, origin, keys }: Given, env: Environment) {
  const name = file ?? "configuration";
  const values: { -readonly [K in ConfigurationKey]: ConfigurationValues[K] } = { ...CONFIGURATION_DEFAULTS };
  const origins: Partial<Record<ConfigurationKey, Origin>> = {};
  const context = { base: file === null ? "/" : dirname(file), env };
  const set = <K extends ConfigurationKey>(key: K): void => {
    values[key] = readValue(key, keys[key], context, name);
    origins[key] = origin;
  };
  for (const key of Object.keys(keys)) {
    if (!isConfigurationKey(key)) {
      const allowed = `Allowed are: ${CONFIGURATION_KEYS.join(", ")}.`;
      const hint = [didYouMean(key, CONFIGURATION_KEYS), allowed].filter(Boolean).join(" ");
      throw new QsearchError("config", `${name}: unknown key ${JSON.stringify(key)}`, hint);
    }
    set(key);
  }
  if (values.overlap > values.chunk_size / 2) {
    throw new QsearchError(
      "config",
      `${name}: overlap must be at most half of chunk_size, from 0 to ${Math.floor(values.chunk_size / 2)}`,
      `It is ${values.overlap}.`,
    );
  }
  return { values, origins };
}

function settingsFrom(
  dataDir: ResolvedPath,
  configFile: string | null,
  values: ConfigurationValues,
  origins: Partial<Record<ConfigurationKey, Origin>>,
  env: Environment,
): Settings {
  return {
    dataDir: dataDir.path,
    configFile,
    roots: values.roots,
    include: values.include,
    exclude: values.exclude,
    maxSize: values.max_size,
    chunkSize: values.chunk_size,
    overlap: values.overlap,
    timezone: values.timezone ?? systemTimezone(env),
    encodings: values.encodings,
    extensions: values.extensions,
    embed: values.embed,
    rrfK: values.rrf_k,
    rrfWeightLexical: values.rrf_weight_lexical,
    rrfWeightSymbol: values.rrf_weight_symbol,
    origins: { ...byKey((key) => origins[key] ?? DEFAULT), data_dir: dataDir.origin },
  };
}
