"""The Python client of the protocol against `qsearch serve`.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install mcp
    /tmp/venv/bin/python bench/mcp-python-client/run.py [BINARY]

Lists the tools, calls each in a small folder (one name of which is no UTF-8, which strict JSON parsers must survive),
reads an error, follows a query_id, and answers roots/list. Prints one line a check; ends with 1 when one fails.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ListRootsResult, Root

BINARY = sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).parents[2] / "dist" / "qsearch")
failed = 0


def check(what: str, holds: bool) -> None:
    global failed
    failed += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {what}")


def field(result, *names):
    """Attributes are camelCase before version 2 of the package and snake_case since."""
    for name in names:
        if hasattr(result, name):
            return getattr(result, name)
    raise AttributeError(names[0])


def structure(result):
    return field(result, "structured_content", "structuredContent")


def is_error(result):
    return bool(field(result, "is_error", "isError"))


async def main(folder: Path) -> None:
    code = folder / "code"
    code.mkdir()
    (code / "snow.py").write_text("def snow_melt(albedo):\n    return 1 - albedo\n")
    with open(os.fsencode(code) + b"/odd\xff.py", "wb") as odd:
        odd.write(b"snow_melt = 1\n")
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "QSEARCH_DATA_DIR": str(folder / "data")}
    subprocess.run([BINARY, "index", "--no-embed", "--root", str(code), "--quiet"], env=env, check=True, stdout=subprocess.DEVNULL)

    async def roots(_context):
        return ListRootsResult(roots=[Root(uri=code.as_uri())])

    server = StdioServerParameters(command=BINARY, args=["serve"], env=env, cwd=str(folder))
    with open(os.devnull, "w") as quiet:
        async with stdio_client(server, errlog=quiet) as (read, write):
            async with ClientSession(read, write, list_roots_callback=roots) as session:
                greeting = await session.initialize()
                check("initialize", field(greeting, "server_info", "serverInfo").name == "qsearch")
                tools = (await session.list_tools()).tools
                check(f"{len(tools)} tools", {"search_repo_context", "search_files"} <= {tool.name for tool in tools})
                found = await session.call_tool("search_repo_context", {"keywords": ["snow_melt"]})
                check("the client's root is searched", structure(found)["searched_directory"] == str(code))
                check("text and structure agree", json.loads(found.content[0].text) == structure(found))
                check("both files are found", len(structure(found)["ranked_files"]) == 2)
                focused = await session.call_tool("search_focused_context", {"query_id": structure(found)["query_id"]})
                check("whole definitions", "return 1 - albedo" in json.dumps(structure(focused)))
                hits = await session.call_tool("search_files", {"query": "snow_melt", "limit": 5})
                check("indexed search", len(structure(hits)["results"]) == 2)
                text = await session.call_tool("read_file", {"path": str(code / "snow.py")})
                check("read", structure(text)["sections"][0]["lines"][0]["text"].startswith("def snow_melt"))
                again = await session.call_tool("reindex", {})
                check("reindex", structure(again)["unchanged"] == 2)
                wrong = await session.call_tool("search_repo_context", {"keywords": ["x"], "directory": "/no/such"})
                check("an error says why", is_error(wrong) and "/no/such" in wrong.content[0].text)


with tempfile.TemporaryDirectory() as name:
    asyncio.run(main(Path(name).resolve()))
sys.exit(failed > 0)
