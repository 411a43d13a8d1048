/**
 * The transport of protocol 2024-11-05: a stream of events goes to the client, which posts its messages to an address that the stream
 * names first. The SDK has it for node:http alone.
 */
import { randomUUID } from "node:crypto";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { inPlainWords } from "./plain-errors.ts";

/** Milliseconds between comments that keep the stream open. */
const KEEP_ALIVE_MS = 15_000;

export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId = randomUUID();
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  #keepAlive: ReturnType<typeof setInterval> | null = null;

  /** `endpoint`: path to which the client posts. */
  constructor(private readonly endpoint: string) {}

  /** The stream of events; the client's end of it closes the transport. */
  response(): Response {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#stream = controller;
        this.#event("endpoint", `${this.endpoint}?sessionId=${this.sessionId}`);
        this.#keepAlive = setInterval(() => this.#enqueue(": \n\n"), KEEP_ALIVE_MS);
      },
      cancel: () => this.close(),
    });
    const headers = { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" };
    return new Response(stream, { headers });
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Throws where `body` is no message of the protocol. */
  take(body: unknown): void {
    this.onmessage?.(parseJSONRPCMessage(body));
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#event("message", JSON.stringify(inPlainWords(message)));
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#stream === null) return Promise.resolve();
    const stream = this.#stream;
    this.#stream = null;
    if (this.#keepAlive !== null) clearInterval(this.#keepAlive);
    try {
      stream.close();
    } catch {
      // The client has closed it.
    }
    this.onclose?.();
    return Promise.resolve();
  }

  #event(name: string, data: string): void {
    this.#enqueue(`event: ${name}\ndata: ${data}\n\n`);
  }

  #enqueue(text: string): void {
    try {
      this.#stream?.enqueue(new TextEncoder().encode(text));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
