"""The Python SDK: its first generation (ClientSession), its second with a handshake, after a probe, and pinned to the new revision."""

import asyncio
import json
import os
from importlib.metadata import version

from job import CALLS, HEADERS, JOB, MODE, TRANSPORT, Report, field
from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client

report = Report("mcp")
SECOND = int(version("mcp").split(".")[0]) >= 2


def stdio():
    parameters = StdioServerParameters(command=JOB["command"], args=JOB["args"], env=JOB["env"], cwd=JOB["cwd"])
    return stdio_client(parameters, errlog=open(os.devnull, "w", encoding="utf-8"))


async def use(session):
    tools = (await session.list_tools()).tools
    report.listed(tools)
    for name, arguments, holds in CALLS:
        result = await session.call_tool(name, arguments)
        text = result.content[0].text
        if field(result, "is_error", "isError"):
            report.fail(name, text)
        elif json.loads(text) != field(result, "structured_content", "structuredContent"):
            report.fail(name, "text and structure differ")
        else:
            report.called(name, text, holds)
    read = await session.read_resource(JOB["resource"]["uri"])
    report.said["resource"] = JOB["resource"]["holds"] in read.contents[0].text
    prompt = await session.get_prompt(JOB["prompt"]["name"], JOB["prompt"]["arguments"])
    report.said["prompt"] = JOB["prompt"]["holds"] in prompt.messages[0].content.text


async def first():
    from mcp import ClientSession
    from mcp.client.streamable_http import streamablehttp_client

    transport = stdio() if TRANSPORT == "stdio" else streamablehttp_client(JOB["url"], headers=HEADERS)
    async with transport as streams, ClientSession(streams[0], streams[1]) as session:
        greeting = await session.initialize()
        report.said["protocol"] = greeting.protocolVersion
        await use(session)


async def second():
    import httpx2
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=HEADERS, timeout=60) as http:
        server = stdio() if TRANSPORT == "stdio" else streamable_http_client(JOB["url"], http_client=http)
        async with Client(server, mode=MODE) as client:
            report.said["protocol"] = client.session.protocol_version
            await use(client)


asyncio.run(second() if SECOND else first())
report.end()
