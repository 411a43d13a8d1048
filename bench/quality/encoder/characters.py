"""What the reference tokenizer (Python `tokenizers`) does with each character: the tables of src/embed/characters.ts.

Writes characters.json: code points that are removed, that are words of their own, that stand apart as ideographs, and the
SHA-256 over the words of "a" + character + "b" for every character. Run by reference.ts.
"""
import hashlib
import json
import pathlib
import sys

from tokenizers import Tokenizer

model, target = map(pathlib.Path, sys.argv[1:])
tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
removed, blank, alone, apart = [], [], [], []
digest = hashlib.sha256()
for code in range(0x110000):
    if 0xD800 <= code <= 0xDFFF:
        continue
    character = chr(code)
    form = tokenizer.normalizer.normalize_str(character)
    words = [word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(f"a{character}b"))]
    digest.update(("|".join(words) + "\n").encode())
    if form == "":
        removed.append(code)
    elif form == " ":
        blank.append(code)
    elif form.startswith(" "):
        apart.append(code)
    elif form == character and len(words) == 3:
        alone.append(code)


def ranges(codes):
    """Gap and length of each run of consecutive numbers, base 36."""
    runs = []
    for code in codes:
        if runs and runs[-1][1] == code:
            runs[-1][1] = code + 1
        else:
            runs.append([code, code + 1])
    out, at = [], 0
    for start, end in runs:
        out += [start - at, end - start]
        at = end
    return " ".join(base36(n) for n in out)


def base36(n):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return digits[n] if n < 36 else base36(n // 36) + digits[n % 36]


target.write_text(json.dumps({
    "removed": ranges(removed), "blank": ranges(blank), "alone": ranges(alone), "apart": ranges(apart),
    "sha256": digest.hexdigest(),
}, indent=2) + "\n")
