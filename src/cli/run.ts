/** One call of the command line, from arguments to exit status. */
import { EXIT, exitStatus, OutputError, QsearchError } from "../errors.ts";
import { logLevelOf, setLogLevel } from "../log.ts";
import { COLOR_MODES } from "../request/kinds.ts";
import { loadSettings, type Settings } from "../settings/settings.ts";
import {
  beforeEscape,
  commandMeant,
  type FirstLook,
  firstLook,
  helpByWord,
  otherNameOf,
  plainWords,
  unknownOption,
} from "./arguments.ts";
import type { CommandContext, CommandDefinition, CommandResult } from "./command.ts";
import { type Interrupts, interrupted, listenForInterrupts } from "./interrupt.ts";
import { GLOBAL_SPECS, parseCall, specsOf, usageLine } from "./options.ts";
import { createOutput, type Output, writeStderr } from "./output.ts";
import { inOwnWords, withOwnWords } from "./own-words.ts";
import { createProgress, NO_PROGRESS, type ProgressLine } from "./progress-line.ts";
import { rawArguments, workingDirectory } from "./raw-arguments.ts";
import { CATALOG, DEFAULT_COMMAND } from "./registry.ts";
import { tableOf } from "./request-table.ts";
import { isTerminal } from "./terminal.ts";

/** Runs `argv` (without program and script). Never rejects; what went wrong has been printed. */
export async function runCommandLine(given: readonly string[]): Promise<number> {
  const argv = rawArguments(given);
  const output = earlyOutput(argv);
  let progress: ProgressLine = NO_PROGRESS;
  let look: FirstLook | null = null;
  let kept = "";
  const interrupts = listenForInterrupts(() => {
    progress.end();
    output.lastWords(interrupted(kept));
  });
  try {
    setLogLevel(logLevelOf(process.env, "WARNING"));
    look = await lookAt(argv);
    const answer = await answerWithoutRunning(look);
    if (answer !== null) {
      await output.result(answer);
      return answer.status ?? EXIT.found;
    }
    refuseUnknownBranch(look);
    const command = await loadCommand(look.command ?? DEFAULT_COMMAND);
    const { globals, request } = parseCall(command, look.rest, { cwd: workingDirectory(), env: process.env });
    progress = openProgress(globals.quiet, globals.progress);
    kept = command.kept ?? "";
    const result = await command.run(request, contextOf(globals, interrupts, progress));
    progress.end();
    if (result.endedBySignal !== true) interrupts.signal.throwIfAborted();
    const said = withOwnWords(result, command.table);
    await output.result(look.command === null ? withCommandHint(said, look) : said);
    await result.meanwhile?.();
    return interrupts.status() ?? result.status ?? EXIT.found;
  } catch (error) {
    progress.end();
    return await fail(
      inOwnWords(withCommandInHint(error, look), tableOf(look?.command ?? DEFAULT_COMMAND)),
      output,
      interrupts,
      kept,
    );
  } finally {
    interrupts.stop();
  }
}

async function fail(error: unknown, output: Output, interrupts: Interrupts, kept: string): Promise<number> {
  const status = error instanceof OutputError ? EXIT.error : interrupts.status();
  const said = status === null || error instanceof OutputError ? error : interrupted(kept);
  try {
    await output.failure(said);
  } catch {
    // Nothing can be printed any more; the status still tells.
  }
  return status ?? exitStatus(said);
}

/**
 * Output as far as it can be known before the options are read, so that even a misspelt option is reported in the form
 * that was asked for.
 */
function earlyOutput(argv: readonly string[]): Output {
  const words = beforeEscape(argv);
  const after = words[words.lastIndexOf("--color") + 1];
  const joined = words.findLast((word) => word.startsWith("--color="))?.slice("--color=".length);
  const said = words.includes("--color") ? after : joined;
  const color = COLOR_MODES.find((mode) => mode === said) ?? "auto";
  return createOutput({ json: words.includes("--json"), color, env: process.env }, isTerminal);
}

const GLOBAL_VALUES = valueOptions(GLOBAL_SPECS);

async function lookAt(argv: readonly string[]): Promise<FirstLook> {
  const globalOnly = unknownOption(argv, GLOBAL_SPECS) === null;
  const asked = globalOnly ? helpByWord(argv, CATALOG.names, GLOBAL_VALUES) : null;
  if (asked !== null) return asked;
  const global = firstLook(argv, CATALOG.names, GLOBAL_VALUES);
  // An option of the default command may stand before the words: `qsearch --ext md bearing`.
  if (globalOnly || beforeEscape(argv)[0]?.startsWith("-") !== true) return global;
  const command = await loadCommand(DEFAULT_COMMAND);
  return firstLook(argv, CATALOG.names, valueOptions([...GLOBAL_SPECS, ...specsOf(command)]));
}

function valueOptions(specs: typeof GLOBAL_SPECS): ReadonlySet<string> {
  return new Set(
    specs.filter(({ kind }) => kind !== "flag").flatMap(({ long, short }) => [long, ...(short ? [short] : [])]),
  );
}

/** Version and help, in any company. Null when a command is to be run. */
async function answerWithoutRunning(look: FirstLook): Promise<CommandResult | null> {
  if (look.version) {
    const [{ versionInfo }, { PROGRAM, VERSION }] = await Promise.all([
      import("./version-info.ts"),
      import("../version.ts"),
    ]);
    return { data: versionInfo(), text: () => `${PROGRAM} ${VERSION}\n` };
  }
  if (look.help) {
    const command = look.command === null ? null : await loadCommand(look.command);
    return look.man ? await manualPage(command) : await helpFor(command);
  }
  if (look.command !== null || !asksNothing(look.rest)) return null;
  parseCall(NO_COMMAND, look.rest, { cwd: workingDirectory(), env: process.env });
  return await helpFor(null);
}

/** No word at all, and no option but global ones: help it is. */
function asksNothing(words: readonly string[]): boolean {
  return (
    !words.includes("--") &&
    unknownOption(words, GLOBAL_SPECS) === null &&
    plainWords(words, GLOBAL_VALUES).length === 0
  );
}

/** `qsearch statsu` looks for that word, as it should; where nothing holds it, the command that was meant is named. */
function withCommandHint(result: CommandResult, look: FirstLook): CommandResult {
  const near = commandNear(look);
  const found = (result.status ?? EXIT.found) === EXIT.found;
  if (near === null || (found && otherName(look) === null && isHeld(look, result.data))) return result;
  const question = `did you mean the ${near.startsWith("-") ? "option" : "command"} ${near}?`;
  return { ...result, note: result.note === undefined ? question : `${result.note}; ${question}` };
}

/** A short word is near to many: what was found for the others is not commented. */
const LEAST_SLIP = 5;

/** `qsearch idnex ~/notes` finds what holds other words of it. */
function isHeld({ rest }: FirstLook, data: unknown): boolean {
  const word = plainWords(rest, GLOBAL_VALUES)[0]?.word.toLowerCase() ?? "";
  return word.length < LEAST_SLIP || JSON.stringify(data).toLowerCase().includes(word);
}

/** The same where nothing can be looked for, as nothing is indexed: a first word may well have been meant as a command. */
function withCommandInHint(error: unknown, look: FirstLook | null): unknown {
  if (look === null || look.command !== null) return error;
  if (!(error instanceof QsearchError) || error.code !== "no_store") return error;
  const near = commandNear(look);
  const command = near === null ? "qsearch help lists the commands." : `Did you mean the command ${near}?`;
  return new QsearchError(error.code, error.message, `${error.hint}. ${command}`, { cause: error });
}

function commandNear({ rest }: FirstLook): string | null {
  const [first] = plainWords(rest, GLOBAL_VALUES);
  return first === undefined ? null : commandMeant(first.word, CATALOG.names);
}

function otherName({ rest }: FirstLook): string | null {
  return otherNameOf(plainWords(rest, GLOBAL_VALUES)[0]?.word ?? "");
}

/** `config foo`: a word that is none of the commands that begin with `config`, where that alone is short for one of them. */
function refuseUnknownBranch({ command, rest }: FirstLook): void {
  const branches = CATALOG.names.filter((name) => name.startsWith(`${command} `));
  const [first] = plainWords(rest, GLOBAL_VALUES);
  if (branches.length === 0 || first === undefined) return;
  throw new QsearchError(
    "usage",
    `${command} has no command ${JSON.stringify(first.word)}`,
    `Commands are: ${branches.join(", ")}.`,
  );
}

/** Stands in where only global options are read. */
const NO_COMMAND = { name: "", table: { fields: [], positionals: [] } } as const;

async function helpFor(command: CommandDefinition | null): Promise<CommandResult> {
  const { commandHelp, programHelp } = await import("./help.ts");
  const { createStyle } = await import("./style.ts");
  const plain = createStyle(false, null);
  return {
    data: {
      command: command?.name ?? null,
      usage: command === null ? "Usage: qsearch COMMAND [options]" : usageLine(command),
      text: command === null ? programHelp(plain) : commandHelp(command, plain),
    },
    text: (style) => (command === null ? programHelp(style) : commandHelp(command, style)),
  };
}

async function manualPage(command: CommandDefinition | null): Promise<CommandResult> {
  const { commandPage, programPage } = await import("./man.ts");
  const page = command === null ? programPage() : commandPage(command);
  const usage = command === null ? "Usage: qsearch COMMAND [options]" : usageLine(command);
  return { data: { command: command?.name ?? null, usage, text: page }, text: () => page };
}

async function loadCommand(name: string): Promise<CommandDefinition> {
  const entry = CATALOG.find(name);
  if (entry === undefined) throw new QsearchError("internal", `no command ${name}`);
  return await entry.load();
}

function openProgress(quiet: boolean, forced: boolean): ProgressLine {
  const terminal = isTerminal(2);
  if (quiet || !(terminal || forced)) return NO_PROGRESS;
  return createProgress({
    terminal,
    dumb: process.env.TERM === "dumb",
    columns: () => (terminal ? (process.stderr.columns ?? 80) : 200),
    write: writeStderr,
    now: () => performance.now(),
  });
}

function contextOf(
  globals: CommandContext["globals"],
  { signal, blocking }: Interrupts,
  progress: ProgressLine,
): CommandContext {
  let settings: Settings | null = null;
  const cwd = workingDirectory();
  const freshSettings = () => loadSettings({ dataDir: globals.data_dir, config: globals.config, cwd });
  return {
    globals,
    env: process.env,
    cwd,
    signal,
    blocking,
    progress,
    catalog: CATALOG,
    settings() {
      settings ??= freshSettings();
      return settings;
    },
    freshSettings,
  };
}
