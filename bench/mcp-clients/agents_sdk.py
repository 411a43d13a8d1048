"""openai-agents: its tools with strict schemas and without, invoked as its runner does. Strict makes every property required."""

import asyncio
import json
import re

from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
from agents.mcp.util import MCPUtil
from agents.tool_context import ToolContext
from job import CALLS, HEADERS, JOB, MODE, TRANSPORT, Report, schema_of

report = Report("openai-agents")
STRICT = MODE == "strict"


def filled(arguments, properties):
    """What a model says that must say everything: empty texts and lists, the first choice, no, the default of the description."""
    full = dict(arguments)
    for name, schema in properties.items():
        if name in full:
            continue
        number = re.search(r"\((\d+)\)|^(\d+)\b", schema.get("description", ""))
        if "enum" in schema:
            full[name] = schema["enum"][0]
        elif schema["type"] == "boolean":
            full[name] = False
        elif schema["type"] == "array":
            full[name] = []
        elif schema["type"] == "string":
            full[name] = ""
        elif number is not None:
            full[name] = int(number[1] or number[2])
    return full


async def main():
    stdio = {"command": JOB["command"], "args": JOB["args"], "env": JOB["env"], "cwd": JOB["cwd"]}
    http = {"url": JOB["url"], "headers": HEADERS}
    server = MCPServerStdio(stdio) if TRANSPORT == "stdio" else MCPServerStreamableHttp(http)
    async with server:
        listed = await server.list_tools()
        report.listed(listed)
        tools = {}
        for tool in listed:
            made = MCPUtil.to_function_tool(tool, server, STRICT)
            tools[tool.name] = made
            # Of a tool without parameters it makes no strict schema unless that says additionalProperties, at which google-genai throws.
            if made.strict_json_schema != STRICT and schema_of(tool).get("properties"):
                report.fail(tool.name, "is not strict")
            report.converted(tool.name, made.params_json_schema["properties"], schema_of(tool).get("properties", {}))
        for name, arguments, holds in CALLS:
            tool = tools[name]
            given = filled(arguments, tool.params_json_schema["properties"]) if STRICT else arguments
            text = json.dumps(given)
            context = ToolContext(context=None, tool_name=name, tool_call_id="1", tool_arguments=text)
            result = await tool.on_invoke_tool(context, text)
            said = result.get("text", "") if isinstance(result, dict) else json.dumps(result, default=str)
            report.called(name, said, holds)


asyncio.run(main())
report.end()
