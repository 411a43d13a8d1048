/** The server in a world, spoken to in raw JSON-RPC lines: what no client library would send can be sent, too. */
import type { RunOptions, World } from "../world.ts";

export interface Answer {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A tools/call result. */
export interface ToolResult {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly uri?: string;
    readonly name?: string;
  }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** A request of the server's own, such as roots/list. */
type ServerRequestHandler = (method: string) => Readonly<Record<string, unknown>> | null;

export class Wire {
  readonly child;
  /** Every message of the server, in order. Lines that are no JSON-RPC end up in `noise`. */
  readonly messages: Answer[] = [];
  readonly noise: string[] = [];
  readonly stderr: Promise<string>;
  #id = 0;
  readonly #waiting = new Map<number | string, (answer: Answer) => void>();
  readonly #closed: Promise<void>;

  constructor(
    world: World,
    args: readonly string[] = [],
    options: RunOptions = {},
    private readonly answerServer: ServerRequestHandler = () => null,
  ) {
    this.child = world.start({ timeout: 120_000, ...options }, "serve", ...args);
    this.stderr = this.child.stderr.text();
    this.#closed = this.#read();
  }

  /** The handshake; gives the server's answer. */
  async open(capabilities: Readonly<Record<string, unknown>> = {}, protocolVersion = "2025-11-25"): Promise<Answer> {
    const clientInfo = { name: "test", version: "1" };
    const answer = await this.request("initialize", { protocolVersion, capabilities, clientInfo });
    this.notify("notifications/initialized");
    return answer;
  }

  request(method: string, params?: unknown): Promise<Answer> {
    return this.begin(method, params).answer;
  }

  /** A request whose id is needed before its answer comes. */
  begin(method: string, params?: unknown): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = ++this.#id;
    const answer = this.answerTo(id);
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }));
    return { id, answer };
  }

  async call(name: string, args: unknown, meta?: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}) };
    const { result, error } = await this.request("tools/call", params);
    if (error !== undefined) throw new Error(`${name}: ${error.message}`);
    return result as unknown as ToolResult;
  }

  notify(method: string, params?: unknown): void {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) }));
  }

  /** One line, as it is. */
  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
    this.child.stdin.flush();
  }

  answerTo(id: number | string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.#closed?.then(() => reject(new Error(`the server went before it answered ${id}`)));
    });
  }

  /** Closes stdin and waits for the end; the exit code, and how long it took. */
  async end(): Promise<{ readonly exitCode: number; readonly ms: number }> {
    const start = performance.now();
    await this.child.stdin.end();
    const exitCode = await this.child.exited;
    await this.#closed;
    return { exitCode, ms: performance.now() - start };
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
    if (rest !== "") this.noise.push(rest);
  }

  #take(line: string): void {
    let message: Answer;
    try {
      message = JSON.parse(line) as Answer;
    } catch {
      this.noise.push(line);
      return;
    }
    if (message.jsonrpc !== "2.0" && !Array.isArray(message)) this.noise.push(line);
    this.messages.push(message);
    if (message.method !== undefined && message.id !== undefined && message.id !== null) {
      const result = this.answerServer(message.method);
      if (result !== null) this.send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      return;
    }
    if (message.id === undefined || message.id === null) return;
    const take = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    take?.(message);
  }
}

/** The text of a result's first block. */
export function textOf(result: ToolResult): string {
  return result.content[0]?.text ?? "";
}
