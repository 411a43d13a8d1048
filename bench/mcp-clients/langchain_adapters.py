"""langchain-mcp-adapters: its tools, as functions for OpenAI and for Google, invoked."""

import asyncio
import json

from job import CALLS, HEADERS, JOB, TRANSPORT, Report
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_google_genai._function_utils import convert_to_genai_function_declarations
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.tools import load_mcp_tools

report = Report("langchain-mcp-adapters")


async def main():
    stdio = {"transport": "stdio", "command": JOB["command"], "args": JOB["args"], "env": JOB["env"], "cwd": JOB["cwd"]}
    http = {"transport": "streamable_http", "url": JOB["url"], "headers": HEADERS}
    client = MultiServerMCPClient({"qsearch": stdio if TRANSPORT == "stdio" else http})
    async with client.session("qsearch") as session:
        tools = await load_mcp_tools(session)
        report.listed(tools)
        for tool in tools:
            try:
                properties = tool.args_schema.get("properties", {})
                openai = convert_to_openai_tool(tool)["function"]["parameters"]["properties"]
                google = convert_to_genai_function_declarations([tool])[0].function_declarations[0].parameters
                if sorted(openai) != sorted(properties):
                    report.fail(tool.name, "properties lost for OpenAI")
                report.converted(tool.name, google.properties if google else {}, properties)
            except Exception as error:
                report.fail(tool.name, repr(error))
        by_name = {tool.name: tool for tool in tools}
        for name, arguments, holds in CALLS:
            result = await by_name[name].ainvoke(arguments)
            text = result if isinstance(result, str) else next(block["text"] for block in result if "text" in block)
            json.loads(text)
            report.called(name, text, holds)


asyncio.run(main())
report.end()
