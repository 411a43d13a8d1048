/** What each command prints with --json, as JSON Schema: published in docs/schema, compared by a test. */
import { z } from "zod";
import { codeResultSchema } from "./code-request.ts";
import {
  configPathResultSchema,
  configShowResultSchema,
  doctorResultSchema,
  rootsResultSchema,
} from "./config-request.ts";
import { contextResultSchema } from "./context-request.ts";
import {
  completionResultSchema,
  failureSchema,
  helpResultSchema,
  licensesResultSchema,
  successSchema,
  versionResultSchema,
} from "./envelope.ts";
import { extractLineSchema } from "./extract-request.ts";
import { focusResultSchema } from "./focus-request.ts";
import { callsResultSchema, outlineResultSchema, symbolResultSchema } from "./graph-request.ts";
import { clearResultSchema, indexResultSchema, statusResultSchema } from "./index-run-request.ts";
import { readResultSchema } from "./read-request.ts";
import { recentResultSchema } from "./recent-request.ts";
import { searchResultSchema } from "./search-request.ts";
import { setupResultSchema } from "./setup-request.ts";
import { backupResultSchema, exportResultSchema, importResultSchema, restoreResultSchema } from "./transfer-request.ts";
import { viewResultSchema } from "./view-request.ts";
import { watchResultSchema } from "./watch-request.ts";

/** `data` of each answer, by the name of its file. */
const RESULTS: Readonly<Record<string, z.ZodType>> = {
  callees: callsResultSchema,
  callers: callsResultSchema,
  backup: backupResultSchema,
  clear: clearResultSchema,
  code: codeResultSchema,
  completion: completionResultSchema,
  "config-path": configPathResultSchema,
  "config-roots": rootsResultSchema,
  "config-show": configShowResultSchema,
  context: contextResultSchema,
  doctor: doctorResultSchema,
  export: exportResultSchema,
  focus: focusResultSchema,
  help: helpResultSchema,
  import: importResultSchema,
  index: indexResultSchema,
  licenses: licensesResultSchema,
  outline: outlineResultSchema,
  read: readResultSchema,
  recent: recentResultSchema,
  restore: restoreResultSchema,
  search: searchResultSchema,
  setup: setupResultSchema,
  status: statusResultSchema,
  symbol: symbolResultSchema,
  version: versionResultSchema,
  view: viewResultSchema,
  watch: watchResultSchema,
};

/** Answers may gain keys within a major version, so no schema forbids them; bounds of every safe integer say nothing. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** A line of `extract`, which prints no envelope. */
function extractSchema(): readonly [file: string, text: string] {
  const json = { title: "a line of qsearch extract", ...z.toJSONSchema(extractLineSchema, { io: "output", override }) };
  return ["extract.json", `${JSON.stringify(json, null, 2)}\n`];
}

/** File name → text of the schema of everything that stdout may hold then, success or failure. */
export function publishedSchemas(): ReadonlyMap<string, string> {
  return new Map([
    extractSchema(),
    ...Object.entries(RESULTS).map(([name, data]) => {
      const success = successSchema(data);
      // Of all commands search alone has some.
      const schema = z.union([name === "search" ? success : success.omit({ suggestions: true }), failureSchema]);
      const json = {
        title: `qsearch ${name.replaceAll("-", " ")} --json`,
        ...z.toJSONSchema(schema, { io: "output", override }),
      };
      return [`${name}.json`, `${JSON.stringify(json, null, 2)}\n`] as const;
    }),
  ]);
}
