"""Makes the dictionary with which texts are stored, from databases whose texts are not compressed.

Usage: pip install zstandard; python3 train_texts.py texts.zdict FILE.db ...
"""

import sqlite3
import sys

import zstandard

SIZE = 32768
# Numbers of texts of each database, so that no game with long matches outweighs the others.
COMMITS, SETUPS, RESULTS = 40, 60, 60
# Texts of commits are cut: a dictionary is of no use after the first kilobytes.
CUT, MAX_COMMIT = 6000, 24000


def column(database, sql, limit):
    rows = database.execute(f"{sql} LIMIT {limit}")
    return [text.encode() for (text,) in rows]


def samples(path):
    database = sqlite3.connect(path)
    texts = []
    for events in column(database, "SELECT events FROM commits", COMMITS):
        texts += [events[at : at + CUT] for at in range(0, min(len(events), MAX_COMMIT), CUT)]
        lines = events.split(b"\n")
        texts += [b"\n".join(lines[at : at + 3]) for at in range(0, min(len(lines), 60), 9)]
    texts += column(database, "SELECT setup FROM matches", SETUPS)
    texts += column(database, "SELECT result FROM attempts WHERE result IS NOT NULL", RESULTS)
    texts += column(database, "SELECT submissions FROM commits WHERE submissions <> ''", COMMITS)
    return texts


def main():
    target, *paths = sys.argv[1:]
    texts = [text for path in paths for text in samples(path)]
    dictionary = zstandard.train_dictionary(SIZE, texts)
    with open(target, "wb") as file:
        file.write(dictionary.as_bytes())
    print(f"{target}: {len(texts)} texts, number {dictionary.dict_id()}")


main()
