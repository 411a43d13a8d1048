/**
 * Beginnings of the words that share a light stem (stem.ts), for texts where the stem itself need not occur. Stems change
 * letters only in two places: `y` became `i` (query: queri), and a short syllable got its `e` back (timing: time). Otherwise a
 * stem is the beginning of its word. A property test compares.
 */

/** The beginnings of all words with this token, the token first; no beginning is a prefix of another. */
export function beginningsOf(token: string): string[] {
  if (token.length < 3 || !/^[a-z]+$/.test(token)) return [token];
  const rest = token.slice(0, -1);
  if (token.endsWith("i")) return [token, `${rest}y`];
  if (token.endsWith("e")) return [token, `${rest}ing`];
  return [token];
}
