/** `bun tools/schemas.ts` writes docs/schema from the schemas in src/request. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedSchemas } from "../src/request/published.ts";

const folder = join(import.meta.dir, "..", "docs", "schema");
const schemas = publishedSchemas();
for (const name of readdirSync(folder)) if (!schemas.has(name)) rmSync(join(folder, name));
for (const [name, text] of schemas) writeFileSync(join(folder, name), text);
