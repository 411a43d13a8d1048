"""The minimal twin that bench/speed/index-small.ts pairs with: scandir, sha1 of every file, sqlite3 FTS5, one transaction.

usage: small-twin.py DATABASE FOLDER
A second run over the same database is the rescan: every byte is hashed again, only changed files are written.
"""

import hashlib
import os
import re
import sqlite3
import sys


def files(folder):
    stack = [folder]
    while stack:
        with os.scandir(stack.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    stack.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    yield entry.path


CJK = re.compile("[\u3400-\u9fff]+")


def bigrams(run):
    text = run.group()
    return " " + " ".join(text[i : i + 2] for i in range(max(1, len(text) - 1))) + " "


def main(database, folder):
    db = sqlite3.connect(database, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    db.execute("CREATE TABLE IF NOT EXISTS files(id INTEGER PRIMARY KEY, path TEXT UNIQUE, size, mtime, sha1, text)")
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS fts USING fts5(body, content='')")
    known = dict(db.execute("SELECT path, sha1 FROM files"))
    db.execute("BEGIN IMMEDIATE")
    for path in files(folder):
        with open(path, "rb") as file:
            stat = os.fstat(file.fileno())
            data = file.read()
        sha1 = hashlib.sha1(data).hexdigest()
        if known.get(path) == sha1:
            continue
        text = data.decode("utf-8")
        row = db.execute(
            "INSERT OR REPLACE INTO files(path, size, mtime, sha1, text) VALUES (?, ?, ?, ?, ?)",
            (path, stat.st_size, stat.st_mtime_ns, sha1, text),
        ).lastrowid
        db.execute("INSERT INTO fts(rowid, body) VALUES (?, ?)", (row, CJK.sub(bigrams, text)))
    db.execute("COMMIT")
    db.close()


main(sys.argv[1], sys.argv[2])
