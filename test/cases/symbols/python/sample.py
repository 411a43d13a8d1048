#!/usr/bin/env python3
"""A module with every construct."""
from __future__ import annotations

import os
import os.path
import numpy as np, json
from . import sibling
from .models import Item as Thing, Order
from ..base import *
from typing import (
    TYPE_CHECKING,
    Generic as G,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT: int = 10
names = ["a", "b"]
FIRST, SECOND = 1, 2

# Told to whoever asks.
# In two lines.
def plain(a, *args, key=None, **rest) -> dict[str, int]:
    """Doc string."""
    total = os.path.join(a, key)

    def inner(x):
        return plain(x)

    return inner(total)


@app.route("/items/<int:n>")
@cached(
    ttl=60,
)
async def decorated(
    n: int,
    flag: bool = False,
) -> Thing:
    await gather(*[fetch(i) for i in range(n)])
    return Thing.objects.filter(n=n).first()


class Base:
    pass


class Store(Base, pkg.Mixin, G[int], metaclass=Meta):
    """Keeps things."""

    MAX = 3
    count = 0

    # Comment of the constructor.
    def __init__(self, path):
        super().__init__(path)
        self.path = path

    @property
    def full(self):
        return self.count >= self.MAX

    @full.setter
    def full(self, value):
        self._set(value)

    @staticmethod
    def make(): return Store("x")

    class Meta:
        ordering = ["name"]

        def key(self): ...

    if LIMIT > 5:
        def late(self):
            handler = lambda x: self.make(x)
            return handler


@dataclass
class Point(Generic[T]):
    x: int = 0


def outer():
    class Local(Store):
        async def run(self):
            async with self.lock() as held:
                yield held

    return Local


try:
    import fast
except ImportError:
    def fallback():
        print("none")

type Pair = tuple[int, int]

if __name__ == "__main__":
    outer()("x").run()
