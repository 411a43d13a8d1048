/** What a release must show of a binary, wherever it runs: the same questions to each, with the answers that are right. */
import { type RunOptions, type RunResult, run } from "./run.ts";

/** Runs the program with arguments, the samples (roots.ts) being in `samples`. */
export type Program = (args: readonly string[], input?: string) => RunResult;

/** Throws where an answer is wrong. `samples`: path of the samples as the program sees it. */
export function checkProgram(program: Program, samples: string, version: string): void {
  const answer = (...args: string[]) => {
    const { exitCode, stdout, stderr } = program(args);
    if (exitCode !== 0) throw new Error(`qsearch ${args.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`);
    return stdout;
  };
  expectText(answer("--version"), version);
  expectText(answer("doctor"), "Everything works.");
  expectText(answer("index", samples), "3 new");
  expectText(answer("search", "golden", "bearings"), "note.md:3");
  expectText(answer("search", "walrus"), "page.pdf");
  expectText(answer("search", "type:source", "prices"), "shop.ts");
  expectText(answer("symbol", "total", "--directory", samples), "shop.ts:1");
  expectText(answer("callers", "total", "--directory", samples), "shop.ts:9");
  expectText(answer("code", "how are prices added", samples), "shop.ts");
  checkServer(program);
}

/** `serve` on stdio answers the handshake, and lists tools. */
export function checkServer(program: Program): void {
  const about = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "release-test", version: "1" } };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: about },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  const { stdout } = program(["serve"], messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  expectText(stdout, '"serverInfo"');
  expectText(stdout, '"search_files"');
}

export function expectText(text: string, wanted: string): void {
  if (!text.includes(wanted)) throw new Error(`${JSON.stringify(wanted)} is not in:\n${text.slice(0, 4000)}`);
}

/** A program of this machine, with a home of its own and nothing else of the environment. */
export function programAt(command: readonly string[], home: string, options: RunOptions = {}): Program {
  const env = { HOME: home, PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...options.env };
  return (args, input) => run([...command, ...args], { ...options, env, ...(input === undefined ? {} : { input }) });
}
