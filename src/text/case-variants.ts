/**
 * Which characters are one another's spellings under Unicode's simple case folding, as `/…/iu` and ripgrep's -i compare.
 * The table is built when a keyword first needs it (about 10 ms): few keywords hold cased letters beyond ASCII.
 */

/** The last cased letter (Adlam) of Unicode 17; a test compares the table with what the regular expressions do. */
const LAST_CASED = 0x1e943;

let classes: ReadonlyMap<number, readonly number[]> | undefined;

/** All code points that match `codePoint` without regard to case, itself included, ascending. */
export function caseVariants(codePoint: number): readonly number[] {
  if (codePoint > LAST_CASED) return [codePoint];
  classes ??= build();
  return classes.get(foldKey(codePoint)) ?? [codePoint];
}

function build(): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let codePoint = 0x41; codePoint <= LAST_CASED; codePoint++) {
    const key = foldKey(codePoint);
    const known = found.get(key);
    if (known) known.push(codePoint);
    else if (key !== codePoint) found.set(key, [key, codePoint]);
  }
  for (const [key, members] of found)
    found.set(
      key,
      [...new Set(members)].sort((a, b) => a - b),
    );
  return found;
}

/** Simple folding leaves alone what changes its length, such as ß to SS. */
function foldKey(codePoint: number): number {
  if (codePoint === 0x1fd3) return 0x390;
  if (codePoint === 0x1fe3) return 0x3b0;
  if (codePoint === 0xfb05) return 0xfb06;
  return single(single(codePoint, "toUpperCase"), "toLowerCase");
}

function single(codePoint: number, change: "toUpperCase" | "toLowerCase"): number {
  const changed = String.fromCodePoint(codePoint)[change]();
  const first = changed.codePointAt(0) ?? codePoint;
  return changed.length === (first > 0xffff ? 2 : 1) ? first : codePoint;
}
