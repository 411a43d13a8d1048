/** A small repository for the tools to search. */
import type { Files } from "../world.ts";

export const REPOSITORY: Files = {
  "src/snow.py": [
    "import math",
    "",
    "",
    "def snow_melt(albedo, energy):",
    '    """Melt of the snow pack."""',
    "    absorbed = energy * (1 - albedo)",
    "    return max(0.0, absorbed / 334.0)",
    "",
    "",
    "class SnowPack:",
    "    def __init__(self, depth):",
    "        self.depth = depth",
    "",
    "    def melt(self, albedo, energy):",
    "        self.depth -= snow_melt(albedo, energy)",
    "        return self.depth",
    "",
  ].join("\n"),
  "src/energy.py": "def balance(albedo):\n    # the snow reflects\n    return 1 - albedo\n",
  "docs/snow.md": "# Snow\n\nSnow melts when the albedo falls.\n",
  "tests/test_snow.py": "from src.snow import snow_melt\n\n\ndef test_melt():\n    assert snow_melt(1, 1) == 0\n",
  ".gitignore": "build/\n",
  "build/snow.py": "snow = 'generated'\n",
  // More matches than any budget: each line is a hit.
  "src/long.py": Array.from({ length: 3000 }, (_, i) => `avalanche_${i} = "avalanche ${"x".repeat(60)}"`).join("\n"),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `src/glacier/part${i}.py`,
      `def glacier_${i}(ice):\n    return ice * ${i}\n\n\n${"# glacier line\n".repeat(200)}`,
    ]),
  ),
};
