/**
 * MCP over stdin and stdout, one JSON-RPC message a line. Apart from the SDK's own transport because that one skips what it
 * cannot read (a client then waits for ever), takes no batches (protocol 2025-03-26) and does not see the end of stdin (qmd#751).
 */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { mendCall } from "./call-faults.ts";
import { LineReader } from "./line-reader.ts";
import { inPlainWords } from "./plain-errors.ts";
import type { OrderedWriter } from "./stdout.ts";

/** A request is at most this long, bytes. */
const MAX_LINE_BYTES = 10 * 2 ** 20;

/** The answers that a batch still waits for, and those it has. */
interface Batch {
  readonly open: Set<RequestId>;
  readonly answers: unknown[];
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Requests that are not answered yet, each with the batch it came in. */
  readonly #open = new Map<RequestId, Batch | null>();
  #idle = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();

  constructor(
    private readonly input: AsyncIterable<Uint8Array>,
    private readonly output: OrderedWriter,
  ) {
    this.#idle.resolve();
  }

  /** Resolves when the client has closed its end. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Resolves when every request is answered or cancelled. */
  get idle(): Promise<void> {
    return this.#idle.promise;
  }

  start(): Promise<void> {
    void this.#read();
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    // "null" is no id of the protocol, so an answer without one is nobody's.
    const isAnswer = !("method" in message) && "id" in message && message.id !== undefined;
    if (!isAnswer) return await this.#write(message);
    const id = message.id as RequestId;
    const batch = this.#open.get(id);
    if (batch) batch.answers.push(inPlainWords(message));
    else await this.#write(inPlainWords(message));
    this.#settle(id);
  }

  close(): Promise<void> {
    this.#ended.resolve();
    this.onclose?.();
    return Promise.resolve();
  }

  async #read(): Promise<void> {
    const lines = new LineReader(MAX_LINE_BYTES);
    try {
      for await (const chunk of this.input) for (const line of lines.push(chunk)) this.#takeLine(line);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    // What stands after the last line break is no message.
    this.#ended.resolve();
  }

  /** `line` is null for one that was too long. */
  #takeLine(line: string | null): void {
    if (line === null) {
      this.#refuse(null, ProtocolErrorCode.InvalidRequest, `Invalid Request: longer than ${MAX_LINE_BYTES} bytes`);
      return;
    }
    if (line.trim() === "") return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      this.#refuse(null, ProtocolErrorCode.ParseError, "Parse error: the line is no JSON");
      return;
    }
    if (!Array.isArray(parsed)) this.#take(parsed, null);
    else if (parsed.length === 0)
      this.#refuse(null, ProtocolErrorCode.InvalidRequest, "Invalid Request: an empty batch");
    else this.#takeBatch(parsed);
  }

  #takeBatch(messages: readonly unknown[]): void {
    const batch: Batch = { open: new Set(), answers: [] };
    for (const message of messages) this.#take(message, batch);
    this.#finish(batch);
  }

  #take(value: unknown, batch: Batch | null): void {
    const message = asMessage(value);
    if (message === null) {
      this.#refuseMessage(value, batch);
      return;
    }
    const fault = isJSONRPCRequest(message) ? mendCall(message) : null;
    if (fault !== null && isJSONRPCRequest(message)) {
      this.#refuse(message.id, ProtocolErrorCode.InvalidParams, fault, batch);
      return;
    }
    const cancelled = cancelledBy(message);
    // The SDK hears of it a moment later, when a request that follows at once may have the id.
    if (cancelled !== null && !this.#open.has(cancelled)) return;
    if (isJSONRPCRequest(message)) this.#begin(message.id, batch);
    this.onmessage?.(message);
    // A cancelled request is never answered.
    if (cancelled !== null) this.#settle(cancelled);
  }

  /** JSON, but no message. An answer or a notification that cannot be read is nobody's business: nobody waits. */
  #refuseMessage(value: unknown, batch: Batch | null): void {
    const message = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
    const { id } = message;
    const known = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
    if ("result" in message || "error" in message) return;
    this.#refuse(
      known,
      ProtocolErrorCode.InvalidRequest,
      "Invalid Request: this is no JSON-RPC 2.0 message of MCP",
      batch,
    );
  }

  #refuse(id: RequestId | null, code: number, text: string, batch: Batch | null = null): void {
    const answer = { jsonrpc: "2.0", id, error: { code, message: text } };
    if (batch) batch.answers.push(answer);
    else void this.#write(answer);
  }

  #begin(id: RequestId, batch: Batch | null): void {
    if (this.#open.size === 0) this.#idle = Promise.withResolvers();
    this.#open.set(id, batch);
    batch?.open.add(id);
  }

  #settle(id: RequestId): void {
    const batch = this.#open.get(id);
    if (!this.#open.delete(id)) return;
    if (batch?.open.delete(id)) this.#finish(batch);
    if (this.#open.size === 0) this.#idle.resolve();
  }

  #finish({ open, answers }: Batch): void {
    if (open.size === 0 && answers.length > 0) void this.#write(answers.splice(0));
  }

  #write(message: unknown): Promise<void> {
    return this.output.write(`${JSON.stringify(message)}\n`);
  }
}

/** Null for what is no message of the protocol. */
function asMessage(value: unknown): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return null;
  }
}

/** The id of the request that a message cancels; null for any other message. */
function cancelledBy(message: JSONRPCMessage): RequestId | null {
  if (!isJSONRPCNotification(message) || message.method !== "notifications/cancelled") return null;
  const id: unknown = message.params?.requestId;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
