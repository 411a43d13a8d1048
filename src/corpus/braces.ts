/** Expands braces in globs, as shells do: `src/*.{ts,tsx}` is two globs. git's own ignore files have no braces. */

/** Most globs from one glob with braces. */
const MAX_GLOBS = 1000;

/** All globs that a glob expands to, in order; the glob itself without balanced braces, or where it expands to too many. */
export function expandBraces(glob: string): string[] {
  return expand(glob, MAX_GLOBS) ?? [glob];
}

function expand(glob: string, most: number): string[] | null {
  const group = firstGroup(glob);
  if (group === null) return [glob];
  const { start, end, parts } = group;
  const rests = expand(glob.slice(end), most);
  if (rests === null) return null;
  const found: string[] = [];
  for (const part of parts) {
    for (const middle of expand(part, most) ?? [part]) {
      for (const rest of rests) {
        if (found.length >= most) return null;
        found.push(glob.slice(0, start) + middle + rest);
      }
    }
  }
  return found;
}

/** The first closed `{a,b}` with a comma of its own; `end` is behind it. */
function firstGroup(glob: string): { start: number; end: number; parts: string[] } | null {
  for (let start = 0; start < glob.length; start++) {
    if (glob[start] === "\\") start++;
    else if (glob[start] === "{") {
      const group = groupAt(glob, start);
      if (group !== null) return { start, ...group };
    }
  }
  return null;
}

function groupAt(glob: string, start: number): { end: number; parts: string[] } | null {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < glob.length; at++) {
    const character = glob[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      parts.push(glob.slice(from, at));
      from = at + 1;
    } else if (character === "}" && --depth === 0) {
      if (parts.length === 0) return null;
      return { end: at + 1, parts: [...parts, glob.slice(from, at)] };
    }
  }
  return null;
}
