"""Parquet with the schema of `--mapping parquet-arrow`.

Arguments: write LINES PARQUET BINARY   NDJSON into one Parquet file by pyarrow alone
           count FILES                  what DuckDB counts in Parquet files (a glob)
           ids FILES OUT                ids of the chunks, and ends, one JSON object a line
Prints one JSON object.
"""

import json
import subprocess
import sys

import duckdb
import pyarrow as pa
import pyarrow.json
import pyarrow.parquet


def write(lines, parquet, binary):
    module = {}
    printed = subprocess.run([binary, "extract", "--mapping", "parquet-arrow"], check=True, capture_output=True).stdout
    exec(printed, module)
    schema = module["schema"]
    parse = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore")
    rows = 0
    with pa.parquet.ParquetWriter(parquet, schema, compression="zstd") as writer:
        for batch in pa.json.open_json(lines, parse_options=parse, read_options=pa.json.ReadOptions(block_size=32 << 20)):
            # A line with "end" has none of the fields.
            batch = batch.filter(batch.column("id").is_valid()).cast(schema)
            rows += batch.num_rows
            writer.write_batch(batch)
    return {"rows": rows}


def count(files):
    query = "select count(*), count(distinct id), count(distinct doc), count(distinct path), sum(length) from read_parquet(?) where id is not null"
    return dict(zip(["rows", "ids", "docs", "paths", "tokens"], map(int, duckdb.execute(query, [files]).fetchone())))


def ids(files, out):
    found = duckdb.execute('select id, "end", error from read_parquet(?)', [files]).fetchall()
    with open(out, "w") as file:
        for chunk, end, error in found:
            row = {"id": chunk} if end is None else {"end": end, **({"error": error} if error else {})}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    return {"rows": len(found)}


if __name__ == "__main__":
    print(json.dumps({"write": write, "count": count, "ids": ids}[sys.argv[1]](*sys.argv[2:])))
