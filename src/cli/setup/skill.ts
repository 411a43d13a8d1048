/** The text of a SKILL.md that teaches an agent the command line. */

/** Where agents look for skills, beneath the home folder. */
export const SKILL_FILE = "~/.claude/skills/qsearch/SKILL.md";

export function skillText(command: string): string {
  return `---
name: qsearch
description: Find things in local files, code and documents, by word, symbol and meaning. Use it to locate where something is defined, used or described in a repository, or in the user's notes, PDFs, Office files and mail, before reading whole files.
---

# qsearch

\`${command}\` searches local files, offline, and changes none. Exit status: 0 found, 1 nothing found, 2 an error. \`--json\` prints one
JSON object, \`{"ok":true,"data":…,"warnings":[…]}\`.

| to find | run |
| --- | --- |
| code that answers a question | \`qsearch code "where is the session cookie saved" [FOLDER]\` |
| which files matter for some keywords | \`qsearch context KEYWORD… --directory FOLDER\` |
| whole definitions around a keyword | \`qsearch focus KEYWORD… --directory FOLDER\` |
| where a name is defined | \`qsearch symbol NAME\` (\`Class.method\` is a name) |
| who uses it, what it calls | \`qsearch callers NAME\`, \`qsearch callees NAME\` (\`--depth 2\`) |
| what a file defines | \`qsearch outline FILE\` |
| something in the user's indexed folders | \`qsearch search 'words "a phrase" -not ext:pdf'\` |
| the text of a document that was found | \`qsearch read FILE --page 3\`, \`--lines 10-40\`, \`--sheet NAME\` |
| what changed lately | \`qsearch recent --since 7d\` |

The first six read the working tree as it is now and need no index. \`search\` and \`recent\` use the index, which \`qsearch index [FOLDER…]\`
brings up to date. Ask with a few specific words first; add filters (\`ext:\`, \`path:\`, \`type:\`, \`lang:\`, \`after:\`) where too much is found.
`;
}
