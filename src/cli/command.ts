/** What a command is: a request, described in requests.ts under its name, and one function from request to result. */
import type { Warning, WarningCode } from "../errors.ts";
import type { GlobalOptions } from "../request/globals.ts";
import type { Settings } from "../settings/settings.ts";
import type { ProgressLine } from "./progress-line.ts";
import { type RequestTable, tableOf } from "./request-table.ts";
import type { CommandName, CommandRequest } from "./requests.ts";
import type { Style } from "./style.ts";

/** A command as help and completion know it before it is loaded. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<CommandDefinition>;
}

/** All commands: those of the help in its order, every name that names one, and the way from name to command. */
export interface CommandCatalog {
  readonly entries: readonly CommandEntry[];
  readonly names: readonly string[];
  find(name: string): CommandEntry | undefined;
}

/** What a command may use beside its request. */
export interface CommandContext {
  readonly globals: GlobalOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** Runs work that may block this thread for longer than 200 ms; a signal then ends the process itself. */
  blocking<T>(body: () => T | Promise<T>): Promise<T>;
  readonly progress: ProgressLine;
  readonly catalog: CommandCatalog;
  /** Resolves the settings when they are first asked for. Throws `config`. */
  settings(): Settings;
  /** Resolves them anew each time, for a command that runs long. Throws `config`. */
  freshSettings(): Settings;
}

/** What a command found, once for machines and once for people. */
export interface CommandResult {
  /** `data` of the JSON envelope. */
  readonly data: unknown;
  readonly warnings?: readonly Warning[];
  /** Queries that may have been meant: of the JSON envelope alone, as `note` tells people. */
  readonly suggestions?: readonly string[];
  /** Warnings that people need not be shown, as the text says the same. */
  readonly told?: readonly WarningCode[];
  /** Exit status; 0 when it is left out. */
  readonly status?: number;
  /** A signal is how the command is meant to end: its result is printed all the same. */
  readonly endedBySignal?: boolean;
  /** Said to people on stderr, where stdout has nothing to say. */
  readonly note?: string;
  /** What goes on once the result is printed, as the server of an address does; resolves when the command is to end. */
  readonly meanwhile?: () => Promise<void>;
  /** The text for people, with a line break at its end, or bytes for other programs; "" prints nothing. */
  text(style: Style): string | Uint8Array;
}

interface Command {
  /** One line without a full stop, as the list of commands shows it. */
  readonly summary: string;
  /** Further paragraphs of the command's help. */
  readonly details?: string;
  /** Command lines without the program's name, each with what it does. */
  readonly examples?: readonly (readonly [line: string, what: string])[];
  /** What stays of its work when a signal ends it, and what goes on. */
  readonly kept?: string;
  /** Its text is a query, in which a word such as -draft is an exclusion and no option. */
  readonly takesQuery?: boolean;
}

export interface CommandDefinition extends Command {
  /** Words after the program's name: "search", "config roots add". */
  readonly name: string;
  /** How its request stands on a command line. */
  readonly table: RequestTable;
  /** Takes a request that was judged by the table. Throws QsearchError. */
  run(request: Readonly<Record<string, unknown>>, context: CommandContext): Promise<CommandResult>;
}

interface CommandSource<Name extends CommandName> extends Command {
  readonly name: Name;
  run(request: CommandRequest<Name>, context: CommandContext): Promise<CommandResult>;
}

/** Adds the table of the command's request, and keeps the request's type while a command is written. */
export function defineCommand<Name extends CommandName>(command: CommandSource<Name>): CommandDefinition {
  // The table is made from the very schema whose output type CommandRequest is, and options.ts judges by it.
  const run = command.run as CommandDefinition["run"];
  return { ...command, run, table: tableOf(command.name) };
}
