/**
 * How words begin that a light stem (stem.ts) was made of: what to look for in texts where the stem itself need not stand.
 * Stems change letters in two places alone: `y` became `i` (query: queri), and a short syllable got its `e` back (timing:
 * time). Everywhere else a stem is the beginning of its word. A property test compares.
 */

/** The beginnings of all words with this token, none of them the beginning of another; the token first. */
export function beginningsOf(token: string): string[] {
  if (token.length < 3 || !/^[a-z]+$/.test(token)) return [token];
  const rest = token.slice(0, -1);
  if (token.endsWith("i")) return [token, `${rest}y`];
  if (token.endsWith("e")) return [token, `${rest}ing`];
  return [token];
}
