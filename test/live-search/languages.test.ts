/** A word that stands in a file is found there as it was typed, by every live search, in whatever language; before other forms. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { foldAll } from "../../src/text/fold.ts";
import { isStopWord } from "../../src/text/stopwords.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";
import { code } from "./code/shop.ts";
import { context, focus, paths } from "./tools.ts";

/** Sentences of our own; every word of five letters or more may be asked for. */
const SENTENCES: Readonly<Record<string, string>> = {
  english: "timing making rating saving using closing sharing tries flies queries running stopped studies",
  german: "größere Straßen führen über Brücken zwischen Dörfern, Äpfel fallen während heißer Gewitter",
  french: "élève théâtre garçon naïveté où l'œuvre entière paraît achevée après l'été dernier",
  spanish: "mañana el pingüino corrió jugando años después bajo árboles pequeños",
  portuguese: "ações corações não informações também lições próprias",
  italian: "perché città università più società virtù caffè",
  polish: "źródło żółty łódź święto gęślą jaźń ćwiczenie",
  czech: "příliš žluťoučký kůň úpěl ďábelské ódy řeřicha",
  turkish: "İstanbul ışık güneş çalışıyor öğrenci şişeler ılıman",
  vietnamese: "tiếng Việt những người đường phố trường đại học được",
  danish: "rødgrød ærlighed åbenhed københavn smørrebrød",
  russian: "большой ёлка чтение съезды объявления майский",
  ukrainian: "їжак ґанок єдність мінлива об'єднання",
  greek: "Ελλάδα θάλασσα οδηγός ΠΟΙΗΤΗΣ ποιητής άνθρωπος",
  hebrew: "שלום ירושלים ספרים תלמידים",
  arabic: "كِتَاب مدرسة الرياض مُعَلِّم",
  hindi: "हिन्दी विद्यालय पुस्तकें विद्यार्थी",
  chinese: "水化学反应系统的性质 深度学习模型 数据结构",
  japanese: "プログラム ガラス データベース こんにちは",
  korean: "대한민국 프로그램 데이터베이스 안녕하세요",
};

interface Asked {
  readonly language: string;
  readonly word: string;
  /** As the file spells it. */
  readonly spelt: string;
}

const asked: fc.Arbitrary<Asked> = fc
  .constantFrom(...Object.keys(SENTENCES))
  .chain((language) => {
    const words = (SENTENCES[language] ?? "")
      .split(/[\s,']+/)
      .filter((word) => word.length > 1 && !isStopWord(foldAll(word)));
    return fc.record({
      language: fc.constant(language),
      word: fc.constantFrom(...words),
      form: fc.constantFrom("NFC", "NFD"),
    });
  })
  .map(({ language, word, form }) => ({ language, word: word.normalize("NFC"), spelt: word.normalize(form) }));

test("the word as typed is found by context, focus and code", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ language, word, spelt }) => {
      const w = world({
        "notes.txt": `nothing of it here\n${"words and words\n".repeat(3)}`,
        "deep/holds.py": `# one line\n\nvalue = "${spelt}"\n`,
      });
      const found = {
        context: paths(await context(w, { keywords: [word] })),
        focus: (await focus(w, { keywords: [word] })).blocks.map(({ path }) => path),
        code: (await code(w, word)).snippets.map(({ file }) => file),
      };
      expect([language, found]).toEqual([
        language,
        { context: ["deep/holds.py"], focus: ["deep/holds.py"], code: ["deep/holds.py"] },
      ]);
    }),
    { seed: 21, numRuns: rounds(200) },
  );
}, 60_000);

test.each([
  ["timing", "class Timing {}", "export function time() {}\ntime();\ntime();\n"],
  ["making", "const a = making;", "export function make() {}\nmake(); make();\n"],
  ["flies", "it flies", "function fly() {}\nfly(); fly();\n"],
  ["café", 'const a = "café";', "function cafe() {}\ncafe(); cafe();\n"],
  ["cafe", "const cafe = 1;", 'function café() {}\ncafé(); café(); "cafe\u0301";\n'],
  ["Größe", "let größe = 1;", "class Grosse {}\nGrosse(); Grosse();\n"],
  ["большой", 'x = "большой"', "x = большои; большои(); большои()"],
])("%s: a file with the word as typed comes before files with other forms of it", async (word, own, other) => {
  const w = world({ "z/own.ts": `${own}\n`, "a/other.ts": other });
  expect(paths(await context(w, { keywords: [word] }))[0]).toBe("z/own.ts");
  expect((await code(w, word)).snippets[0]?.file).toBe("z/own.ts");
  expect((await focus(w, { keywords: [word] })).candidate_files[0]).toBe("z/own.ts");
});
