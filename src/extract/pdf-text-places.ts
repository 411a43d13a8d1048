/** Maps the characters of a page's stored text to the PDF engine's text. Functions of data. */
import { isInvisible, JOINED_HYPHEN } from "./pdf-text.ts";

/** Units to look ahead where the two texts differ. */
const AHEAD = 64;
/** Units that must agree after a difference. */
const AGREE = 4;

/**
 * For each UTF-16 unit of `stored` its offset in `raw`, -1 for none. `stored` is `cleanPage` of `raw`, with or without lines
 * behind it (notes and form values, which have no place on the page). Both texts are compared in parallel: blanks and
 * characters that `cleanPage` drops are skipped.
 */
export function matchPageText(stored: string, raw: string): Int32Array {
  const places = new Int32Array(stored.length).fill(-1);
  let at = 0;
  for (let i = 0; i < stored.length; i++) {
    const unit = stored[i] ?? "";
    if (/\s/.test(unit) || unit === JOINED_HYPHEN) continue;
    // The hyphen of a compound has the engine's joining mark in its place.
    while (at < raw.length && isSkipped(raw[at] ?? "") && !(unit === "-" && raw[at] === JOINED_HYPHEN)) at++;
    if (at >= raw.length) break;
    if (raw[at] !== unit && raw[at] !== JOINED_HYPHEN && !isPrivate(raw[at] ?? "")) {
      const next = agreement(stored, i, raw, at);
      if (next === -1) continue;
      at = next;
    }
    places[i] = at++;
  }
  return places;
}

function isSkipped(unit: string): boolean {
  return /\s/.test(unit) || unit === JOINED_HYPHEN || unit === "\0" || isInvisible(unit);
}

/** A private-use letter of a font becomes another letter in the stored text. */
function isPrivate(unit: string): boolean {
  return /\p{Co}/u.test(unit);
}

/** The next offset in `raw` from which the visible characters equal those of `stored` from `i` on; -1 for none near. */
function agreement(stored: string, i: number, raw: string, at: number): number {
  const wanted = stored
    .slice(i, i + 4 * AGREE)
    .replace(/\s/g, "")
    .slice(0, AGREE);
  for (let from = at + 1; from < Math.min(raw.length, at + AHEAD); from++) {
    if (raw[from] !== stored[i]) continue;
    let found = "";
    for (let j = from; j < raw.length && found.length < wanted.length; j++)
      if (!isSkipped(raw[j] ?? "")) found += raw[j];
    if (found === wanted) return from;
  }
  return -1;
}
