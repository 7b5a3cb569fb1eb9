"""Preprocessor of mdBook: makes chapters of documents outside of `docs`, and of the API, and leads links to them.

`docs/SUMMARY.md` links to the documents where they are, so that its links, and those of all documents, work in the
repository as well. A chapter from outside of `docs` keeps its path without `../`. A link to what is no chapter leads to the
repository.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from api_reference import homes, reference, services

ROOT = Path(__file__).resolve().parents[2]
API = "proto/botwerk/v1"
#: Files of `docs` that mdBook copies into the book.
COPIED = "docs/"


def walk(items: list[Any]) -> list[dict[str, Any]]:
    """Returns the chapters below these items, in order."""
    found = []
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            found += [item["Chapter"], *walk(item["Chapter"]["sub_items"])]
    return found


def home(source: str) -> str:
    """Returns the path in the book of a document, whose path is relative to `docs`."""
    folder, name = os.path.split(source.removeprefix("../"))
    return os.path.join(folder, "index.md" if name == "README.md" else name)


def lead(text: str, document: str, targets: dict[str, str], repository: str) -> str:
    """Returns the text of a document with links as they are in the book."""
    here = os.path.dirname(targets[document])

    def replaced(link: re.Match[str]) -> str:
        target, mark, heading = link[1].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        path = os.path.normpath(os.path.join(os.path.dirname(document), target))
        if path in targets:
            return f"]({os.path.relpath(targets[path], here or '.')}{mark}{heading})"
        if path.startswith(COPIED) and (ROOT / path).is_file():
            return f"]({os.path.relpath(path.removeprefix(COPIED), here or '.')})"
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"]({repository}/{kind}/main/{path}{mark}{heading})"

    parts = text.split("```")
    parts[::2] = [re.sub(r"\]\(([^)\s]+)\)", replaced, part) for part in parts[::2]]
    return "```".join(parts)


def api_chapter(file: Path, parent: dict[str, Any], number: int, pages: dict[str, str]) -> dict[str, Any]:
    return {
        "Chapter": {
            "name": " and ".join(services(file)) or f"Messages of {file.stem.replace('_', ' ')}",
            "content": reference(file, pages),
            "number": [*(parent["number"] or []), number],
            "sub_items": [],
            "path": f"{API}/{file.stem}.md",
            "source_path": None,
            "parent_names": [*parent["parent_names"], parent["name"]],
        }
    }


def main() -> None:
    if sys.argv[1:2] == ["supports"]:
        return
    context, book = json.load(sys.stdin)
    repository = context["config"]["output"]["html"]["git-repository-url"]
    found = walk(book["items"])
    documents = {os.path.normpath(f"docs/{it['source_path']}"): it for it in found}
    files = sorted((ROOT / API).glob("*.proto"), key=lambda file: (not services(file), file.name))
    chapters = {name: home(it["source_path"]) for name, it in documents.items()}
    targets = chapters | {f"{API}/{file.name}": f"{API}/{file.stem}.md" for file in files}
    targets |= {API: "proto/index.md", "docs/SUMMARY.md": "toc.html"}
    for name, chapter in documents.items():
        chapter["path"] = chapters[name]
        chapter["content"] = lead(chapter["content"], name, targets, repository)
    parent, pages = documents["proto/README.md"], homes(files)
    parent["sub_items"] = [api_chapter(file, parent, number, pages) for number, file in enumerate(files, 1)]
    json.dump(book, sys.stdout)


if __name__ == "__main__":
    main()
