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
SILENT = re.compile(r"(syntax|package|import|option|reserved) ?.*;|\}")
HEADINGS = {"message": "| field | type | |\n|---|---|---|", "enum": "| value | |\n|---|---|"}


@dataclass
class Block:
    kind: str
    name: str
    comment: str
    #: Of calls, fields or values: the name, the types, and the comment.
    rows: list[list[str]] = field(default_factory=list)


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
            row = [name, *(f"{stream or ''}{message}" for stream, message in zip(sides[::2], sides[1::2]))]
        elif value := VALUE.fullmatch(text):
            row = [value[1]]
        elif member := FIELD.fullmatch(text):
            row = [member[2], member[1] + (f", one of {union}" if union else "")]
        elif text and not SILENT.fullmatch(text):
            raise ValueError(f"{file}:{number}: expected a statement of one line, found {text}")
        if row is not None:
            open_blocks[-1].rows.append([*row, comment.strip().replace("|", "\\|")])
        if text != "" or not open_blocks:
            comment = ""
    return found


def services(file: Path) -> list[str]:
    return [it.name for it in blocks(file) if it.kind == "service"]


def reference(file: Path, homes: dict[str, str]) -> str:
    """Returns the page of a file. `homes` has the page of every message and enumeration, to which its names link."""

    def link(type_name: str) -> str:
        text, comma, union = type_name.partition(", ")
        *words, name = text.split(" ")
        home = homes.get(name)
        code = f"[`{name}`]({home}#{name.lower()})" if home else f"`{name}`"
        return " ".join([*words, code]) + comma + union

    found = services(file)
    parts = [f"# {' and '.join(found) or file.stem}", f"From `{file.name}`."]
    for block in blocks(file):
        parts += ["" if found == [block.name] else f"## {block.name}", block.comment]
        if block.kind == "service":
            for name, request, response, comment in block.rows:
                parts += [f"### {name}", f"{link(request)} → {link(response)}", comment]
        elif block.rows:
            rows = [[f"`{name}`", *map(link, types), comment] for name, *types, comment in block.rows]
            parts.append("\n".join([HEADINGS[block.kind], *(f"| {' | '.join(row)} |" for row in rows)]))
    return "\n\n".join(part for part in parts if part) + "\n"


def homes(files: list[Path]) -> dict[str, str]:
    """Returns the pages of all messages and enumerations, by name."""
    return {it.name: f"{file.stem}.md" for file in files for it in blocks(file) if it.kind != "service"}
