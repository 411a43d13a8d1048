/**
 * What the embedding model can read. Its vocabulary decides (a test counts): 22,000 words of Latin letters, and of every other
 * script its letters alone, so that a text in it becomes a row of letters without meaning.
 */

const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
const ASCII_LETTER = /[A-Za-z]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Whether at least half of the letters are of the script that the model has words in. A text without letters is readable. */
export function isReadable(text: string): boolean {
  if (!BEYOND_ASCII.test(text)) return true;
  const letters = text.match(LETTER)?.length ?? 0;
  // Cheaper than the script's property, and enough for most texts.
  if ((text.match(ASCII_LETTER)?.length ?? 0) * 2 >= letters) return true;
  return (text.match(LATIN)?.length ?? 0) * 2 >= letters;
}
