/**
 * Whether a text may define a name, decided without parsing: most files with a common name only call it. Text that looks like a
 * use in every language is a use; all other occurrences may be definitions.
 */

/** Words before the use of a name. */
const USES: ReadonlySet<string> = new Set(
  "return await new throw yield in not and or else case is as if unless while until assert del print echo typeof delete raise when do then go defer".split(
    " ",
  ),
);

export function mayDefine(text: string, name: string): boolean {
  // Operators, destructors and the like.
  if (!isWordPart(name[0])) return text.includes(name);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const behind = at + name.length;
    if (/\w/.test(text[at - 1] ?? "") || isWordPart(text[behind])) continue;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const lineEnd = text.indexOf("\n", behind);
    const after = text.slice(behind, Math.min(lineEnd === -1 ? text.length : lineEnd, behind + 400));
    if (!isUse(text.slice(Math.max(lineStart, at - 200), at), after)) return true;
  }
  return false;
}

function isUse(before: string, after: string): boolean {
  if (/^\s*(?:\/\/|#(?!\s*define)|\*|--)/.test(before)) return true;
  const isCalled = /^\s*\(/.test(after);
  // value.name; but exports.name = …, def self.name and fun Type.name define it.
  if (before.endsWith(".")) return !isSet(after) && !isQualified(before, after);
  const word = /([A-Za-z_$][\w$]*)[ \t]+$/.exec(before)?.[1];
  if (word !== undefined) return USES.has(word);
  if (!isCalled) return false;
  if (/[([=+\-/%<!|?&]\s*$/.test(before)) return !/[*&>]\s*$/.test(before);
  // A whole statement that is a call.
  return before.trim() === "" && /^\s*\([^{]*\)\s*[;,]?\s*$/.test(after);
}

function isSet(after: string): boolean {
  return /^\s*[?!]?\s*[:=](?![=:])/.test(after);
}

/** def self.name, fun Type.name, Type.name(…) {, Interface<T>.Name() =>, and at a line's beginning the constructors of Dart. */
function isQualified(before: string, after: string): boolean {
  if (/\b(?:def|fun|func)\b[^=(]*\.$/.test(before) || /^\s*\([^;]*\)\s*(?:=>|\{|:)/.test(after)) return true;
  return /^\s*(?:const\s+|factory\s+)*[A-Z]\w*\.$/.test(before);
}

function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\w$]/.test(sign);
}
