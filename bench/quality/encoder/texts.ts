/** Texts to compare encoders on, made from a fixed seed: prose and code of this repository, and everything that is neither. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomSource } from "../../lib/corpora.ts";

const ROOT = join(import.meta.dir, "..", "..", "..");
export const SEED = 20261130;

/** Of about 520 texts; each kind in lengths from 1 to 5,000 characters. */
export function referenceTexts(): string[] {
  const random = randomSource(SEED);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  /** Mostly short, as chunks and queries are, and some of thousands. */
  const length = () => (random() < 0.04 ? 2000 + below(3000) : random() < 0.45 ? 1 + below(90) : 90 + below(700));
  const sample = (text: string, size = length()) => {
    const start = below(Math.max(1, text.length - size));
    return text.slice(start, start + size);
  };
  const many = (count: number, make: () => string) => Array.from({ length: count }, make);
  const made = (make: () => string, size = length()) => {
    let text = "";
    while (text.length < size) text += make();
    return text;
  };
  const characters = (from: number, to: number) => () => String.fromCodePoint(from + below(to - from + 1));
  const mixed = (...makers: readonly (() => string)[]) => made(() => pick(makers)());

  const prose = filesOf("docs", ".md");
  const code = filesOf("src", ".ts");
  const words = prose.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const chinese = () =>
    made(characters(0x4e00, 0x6fff), 1 + below(6)) + pick(["", "", "，", "。", " ", "\n", "「", "》"]);
  const arabic = () => made(characters(0x621, 0x64a), 2 + below(6)) + pick([" ", " ", "، ", "؟ ", "َ ", "ّ"]);
  const emoji = () =>
    pick(["🙂", "👩‍👩‍👧", "🇩🇪", "❤️", "🚀", "👍🏽", "🤣", "🫠", "⚙️", "✅", "🦄", "🧑🏾‍💻"]) + pick(["", "", " ", "!"]);
  const control = () =>
    String.fromCharCode(pick([0, 1, 7, 8, 9, 10, 11, 12, 13, 27, 31, 127, 133, 0xad, 0x200b, 0xfeff]));
  const word = () => `${pick(words)}${pick([" ", " ", " ", ", ", ". ", "\n"])}`;
  const identifier = () => {
    const parts = many(2 + below(3), () => pick(words));
    const camel = parts.map((part) => part[0]?.toUpperCase() + part.slice(1)).join("");
    return `${pick([camel, parts.join("_"), parts.join("-"), `${parts.join(".")}()`, `__${parts[0]}__`])} `;
  };
  const special = () => pick(["[CLS]", "[SEP]", "[MASK]", "[PAD]", "[UNK]", "[cls]", "[SEP", "##ing", "[ MASK ]"]);
  const number = () =>
    `${pick(["0x1f", "3.14159", "1e-9", "2026-11-30", "192.0.2.7", "v1.30.0", "½", "²", "Ⅷ", "٣", "１２"])} `;
  const other = () => mixed(characters(0xc0, 0x24f), characters(0x370, 0x3ff), characters(0x400, 0x4ff), () => " ");
  const anything = () => {
    for (;;) {
      const code = below(0x30000);
      if (code < 0xd800 || code > 0xdfff) return String.fromCodePoint(code);
    }
  };

  return [
    ...[
      "",
      " ",
      "a",
      "A",
      ".",
      "é",
      "é",
      "中",
      "🙂",
      "\0",
      "\n",
      "ß",
      "İ",
      "ΑΣ ΟΔΟΣ",
      "[SEP]",
      "한국어 문서",
      "ไฟล์",
      "ﬁle",
    ],
    ...["x".repeat(100), "x".repeat(101), "é".repeat(100), "é".repeat(100), "ab".repeat(2500), "-".repeat(300)],
    ...many(130, () => sample(prose)),
    ...many(120, () => sample(code)),
    ...many(50, () => made(word)),
    ...many(40, () => made(chinese)),
    ...many(40, () => made(arabic)),
    ...many(25, () => made(emoji, 1 + below(80))),
    ...many(20, () => mixed(control, word)),
    ...many(20, () => mixed(identifier, number)),
    ...many(15, () => mixed(special, word)),
    ...many(20, other),
    ...many(20, () => made(characters(0xac00, 0xd7a3), 1 + below(200))),
    ...many(30, () => mixed(chinese, word, emoji, arabic, identifier)),
    ...many(40, () => made(anything, 1 + below(120))),
  ].map((text) => text.slice(0, 5000).toWellFormed());
}

function filesOf(folder: string, ending: string): string {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"))
    .join("\n");
}
