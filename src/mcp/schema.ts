/**
 * zod schemas as the plain JSON Schema that every client's model accepts: no unions, no references, one type a value
 * (ck#106: Gemini refuses `"type": ["array", "null"]`). A property that may be left out is one that is not required.
 */
import { z } from "zod";

/** What of JSON Schema stands in our schemas. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** An object's schema, as MCP demands for both ends of a tool. */
export type ObjectSchema = JsonSchema & { readonly type: "object" };

/**
 * What `tools/list` shows of an input: the keywords that every client's converter takes (a large one throws at additionalProperties,
 * others at choices of numbers). Defaults and bounds stand in the descriptions, which `texts` gives by the argument's name; readArguments
 * judges by the whole schema.
 */
export function publishedInput(schema: z.ZodObject, texts: Readonly<Record<string, string | undefined>>): ObjectSchema {
  const { properties = {}, required } = inputSchema(schema);
  const shown = Object.entries(properties).map(([name, { type, enum: choices, items }]) => {
    const property = {
      ...(type === undefined ? {} : { type }),
      ...(choices === undefined ? {} : { enum: choices }),
      ...(items?.type === undefined ? {} : { items: { type: items.type } }),
      ...(texts[name] === undefined ? {} : { description: texts[name] }),
    };
    return [name, property] as const;
  });
  return { type: "object", properties: Object.fromEntries(shown), ...(required === undefined ? {} : { required }) };
}

/** With all bounds and defaults, closed: unknown keys are an error. Properties with a default are not required. */
export function inputSchema(schema: z.ZodObject): ObjectSchema {
  return objectSchema(schema, "input");
}

/** Open, as answers may gain keys. What may be null is left out of answers then (reply.ts): it is not required. */
export function outputSchema(schema: z.ZodObject): ObjectSchema {
  return { ...withoutNull(objectSchema(schema, "output")), type: "object" };
}

/** What zod writes for a value that may be null. */
type Nullable = Omit<JsonSchema, "type"> & {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
};

function withoutNull({ anyOf, type, ...json }: Nullable): JsonSchema {
  const other = anyOf?.find((each) => each.type !== "null") ?? {};
  const only = typeof type === "string" ? type : type?.find((each) => each !== "null");
  const { properties, items, required, ...schema }: JsonSchema = { ...other, ...(only ? { type: only } : {}), ...json };
  const shown = Object.entries(properties ?? {}).map(([name, property]) => [name, withoutNull(property)] as const);
  const always = required?.filter((name) => !mayBeNull(properties?.[name] ?? {}));
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(shown) }),
    ...(items === undefined ? {} : { items: withoutNull(items) }),
    ...(always === undefined || always.length === 0 ? {} : { required: always }),
  };
}

function mayBeNull({ anyOf, type }: Nullable): boolean {
  return type?.includes("null") === true || anyOf?.some((each) => each.type === "null") === true;
}

function objectSchema(schema: z.ZodObject, io: "input" | "output"): ObjectSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    // The dialect of the SDK's own validator.
    target: "draft-7",
    override: ({ jsonSchema }) => {
      simplify(jsonSchema);
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return { ...(json as JsonSchema), type: "object" };
}

function simplify(json: z.core.JSONSchema.BaseSchema): void {
  // Bounds of every safe integer say nothing, nor does it that a key is a string.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  delete json.propertyNames;
}
