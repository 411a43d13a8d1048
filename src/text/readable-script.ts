/**
 * Scripts that the embedding model can read. Its vocabulary (a test counts) has 22,000 words of Latin letters, and only single
 * letters of every other script, so a text in another script becomes a row of letters without meaning.
 */

const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;
const ASCII_LETTER = /[A-Za-z]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Whether at least half of the letters are Latin, the script of the model's words. A text without letters is readable. */
export function isReadable(text: string): boolean {
  if (!BEYOND_ASCII.test(text)) return true;
  const letters = text.match(LETTER)?.length ?? 0;
  // Cheaper than the script property, and enough for most texts.
  if ((text.match(ASCII_LETTER)?.length ?? 0) * 2 >= letters) return true;
  return (text.match(LATIN)?.length ?? 0) * 2 >= letters;
}
