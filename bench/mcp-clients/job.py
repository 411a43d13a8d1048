"""What a client's script is given and what it says: one job file, one line of JSON."""

import json
import sys
from importlib.metadata import version

with open(sys.argv[1], encoding="utf-8") as file:
    JOB = json.load(file)
TRANSPORT, MODE = sys.argv[2], sys.argv[3]
#: Tool, arguments, and a text that the answer holds, in an order in which each finds what it needs.
CALLS = [(call["tool"], call["arguments"], call["holds"]) for call in JOB["calls"]]
HEADERS = {"Authorization": f"Bearer {JOB['token']}"}


def field(result, *names):
    """Attributes are camelCase before version 2 of the SDK and snake_case since."""
    for name in names:
        if hasattr(result, name):
            return getattr(result, name)
    raise AttributeError(names[0])


def schema_of(tool):
    return field(tool, "input_schema", "inputSchema")


class Report:
    """Counts what worked, and keeps what did not."""

    def __init__(self, package):
        self.said = {"package": package, "version": version(package), "protocol": None, "listed": 0, "converted": 0}
        self.said |= {"called": 0, "resource": None, "prompt": None, "failures": []}

    def listed(self, tools):
        self.said["listed"] = len(tools)

    def converted(self, name, properties, expected):
        """A tool counts as converted where no property is lost."""
        if sorted(properties) == sorted(expected):
            self.said["converted"] += 1
        else:
            self.fail(name, f"converted to {sorted(properties)} instead of {sorted(expected)}")

    def called(self, name, text, holds):
        if holds in text:
            self.said["called"] += 1
        else:
            self.fail(name, f"{holds!r} is not in {text[:300]!r}")

    def fail(self, what, why):
        self.said["failures"].append(f"{what}: {why}"[:600])

    def end(self):
        print(json.dumps(self.said))
