/** Conditional sections (#if … #endif) that cut through the language's own structure: one branch of each section is kept. */
import { Kind, type Tokens, written } from "./macro-tokens.ts";

interface Section {
  readonly token: number;
  /** Braces and parentheses that are open at the section's start. */
  readonly depth: number;
  readonly parentheses: number;
  /** Whether the section begins in the middle of a statement. */
  readonly within: boolean;
  /** The section's first #else or #elif, and whether its first branch closes the brackets that it opens. */
  otherwise: number;
  even: boolean;
}

/**
 * Marks in `hidden` the directives of sections whose branches do not close their brackets, or that stand in the middle of a
 * statement, and all branches except the first: the rest is one way to read the file.
 */
export function hideBrokenSections(tokens: Tokens, hidden: Uint8Array): void {
  const open: Section[] = [];
  let depth = 0;
  let parentheses = 0;
  let previous = ";";
  for (let index = 0; index < tokens.count; index++) {
    if (hidden[index] === 1) continue;
    const kind = tokens.kinds[index];
    if (kind !== Kind.Directive) {
      const mark = kind === Kind.Punctuation ? written(tokens, index) : "";
      if (mark === "{") depth++;
      else if (mark === "}") depth--;
      else if (mark === "(") parentheses++;
      else if (mark === ")") parentheses--;
      if (mark === "{" || mark === "}" || mark === ";") parentheses = 0;
      previous = mark;
      continue;
    }
    const directive = /#\s*(\w*)/.exec(written(tokens, index))?.[1] ?? "";
    const section = open.at(-1);
    if (directive.startsWith("if")) {
      const within =
        parentheses > 0 || !/^[;{}:)]?$/.test(previous) || (previous === "" && !endsStatement(tokens, index));
      open.push({ token: index, depth, parentheses, within, otherwise: -1, even: true });
    } else if (section === undefined) {
    } else if (directive.startsWith("el")) {
      if (section.otherwise >= 0) continue;
      section.otherwise = index;
      section.even = depth === section.depth && parentheses === section.parentheses;
      if (!section.even || section.within) {
        const end = endOf(tokens, index);
        hidden.fill(1, index, end);
        index = end - 1;
      }
    } else if (directive === "endif") {
      open.pop();
      const isWhole = section.otherwise < 0 || !section.even || section.within;
      const even = section.even && (section.otherwise >= 0 || depth === section.depth);
      if (isWhole && even && !section.within) continue;
      if (!isWhole) {
        if (depth === section.depth) continue;
        // The first branch is balanced, a later one is not.
        hidden.fill(1, section.otherwise, index);
        depth = section.depth;
        parentheses = section.parentheses;
      }
      hidden[section.token] = 1;
      hidden[index] = 1;
    }
  }
}

/** Whether the word or literal before the directive ends a statement: a macro on its own line, a label's word. */
function endsStatement(tokens: Tokens, index: number): boolean {
  const before = written(tokens, index - 1);
  return index === 0 || tokens.kinds[index - 1] === Kind.Directive || /^[A-Z_][A-Z0-9_]*$/.test(before);
}

/** Index of the #endif that ends the section of a given #else or #elif. */
function endOf(tokens: Tokens, from: number): number {
  let nested = 0;
  for (let index = from + 1; index < tokens.count; index++) {
    if (tokens.kinds[index] !== Kind.Directive) continue;
    const directive = /#\s*(\w*)/.exec(written(tokens, index))?.[1] ?? "";
    if (directive.startsWith("if")) nested++;
    else if (directive === "endif" && nested-- === 0) return index;
  }
  return tokens.count;
}
