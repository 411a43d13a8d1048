/** Field definitions with which other engines take the records of `extract`. */
import { DIMENSIONS } from "../embed/encoder.ts";
import type { ExtractMapping } from "../request/kinds.ts";

/** Fields of a chunk by what an engine does with them. */
const FIELDS = {
  keyword: ["id", "doc", "path", "format", "category", "language", "location_kind", "sheet", "part", "symbol"],
  keywords: ["defined"],
  number: ["ordinal", "page", "row", "line_start", "line_end", "length"],
  /** Words that are cut already, joined by blanks: looked up as they are. */
  tokens: ["tokens", "idents", "path_tokens", "defined_tokens"],
  /** Kept to be shown. */
  stored: ["text"],
  vector: ["vector"],
  /** Several to a chunk: for engines that hold lists of vectors. */
  furtherVectors: ["further_vectors"],
} as const;

/** A token is at most so long, UTF-16 units; engines cut or drop longer ones unless told. */
const LONGEST_TOKEN = 4096;

export function mappingText(engine: ExtractMapping): string {
  switch (engine) {
    case "solr":
      return solr();
    case "opensearch":
      return `${JSON.stringify(openSearch(), null, 2)}\n`;
    case "parquet-arrow":
      return arrow();
  }
}

/** A whole schema.xml, of Solr 9; the class of the schema factory is ClassicIndexSchemaFactory. */
function solr(): string {
  const field = (name: string, type: string, more = "") => `  <field name="${name}" type="${type}"${more}/>`;
  const fields = [
    ...FIELDS.keyword.map((name) => field(name, "string", name === "id" ? ' required="true"' : "")),
    ...FIELDS.keywords.map((name) => field(name, "string", ' multiValued="true"')),
    ...FIELDS.number.map((name) => field(name, "pint")),
    ...FIELDS.tokens.map((name) => field(name, "tokens", ' indexed="true" stored="false"')),
    ...FIELDS.stored.map((name) => field(name, "string", ' indexed="false" docValues="false" stored="true"')),
    ...FIELDS.vector.map((name) => field(name, "vector", ' indexed="true" stored="false"')),
    field("_version_", "plong"),
    // An engine that knows one vector a document leaves the further ones, and whatever a later version adds to the records.
    '  <dynamicField name="*" type="ignored"/>',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<schema name="qsearch" version="1.7">
  <uniqueKey>id</uniqueKey>
  <fieldType name="string" class="solr.StrField" docValues="true"/>
  <fieldType name="pint" class="solr.IntPointField" docValues="true"/>
  <fieldType name="plong" class="solr.LongPointField" docValues="true"/>
  <fieldType name="ignored" class="solr.StrField" indexed="false" stored="false" docValues="false" multiValued="true"/>
  <fieldType name="tokens" class="solr.TextField">
    <analyzer>
      <tokenizer class="solr.WhitespaceTokenizerFactory" maxTokenLen="${LONGEST_TOKEN}"/>
    </analyzer>
  </fieldType>
  <fieldType name="vector" class="solr.DenseVectorField" vectorDimension="${DIMENSIONS}" similarityFunction="dot_product"/>
${fields.join("\n")}
</schema>
`;
}

function openSearch() {
  const all = <Type>(names: readonly string[], type: Type) => names.map((name) => [name, type] as const);
  return {
    settings: {
      index: { knn: true },
      analysis: {
        analyzer: { tokens: { type: "custom", tokenizer: "tokens" } },
        tokenizer: { tokens: { type: "whitespace", max_token_length: LONGEST_TOKEN } },
      },
    },
    mappings: {
      dynamic: false,
      properties: Object.fromEntries([
        ...all([...FIELDS.keyword, ...FIELDS.keywords], { type: "keyword" }),
        ...all(FIELDS.number, { type: "integer" }),
        ...all(FIELDS.tokens, { type: "text", analyzer: "tokens" }),
        ...all(FIELDS.stored, { type: "text", index: false }),
        ...all(FIELDS.vector, {
          type: "knn_vector",
          dimension: DIMENSIONS,
          method: { name: "hnsw", space_type: "innerproduct", engine: "lucene" },
        }),
      ]),
    },
  };
}

/** A Python module: `schema` for pyarrow, from which Parquet files are written. */
function arrow(): string {
  const field = (name: string, type: string) => `    ("${name}", ${type}),`;
  const fields = [
    ...FIELDS.keyword.map((name) => field(name, "pa.string()")),
    ...FIELDS.keywords.map((name) => field(name, "pa.list_(pa.string())")),
    ...FIELDS.number.map((name) => field(name, "pa.int32()")),
    ...[...FIELDS.tokens, ...FIELDS.stored].map((name) => field(name, "pa.string()")),
    // Lists of no fixed size: pyarrow.json reads no others.
    ...FIELDS.vector.map((name) => field(name, "pa.list_(pa.float32())")),
    ...FIELDS.furtherVectors.map((name) => field(name, "pa.list_(pa.list_(pa.float32()))")),
  ];
  return `import pyarrow as pa

# Lines with "end" are no rows: leave them out, and count them.
schema = pa.schema([
${fields.join("\n")}
])
`;
}
