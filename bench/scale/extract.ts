/** Runs of `extract` whose lines the bench reads. */
import { BINARY } from "../lib/measure.ts";

/** Its lines, as they come. Throws where it fails; files that could not be read are no failure. */
export async function* extracted(args: readonly string[], stdin = ""): AsyncGenerator<string> {
  const child = Bun.spawn([BINARY, "extract", "--unread-ok", ...args], {
    stdin: Buffer.from(stdin),
    stdout: "pipe",
    stderr: "inherit",
  });
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if ((await child.exited) !== 0) throw new Error(`extract ended with ${child.exitCode}`);
}
