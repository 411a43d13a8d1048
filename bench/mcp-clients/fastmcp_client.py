"""fastmcp's client, with a handshake, after a probe, and pinned to the new revision."""

import asyncio
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from job import CALLS, HEADERS, JOB, MODE, TRANSPORT, Report, schema_of

report = Report("fastmcp")


async def main():
    log = Path(JOB["cwd"]) / "fastmcp.log"
    stdio = StdioTransport(JOB["command"], JOB["args"], env=JOB["env"], cwd=JOB["cwd"], log_file=log)
    transport = stdio if TRANSPORT == "stdio" else StreamableHttpTransport(JOB["url"], headers=HEADERS)
    async with Client(transport, mode=MODE) as client:
        tools = await client.list_tools()
        report.listed(tools)
        for tool in tools:
            report.converted(tool.name, schema_of(tool).get("properties", {}), schema_of(tool).get("properties", {}))
        for name, arguments, holds in CALLS:
            result = await client.call_tool(name, arguments)
            report.called(name, result.content[0].text, holds)
        read = await client.read_resource(JOB["resource"]["uri"])
        report.said["resource"] = JOB["resource"]["holds"] in read[0].text
        prompt = await client.get_prompt(JOB["prompt"]["name"], JOB["prompt"]["arguments"])
        report.said["prompt"] = JOB["prompt"]["holds"] in prompt.messages[0].content.text


asyncio.run(main())
report.end()
