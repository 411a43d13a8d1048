/** What bench/speed/scan.ts measures beside `rg -c`: walk, ignore rules, scan and count for exactly these keywords. */
import { resolvePlace } from "../../src/live-search/search-root.ts";
import { scanTree } from "../../src/live-search/tree-scan.ts";

const [directory = ".", ...texts] = process.argv.slice(2);
const terms = {
  keywords: texts,
  resolved: texts.map((text, index) => ({ text, kind: "keyword" as const, from: [index] })),
  mode: "substring" as const,
};
const { files, considered } = await scanTree(resolvePlace({ directory }, {}), terms, { jobs: 1 });
let hits = 0;
for (const file of files) for (const id of texts.keys()) hits += file.count(id);
process.stdout.write(`${considered} files, ${files.length} with ${hits} hits\n`);
