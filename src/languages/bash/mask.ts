/**
 * Hides Bash's extended patterns (`@(a|b)`, `!(*.o)`) from the grammar, which loses whole files over them: letters of the same
 * length replace them. Patterns with quotes, or over a line's end, stay.
 */
const EXTENDED = /[@!+*?]\((?:[^()"'`\n;]|\([^()"'`\n;]*\))*\)/g;

export function maskExtendedPatterns(text: string): string {
  return text.replace(EXTENDED, (pattern) => "x".repeat(pattern.length));
}
