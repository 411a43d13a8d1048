/** The encoding that a text declares in its first bytes. */

/** The encoding in a page's meta tags or XML declaration, comments ignored; null without one. */
export function htmlEncoding(beginning: string): string | null {
  const source = beginning.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  for (const [tag] of source.matchAll(/<meta[\s/][^>]*>?/gi)) {
    const charset = /[\s/"';]charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(tag)?.[1];
    if (charset !== undefined) return charset;
  }
  return xmlEncoding(source);
}

/** The encoding in `<?xml encoding="…"?>`, null without one. */
export function xmlEncoding(beginning: string): string | null {
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']/i.exec(beginning)?.[1] ?? null;
}

/** A comment on the first or second line (PEP 263; Ruby, Emacs, Vim): `# -*- coding: latin-1 -*-`; null without one. */
function commentEncoding(beginning: string): string | null {
  const lines = beginning.split(/\r\n?|\n/, 2);
  for (const line of lines) {
    const found = /^[ \t\f]*(?:#|\/\/|\/\*|--|;|%|").*?coding[:=][ \t]*([-\w.]+)/.exec(line)?.[1];
    if (found !== undefined) return found;
    // Only a comment may stand above the declaration.
    if (!/^[ \t\f]*(?:#.*)?$/.test(line)) return null;
  }
  return null;
}

/** Names that Python, Ruby and Emacs use, as TextDecoder knows them. */
const OTHER_NAMES: readonly (readonly [RegExp, string])[] = [
  [/-(?:unix|dos|mac)$/, ""],
  [/^(?:latin|iso-?latin)-?(\d+)$/, "latin$1"],
  [/^iso8859-?(\d+)$/, "iso-8859-$1"],
  [/^(?:cp|win)-?(125\d|874)$/, "windows-$1"],
  [/^(?:cp|ms)-?932$/, "shift_jis"],
  [/^(?:cp|ms)-?936$/, "gbk"],
  [/^cp-?949$/, "euc-kr"],
  [/^cp-?950$/, "big5"],
  [/^mac-?roman$/, "macintosh"],
];

/** The encoding that a text of any kind declares; `beginning`: its first bytes as Latin-1. */
export function declaredEncoding(beginning: string): string | null {
  const comment = commentEncoding(beginning);
  if (comment === null) return /^\s*</.test(beginning) ? htmlEncoding(beginning) : null;
  const plain = comment.toLowerCase().replaceAll("_", "-");
  return OTHER_NAMES.reduce((name, [other, known]) => name.replace(other, known), plain);
}
