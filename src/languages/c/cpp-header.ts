/** C++ lives in files that are named like C's headers: what it says on the lines of its own tells. */
const CPP_LINE =
  /^[ \t]*(?:template[ \t]*<|(?:inline[ \t]+)?namespace\b[^;=()]{0,200}\{|(?:public|private|protected)[ \t]*:|using[ \t]+(?:namespace[ \t]+)?[\w:]+[ \t]*[=;]|class\s{1,9}\w[^;{}()]{0,300}\{)/m;

export function isCpp(text: string): boolean {
  return CPP_LINE.test(text);
}
