/** `bun tools/schemas.ts` writes docs/schema and src/cli/specs.json from the schemas in src/request and src/cli/requests.ts. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestTables } from "../src/cli/requests.ts";
import { publishedSchemas } from "../src/request/published.ts";

const folder = join(import.meta.dir, "..", "docs", "schema");
const schemas = publishedSchemas();
for (const name of readdirSync(folder)) if (!schemas.has(name)) rmSync(join(folder, name));
for (const [name, text] of schemas) writeFileSync(join(folder, name), text);
writeFileSync(join(import.meta.dir, "..", "src", "cli", "specs.json"), requestTables());
