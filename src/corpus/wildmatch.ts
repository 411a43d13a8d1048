/**
 * git's wildmatch: one glob against one string, byte by byte. Pattern and text are byte strings (one character per byte,
 * see path-bytes.ts), so `?` and a bracket expression take one byte of a multi-byte character, as in git.
 * Source of the semantics: gitignore(5) and the behaviour of `git check-ignore` (2.39), compared in
 * test/corpus/ignore-git.test.ts. Written as an iteration that remembers the last `*` and the last `**`: no recursion and
 * no regular expression, so a hostile ignore file costs at most polynomial time (`*a*a*a*a*b` hangs a backtracking matcher).
 */

/** The kinds from STAR on take any number of bytes, the others one. */
const BYTE = 0;
/** `?`: any byte, in path mode any except a slash. */
const ONE = 1;
/** A bracket expression. */
const SET = 2;
/** `*`: any bytes, in path mode without a slash. */
const STAR = 3;
/** `**` between slashes or ends: any bytes. */
const ANY = 4;
/** A `**` and its slash: nothing, or any bytes that end in a slash. */
const FOLDERS = 5;

interface Token {
  readonly kind: number;
  /** BYTE: its code. */
  readonly code: number;
  /** SET: flags of the 256 bytes that it takes. */
  readonly members: Uint8Array | null;
}

const SLASH = 0x2f;

export interface Glob {
  readonly tokens: readonly Token[];
  /** Number of tokens before the first star, and after the last one: each takes exactly one byte. */
  readonly head: number;
  readonly tail: number;
  readonly hasStar: boolean;
}

/**
 * Compiles a glob; null for a pattern that matches nothing (an unclosed bracket, a trailing backslash). `pathMode` is git's
 * WM_PATHNAME: wildcards take no slashes and `**` has its meaning; otherwise (patterns without a slash, for names) `**` is `*`.
 */
export function compileGlob(pattern: string, pathMode: boolean): Glob | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at];
    if (character === "\\") {
      if (at + 1 === pattern.length) return null;
      tokens.push(byteToken(pattern.charCodeAt(at + 1)));
      at += 2;
    } else if (character === "?") {
      tokens.push({ kind: ONE, code: 0, members: null });
      at++;
    } else if (character === "*") {
      const { token, end } = parseStars(pattern, at, pathMode);
      tokens.push(token);
      at = end;
    } else if (character === "[") {
      const set = parseSet(pattern, at);
      if (set === null) return null;
      if (pathMode) set.members[SLASH] = 0;
      tokens.push({ kind: SET, code: 0, members: set.members });
      at = set.end;
    } else {
      tokens.push(byteToken(pattern.charCodeAt(at)));
      at++;
    }
  }
  const head = tokens.findIndex((token) => token.kind >= STAR);
  if (head < 0) return { tokens, head: tokens.length, tail: 0, hasStar: false };
  const last = tokens.findLastIndex((token) => token.kind >= STAR);
  return { tokens, head, tail: tokens.length - 1 - last, hasStar: true };
}

/** The one byte string that a glob without wildcards takes (`\\#a` → `#a`), null with wildcards. */
export function literalOf(glob: Glob): string | null {
  let literal = "";
  for (const token of glob.tokens) {
    if (token.kind !== BYTE) return null;
    literal += String.fromCharCode(token.code);
  }
  return literal;
}

/** Whether the glob takes the whole of `text` from `from` on. */
export function matchGlob(glob: Glob, text: string, from: number, pathMode: boolean): boolean {
  const { tokens, head, tail } = glob;
  const end = text.length - tail;
  if (glob.hasStar ? end - from < head : end - from !== head) return false;
  // The tail first: most names fail at their last bytes.
  for (let i = 0; i < tail; i++) if (!takes(tokens[tokens.length - tail + i], text, end + i, pathMode)) return false;
  for (let i = 0; i < head; i++) if (!takes(tokens[i], text, from + i, pathMode)) return false;
  return !glob.hasStar || matchMiddle(tokens, head, tokens.length - tail, text, from + head, end, pathMode);
}

/**
 * Tokens `first` (a star) up to `last` against text[at, end). A mismatch goes back to the last `*`, which takes one byte more;
 * when that byte is a slash, to the last `**`. Older stars need no second try: a later star of the same kind can take the same
 * bytes.
 */
function matchMiddle(
  tokens: readonly Token[],
  first: number,
  last: number,
  text: string,
  start: number,
  end: number,
  pathMode: boolean,
): boolean {
  let token = first;
  let at = start;
  let star = -1;
  let starAt = 0;
  let wide = -1;
  let wideAt = 0;
  let wideFolders = false;
  while (true) {
    if (token === last && at === end) return true;
    const current = token < last ? tokens[token] : undefined;
    if (current !== undefined && current.kind >= STAR) {
      if (current.kind === STAR) {
        star = token;
        starAt = at;
      } else {
        wide = token;
        wideAt = at;
        wideFolders = current.kind === FOLDERS;
        star = -1;
      }
      token++;
      continue;
    }
    if (current !== undefined && at < end && takes(current, text, at, pathMode)) {
      token++;
      at++;
      continue;
    }
    if (star >= 0 && starAt < end && !(pathMode && text.charCodeAt(starAt) === SLASH)) {
      starAt++;
      at = starAt;
      token = star + 1;
      continue;
    }
    if (wide < 0) return false;
    star = -1;
    if (wideFolders) {
      const slash = text.indexOf("/", wideAt);
      if (slash < 0 || slash >= end) return false;
      wideAt = slash + 1;
    } else {
      if (wideAt >= end) return false;
      wideAt++;
    }
    at = wideAt;
    token = wide + 1;
  }
}

function takes(token: Token | undefined, text: string, at: number, pathMode: boolean): boolean {
  if (token === undefined) return false;
  const code = text.charCodeAt(at);
  if (token.kind === BYTE) return token.code === code;
  if (token.kind === ONE) return !pathMode || code !== SLASH;
  return token.members?.[code] === 1;
}

function byteToken(code: number): Token {
  return { kind: BYTE, code, members: null };
}

/** A run of stars from `at` on. Two or more are a `**` where both neighbours are a slash or the pattern's edge. */
function parseStars(pattern: string, at: number, pathMode: boolean): { token: Token; end: number } {
  let end = at + 1;
  while (pattern[end] === "*") end++;
  let kind = STAR;
  if (end - at > 1 && pathMode && (at === 0 || pattern[at - 1] === "/")) {
    if (pattern[end] === "/") {
      kind = FOLDERS;
      end++;
    } else if (end === pattern.length || pattern.startsWith("\\/", end)) kind = ANY;
  }
  return { token: { kind, code: 0, members: null }, end };
}

/** A bracket expression that starts at `at`; null when it is not closed or names an unknown class. */
function parseSet(pattern: string, at: number): { members: Uint8Array; end: number } | null {
  const members = new Uint8Array(256);
  let p = at + 1;
  const negated = pattern[p] === "!" || pattern[p] === "^";
  if (negated) p++;
  /** The byte that a range may start from; -1 after a range or class. */
  let previous = -1;
  // The first character belongs to the set even when it is "]".
  for (let first = true; first || pattern[p] !== "]"; first = false, p++) {
    if (p >= pattern.length) return null;
    const character = pattern[p];
    if (character === "[" && pattern[p + 1] === ":") {
      const close = pattern.indexOf("]", p + 2);
      if (close < 0) return null;
      if (close - p >= 3 && pattern[close - 1] === ":") {
        const test = CLASSES.get(pattern.slice(p + 2, close - 1));
        if (test === undefined) return null;
        for (let byte = 0; byte < 128; byte++) if (test(byte)) members[byte] = 1;
        p = close;
        previous = -1;
        continue;
      }
    }
    if (character === "-" && previous > 0 && p + 1 < pattern.length && pattern[p + 1] !== "]") {
      p++;
      if (pattern[p] === "\\") p++;
      if (p >= pattern.length) return null;
      for (let byte = previous; byte <= pattern.charCodeAt(p); byte++) members[byte] = 1;
      previous = -1;
      continue;
    }
    if (character === "\\") p++;
    if (p >= pattern.length) return null;
    previous = pattern.charCodeAt(p);
    members[previous] = 1;
  }
  if (negated) for (let byte = 0; byte < 256; byte++) members[byte] = members[byte] === 1 ? 0 : 1;
  return { members, end: p + 1 };
}

const between = (low: number, high: number) => (byte: number) => byte >= low && byte <= high;
const isUpper = between(0x41, 0x5a);
const isLower = between(0x61, 0x7a);
const isDigit = between(0x30, 0x39);
const isAlpha = (byte: number) => isUpper(byte) || isLower(byte);
const isGraph = between(0x21, 0x7e);

/** The POSIX classes in the C locale: ASCII only, as in git. */
const CLASSES: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ["alnum", (byte) => isAlpha(byte) || isDigit(byte)],
  ["alpha", isAlpha],
  ["blank", (byte) => byte === 0x20 || byte === 0x09],
  ["cntrl", (byte) => byte < 0x20 || byte === 0x7f],
  ["digit", isDigit],
  ["graph", isGraph],
  ["lower", isLower],
  ["print", between(0x20, 0x7e)],
  ["punct", (byte) => isGraph(byte) && !isAlpha(byte) && !isDigit(byte)],
  ["space", (byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)],
  ["upper", isUpper],
  ["xdigit", (byte) => isDigit(byte) || between(0x41, 0x46)(byte) || between(0x61, 0x66)(byte)],
]);
