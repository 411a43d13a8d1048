/**
 * Our symbols beside those of Universal Ctags, over 300 files a language: how many of its functions, methods and classes we
 * have (same name, same line), and the other way round. Where the two differ, bench/quality/symbols-judged.json says who is
 * right, 20 differences a language. Dart and Swift, which it does not read, beside lists checked by hand (symbols-lists.json).
 *
 *   bun bench/quality/symbols.ts [LANGUAGE…] [--save]
 *   bun bench/quality/symbols.ts LANGUAGE --differences [COUNT]    draws differences to be judged
 *   bun bench/quality/symbols.ts LANGUAGE --left-out [COUNT]       draws of what ctags says and we do not count
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { SymbolLanguage } from "../../src/languages/names.ts";
import type { CodeSymbol } from "../../src/symbols/file-symbols.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";
import { fetchSymbolSources, symbolFiles } from "../lib/symbol-sources.ts";

const WORK = join(import.meta.dir, "..", ".work");
const FILES = 300;

/** Name of the language in ctags, and its kinds that are functions, methods or classes in the wide sense. */
const PEER: Readonly<Partial<Record<SymbolLanguage, { name: string; kinds: readonly string[]; target: number }>>> = {
  bash: { name: "Sh", kinds: ["function"], target: 0.97 },
  c: { name: "C", kinds: ["function", "struct", "union", "enum"], target: 0.9 },
  cpp: { name: "C++", kinds: ["function", "class", "struct", "union", "enum"], target: 0.9 },
  csharp: { name: "C#", kinds: ["class", "interface", "struct", "enum", "method"], target: 0.97 },
  go: { name: "Go", kinds: ["func", "struct", "interface", "methodSpec"], target: 0.97 },
  java: { name: "Java", kinds: ["class", "interface", "enum", "annotation", "method"], target: 0.97 },
  javascript: { name: "JavaScript", kinds: ["function", "generator", "method", "class"], target: 0.97 },
  kotlin: { name: "Kotlin", kinds: ["class", "interface", "object", "method"], target: 0.97 },
  php: { name: "PHP", kinds: ["class", "interface", "trait", "function"], target: 0.97 },
  python: { name: "Python", kinds: ["class", "function", "member"], target: 0.97 },
  ruby: { name: "Ruby", kinds: ["class", "module", "method", "singletonMethod"], target: 0.97 },
  rust: { name: "Rust", kinds: ["function", "method", "struct", "enum", "interface", "macro"], target: 0.97 },
  typescript: {
    name: "TypeScript",
    kinds: ["class", "interface", "enum", "function", "generator", "method"],
    target: 0.97,
  },
};

/**
 * What ctags is known to say and what nobody defines: in Kotlin `<lambda>` is a name that it makes up, and parameters of lambdas
 * and loops are methods to it; in shell an array (`NAME=()`) is a function, in JavaScript an object literal (`x = {…}`) a class.
 */
function isDefinition(tag: Tag, language: SymbolLanguage, line: string): boolean {
  if (language === "kotlin" && tag.kind === "method")
    return /\bfun\b[^={]*$/.test(line.slice(0, line.indexOf(tag.name)));
  if (language === "bash") return !tag.name.endsWith("=");
  if (language === "javascript" && tag.kind === "class") {
    const name = tag.name.replace(/[$]/g, "\\$&");
    return new RegExp(`\\b(class|function)\\s+${name}\\b|${name}\\s*[=:]\\s*(class|function)\\b`).test(line);
  }
  return true;
}

/** Kinds of ours that answer to them. */
const OURS: ReadonlySet<string> = new Set(
  "function method class interface trait struct enum module type property macro".split(" "),
);
/** Of these ctags has them too, so that what it has not is a difference. */
const COMPARED: ReadonlySet<string> = new Set("function method class interface trait struct enum".split(" "));

/** And those that the lists of Dart and Swift name. */
const LISTED: ReadonlySet<string> = new Set([...COMPARED, "type", "impl"]);

/** By language, then by file. */
type Lists = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface Tag {
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  readonly line: number;
}

interface Difference {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly only: "ctags" | "qsearch";
  /** An entry of ctags that is not counted: see isDefinition. */
  readonly leftOut?: true;
}

interface Judgement extends Difference {
  /** Who is right: the name is defined there (whoever has it), or it is not. */
  readonly right: "ctags" | "qsearch" | "both";
  readonly why: string;
}

const args = process.argv.slice(2);
const named = args.filter((arg) => arg in PEER) as SymbolLanguage[];
const languages = named.length > 0 ? named : (Object.keys(PEER) as SymbolLanguage[]);
ensureCtags();
fetchSymbolSources();
const judged = JSON.parse(readFileSync(join(import.meta.dir, "symbols-judged.json"), "utf8")) as Judgement[];
const results: Record<string, unknown> = {};
for (const language of languages) {
  const compared = await compare(language);
  results[language] = compared.figures;
  if (args.includes("--differences")) draw(compared.differences, Number(args.at(-1)) || 20);
  else if (args.includes("--left-out")) draw(compared.leftOut, Number(args.at(-1)) || 20);
  else process.stderr.write(`${language} ${JSON.stringify(compared.figures)}\n`);
}
if (named.length === 0)
  for (const language of ["dart", "swift"] as const) results[language] = await compareList(language);
if (args.includes("--save")) report("symbols", { ctags: ctagsVersion(), files: FILES, languages: results });

async function compare(language: SymbolLanguage) {
  const files = symbolFiles(language, FILES);
  const peer = PEER[language] ?? { name: "", kinds: [], target: 1 };
  const tags = tagsOf(files, peer.name, new Set(peer.kinds));
  const reader = await openSymbolReader([language]);
  const differences: Difference[] = [];
  let total = 0;
  let found = 0;
  let ours = 0;
  let shared = 0;
  let unread = 0;
  const leftOut: Difference[] = [];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const symbols = reader.symbols(text, language);
    if (symbols.lane !== "tree-sitter") unread++;
    const place = relative(WORK, file);
    const lines = text.split("\n");
    const all = tags.get(file) ?? [];
    const theirs = all.filter((tag) => isDefinition(tag, language, lines[tag.line - 1] ?? ""));
    for (const { name, line, kind } of all.filter((tag) => !theirs.includes(tag)))
      leftOut.push({ file: place, line, name, kind, only: "ctags", leftOut: true });
    for (const { name, line, kind } of theirs) {
      total++;
      if (symbols.symbols.some((symbol) => OURS.has(symbol.kind) && answers(symbol, name, line))) found++;
      else differences.push({ file: place, line, name, kind, only: "ctags" });
    }
    for (const symbol of symbols.symbols) {
      if (symbol.name === "" || !COMPARED.has(symbol.kind)) continue;
      ours++;
      if (theirs.some(({ name, line }) => answers(symbol, name, line))) shared++;
      else {
        const { headLine, name, kind } = symbol;
        differences.push({ file: place, line: headLine, name, kind, only: "qsearch" });
      }
    }
  }
  reader.close();
  const verdicts = judged.filter(({ file }) => files.includes(join(WORK, file)));
  const figures = {
    files: files.length,
    unread,
    ctags: total,
    /** Left out: see isDefinition. */
    ctagsNone: leftOut.length,
    found,
    share: Number((found / total).toFixed(4)),
    /** Of all entries, those left out too. */
    raw: Number((found / (total + leftOut.length)).toFixed(4)),
    target: peer.target,
    met: found / total >= peer.target,
    ours,
    inCtags: shared,
    judged: tally(verdicts),
  };
  return { figures, differences, leftOut };
}

/**
 * Beside a list of "line name" of each function, method, initialiser and type: drawn up from the lines by patterns that know
 * nothing of our trees, then read through.
 */
async function compareList(language: "dart" | "swift") {
  const all = JSON.parse(readFileSync(join(import.meta.dir, "symbols-lists.json"), "utf8")) as Lists;
  const lists = Object.entries(all[language] ?? {});
  const reader = await openSymbolReader([language]);
  const missed: string[] = [];
  const added: string[] = [];
  let total = 0;
  for (const [file, list] of lists) {
    const { symbols } = reader.symbols(readFileSync(join(WORK, file), "utf8"), language);
    const named = symbols.filter(({ name, kind }) => name !== "" && LISTED.has(kind));
    const listed = list.map((entry) => ({ line: Number(entry.split(" ")[0]), name: entry.split(" ")[1] ?? "" }));
    total += listed.length;
    for (const { line, name } of listed)
      if (!named.some((symbol) => symbol.headLine === line && answers(symbol, name, line)))
        missed.push(`${file}:${line} ${name}`);
    for (const symbol of named)
      if (!listed.some(({ line, name }) => symbol.headLine === line && answers(symbol, name, line)))
        added.push(`${file}:${symbol.headLine} ${symbol.name}`);
  }
  reader.close();
  const found = total - missed.length;
  const figures = {
    files: lists.length,
    listed: total,
    found,
    share: Number((found / total).toFixed(4)),
    missed,
    added,
  };
  process.stderr.write(`${language} ${JSON.stringify(figures)}\n`);
  return figures;
}

/** ctags tells the line of the name or of the declaration's beginning. */
function answers(symbol: CodeSymbol, name: string, line: number): boolean {
  if (Math.abs(symbol.headLine - line) > 3 || line < symbol.lineStart || line > symbol.lineEnd) return false;
  return symbol.name === name || lastPart(symbol.name) === lastPart(name);
}

/** Without the namespace, and without the # of JavaScript's private names, which ctags leaves out. */
function lastPart(name: string): string {
  return (
    name
      .replace(/[\s#]+/g, "")
      .split(/::|\./)
      .at(-1) ?? name
  );
}

function tagsOf(files: readonly string[], name: string, kinds: ReadonlySet<string>): Map<string, Tag[]> {
  const command = ["ctags", "--options=NONE", `--language-force=${name}`, "--output-format=json", "--fields=NFnK"];
  const run = Bun.spawnSync([...command, "-L", "-", "-f", "-"], {
    stdin: new TextEncoder().encode(`${files.join("\n")}\n`),
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  if (run.exitCode !== 0) throw new Error(`ctags: ${run.stderr.toString().slice(-2000)}`);
  const tags = new Map<string, Tag[]>();
  const seen = new Set<string>();
  for (const line of run.stdout.toString().split("\n")) {
    if (!line.startsWith("{")) continue;
    const tag = JSON.parse(line) as Tag;
    const key = `${tag.path}:${tag.line}:${tag.name}`;
    // Names that ctags makes up for what has none.
    if (!kinds.has(tag.kind) || /^__anon|^anonymous\w*[0-9a-f]{8}/i.test(tag.name) || seen.has(key)) continue;
    seen.add(key);
    const known = tags.get(tag.path);
    if (known === undefined) tags.set(tag.path, [tag]);
    else known.push(tag);
  }
  return tags;
}

/** Half of what only ctags has, half of what only we have, as far as there are so many, by a fixed seed. */
function draw(differences: readonly Difference[], count: number): void {
  const random = randomSource(20);
  const shuffled = [...differences].map((difference) => ({ difference, at: random() })).sort((a, b) => a.at - b.at);
  const of = (side: string) => shuffled.map(({ difference }) => difference).filter(({ only }) => only === side);
  const [theirs, ours] = [of("ctags"), of("qsearch")];
  const half = Math.ceil(count / 2);
  const fromTheirs = theirs.slice(0, Math.max(half, count - ours.length));
  const drawn = [...fromTheirs, ...ours.slice(0, Math.max(0, count - fromTheirs.length))];
  for (const difference of drawn) {
    const text = readFileSync(join(WORK, difference.file), "utf8").split("\n")[difference.line - 1]?.trim() ?? "";
    process.stdout.write(`${JSON.stringify(difference)}  ${text.slice(0, 110)}\n`);
  }
  process.stdout.write(`only ctags: ${theirs.length}, only qsearch: ${ours.length}\n`);
}

function tally(judgements: readonly Judgement[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { only, right, leftOut } of judgements) {
    const key = `${leftOut ? "left out" : `only ${only}`}, right ${right}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function ctagsVersion(): string {
  const run = Bun.spawnSync(["ctags", "--version"], { stdout: "pipe", stderr: "ignore" });
  return run.stdout.toString().split("\n")[0] ?? "";
}

function ensureCtags(): void {
  const isThere = () => {
    try {
      return ctagsVersion().startsWith("Universal Ctags");
    } catch {
      return false;
    }
  };
  if (isThere()) return;
  Bun.spawnSync(["apt-get", "install", "-y", "-q", "universal-ctags"], { stdout: "ignore", stderr: "ignore" });
  if (!isThere()) throw new Error("this bench needs Universal Ctags (Debian package universal-ctags)");
}
