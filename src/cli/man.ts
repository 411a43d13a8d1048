/** Manual pages in mdoc(7), made from the same list of commands and option specifications as the help. */
import { BUILD, PROGRAM, VERSION } from "../version.ts";
import type { CommandDefinition } from "./command.ts";
import { optionHelp, PROGRAM_EXAMPLES } from "./help.ts";
import { GLOBAL_SPECS, specsOf } from "./options.ts";
import { CATALOG } from "./registry.ts";
import { isRequired, type OptionSpec } from "./request-table.ts";

/** Of the environment, what users of the program may set. The guide lists the variables of earlier programs beside them. */
const ENVIRONMENT = [
  ["QSEARCH_DATA_DIR", "Where the index lives, as --data-dir."],
  ["QSEARCH_CONFIG", "A TOML configuration that replaces saved roots and settings, as --config."],
  ["QSEARCH_LINK", "How result paths become links of the terminal."],
  ["NO_COLOR", "Turns colours off."],
] as const;

const FILES = [
  ["~/.local/share/qsearch/qsearch.db", "The index. XDG_DATA_HOME moves it."],
  ["~/.local/share/qsearch/qsearch.json", "Roots and settings that commands have saved."],
] as const;

const STATUS = [
  ["0", "Something was found, or the work is done."],
  ["1", "Nothing was found."],
  ["2", "An error, which is told on the standard error."],
  ["130", "Ctrl-C ended the command. The index stays whole."],
] as const;

/** Name of a command's page, without section: "qsearch-config-roots-add". */
export function pageName(command: string | null): string {
  return command === null ? PROGRAM : `${PROGRAM}-${command.replaceAll(" ", "-")}`;
}

/** The page of the whole program. */
export function programPage(): string {
  const commands = CATALOG.entries.map(({ name, summary }) =>
    item(`Cm ${name}`, sentences(`${summary}. See ${pageName(name)}(1).`)),
  );
  return page(null, "find things in local files", [
    [".Sh SYNOPSIS", `.Nm ${PROGRAM}`, ".Ar command", ".Op Ar options", `.Nm ${PROGRAM}`, ".Ar words ..."],
    [
      ".Sh DESCRIPTION",
      ".Nm",
      "finds things in local files, code and documents:",
      "by word, by symbol and by meaning.",
      "It works offline and never changes what it reads.",
      "Words that name no command are a query:",
      ".Nm",
      ".Ar words",
      "is the same as",
      ".Nm",
      ".Cm search",
      ".Ar words .",
    ],
    [".Sh COMMANDS", ...tagged(commands)],
    [".Sh OPTIONS", "Every command takes these options, before or after its name.", ...options(GLOBAL_SPECS)],
    [".Sh ENVIRONMENT", ...tagged(ENVIRONMENT.map(([name, text]) => item(`Ev ${name}`, sentences(text))))],
    [".Sh FILES", ...tagged(FILES.map(([name, text]) => item(`Pa ${roffText(name)}`, sentences(text))))],
    exitStatus(),
    examples(PROGRAM_EXAMPLES),
  ]);
}

/** The page of one command. */
export function commandPage(command: CommandDefinition): string {
  const specs = specsOf(command);
  const words = command.table.positionals.map(({ field, label, arity }) => {
    const name = `Ar ${label}${arity === "one" ? "" : " ..."}`;
    return isRequired(command.table, field) ? `.${name}` : `.Op ${name}`;
  });
  const paragraphs = (command.details ?? "").split("\n\n").filter(Boolean);
  return page(command.name, lowerFirst(command.summary), [
    [".Sh SYNOPSIS", `.Nm ${PROGRAM} ${command.name}`, ".Op Ar options", ...words],
    [
      ".Sh DESCRIPTION",
      ...(paragraphs.length === 0 ? sentences(`${command.summary}.`) : []),
      ...paragraphs.flatMap((text, i) => [...(i === 0 ? [] : [".Pp"]), ...sentences(text)]),
    ],
    ...(specs.length === 0 ? [] : [[".Sh OPTIONS", ...options(specs)]]),
    exitStatus(),
    ...(command.examples === undefined ? [] : [examples(command.examples)]),
    [".Sh SEE ALSO", `.Xr ${PROGRAM} 1`],
  ]);
}

function page(command: string | null, purpose: string, sectionLines: readonly (readonly string[])[]): string {
  const title = pageName(command);
  const head = [
    `.\\" Made by ${PROGRAM} ${VERSION} from its own list of commands and options.`,
    `.Dd ${pageDate(BUILD.date)}`,
    `.Dt ${title.toUpperCase()} 1`,
    ".Os",
    ".Sh NAME",
    `.Nm ${title}`,
    `.Nd ${roffText(purpose)}`,
  ];
  return `${[...head, ...sectionLines.flat()].join("\n")}\n`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "2026-12-01" → "December 1, 2026", as mdoc wants it. */
function pageDate(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

function options(specs: readonly OptionSpec[]): string[] {
  return tagged(
    specs.map((spec) => {
      const value = spec.kind === "flag" ? "" : ` Ar ${roffText(spec.placeholder)}`;
      const short = spec.short === null ? "" : `${flag(spec.short)} , `;
      return item(`${short}${flag(spec.long)}${value}`, sentences(`${optionHelp(spec)}.`));
    }),
  );
}

/** "--path-prefix" → "Fl \-path\-prefix": the macro writes the first dash. */
function flag(option: string): string {
  return `Fl ${option.slice(1).replaceAll("-", "\\-")}`;
}

function item(head: string, lines: readonly string[]): string[] {
  return [`.It ${head}`, ...lines];
}

function tagged(items: readonly (readonly string[])[]): string[] {
  return [".Bl -tag -width Ds", ...items.flat(), ".El"];
}

function exitStatus(): string[] {
  return [".Sh EXIT STATUS", ...tagged(STATUS.map(([status, text]) => item(status, sentences(text))))];
}

function examples(lines: readonly (readonly [line: string, what: string])[]): string[] {
  return [
    ".Sh EXAMPLES",
    ...lines.flatMap(([line, what], i) => [
      ...(i === 0 ? [] : [".Pp"]),
      `${roffText(`${what.slice(0, 1).toUpperCase()}${what.slice(1)}`)}:`,
      `.Dl ${roffText(`${PROGRAM} ${line}`).replaceAll('"', "\\(dq")}`,
    ]),
  ];
}

/** Lines of running text: a new sentence begins a new line, and no line is longer than mandoc likes. */
function sentences(text: string): string[] {
  return text.split(/(?<=[.!?]\)?) (?=\S)/).flatMap((sentence) => wrap(roffText(sentence)));
}

const LINE = 78;

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = word.replace(/^(?=[.'])/, "\\&");
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Text that roff takes literally: backslashes, leading control characters, and characters beyond ASCII by their numbers. */
function roffText(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replace(/^(?=[.'])/, "\\&")
    .replaceAll("~", "\\(ti")
    .replaceAll("^", "\\(ha")
    .replace(/[^\x20-\x7e]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `\\[u${code.toString(16).toUpperCase().padStart(4, "0")}]`;
    });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
