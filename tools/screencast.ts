/**
 * Records docs/screencast.cast (asciinema's format, version 2) and the pictures docs/images/*.svg of a session on this repository.
 *
 *   bun tools/screencast.ts        needs dist/qsearch; the committed files are of the last release
 *
 * Keys are typed at an even pace; the program's output keeps its own pace, pauses shortened. Links to files are left out: they
 * name the machine.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COLUMNS = 96;
const ROWS = 30;
const SECONDS_A_KEY = 0.045;
const LONGEST_PAUSE = 0.8;
const PAUSE_AFTER_COMMAND = 2.5;

const ESCAPE = "\x1b";
const STYLE = new RegExp(`(${ESCAPE}\\[[0-9;]*m)`);
const LINK = new RegExp(`${ESCAPE}\\]8;[^${ESCAPE}]*${ESCAPE}\\\\`, "g");
/** Clears a line of progress. */
const CLEAR = `${ESCAPE}[K`;

const COLOURS: Readonly<Record<number, string>> = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79c0ff",
  35: "#d2a8ff",
  36: "#76e3ea",
};
const LINE_HEIGHT = 18;
const CHARACTER_WIDTH = 8.4;

interface Output {
  /** Seconds since the command began. */
  readonly at: number;
  readonly text: string;
}

const root = resolve(import.meta.dir, "..");
const dataDir = mkdtempSync(join(tmpdir(), "qsearch-screencast-"));
const events: [number, "o", string][] = [];
let clock = 0.5;

try {
  await show(["index", "docs", "src", "README.md", "--embed-budget", "12s"]);
  const hits = await show(["search", "readers run in child processes", "-n", "2", "--passages", "1"]);
  await show(["search", '"one writer"', "type:doc", "-n", "1"]);
  await show(["which", "files", "are", "never", "read", "-n", "2", "--passages", "0"]);
  const callers = await show(["callers", "parseQuery", "--subpath", "src"]);
  await show(["code", "how is a query parsed", "--max-tokens", "500", "--subpath", "src"]);
  write("screencast.cast", asciicast());
  write("images/search.svg", picture("qsearch search 'readers run in child processes' -n 2 --passages 1", hits));
  write("images/callers.svg", picture("qsearch callers parseQuery --subpath src", callers));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function write(name: string, text: string): void {
  const path = join(root, "docs", name);
  mkdirSync(resolve(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

/** Types a command, runs it in a terminal and appends both to the recording; the whole output. */
async function show(args: readonly string[]): Promise<string> {
  print("\x1b[32m$\x1b[39m ");
  for (const key of `qsearch ${args.map(quoted).join(" ")}`) {
    clock += SECONDS_A_KEY;
    print(key);
  }
  clock += 0.4;
  print("\r\n");
  const outputs = await record(args);
  let last = 0;
  for (const { at, text } of outputs) {
    clock += Math.min(at - last, LONGEST_PAUSE);
    last = at;
    print(text);
  }
  clock += PAUSE_AFTER_COMMAND;
  print("\r\n");
  return outputs.map(({ text }) => text).join("");
}

function print(text: string): void {
  events.push([Number(clock.toFixed(3)), "o", text]);
}

function quoted(arg: string): string {
  return /[\s"*]/.test(arg) ? `'${arg}'` : arg;
}

async function record(args: readonly string[]): Promise<Output[]> {
  const outputs: Output[] = [];
  const decoder = new TextDecoder();
  const start = performance.now();
  const program = Bun.spawn([join(root, "dist", "qsearch"), ...args, "--data-dir", dataDir], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: dataDir, TERM: "xterm-256color", LANG: "C.UTF-8" },
    terminal: {
      cols: COLUMNS,
      rows: ROWS,
      data(_, bytes) {
        const text = withoutLinks(decoder.decode(bytes, { stream: true }));
        outputs.push({ at: (performance.now() - start) / 1000, text });
      },
    },
  });
  const exitCode = await program.exited;
  program.terminal?.close();
  if (exitCode !== 0) throw new Error(`qsearch ${args.join(" ")} ended with ${exitCode}`);
  return outputs;
}

function withoutLinks(text: string): string {
  return text.replaceAll(LINK, "");
}

function asciicast(): string {
  const header = { version: 2, width: COLUMNS, height: ROWS, title: "qsearch" };
  return `${[header, ...events].map((line) => JSON.stringify(line)).join("\n")}\n`;
}

/** A terminal's text as SVG, under the prompt with the command. */
function picture(command: string, output: string): string {
  const lines = [`\x1b[32m$\x1b[39m ${command}`, ...output.trimEnd().split(/\r?\n/).map(withoutProgress)];
  const rows = lines.map((line, i) => {
    const y = 24 + i * LINE_HEIGHT;
    return `<text x="14" y="${y}" xml:space="preserve">${spans(line)}</text>`;
  });
  const width = Math.ceil(28 + COLUMNS * CHARACTER_WIDTH);
  const height = 24 + lines.length * LINE_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(`$ ${command}`)}</title>
<rect width="100%" height="100%" rx="6" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${rows.join("\n")}
</g>
</svg>
`;
}

function withoutProgress(line: string): string {
  const clear = line.lastIndexOf(CLEAR);
  return clear < 0 ? line : line.slice(clear + CLEAR.length);
}

/** One line's stretches of equal colour and weight. */
function spans(line: string): string {
  let colour = "";
  let isBold = false;
  let isDim = false;
  let written = "";
  for (const piece of line.split(STYLE)) {
    const codes = piece.startsWith(`${ESCAPE}[`) ? piece.slice(2, -1) : undefined;
    if (codes === undefined) {
      if (piece === "") continue;
      const style = `${colour === "" ? "" : ` fill="${colour}"`}${isBold ? ' font-weight="bold"' : ""}${isDim ? ' opacity="0.6"' : ""}`;
      written += `<tspan${style}>${escaped(piece)}</tspan>`;
      continue;
    }
    for (const code of codes.split(";").map(Number)) {
      if (code === 0 || code === 39) colour = "";
      if (code === 0 || code === 22) isBold = isDim = false;
      if (code === 1) isBold = true;
      if (code === 2) isDim = true;
      colour = COLOURS[code] ?? colour;
    }
  }
  return written;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
