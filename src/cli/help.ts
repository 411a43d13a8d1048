/** Help texts, made from the list of commands and the option specifications. */
import { PROGRAM } from "../version.ts";
import type { CommandDefinition } from "./command.ts";
import { GLOBAL_SPECS, specsOf, usageLine } from "./options.ts";
import { CATALOG } from "./registry.ts";
import type { OptionSpec } from "./request-table.ts";
import type { Style } from "./style.ts";

export const PROGRAM_EXAMPLES = [
  ["index ~/notes ~/code", "index two folders"],
  ["golden bearing ext:pdf", "PDF files that hold both words"],
  ["search '\"golden bearing\"'", "the two words as a phrase"],
  ["read ~/notes/inspection.md --lines 10-20", "lines of one file"],
] as const;

/** Help of the program: commands, global options, examples. */
export function programHelp(style: Style): string {
  const commands = CATALOG.entries.map(({ name, summary }) => [name, summary] as const);
  return sections([
    `${style.bold(PROGRAM)} finds things in your files: code and documents, offline.`,
    `Usage: ${PROGRAM} COMMAND [options]\n       ${PROGRAM} WORDS…            the same as ${PROGRAM} search WORDS…`,
    `${style.bold("Commands")}\n${columns(commands, style)}`,
    `${style.bold("Global options")}, before or after the command\n${options(GLOBAL_SPECS, style)}`,
    `${style.bold("Examples")}\n${examples(PROGRAM_EXAMPLES, style)}`,
    `${PROGRAM} help COMMAND says more about one command.`,
  ]);
}

export function commandHelp(command: CommandDefinition, style: Style): string {
  const specs = specsOf(command);
  return sections([
    `${style.bold(`${PROGRAM} ${command.name}`)}: ${lowerFirst(command.summary)}`,
    usageLine(command),
    ...paragraphs(command.details ?? "", style),
    specs.length > 0 ? `${style.bold("Options")}\n${options(specs, style)}` : "",
    `${style.bold("Global options")}\n${options(GLOBAL_SPECS, style)}`,
    command.examples ? `${style.bold("Examples")}\n${examples(command.examples, style)}` : "",
  ]);
}

function sections(parts: readonly string[]): string {
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function paragraphs(text: string, style: Style): string[] {
  return text.split("\n\n").map((paragraph) => wrap(paragraph, textWidth(style)).join("\n"));
}

/** Columns of running text: the terminal's, but no longer than eyes like. */
function textWidth({ columns }: Style): number {
  return Math.max(40, Math.min(columns ?? 100, 100));
}

function options(specs: readonly OptionSpec[], style: Style): string {
  return columns(
    specs.map((spec) => [optionLabel(spec), optionHelp(spec)] as const),
    style,
  );
}

/** "-e, --ext EXT…", "    --json". */
function optionLabel({ short, long, kind, placeholder }: OptionSpec): string {
  const value = kind === "flag" ? "" : ` ${placeholder}${kind === "list" ? "…" : ""}`;
  return `${short ? `${short}, ` : "    "}${long}${value}`;
}

/** The help with what a value may be and what holds without it. */
export function optionHelp({ help, kind, type, choices, allowed, fallback }: OptionSpec): string {
  const notes: string[] = [];
  if (type === "number" && choices === null) notes.push(allowed.replace(/^an? (whole )?number ?(from )?/, ""));
  const isDefault = kind === "value" && fallback !== undefined;
  if (isDefault) notes.push(`default ${fallback}`);
  const said = notes.filter(Boolean).join(", ");
  return said ? `${help} (${said})` : help;
}

function examples(lines: readonly (readonly [string, string])[], style: Style): string {
  return lines.map(([line, what]) => `  ${PROGRAM} ${line}\n      ${style.dim(what)}`).join("\n");
}

const LABEL_COLUMNS = 30;

/** Two columns; a left side that is too wide gets a line of its own. The right side is wrapped to the terminal. */
function columns(rows: readonly (readonly [string, string])[], style: Style): string {
  const left = Math.min(LABEL_COLUMNS, Math.max(...rows.map(([label]) => label.length))) + 2;
  const width = Math.max(30, textWidth(style) - left - 2);
  return rows
    .map(([label, text]) => {
      const lines = wrap(text, width);
      const indent = " ".repeat(left + 2);
      const head = label.length + 2 > left ? `  ${label}\n${indent}` : `  ${label.padEnd(left)}`;
      return `${head}${lines.join(`\n${indent}`)}`.trimEnd();
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
