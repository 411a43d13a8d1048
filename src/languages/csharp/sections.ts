/**
 * Hides the preprocessor from the C# grammar: directives, and all sections of a condition except the first. For texts whose
 * sections cut through declarations; otherwise the grammar reads the directives, and the definitions of every section.
 */

const DIRECTIVE =
  /^[ \t]*#[ \t]*(if|elif|elseif|else|endif|region|endregion|define|undef|pragma|nullable|line|error|warning)\b/;

/** Same length, same lines. */
export function withoutSections(text: string): string {
  /** For each open condition: whether its section is shown. */
  const shown: boolean[] = [];
  return text
    .split("\n")
    .map((line) => {
      const directive = DIRECTIVE.exec(line)?.[1];
      if (directive === "if") shown.push(true);
      else if (directive === "endif") shown.pop();
      else if (/^el/.test(directive ?? "") && shown.length > 0) shown[shown.length - 1] = false;
      return directive === undefined && shown.every(Boolean) ? line : " ".repeat(line.length);
    })
    .join("\n");
}
