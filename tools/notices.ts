/** Makes the notices from what the bundle really holds: its npm packages by the metafile, the rest by tools/embedded.ts. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatNotices, type Notice } from "../src/licenses/notices.ts";
import { bundledFiles } from "./bundle.ts";
import { EMBEDDED, type Embedded, embeddedGrammars } from "./embedded.ts";

/** Folders and files whose contents are this project's own. */
const OWN = ["src/", "workers/", "package.json", "build/kernels/"];

export async function writeNotices(root: string): Promise<void> {
  const notices = noticesFor(root, await bundledFiles(root));
  writeFileSync(join(root, "src/licenses/notices.json"), `${JSON.stringify({ notices }, null, 2)}\n`);
  writeFileSync(join(root, "NOTICE"), formatNotices(notices));
}

/** Throws when a file of the bundle belongs to nobody that a notice could name. */
export function noticesFor(root: string, files: readonly string[]): Notice[] {
  const embedded = [...EMBEDDED, embeddedGrammars(root)];
  const notices = embedded
    .filter(({ needs }) => needs === undefined || files.some((file) => isAmong(file, needs)))
    .map((each) => embeddedNotice(root, each));
  for (const folder of packageFolders(files)) notices.push(packageNotice(root, folder));
  const unknown = files.filter((file) => packageFolder(file) === null && !isAmong(file, OWN));
  const unnamed = unknown.filter((file) => !embedded.some(({ needs }) => needs !== undefined && isAmong(file, needs)));
  if (unnamed.length > 0) throw new Error(`bundled, but without a notice (tools/embedded.ts): ${unnamed.join(", ")}`);
  return notices.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function isAmong(file: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => file.startsWith(beginning));
}

/** Folder of the package a bundled file belongs to: the innermost node_modules counts. */
function packageFolder(file: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

function packageFolders(files: readonly string[]): string[] {
  const folders = files.map(packageFolder).filter((folder): folder is string => folder !== null);
  return [...new Set(folders)].sort();
}

function packageNotice(root: string, folder: string): Notice {
  const { name, version, license } = readPackage(root, folder);
  if (typeof license !== "string") throw new Error(`${folder}/package.json names no licence`);
  return { name, version, license, text: licenseText(root, folder, license) };
}

/** All licence and notice files of the package, else the standard text of its licence. */
function licenseText(root: string, folder: string, license: string): string {
  const files = readdirSync(join(root, folder))
    .filter((file) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(file))
    .sort();
  if (files.length > 0) return files.map((file) => readText(root, `${folder}/${file}`)).join("\n\n");
  const standard = `tools/texts/${license}.txt`;
  if (!existsSync(join(root, standard)))
    throw new Error(`${folder} holds no licence text and ${standard} is not there`);
  const { author } = readPackage(root, folder);
  const by = typeof author === "string" ? author : (author?.name ?? "its authors");
  return `Copyright (c) ${by}\n\n${readText(root, standard)}`;
}

function embeddedNotice(root: string, { name, version, license, head, texts }: Embedded): Notice {
  const parts = texts.map((file) => readText(root, file));
  return {
    name,
    version: typeof version === "string" ? version : readPackage(root, `node_modules/${version.package}`).version,
    license,
    text: [...(head === undefined ? [] : [head.trim()]), ...parts].join("\n\n"),
  };
}

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly author?: string | { readonly name?: string };
}

export function readPackage(root: string, folder: string): PackageJson {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as PackageJson;
}

function readText(root: string, file: string): string {
  return readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n").trim();
}
