"""The reference of the API as Markdown: the comments of a `.proto` file, in the order of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

#: What opens and what fills a block.
BLOCK = re.compile(r"(service|message|enum|oneof) (\w+) \{(\})?")
CALL = re.compile(r"rpc (\w+)\((stream )?(\w+)\) returns \((stream )?(\w+)\);")
FIELD = re.compile(r"((?:repeated |optional )?(?:[\w.]+|map<\w+, [\w.]+>)) (\w+) = \d+(?: \[[^\]]*\])?;")
VALUE = re.compile(r"(\w+) = \d+;")
#: What says nothing to readers.
SILENT = re.compile(r"(syntax|package|import|option) ?.*;|\}")
HEADINGS = {
    "service": "| call | request | response | |\n|---|---|---|---|",
    "message": "| field | type | |\n|---|---|---|",
    "enum": "| value | |\n|---|---|",
}


@dataclass
class Block:
    kind: str
    name: str
    comment: str
    rows: list[str] = field(default_factory=list)


def blocks(file: Path) -> list[Block]:
    """Returns the services, messages and enumerations of a file. A statement of another form is an error."""
    found: list[Block] = []
    open_blocks: list[Block] = []
    union, comment = "", ""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if text.startswith("//"):
            comment += " " + text[2:].strip()
            continue
        row = None
        if opened := BLOCK.fullmatch(text):
            kind, name, end = opened.groups()
            if kind == "oneof":
                union = name
            else:
                names = [it.name for it in open_blocks] + [name]
                found.append(Block(kind, ".".join(names), comment.strip()))
                if end is None:
                    open_blocks.append(found[-1])
        elif text == "}":
            if union:
                union = ""
            else:
                open_blocks.pop()
        elif call := CALL.fullmatch(text):
            name, *sides = call.groups()
            row = [f"`{name}`", *(f"{stream or ''}`{message}`" for stream, message in zip(sides[::2], sides[1::2]))]
        elif value := VALUE.fullmatch(text):
            row = [f"`{value[1]}`"]
        elif member := FIELD.fullmatch(text):
            row = [f"`{member[2]}`", f"`{member[1]}`" + (f", one of `{union}`" if union else "")]
        elif text and not SILENT.fullmatch(text):
            raise ValueError(f"{file}:{number}: expected a statement of one line, found {text}")
        if row is not None:
            cells = [*row, comment.strip().replace("|", "\\|")]
            open_blocks[-1].rows.append(f"| {' | '.join(cells)} |")
        if text != "" or not open_blocks:
            comment = ""
    return found


def services(file: Path) -> list[str]:
    return [it.name for it in blocks(file) if it.kind == "service"]


def reference(file: Path, homes: dict[str, str]) -> str:
    """Returns the page of a file. `homes` has the page of every message and enumeration, to which its names link."""

    def link(name: re.Match[str]) -> str:
        home = homes.get(name[2])
        return f"{name[1]}[`{name[2]}`]({home}#{name[2].lower()})" if home else name[0]

    parts = [f"# {' and '.join(services(file)) or file.stem}", f"From `{file.name}`."]
    for block in blocks(file):
        parts += [f"## {block.name}", block.comment]
        if block.rows:
            # Types are linked, names in comments are not.
            rows = [re.sub(r"(\| (?:stream )?)`(?:repeated |optional )?(\w+)`", link, row) for row in block.rows]
            parts.append("\n".join([HEADINGS[block.kind], *rows]))
    return "\n\n".join(part for part in parts if part) + "\n"


def homes(files: list[Path]) -> dict[str, str]:
    """Returns the pages of all messages and enumerations, by name."""
    return {it.name: f"{file.stem}.md" for file in files for it in blocks(file) if it.kind != "service"}
