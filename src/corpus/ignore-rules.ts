/**
 * The rules of one folder's ignore files, compiled once. Parsing and matching follow git (gitignore(5), `git
 * check-ignore`): the last matching rule decides; a rule without a slash matches names at any depth, a rule with a slash
 * the path from the file's folder; `dir/` matches only folders; `!` takes a match back.
 * Most rules are plain names (`build/`, `/dist`) or endings (`*.log`): hash maps hold these, so a path costs two look-ups for
 * any number of rules, and only true globs are tried one by one.
 */
import { byteString, pathFromBytes } from "./path-bytes.ts";
import { compileGlob, type Glob, literalOf, matchGlob } from "./wildmatch.ts";

/** The verdict of a set of rules about a path. */
export type Verdict = "ignored" | "included" | "undecided";

/** For files and for folders: the number of the last matching rule, -1 for none. */
interface Slot {
  file: number;
  folder: number;
}

/** Rules whose last component is one literal name. */
interface NameRules {
  readonly anywhere: Slot;
  /** Path from the rules' folder → slot. */
  anchored: Map<string, Slot> | null;
}

interface Ending {
  readonly suffix: string;
  readonly rule: number;
  readonly folderOnly: boolean;
}

interface GlobRule {
  readonly rule: number;
  readonly folderOnly: boolean;
  /** Whether the glob matches the whole path or only the name. */
  readonly pathMode: boolean;
  /** Literal bytes at the start of the path; the glob matches the rest. */
  readonly prefix: string;
  readonly glob: Glob;
}

export class IgnoreRules {
  private readonly negated: boolean[] = [];
  private readonly names = new Map<string, NameRules>();
  /** `*.ext` rules by ".ext", where ext holds no dot. */
  private readonly extensions = new Map<string, Slot>();
  private readonly endings: Ending[] = [];
  private readonly globs: GlobRule[] = [];

  /** `sources`: contents of ignore files of one folder; rules of a later file override those of an earlier one. */
  constructor(sources: readonly Uint8Array[]) {
    for (const source of sources) for (const line of patternLines(source)) this.add(line);
    this.endings.reverse();
    this.globs.reverse();
  }

  /** Rules from a configuration's list of patterns, each as a line of an ignore file. */
  static fromPatterns(patterns: readonly string[]): IgnoreRules {
    return new IgnoreRules([Buffer.from(patterns.join("\n"), "utf8")]);
  }

  get isEmpty(): boolean {
    return this.negated.length === 0;
  }

  /**
   * The verdict about one path without its parents. `path.slice(from)` is the path from the rules' own folder, `name` its last
   * component.
   */
  judge(path: string, from: number, name: string, isFolder: boolean): Verdict {
    const rule = this.lastMatch(path, from, name, isFolder);
    if (rule < 0) return "undecided";
    return this.negated[rule] ? "included" : "ignored";
  }

  /** Whether a rule (by its number) begins with "!". */
  isNegated(rule: number): boolean {
    return this.negated[rule] ?? false;
  }

  /** Number of the last matching rule, -1 for none; arguments as for `judge`. */
  lastMatch(path: string, from: number, name: string, isFolder: boolean): number {
    let best = -1;
    const named = this.names.get(name);
    if (named !== undefined) {
      best = of(named.anywhere, isFolder);
      const anchored = named.anchored?.get(path.slice(from));
      if (anchored !== undefined) best = Math.max(best, of(anchored, isFolder));
    }
    if (this.extensions.size > 0) {
      const dot = name.lastIndexOf(".");
      const slot = dot < 0 ? undefined : this.extensions.get(name.slice(dot));
      if (slot !== undefined) best = Math.max(best, of(slot, isFolder));
    }
    for (const ending of this.endings) {
      if (ending.rule <= best) break;
      if ((isFolder || !ending.folderOnly) && name.endsWith(ending.suffix)) best = ending.rule;
    }
    return this.globs.length === 0 ? best : this.lastGlob(path.slice(from), isFolder, best);
  }

  private lastGlob(path: string, isFolder: boolean, best: number): number {
    const bytes = byteString(path);
    const nameAt = bytes.lastIndexOf("/") + 1;
    for (const { rule, folderOnly, pathMode, prefix, glob } of this.globs) {
      if (rule <= best) break;
      if (folderOnly && !isFolder) continue;
      const from = pathMode ? 0 : nameAt;
      if (prefix !== "" && !bytes.startsWith(prefix, from)) continue;
      if (matchGlob(glob, bytes, from + prefix.length, pathMode)) return rule;
    }
    return best;
  }

  /** Adds one line, a byte string; the steps and their order are git's parse_path_pattern and match_pathname. */
  private add(line: string): void {
    let pattern = line;
    const negated = pattern.startsWith("!");
    if (negated) pattern = pattern.slice(1);
    const folderOnly = pattern.endsWith("/");
    if (folderOnly) pattern = pattern.slice(0, -1);
    let pathMode = pattern.includes("/");
    if (pattern.startsWith("/")) pattern = pattern.slice(1);
    // "**/name" means the same as "name".
    if (pattern.startsWith("**/") && !pattern.includes("/", 3)) {
      pattern = pattern.slice(3);
      pathMode = false;
    }
    if (pattern === "") return;
    const rule = this.negated.length;
    if (this.file(pattern, pathMode, folderOnly, rule)) this.negated.push(negated);
  }

  /** Stores a pattern where `judge` looks it up; false when the pattern can never match. */
  private file(pattern: string, pathMode: boolean, folderOnly: boolean, rule: number): boolean {
    const plain = plainLength(pattern);
    if (plain === pattern.length) {
      this.fileLiteral(pattern, pathMode, folderOnly, rule);
      return true;
    }
    if (!pathMode && pattern.startsWith("*") && plainLength(pattern, 1) === pattern.length) {
      const suffix = fromByteString(pattern.slice(1));
      if (suffix !== "" && suffix.isWellFormed()) {
        this.fileEnding(suffix, folderOnly, rule);
        return true;
      }
    }
    // As git does: the literal start is compared, and only the rest is a glob. So the "**" of "a**/b" stands at the start of a
    // pattern and crosses folders, although gitignore(5) treats it as "*".
    const prefix = pathMode ? pattern.slice(0, plain) : "";
    const glob = compileGlob(pattern.slice(prefix.length), pathMode);
    if (glob === null) return false;
    const literal = literalOf(glob);
    if (literal !== null) this.fileLiteral(prefix + literal, pathMode, folderOnly, rule);
    else this.globs.push({ rule, folderOnly, pathMode, prefix, glob });
    return true;
  }

  private fileLiteral(bytes: string, anchored: boolean, folderOnly: boolean, rule: number): void {
    const literal = fromByteString(bytes);
    const name = literal.slice(literal.lastIndexOf("/") + 1);
    // A name never holds a slash, nor a path an empty component: the rule matches nothing, but keeps its number.
    if (name === "" || (!anchored && name !== literal)) return;
    let rules = this.names.get(name);
    if (rules === undefined) {
      rules = { anywhere: { file: -1, folder: -1 }, anchored: null };
      this.names.set(name, rules);
    }
    if (!anchored) set(rules.anywhere, folderOnly, rule);
    else {
      rules.anchored ??= new Map();
      set(slotOf(rules.anchored, literal), folderOnly, rule);
    }
  }

  private fileEnding(suffix: string, folderOnly: boolean, rule: number): void {
    if (suffix.lastIndexOf(".") === 0) set(slotOf(this.extensions, suffix), folderOnly, rule);
    else this.endings.push({ suffix, rule, folderOnly });
  }
}

function of(slot: Slot, isFolder: boolean): number {
  return isFolder ? slot.folder : slot.file;
}

function set(slot: Slot, folderOnly: boolean, rule: number): void {
  slot.folder = rule;
  if (!folderOnly) slot.file = rule;
}

function slotOf(map: Map<string, Slot>, key: string): Slot {
  let slot = map.get(key);
  if (slot === undefined) {
    slot = { file: -1, folder: -1 };
    map.set(key, slot);
  }
  return slot;
}

/** Number of bytes before the first byte with a meaning in globs. */
function plainLength(pattern: string, from = 0): number {
  for (let at = from; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "*" || character === "?" || character === "[" || character === "\\") return at;
  }
  return pattern.length;
}

function fromByteString(bytes: string): string {
  return pathFromBytes(Buffer.from(bytes, "latin1"));
}

/** The pattern lines of an ignore file, as byte strings: without byte-order mark, CR of CRLF, comments, trailing blanks. */
function* patternLines(source: Uint8Array): Generator<string> {
  const marked = source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf;
  const buffer = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  for (let line of buffer.toString("latin1", marked ? 3 : 0, buffer.length).split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    if (line.endsWith("\r")) line = line.slice(0, -1);
    const nul = line.indexOf("\0");
    if (nul >= 0) line = line.slice(0, nul);
    line = trimBlanks(line);
    if (line !== "") yield line;
  }
}

/** Removes trailing spaces (tabs stay), unless a backslash keeps one. */
function trimBlanks(line: string): string {
  if (!line.endsWith(" ")) return line;
  let end = -1;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === " ") {
      if (end < 0) end = at;
    } else {
      end = -1;
      if (line[at] === "\\") at++;
    }
  }
  return end < 0 ? line : line.slice(0, end);
}
