/**
 * Hides Swift's conditional sections from its grammar, which allows them in few places: always their directives, and all
 * branches except the first where the first leaves a brace open.
 */
const DIRECTIVE = /^[ \t]*#(if|elseif|else|endif)\b/;
/** Parts of a line whose braces open no block. */
const SILENT = /"(?:\\.|[^"\\])*"|\/\/.*$/g;

interface Section {
  /** Number of braces that are open at the section's start. */
  readonly depth: number;
  branch: number;
  /** Later branches are hidden. */
  broken: boolean;
  /** Whether the section stands within a hidden branch. */
  readonly gone: boolean;
}

/** Same length, same lines. */
export function maskConditions(text: string): string {
  if (!text.includes("#if")) return text;
  const open: Section[] = [];
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const directive = DIRECTIVE.exec(line)?.[1];
      const section = open.at(-1);
      const gone = section !== undefined && (section.gone || (section.broken && section.branch > 0));
      if (directive === undefined) {
        if (gone) return blank(line);
        depth += balance(line);
        return line;
      }
      if (directive === "if") open.push({ depth, branch: 0, broken: false, gone });
      else if (directive === "endif") open.pop();
      else if (section !== undefined) {
        if (section.branch++ === 0) section.broken = depth !== section.depth;
      }
      return blank(line);
    })
    .join("\n");
}

function balance(line: string): number {
  let sum = 0;
  for (const mark of line.replace(SILENT, "")) {
    if (mark === "{") sum++;
    else if (mark === "}") sum--;
  }
  return sum;
}

function blank(line: string): string {
  return line.replace(/[^\r]/g, " ");
}
