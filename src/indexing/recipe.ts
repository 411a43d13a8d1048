/**
 * How a file's rows are made, as a string. A file with equal bytes and recipe needs no work; a new extractor version, chunk
 * size or encoding changes the recipe of exactly the files concerned.
 */
import { categoriseNamed, extensionOf, lowerName } from "../corpus/categories.ts";
import { CATEGORISER } from "../corpus/generated.ts";
import type { Extractor } from "../extract/extractor.ts";
import { extractorFor, extractorKey, isReaderIsolated } from "../extract/registry.ts";
import type { Category } from "../store/file-outcomes.ts";
import { CHUNKER_VERSION } from "../text/chunks.ts";

/** Version of the facts from names, part of recipes; since 2, roots that are single files have names. */
export const NAMES_VERSION = 2;

export interface RecipeOptions {
  readonly encodings: readonly string[];
  /** UTF-16 units. */
  readonly chunkSize: number;
  readonly overlap: number;
}

/** Facts about a file from its name. */
export interface RecipeFacts {
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
  readonly extractor: Extractor;
}

/** `path`: corpus/roots.ts, `namingPath`. */
export function recipeFacts(path: string): RecipeFacts {
  // One string for all tables: its hash is made once.
  const name = lowerName(path);
  const { ext, category, language } = categoriseNamed(path, name);
  return { ext, category, language, extractor: extractorFor(name, ext) };
}

/** Whether a file's reader runs in a child process. Cheaper than `recipeFacts`. */
export function isIsolated(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return isReaderIsolated(name, extensionOf(name));
}

export interface Recipe {
  /** Together with the bytes, decides the extracted text: part of the content's key. */
  readonly variant: string;
  /** Decides all rows. */
  readonly key: string;
}

/** Makes recipes for one set of options, each string once. */
export class Recipes {
  readonly #chunking: string;
  readonly #encodings: string;
  readonly #made = new Map<string, Recipe>();

  constructor({ encodings, chunkSize, overlap }: RecipeOptions) {
    this.#chunking = `chunks@${CHUNKER_VERSION} ${chunkSize}/${overlap}`;
    this.#encodings = encodings.join(",");
  }

  /** `utf8`: the bytes are valid UTF-8, so configured encodings have no effect. */
  of({ extractor, ext, category, language }: RecipeFacts, utf8: boolean): Recipe {
    const encodings = utf8 || extractor.isolated === true ? "" : this.#encodings;
    const name = `${extractor.name} ${ext} ${category} ${language} ${encodings}`;
    let recipe = this.#made.get(name);
    if (!recipe) {
      const variant = `${extractorKey(extractor)} .${ext}${encodings === "" ? "" : ` ${encodings}`}`;
      recipe = { variant, key: `${variant} ${category} ${language ?? "-"} ${CATEGORISER} ${this.#chunking}` };
      this.#made.set(name, recipe);
    }
    return recipe;
  }
}
