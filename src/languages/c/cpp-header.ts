/** Detects C++ in files named like C's headers, by lines that only C++ has. */
const CPP_LINE =
  /^[ \t]*(?:template[ \t]*<|(?:inline[ \t]+)?namespace\b[^;=()]{0,200}\{|(?:public|private|protected)[ \t]*:|using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*[=;]|class\s{1,9}\w[^;{}()]{0,300}\{)/m;

export function isCpp(text: string): boolean {
  return CPP_LINE.test(text);
}
