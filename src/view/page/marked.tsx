/** Texts of files: only ever as text nodes, each isolated, so that no name or text can change what stands around it. */
import type { ViewRange } from "../../request/view-request.ts";

/** Characters that would act on a terminal or turn the text around are shown as a sign, one for one, so that ranges stay right. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are replaced
const ACTING = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

export function safe(text: string): string {
  return text.replace(ACTING, (unit) => {
    const code = unit.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/** A name or path. */
export function Name({ text }: { readonly text: string }) {
  return <bdi>{safe(text)}</bdi>;
}

interface MarkedProps {
  readonly text: string;
  readonly ranges: readonly ViewRange[];
}

/** A text with its matches marked. */
export function Marked({ text, ranges }: MarkedProps) {
  const pieces = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) pieces.push(safe(text.slice(at, start)));
    pieces.push(<mark key={start}>{safe(text.slice(start, end))}</mark>);
    at = end;
  }
  pieces.push(safe(text.slice(at)));
  return <bdi>{pieces}</bdi>;
}
