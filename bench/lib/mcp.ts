/** A client of MCP over stdio with as little as a bench needs, for our binary and for peers. */
export interface McpAnswer {
  readonly text: string;
  readonly isError: boolean;
}

interface Message {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** As everywhere that tokens are counted. */
const CHARACTERS_PER_TOKEN = 3.8;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

export class McpPeer {
  readonly #child;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #id = 0;

  constructor(command: readonly string[], options: { readonly cwd: string; readonly env: Record<string, string> }) {
    this.#child = Bun.spawn([...command], { ...options, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
    void this.#read();
  }

  async open(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.#send({ method: "notifications/initialized" });
  }

  /** Tokens of what a model sees of the tools: names, descriptions, parameters. */
  async toolTokens(): Promise<{ readonly tools: number; readonly tokens: number }> {
    const { tools } = (await this.request("tools/list", {})) as {
      tools: { name: string; description: string; inputSchema: unknown }[];
    };
    const shown = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
    return { tools: tools.length, tokens: tokensOf(shown.join("")) };
  }

  /** What a client shows a model of an answer: its texts. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<McpAnswer> {
    const result = (await this.request("tools/call", { name, arguments: args })) as {
      content: { text?: string }[];
      isError?: boolean;
    };
    return { text: result.content.map(({ text = "" }) => text).join("\n"), isError: result.isError === true };
  }

  async request(method: string, params: unknown): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#id;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    const { result, error } = await answer;
    if (result === undefined) throw new Error(`${method}: ${error?.message}`);
    return result;
  }

  get pid(): number {
    return this.#child.pid;
  }

  async close(): Promise<void> {
    this.#child.kill();
    await this.#child.exited;
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    this.#child.stdin.flush();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.startsWith("{"))) {
        const message = JSON.parse(line) as Message;
        if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
      }
    }
  }
}
