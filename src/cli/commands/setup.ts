/** `setup`: how an MCP client is told of this program. Prints it, or puts it into the client's file. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { displayPath, systemPath } from "../../corpus/path-bytes.ts";
import { QsearchError } from "../../errors.ts";
import type { SetupRequest, SetupResult } from "../../request/setup-request.ts";
import { absolutePath } from "../../settings/settings.ts";
import { COMPILED } from "../../worker-urls.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { type ClientFile, clientFile, type Server } from "../setup/clients.ts";
import { aloneIn, CannotEdit, withEntry } from "../setup/edit.ts";
import { SKILL_FILE, skillText } from "../setup/skill.ts";
import { type Style, safeLine, safeText } from "../style.ts";

export const setupCommand = defineCommand({
  name: "setup",
  summary: "Show how an agent's client registers this program, or do it",
  details:
    "Prints the command line, or the lines for the client's own configuration file, with the absolute path of this program. " +
    "A data directory or configuration that is given by option or environment is part of it. Nothing is changed.\n\n" +
    "--write puts it into the client's file instead, beside what is there, and keeps a copy of the file as it was. A file that " +
    "cannot be parsed is left alone.\n\n" +
    "With --transport streamable-http the client connects to a server that you start with `qsearch serve --transport " +
    "streamable-http`; its token is that of QSEARCH_TOKEN.",
  examples: [
    ["setup claude-code", "for Claude Code"],
    ["setup cursor --write", "put it into Cursor's own file"],
    ["setup codex --data-dir ~/work/.qsearch", "for Codex, with an index of its own"],
    ["setup skill --write", "a SKILL.md that teaches agents the command line"],
  ],
  async run(request, context) {
    const { args, server } = serverFor(request, context);
    const place = fileFor(request, server);
    const file = absolutePath(place.file, context.cwd, context.env);
    const outcome = request.write ? await write(place, file) : { written: false, backup: null };
    const data: SetupResult = {
      client: request.client,
      command: process.execPath,
      args: [...args],
      url: "url" in server ? server.url : null,
      shell: place.shell === null ? null : shellLine(place.shell),
      file: request.write ? file : place.file,
      content: await aloneIn(place),
      ...outcome,
    };
    return { data, text: (style) => render(data, style) };
  },
});

function serverFor({ transport, port }: SetupRequest, { settings, globals, env }: CommandContext) {
  const { dataDir, configFile, origins } = settings();
  const named = globals.config !== undefined || Boolean(env.QSEARCH_CONFIG ?? env.WSEARCH_CONFIG);
  const args = [
    ...(COMPILED ? [] : [new URL("../../main.ts", import.meta.url).pathname]),
    "serve",
    ...(origins.data_dir.source === "default" ? [] : ["--data-dir", dataDir]),
    ...(named && configFile !== null ? ["--config", configFile] : []),
  ];
  const server: Server =
    transport === "stdio"
      ? { command: process.execPath, args }
      : { url: `http://127.0.0.1:${port}/mcp`, token: env.QSEARCH_TOKEN || "TOKEN" };
  return { args, server };
}

function fileFor({ client }: SetupRequest, server: Server): ClientFile {
  if (client !== "skill") return clientFile(client, server, process.platform);
  return { file: SKILL_FILE, format: "markdown", keys: [], entry: skillText(process.execPath), shell: null };
}

/** Throws `io` for a file that cannot be edited or written. */
async function write(place: ClientFile, file: string): Promise<Pick<SetupResult, "written" | "backup">> {
  const path = systemPath(file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  let after: string;
  try {
    after = await withEntry(before, place);
  } catch (error) {
    if (!(error instanceof CannotEdit)) throw error;
    throw new QsearchError(
      "io",
      `${displayPath(file)} is left as it is: ${error.message}`,
      "Without --write the command prints what the file must hold.",
      { cause: error },
    );
  }
  if (after === before) return { written: true, backup: null };
  const backup = before === null ? null : `${file}.before-qsearch`;
  try {
    mkdirSync(systemPath(dirname(file)), { recursive: true });
    if (backup !== null) copyFileSync(path, systemPath(backup));
    writeFileSync(path, after);
  } catch (cause) {
    throw new QsearchError(
      "io",
      `${displayPath(file)} cannot be written`,
      cause instanceof Error ? cause.message : "",
      {
        cause,
      },
    );
  }
  return { written: true, backup };
}

function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

function render({ shell, file, content, written, backup }: SetupResult, style: Style): string {
  if (written) {
    const kept = backup === null ? "" : `\nAs it was before: ${safeLine(displayPath(backup))}`;
    return `${style.bold("Written to")} ${safeLine(displayPath(file))}${kept}\n`;
  }
  const inFile = `${style.bold(`${shell === null ? "In" : "Or in"} ${file}:`)}\n\n${safeText(content)}`;
  return shell === null ? inFile : `${style.bold("Run:")}\n\n${safeLine(shell)}\n\n${inFile}`;
}
