/** Whether a text may define a name, told without parsing it: files that only call or mention a name are many. */

/** Words that stand before a name which is used. */
const USES: ReadonlySet<string> = new Set(
  "return await new throw yield in not and or else case is as if unless while until assert del print echo typeof delete raise when do then go defer from import".split(
    " ",
  ),
);

/** False only where no language defines it so. */
export function mayDefine(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const behind = at + name.length;
    if (isWordPart(text[at - 1]) || isWordPart(text[behind])) continue;
    const lineStart = text.lastIndexOf("\n", at - 1) + 1;
    const lineEnd = text.indexOf("\n", behind);
    const after = text.slice(behind, Math.min(lineEnd === -1 ? text.length : lineEnd, behind + 400));
    if (definedBy(text.slice(Math.max(lineStart, at - 200), at), after)) return true;
  }
  return false;
}

function definedBy(before: string, after: string): boolean {
  if (/^\s*[?!]?\s*[:=](?![=:])/.test(after))
    return !before.endsWith(".") || /\b(?:exports|prototype|self|this)\.$/.test(before);
  if (before.trim() === "" || /[{;,]\s*$/.test(before))
    return /^\s*(?:<[^>]*>)?\s*\(/.test(after) && /[{(,:]\s*$/.test(after);
  if (/(?:::|[#)>\]}*&~]\s*|\b(?:def|fun|func|fn)\b[^=]*\.)$/.test(before)) return true;
  const word = /([A-Za-z_$][\w$]*)[ \t*&~?!]+$/.exec(before)?.[1];
  return word !== undefined && !USES.has(word);
}

function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\w$]/.test(sign);
}
