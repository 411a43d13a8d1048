/** Sections of a Markdown text as blocks: a heading with all text up to the next heading of its level or above. */
import type { Block, Lines } from "./block.ts";
import { isBlank } from "./block-ends.ts";

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export function sections(lines: Lines): Block[] {
  const { text, starts } = lines;
  const found: { level: number; name: string; signature: string; line: number }[] = [];
  let fence: string | null = null;
  for (let index = 0; index < starts.length; index++) {
    const line = text.slice(starts[index] ?? 0, starts[index + 1] ?? text.length).trimEnd();
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === null || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === null ? mark : null;
      continue;
    }
    const heading = fence === null ? HEADING.exec(line) : null;
    if (heading !== null) {
      found.push({ level: heading[1]?.length ?? 1, name: heading[2] ?? "", signature: line.trim(), line: index });
    }
  }
  return found.map(({ level, name, signature, line }, at) => {
    const next = found.slice(at + 1).find((other) => other.level <= level)?.line ?? starts.length;
    let last = next - 1;
    while (last > line && isBlank(lines, last)) last--;
    return { type: "section", name, signature, first: line + 1, last: last + 1, lead: line + 1, head: line + 1 };
  });
}
