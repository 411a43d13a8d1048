/** Which definition a call means in Python: what is certain, what is open, and what lies outside. */
import { expect, test } from "bun:test";
import { judged } from "./graph-world.ts";

async function check(files: Readonly<Record<string, string>>): Promise<void> {
  const { found, expected } = await judged(files);
  expect(expected.length).toBeGreaterThan(0);
  expect(found).toEqual(expected);
}

test("imports: absolute, relative, renamed, of modules, re-exported by a package, under src", async () => {
  await check({
    "src/pkg/__init__.py": "from .core import run\nfrom .deep import *\n",
    "src/pkg/core.py": "def run():\n    pass\n\ndef stop():\n    pass\n",
    "src/pkg/deep/__init__.py": "def dig():\n    pass\n",
    "src/pkg/deep/use.py": `from ..core import stop as halt
from .. import core
import pkg
import pkg.core
import pkg.core as c
import os.path
from . import dig

halt()  # halt = src/pkg/core.py:4
core.run()  # run = src/pkg/core.py:1
pkg.run()  # run = src/pkg/core.py:1
pkg.dig()  # dig = src/pkg/deep/__init__.py:1
pkg.core.stop()  # stop = src/pkg/core.py:4
c.stop()  # stop = src/pkg/core.py:4
dig()  # dig = src/pkg/deep/__init__.py:1
os.path.join("a")  # join = external
len([])  # len = external
nowhere()  # nowhere = unresolved
`,
    "app.py": `from pkg import run
import json

def load():
    run()  # run = src/pkg/core.py:1
    json.loads("1")  # loads = external
    "a,b".split(",")  # split = external
`,
  });
});

test("a package's own module does not hide the library's of the same name", async () => {
  await check({
    "web/__init__.py": "",
    "web/http.py": "def get():\n    pass\n",
    "web/client.py": `import http
from . import http as own

http.get()  # get = external
own.get()  # get = web/http.py:1
`,
  });
});

test("receivers: self, cls, super, constructors, annotations, fields, results, with, isinstance of nothing", async () => {
  await check({
    "a.py": `from __future__ import annotations
from typing import Optional, Type, Union
import io

class Base:
    def open(self) -> "Handle":
        return Handle()

    def close(self):
        pass

class Handle:
    raw: io.BytesIO
    def read(self) -> bytes:
        self.raw.seek(0)  # seek = external
        return b""

    def __enter__(self) -> Handle:
        return self

class Child(Base):
    kind = Handle

    def __init__(self, handle: Optional[Handle], other, cls: Type[Base]):
        super().__init__()
        self.handle = handle
        self.made = Handle()
        self.other = other
        self.cls = cls

    def close(self):
        super().close()  # close = a.py:9
        self.open()  # open = a.py:6
        self.open().read()  # read = a.py:14
        self.handle.read()  # read = a.py:14
        self.made.read()  # read = a.py:14
        self.other.read()  # read = perhaps a.py:14
        self.cls().close()  # close = a.py:9
        self.kind().read()  # read = a.py:14
        Child.make()  # make = a.py:44
        self.nothing()  # nothing = unresolved

    @classmethod
    def make(cls) -> Child:
        cls.make()  # make = a.py:44
        return cls(None, None, Base)  # cls = a.py:21

    @property
    def current(self) -> Handle:
        return self.made

    @staticmethod
    def plain(self):
        self.close()  # close = perhaps a.py:9 a.py:31

def use(child: Child, either: Union[Handle, None], handles: list[Handle]):
    child.current.read()  # read = a.py:14
    either.read()  # read = a.py:14
    with child.open() as handle:
        handle.read()  # read = a.py:14
    for one in handles:
        one.read()  # read = a.py:14
    handles[0].read()  # read = a.py:14
    made = Child.make()
    made.close()  # close = a.py:31
    child.close if child else None
    child = unknown()
`,
  });
});

test("what shadows a definition, and what does not, is seen", async () => {
  await check({
    "a.py": `def run():
    pass

def first(run):
    run()  # run = unresolved

def second():
    def run():
        pass
    run()  # run = a.py:8

def third(items):
    run()  # run = a.py:1
    return [run for run in items]

class Holder:
    def run(self):
        run()  # run = a.py:1

def fourth():
    run = make()
    run()  # run = unresolved
`,
  });
});

test("two definitions of a name are candidates; overloads for a type checker are not", async () => {
  await check({
    "a.py": `import sys
from typing import overload

if sys.platform == "win32":
    def place():
        pass
else:
    def place():
        pass

@overload
def get(a: int) -> int: ...
@overload
def get(a: str) -> str: ...
def get(a):
    return a

place()  # place = perhaps a.py:5 a.py:8
get(1)  # get = a.py:15
`,
  });
});

test("an outside base or value is no proof where the name is defined here", async () => {
  await check({
    "a.py": `import threading
from lib import registry

class Worker(threading.Thread):
    def go(self):
        self.start()  # start = external
        self.push()  # push = perhaps a.py:11

class Other:
    pass
    def push(self):
        registry.find(1).push()  # push = perhaps a.py:11
        registry.find(1).pull()  # pull = external
`,
  });
});
