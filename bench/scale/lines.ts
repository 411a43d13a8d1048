/** Files of lines, read a piece at a time; lines end with a line feed and nothing else. */
import { createReadStream } from "node:fs";

export async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    let rest = "";
    for await (const piece of createReadStream(file, { encoding: "utf8", highWaterMark: 2 ** 20 })) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  }
}
