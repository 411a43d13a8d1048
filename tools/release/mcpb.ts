/** MCPB bundles: a ZIP file with the binary and a manifest, which desktop clients install with a click. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { TOOL_ENTRIES } from "../../src/mcp/catalog.ts";
import type { Platform } from "./platforms.ts";

/** Writes the platform's bundle into `output` and returns its file name. `seconds`: time of every member, since the epoch. */
export async function writeBundle(
  root: string,
  output: string,
  platform: Platform,
  version: string,
  binary: string,
  seconds: number,
): Promise<string> {
  const name = `qsearch-${version}-${platform.name}.mcpb`;
  const executable = { os: 3, attrs: 0o100755 << 16 } as const;
  const bytes = zipSync(
    {
      "manifest.json": Buffer.from(await manifest(platform, version)),
      "server/qsearch": [readFileSync(binary), executable],
      LICENSE: readFileSync(join(root, "LICENSE")),
      NOTICE: readFileSync(join(root, "NOTICE")),
    },
    // ZIP holds local time: the same day and hour whatever the time zone.
    { level: 6, mtime: localTimeOf(seconds) },
  );
  writeFileSync(join(output, name), bytes);
  return name;
}

async function manifest({ npm }: Platform, version: string): Promise<string> {
  const tools = await Promise.all(TOOL_ENTRIES.map(({ load }) => load()));
  const command = `${"$"}{__dirname}/server/qsearch`;
  const json = {
    manifest_version: "0.3",
    name: "qsearch",
    display_name: "qsearch",
    version,
    description: "Finds things in local files, code and documents, by word, by symbol and by meaning. Works offline.",
    author: { name: "the qsearch authors" },
    license: "MIT",
    server: { type: "binary", entry_point: "server/qsearch", mcp_config: { command, args: ["serve"], env: {} } },
    tools: tools.map(({ name, title }) => ({ name, description: title })),
    compatibility: { platforms: [npm.os] },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** A date whose local fields are the UTC fields of `seconds`. */
function localTimeOf(seconds: number): Date {
  const utc = new Date(seconds * 1000);
  return new Date(
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
  );
}
