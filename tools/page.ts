/** The page of `view`: bundled by Bun into build/view, from where the program imports it as texts. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of all files of the page together. */
const MOST_BYTES = 120_000;

/** Makes the page anew where one of its sources is younger. Throws when it does not compile or grows beyond its limit. */
export async function buildPage(root: string): Promise<void> {
  const source = join(root, "src", "view", "page");
  const target = join(root, "build", "view");
  const script = join(target, "app.js.txt");
  const youngest = [
    ...readdirSync(source).map((name) => join(source, name)),
    import.meta.path,
    join(root, "package.json"),
  ];
  const isCurrent = existsSync(script) && youngest.every((file) => statSync(file).mtimeMs <= statSync(script).mtimeMs);
  if (isCurrent) return;
  mkdirSync(target, { recursive: true });
  for (const name of ["app.css", "index.html", "icon.svg"])
    copyFileSync(join(source, name), join(target, `${name}.txt`));
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "app.tsx")],
    target: "browser",
    format: "esm",
    minify: true,
    jsx: { runtime: "automatic", importSource: "preact" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [bundle] = outputs;
  if (bundle === undefined) throw new Error("the page has no bundle");
  writeFileSync(script, await bundle.text());
  const bytes = pageBytes(root);
  if (bytes > MOST_BYTES) throw new Error(`the page of view has ${bytes} bytes, more than ${MOST_BYTES}`);
}

/** Bytes that the page adds to the program. */
export function pageBytes(root: string): number {
  const target = join(root, "build", "view");
  return readdirSync(target).reduce((sum, name) => sum + statSync(join(target, name)).size, 0);
}
