/** TOML, INI and related formats: the unchanged source; `[section]` lines are its sections. */
import { categorise } from "../corpus/categories.ts";
import { decodeText } from "../corpus/decode.ts";
import { lineStarts } from "../text/lines.ts";
import type { Extractor } from "./extractor.ts";
import { MarkList, type Marks, sourceDocument } from "./source.ts";

export const tomlExtractor: Extractor = {
  name: "toml",
  version: 1,
  extensions: ["toml"],
  names: ["cargo.lock", "poetry.lock", "pdm.lock", "uv.lock", "pipfile"],
  extract({ bytes, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, "toml", sectionMarks(text));
  },
};

export const iniExtractor: Extractor = {
  name: "ini",
  version: 1,
  extensions: ["ini", "cfg", "conf", "cnf", "desktop", "service", "properties", "editorconfig", "gitconfig"],
  names: [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".pylintrc", ".flake8", ".coveragerc"],
  extract({ bytes, name, encodings }) {
    const text = decodeText(bytes, encodings);
    return sourceDocument(text, categorise(name).language ?? "ini", sectionMarks(text));
  },
};

const SECTION = /[ \t]{0,4}\[{1,2}[ \t]*([^\]\n]{1,200}?)[ \t]*\]{1,2}[ \t]*(?=[#;\n]|$)/y;
const INDENT_OR_BRACKET = new Set([0x5b, 0x20, 0x09]);

function sectionMarks(text: string): Marks {
  const marks = new MarkList();
  for (const start of lineStarts(text)) {
    if (!INDENT_OR_BRACKET.has(text.charCodeAt(start))) continue;
    SECTION.lastIndex = start;
    const title = SECTION.exec(text)?.[1];
    if (title !== undefined) marks.heading(start, title, 1);
  }
  return marks;
}
