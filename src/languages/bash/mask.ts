/**
 * Hides Bash's extended patterns (`@(a|b)`, `!(*.o)`) from the grammar, which loses whole files over them: letters of the
 * same length stand for them. Those that hold quotes, or go over a line's end, stay.
 */
const EXTENDED = /[@!+*?]\((?:[^()"'`\n;]|\([^()"'`\n;]*\))*\)/g;

export function maskExtendedPatterns(text: string): string {
  return text.replace(EXTENDED, (pattern) => "x".repeat(pattern.length));
}
