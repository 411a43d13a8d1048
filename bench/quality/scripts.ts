/**
 * Languages that the model cannot read: the default mode beside words alone, NDCG@10. Texts are Django's own messages in Russian,
 * Arabic, Greek, Chinese, Hebrew, Hindi, Japanese and Korean (from the source corpus); each is a note, and a question is half of the words of one, or
 * a few characters out of its middle where words have no blanks. All are indexed with `embed = all`.
 *
 *   bun bench/quality/scripts.ts [--save]
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SemanticHandler } from "../../src/index-search/semantic-handler.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { embeddedCounts } from "../../src/store/vectors.ts";
import { sourceCorpus } from "../lib/corpora.ts";
import { report, scratch } from "../lib/measure.ts";
import { meanOf, measuresOf } from "./measures.ts";

const LOCALES = ["ru", "ar", "el", "zh_Hans", "he", "hi", "ja", "ko"] as const;
/** UTF-16 units: shorter messages are labels. Scripts without blanks say as much in half. */
const LEAST = { words: 50, characters: 22 };
const QUESTIONS = 150;

/** The texts of a language's catalogs, each once. */
function messagesOf(locale: string): string[] {
  const root = join(sourceCorpus(), "pypi");
  const catalogs = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.includes(`/locale/${locale}/`) && file.endsWith(".po"))
    .sort();
  const least = hasBlanks(locale) ? LEAST.words : LEAST.characters;
  const texts = catalogs.flatMap((file) => textsOf(readFileSync(join(root, file), "utf8")));
  return [...new Set(texts)].filter((text) => text.length >= least);
}

const hasBlanks = (locale: string) => locale !== "zh_Hans" && locale !== "ja";

/** The translations in a catalog of gettext, without marks for values. */
function textsOf(catalog: string): string[] {
  return [...catalog.matchAll(/^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)/gm)].slice(1).map(([, quoted = ""]) => {
    const lines = [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, line = ""]) => line);
    return lines
      .join("")
      .replace(/\\n/g, " ")
      .replace(/\\(.)/g, "$1")
      .replace(/%\(\w+\)\w|%\w|\{\w*\}|<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  });
}

function questionOf(text: string, locale: string): string {
  if (!hasBlanks(locale)) return text.replace(/[^\p{L}\p{N}]/gu, "").slice(4, 14);
  const words = text.match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  return words.filter((_, at) => at % 2 === 1).join(" ");
}

async function figuresOf(locale: string, folder: string) {
  const texts = messagesOf(locale);
  const root = join(folder, "notes");
  mkdirSync(root);
  for (const [at, text] of texts.entries()) writeFileSync(join(root, `${at}.txt`), `${text}\n`);
  const dataDir = join(folder, "data");
  const settings = { ...loadSettings({ dataDir, env: {} }), roots: [root] };
  await runIndex(indexRequestSchema.parse({ root: [root], embed: "all" }), { settings, embed: {}, jobs: 1 });
  const store = openStore(dataDir, "read");
  const handler = new SemanticHandler();
  const asked = texts
    .map((text, at) => ({ question: questionOf(text, locale), at }))
    .filter(({ question }) => question.length > 7);
  const step = Math.max(1, asked.length / QUESTIONS);
  const questions = Array.from({ length: Math.min(QUESTIONS, asked.length) }, (_, k) => asked[Math.floor(k * step)]);
  const ndcg = async (mode: "hybrid" | "lexical") => {
    const measured = [];
    for (const each of questions) {
      if (each === undefined) continue;
      const request = searchRequestSchema.parse({ query: each.question, mode, limit: 10 });
      const { hits } = await handler.answer(store, request, settings);
      measured.push(
        measuresOf(
          hits.map(({ path }) => path.slice(root.length + 1)),
          new Map([[`${each.at}.txt`, 1]]),
        ),
      );
    }
    return meanOf(measured).ndcg10;
  };
  const figures = {
    notes: texts.length,
    questions: questions.length,
    words: await ndcg("lexical"),
    default: await ndcg("hybrid"),
  };
  const { embedded } = store.read(() => embeddedCounts(store, { policy: "all" }));
  handler.close();
  store.close();
  return { ...figures, embedded, holds: figures.default >= figures.words };
}

const languages: Record<string, unknown> = {};
for (const locale of LOCALES) {
  languages[locale] = await scratch(async (folder) => await figuresOf(locale, folder));
  process.stderr.write(`${locale} ${JSON.stringify(languages[locale])}\n`);
}
if (process.argv.includes("--save")) report("quality-scripts", { command: "bun bench/quality/scripts.ts", languages });
