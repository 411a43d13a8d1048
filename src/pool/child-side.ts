/** The child process's side of pool/child-pool.ts. */
import { endWithParent, grantCpuSeconds, leaveNoCore } from "./child-guard.ts";
import type { FromChild, ToChild } from "./child-pool.ts";
import { encodeFrame, FrameReader, MAX_ANSWER, MAX_REQUEST } from "./frame.ts";
import { toThrown } from "./thrown.ts";

/**
 * Answers tasks from stdin one after another, and ends when stdin closes. stdout carries frames only: what a parser
 * prints goes to stderr.
 */
export async function serveChildTasks<Request, Response>(
  handler: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  endWithParent();
  leaveNoCore();
  // Ctrl-C in a terminal reaches every process of the group. The parent decides what ends: a child that died of it would
  // look as if its file had killed it.
  process.on("SIGINT", () => undefined);
  silenceConsole();
  const output = Bun.stdout.writer();
  const send = async (message: FromChild<Response>) => {
    for (const piece of encodeFrame(message, MAX_ANSWER)) output.write(piece);
    await output.flush();
  };
  await send({ kind: "ready" });
  const reader = new FrameReader(MAX_REQUEST);
  for await (const chunk of Bun.stdin.stream()) {
    for (const value of reader.push(chunk)) {
      const { id, cpuSeconds, request } = value as ToChild<Request>;
      grantCpuSeconds(cpuSeconds);
      try {
        await send(await answer(id, request, handler));
      } catch (error) {
        // An answer that cannot be framed, such as one that is too large, is the task's failure and not the child's.
        await send({ kind: "thrown", id, thrown: toThrown(error) });
      }
    }
  }
  process.exit(0);
}

async function answer<Request, Response>(
  id: number,
  request: Request,
  handler: (request: Request) => Response | Promise<Response>,
): Promise<FromChild<Response>> {
  try {
    return { kind: "value", id, value: await handler(request) };
  } catch (error) {
    return { kind: "thrown", id, thrown: toThrown(error) };
  }
}

/** Parsers compiled from C print to the console when a file surprises them, and stdout is ours. */
function silenceConsole(): void {
  const print = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(" ")}\n`);
  Object.assign(globalThis.console, { log: print, info: print, debug: print, warn: print, error: print });
}
