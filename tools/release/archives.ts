/** Archives whose bytes follow from their contents and the time that is given: no owner, no mode and no clock of the machine. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { must } from "./run.ts";

export interface Levels {
  readonly gzip: number;
  readonly zstd: number;
}

/** `name`.tar.gz and `name`.tar.zst in `output`, of the folder `name` in `parent`. `seconds`: time of every member, since the epoch. */
export async function writeArchives(
  parent: string,
  name: string,
  output: string,
  seconds: number,
  levels: Levels,
): Promise<string[]> {
  const tar = join(output, `${name}.tar`);
  must([
    "tar",
    "--sort=name",
    `--mtime=@${seconds}`,
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
    "--format=ustar",
    "-C",
    parent,
    "-cf",
    tar,
    name,
  ]);
  const bytes = readFileSync(tar);
  must(["rm", tar]);
  writeFileSync(`${tar}.gz`, gzipSync(bytes, { level: levels.gzip }));
  writeFileSync(`${tar}.zst`, await Bun.zstdCompress(bytes, { level: levels.zstd }));
  return [`${name}.tar.gz`, `${name}.tar.zst`];
}
