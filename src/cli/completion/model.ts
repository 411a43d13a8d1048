/** What a shell has to know to complete a command line: taken from the same specifications as parsing and help. */
import { HELP_WORD } from "../arguments.ts";
import type { CommandCatalog } from "../command.ts";
import { GLOBAL_SPECS } from "../options.ts";
import { type OptionSpec, optionSpecs, positionalSpecs, tableOf } from "../request-table.ts";

/** What may stand where a value is expected. */
export type ValueKind =
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  | { readonly kind: "folders" | "files" | "anything" };

export interface CompletionOption {
  /** "--limit", and "-e" where there is one. */
  readonly names: readonly string[];
  readonly help: string;
  /** Null for a flag. */
  readonly value: ValueKind | null;
}

export interface CompletionCommand {
  /** All its words: "config roots add". */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletionOption[];
  /** What its arguments are. */
  readonly argument: ValueKind;
  /** Words that may follow and make another command of it. */
  readonly next: readonly { readonly word: string; readonly summary: string }[];
}

export interface CompletionModel {
  readonly globals: readonly CompletionOption[];
  /** The first is the program itself, with the name "". */
  readonly commands: readonly CompletionCommand[];
  /** Every option of any command that takes a value. */
  readonly valueOptions: readonly string[];
}

export function completionModel(catalog: CommandCatalog): CompletionModel {
  const globals = GLOBAL_SPECS.map(completionOption);
  const first = nextWords("", catalog);
  const help = { word: HELP_WORD, summary: "Explain a command" };
  const commands: CompletionCommand[] = [
    { name: "", summary: "", options: [], argument: { kind: "anything" }, next: [...first, help] },
    { name: help.word, summary: help.summary, options: [], argument: { kind: "anything" }, next: first },
  ];
  for (const name of [...catalog.names].sort()) {
    const entry = catalog.find(name);
    if (entry === undefined) continue;
    const table = tableOf(entry.name);
    const [argument] = positionalSpecs(table);
    commands.push({
      name,
      summary: entry.summary,
      options: optionSpecs(table).map(completionOption),
      argument: argument === undefined ? { kind: "anything" } : valueKind(argument),
      next: nextWords(name, catalog),
    });
  }
  const all = [...globals, ...commands.flatMap(({ options }) => options)];
  const valueOptions = [...new Set(all.filter(({ value }) => value !== null).flatMap(({ names }) => names))];
  return { globals, commands, valueOptions };
}

function nextWords(name: string, { entries }: CommandCatalog): CompletionCommand["next"] {
  const prefix = name === "" ? "" : `${name} `;
  const words = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.name.startsWith(prefix)) continue;
    const [word = "", ...more] = entry.name.slice(prefix.length).split(" ");
    if (!words.has(word)) words.set(word, more.length === 0 ? entry.summary : (GROUPS[`${prefix}${word}`] ?? ""));
  }
  return [...words].map(([word, summary]) => ({ word, summary }));
}

/** What a word says that only begins a command's name. */
const GROUPS: Readonly<Record<string, string>> = {
  config: "Show the settings and change the roots",
  "config roots": "List, add and remove roots",
};

function completionOption(spec: OptionSpec): CompletionOption {
  return {
    names: [spec.long, ...(spec.short === null ? [] : [spec.short])],
    help: spec.help,
    value: spec.kind === "flag" ? null : valueKind(spec),
  };
}

function valueKind({ choices, placeholder }: OptionSpec): ValueKind {
  if (choices !== null) return { kind: "choices", choices };
  if (placeholder === "DIR") return { kind: "folders" };
  return { kind: placeholder === "PATH" || placeholder === "FILE" ? "files" : "anything" };
}
