/** Little trees in memory for resolution. Expectations stand in the source itself, behind the call: `f()  # f = a.py:3`. */
import { CallResolver, type Resolution } from "../../src/call-graph/resolver.ts";
import { type CodeWorld, GraphFile, PathTable } from "../../src/call-graph/world.ts";
import { categorise } from "../../src/corpus/categories.ts";
import { symbolLanguage } from "../../src/languages/names.ts";
import { type CodeReader, openCodeReader } from "../../src/symbols/symbol-reader.ts";

type Files = Readonly<Record<string, string>>;

export async function graphWorld(files: Files): Promise<CodeWorld> {
  const rels = Object.keys(files).sort();
  const languageOf = (rel: string) => symbolLanguage(rel, categorise(rel).language);
  const readers = new Map<string, CodeReader>();
  const parsed = new Map<string, GraphFile>();
  for (const rel of rels) {
    const language = languageOf(rel);
    const text = files[rel] ?? "";
    if (language === null) continue;
    const reader = readers.get(language) ?? (await openCodeReader(language, true));
    readers.set(language, reader);
    const { found, records } = reader.read(text, language);
    parsed.set(rel, new GraphFile(rel, language, text, found, records));
  }
  const paths = new PathTable(rels);
  return {
    file: (rel) => parsed.get(rel) ?? null,
    text: (rel) => files[rel] ?? null,
    has: (rel) => paths.has(rel),
    filesIn: (folder) => paths.filesIn(folder),
    hasFolder: (folder) => paths.hasFolder(folder),
    hasFolderCalled: (name) => paths.hasFolderCalled(name),
    filesCalled: (name) => paths.filesCalled(name),
    mentions: (rel, name) => files[rel]?.includes(name) ?? false,
    unanswered: 0,
    speaks: (language) => [...parsed.values()].some((file) => file.language === language),
    holding: (name) => [...parsed.values()].filter(({ text }) => text.includes(name)),
  };
}

const EXPECTED = /(?:#|\/\/|--) ([\w$]+) = (.+)$/;

/** What each marked call resolves to, and what is expected of it: lines of `file:line name = …`. */
export async function judged(files: Files): Promise<{ readonly found: string[]; readonly expected: string[] }> {
  const world = await graphWorld(files);
  const resolver = new CallResolver(world);
  const found: string[] = [];
  const expected: string[] = [];
  for (const [rel, text] of Object.entries(files)) {
    for (const [at, line] of text.split("\n").entries()) {
      const [, name, wanted] = EXPECTED.exec(line) ?? [];
      if (name === undefined || wanted === undefined) continue;
      const file = world.file(rel);
      const call = file?.found.calls.find((each) => each.line === at + 1 && each.name === name);
      const place = `${rel}:${at + 1} ${name} = `;
      expected.push(place + wanted.trim());
      found.push(place + (file && call ? written(resolver.resolve(file, call)) : "no such call"));
    }
  }
  return { found, expected };
}

/** `a.py:3`, `external`, `perhaps a.py:3 b.py:1`, `unresolved`. */
function written(resolution: Resolution): string {
  switch (resolution.kind) {
    case "resolved":
      return placeOf(resolution.definition);
    case "candidates":
      return `perhaps ${resolution.definitions.map(placeOf).join(" ")}`;
    case "external":
      return "external";
    case "unresolved":
      return "unresolved";
  }
}

function placeOf({ file, index }: { readonly file: GraphFile; readonly index: number }): string {
  return `${file.rel}:${file.symbol(index)?.headLine}`;
}
