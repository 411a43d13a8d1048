/**
 * A registry that answers what npm asks for when it installs, out of the archives *.tgz in a folder. It takes no uploads.
 *
 *   bun tools/release/archive-server.ts FOLDER     prints its address, and serves until it is ended
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, say } from "./run.ts";

const folder = process.argv[2] ?? ".";
const archives = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
const documents = new Map(archives.map((file) => packageDocument(join(folder, file), file)));

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request): Response {
    const { pathname, origin } = new URL(request.url);
    const path = decodeURIComponent(pathname).slice(1);
    const archive = archives.find((file) => path === `archive/${file}`);
    if (archive !== undefined) return new Response(Bun.file(join(folder, archive)));
    const found = documents.get(path);
    if (found === undefined) return Response.json({ error: "not_found" }, { status: 404 });
    return new Response(found.replaceAll("ORIGIN", origin));
  },
});
say(`http://127.0.0.1:${server.port}/`);

/** Name of the package, and the document that a registry holds of it. */
function packageDocument(archive: string, file: string): [string, string] {
  const text = must(["tar", "-xzOf", archive, "package/package.json"]);
  const manifest = JSON.parse(text) as { readonly name: string; readonly version: string };
  const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
  const version = { ...manifest, dist: { tarball: `ORIGIN/archive/${file}`, integrity } };
  const document = {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: version },
  };
  return [manifest.name, JSON.stringify(document)];
}
