"""google-genai: its converter of tools, and its adapter that calls them."""

import asyncio
import os

import httpx2
from google.genai import types
from google.genai._adapters import McpToGenAiToolAdapter
from google.genai._mcp_utils import mcp_to_gemini_tool
from job import CALLS, HEADERS, JOB, TRANSPORT, Report, schema_of
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

report = Report("google-genai")


async def main():
    parameters = StdioServerParameters(command=JOB["command"], args=JOB["args"], env=JOB["env"], cwd=JOB["cwd"])
    quiet = open(os.devnull, "w", encoding="utf-8")
    async with httpx2.AsyncClient(headers=HEADERS, timeout=60) as http:
        http_client = streamable_http_client(JOB["url"], http_client=http)
        transport = stdio_client(parameters, errlog=quiet) if TRANSPORT == "stdio" else http_client
        async with transport as streams, ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            listed = await session.list_tools()
            report.listed(listed.tools)
            for tool in listed.tools:
                try:
                    declaration = mcp_to_gemini_tool(tool).function_declarations[0]
                    properties = declaration.parameters.properties or {}
                    report.converted(tool.name, properties, schema_of(tool).get("properties", {}))
                except Exception as error:
                    report.fail(tool.name, repr(error))
            adapter = McpToGenAiToolAdapter(session, listed)
            for name, arguments, holds in CALLS:
                result = await adapter.call_tool(types.FunctionCall(name=name, args=arguments))
                report.called(name, result.content[0].text, holds)


asyncio.run(main())
report.end()
