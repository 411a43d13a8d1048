/**
 * Everything in build/ that the bundle embeds and running from source needs: kernels, compressed WebAssembly, the vocabulary, the page
 * of view; and the lists of languages.
 */
import { buildCompressed } from "./compressed.ts";
import { buildKernels } from "./kernels.ts";
import { writeLanguageLists } from "./languages.ts";
import { buildPage } from "./page.ts";
import { buildVocabulary } from "./vocabulary.ts";

/** Makes what is missing or older than its source. */
export async function prepareBuild(root: string): Promise<void> {
  writeLanguageLists(root);
  await buildKernels(root);
  buildCompressed(root);
  buildVocabulary(root);
  await buildPage(root);
}
