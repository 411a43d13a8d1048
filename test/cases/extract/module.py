"""Module text."""
import os


# Counts things.
@cached
def count(items):
    def inner(x):
        return x

    return sum(1 for item in items if inner(item))


class Box(Base):
    """A box."""

    def __init__(self, width):
        self.width = width

    async def open(self):
        await self.lock


if __name__ == "__main__":
    print(count([1, 2, 3]))
