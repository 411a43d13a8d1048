/**
 * The only writer to stdout: one result or one error, as the JSON envelope or as text for people. Writes are
 * asynchronous and complete, so that a slow reader of a pipe cuts nothing and Ctrl-C still works; a reader that has
 * gone (`| head -1`) ends the output quietly.
 */
import { write, writeSync } from "node:fs";
import { OutputError, QsearchError, type Warning } from "../errors.ts";
import type { CommandResult } from "./command.ts";
import { createStyle, type Style, safeLine, safeText, wantsColor } from "./style.ts";

export interface OutputOptions {
  readonly json: boolean;
  readonly color: "auto" | "always" | "never";
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Output {
  result(result: CommandResult): Promise<void>;
  /** With --json on stdout; for people `error:` and `hint:` on stderr. */
  failure(error: unknown): Promise<void>;
  /** The same at once, for a process that is about to be ended; drops what a full pipe does not take, and all after a result. */
  lastWords(error: unknown): void;
}

/** `isTerminal` tells whether a file descriptor is one; injected because asking Node for process.stdout costs start-up. */
export function createOutput(options: OutputOptions, isTerminal: (fd: number) => boolean): Output {
  let told = false;
  let begun = false;
  const styleOf = (fd: 1 | 2): Style => {
    const terminal = isTerminal(fd);
    const colored = wantsColor(options.color, terminal, options.env);
    if (!terminal) return createStyle(colored, null);
    return createStyle(colored, (fd === 1 ? process.stdout : process.stderr).columns ?? 80);
  };
  /** Of results, on a terminal that shows colours as well. */
  const linkedStyle = async (): Promise<Style> => {
    const style = styleOf(1);
    if (style.columns === null || !style.colored) return style;
    const { linkFor } = await import("./links.ts");
    return createStyle(style.colored, style.columns, linkFor(options.env));
  };
  return {
    async result(result) {
      const warnings = result.warnings ?? [];
      const text = options.json ? toJson(envelopeOf(result)) : result.text(await linkedStyle());
      begun = true;
      await writeStdout(text);
      if (options.json) return;
      if (result.note !== undefined) writeStderr(`${result.note}\n`);
      const untold = warnings.filter(({ code }) => !result.told?.includes(code));
      if (untold.length > 0) writeStderr(warningLines(untold, styleOf(2)));
    },
    async failure(error) {
      const said = failureText(error);
      writeStderr(said.stderr);
      try {
        await writeStdout(said.stdout);
      } catch (unwritten) {
        tellUnwritten(error, unwritten);
      }
    },
    lastWords(error) {
      // A command that a signal ends may have its say, as watch does: one object, whole or cut off, and no second one.
      if (begun) return;
      const { stdout, stderr } = failureText(error);
      writeStderr(stderr);
      try {
        if (stdout !== "") writeSync(1, stdout);
      } catch (unwritten) {
        // The reader may have gone, or sleep.
        if (!isReaders(unwritten)) tellUnwritten(error, new OutputError(unwritten));
      }
    },
  };

  /** What the envelope cannot say any more is said for people, and why it cannot. */
  function tellUnwritten(error: unknown, unwritten: unknown): void {
    for (const each of new Set([describeError(error).message, describeError(unwritten).message])) {
      writeStderr(`${styleOf(2).bad("error:")} ${safeLine(each)}\n`);
    }
  }

  /** An error is told once, even when it is told while another way of ending begins. */
  function failureText(error: unknown): { stdout: string; stderr: string } {
    if (told) return { stdout: "", stderr: "" };
    told = true;
    const { code, message, hint } = describeError(error);
    if (options.json)
      return { stdout: toJson({ ok: false, error: { code, message, hint }, warnings: [] }), stderr: "" };
    const style = styleOf(2);
    // Lines of our own alone: a name with a line break in it must not look like another message.
    const said = code === "internal" ? safeText(hint) : safeLine(hint);
    const hintLine = hint === "" ? "" : `${style.bold("hint:")} ${said}\n`;
    return { stdout: "", stderr: `${style.bad("error:")} ${safeLine(message)}\n${hintLine}` };
  }
}

/** Any thrown value as an error of the closed list; what is not expected is our own fault. */
function describeError(error: unknown): QsearchError {
  if (error instanceof QsearchError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const where = error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 4).join("\n") : "";
  return new QsearchError("internal", message, `This is a fault of qsearch itself. Please report it with:\n${where}`, {
    cause: error,
  });
}

function envelopeOf({ data, warnings = [], suggestions = [] }: CommandResult) {
  return { ok: true, data, warnings, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

function toJson(envelope: unknown): string {
  return `${JSON.stringify(envelope)}\n`;
}

function warningLines(warnings: readonly Warning[], style: Style): string {
  return warnings.map(({ message }) => `${style.warn("warning:")} ${safeLine(message)}\n`).join("");
}

/**
 * Writes everything, or as much as the reader takes: false when the reader has gone. Rejects with `io` when the disk behind stdout is
 * full.
 */
export async function writeStdout(text: string | Uint8Array): Promise<boolean> {
  const bytes =
    typeof text === "string" ? Buffer.from(text, "utf8") : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  for (let offset = 0; offset < bytes.length; ) {
    const taken = await writeSome(bytes, offset);
    if (taken === null) return false;
    offset += taken;
  }
  return true;
}

/** Bytes taken, 0 when the pipe is full for now, null when its reader has gone. */
function writeSome(bytes: Buffer, offset: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    write(1, bytes, offset, Math.min(bytes.length - offset, 1 << 20), null, (error, taken) => {
      if (error === null) resolve(taken);
      // A pipe that someone else made non-blocking: try again when its reader may have read.
      else if (error.code === "EAGAIN") setTimeout(() => resolve(0), 2);
      else if (isReaders(error)) resolve(null);
      else reject(new OutputError(error));
    });
  });
}

/** Whether a failed write is the reader's doing, who has gone or sleeps, and so no fault to be told. */
function isReaders(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return code === "EPIPE" || code === "ECONNRESET" || code === "EAGAIN";
}

/** Short texts for people. A stderr that is closed is no reason to fail. */
export function writeStderr(text: string): void {
  if (text === "") return;
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it.
  }
}
