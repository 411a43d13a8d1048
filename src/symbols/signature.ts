/** The declaration of a symbol on one line. */

/** Longer signatures are cut: the rest is a table of data or a type of many lines. */
const MAX_SIGNATURE = 400;
/** Most characters examined for one signature. */
const MAX_HEAD = 4000;

/** White space as one blank, none inside of brackets. */
export function collapse(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/ ?,? ([)\]])/g, "$1")
    .replace(/ ,/g, ",")
    .trim();
}

/** `hidden`: sorted spans to leave out. */
export function signatureOf(
  text: string,
  from: number,
  to: number,
  hidden: readonly { readonly start: number; readonly end: number }[],
): string {
  const end = Math.min(to, from + MAX_HEAD);
  let written = "";
  let at = from;
  for (let next = firstEndingAfter(hidden, from); next < hidden.length; next++) {
    const { start = end, end: stop = end } = hidden[next] ?? {};
    if (start >= end) break;
    if (start > at) written += `${text.slice(at, start)} `;
    at = Math.max(at, stop);
  }
  if (at < end) written += text.slice(at, end);
  const signature = collapse(written).replace(/[\s{:;=,\\]+$/, "");
  return signature.length > MAX_SIGNATURE ? `${signature.slice(0, MAX_SIGNATURE)}…` : signature;
}

/** The spans may nest, so only starts are in order: a few spans before the place are checked. */
function firstEndingAfter(spans: readonly { readonly start: number; readonly end: number }[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
