/** What a command is: a request schema, how its fields stand on a command line, and one function from request to result. */
import type { z } from "zod";
import type { Warning, WarningCode } from "../errors.ts";
import type { ProgressSink } from "../progress.ts";
import type { GlobalOptions } from "../request/globals.ts";
import type { Settings } from "../settings.ts";
import type { OptionHint, PositionalSpec } from "./option-specs.ts";
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
  readonly progress: ProgressSink;
  readonly catalog: CommandCatalog;
  /** Resolves the settings when they are first asked for. Throws `config`. */
  settings(): Settings;
}

/** What a command found, once for machines and once for people. */
export interface CommandResult {
  /** `data` of the JSON envelope. */
  readonly data: unknown;
  readonly warnings?: readonly Warning[];
  /** Warnings that people need not be shown, as the text says the same. */
  readonly told?: readonly WarningCode[];
  /** Exit status; 0 when it is left out. */
  readonly status?: number;
  /** Said to people on stderr, where stdout has nothing to say. */
  readonly note?: string;
  /** The text for people, with a line break at its end; "" prints nothing. */
  text(style: Style): string;
}

export interface CommandDefinition<Schema extends z.ZodObject = z.ZodObject> {
  /** Words after the program's name: "search", "config roots add". */
  readonly name: string;
  /** One line without a full stop, as the list of commands shows it. */
  readonly summary: string;
  /** Further paragraphs of the command's help. */
  readonly details?: string;
  /** Command lines without the program's name, each with what it does. */
  readonly examples?: readonly (readonly [line: string, what: string])[];
  readonly schema: Schema;
  readonly positionals?: readonly PositionalSpec[];
  readonly options?: Readonly<Record<string, OptionHint>>;
  /** Its text is a query, in which a word such as -draft is an exclusion and no option. */
  readonly takesQuery?: boolean;
  /** Throws QsearchError. */
  run(request: z.output<Schema>, context: CommandContext): Promise<CommandResult>;
}

/** Keeps the request's type while a command is written; lists of commands hold the plain type. */
export function defineCommand<Schema extends z.ZodObject>(command: CommandDefinition<Schema>): CommandDefinition {
  return command;
}
