#!/usr/bin/env python3
"""Does what chapters of the book say: `run.py CHAPTER#SECTION ...`, with the `botwerk` of the path.

All of them share one folder, which is empty at first unless `--folder` names one.

- A block after a paragraph such as `Save it as `NAME`:` becomes the file NAME.
- A block `sh` is run, in the same shell as those before. `sh server` runs in the background, until the chapter ends or
  another block of its kind serves, and `sh offline` is run after its end.
  `sh elsewhere` is not run: it installs something, needs other machines, or measures for long.
- A block `text` right after one of commands has lines that these print, in this order; `...` stands for any text.

Addresses of other machines are replaced by a free one of this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"\b[Ss]aved? .*?\bas\s`([^`]+)`.*:\Z", re.DOTALL)
LIMIT = 300
STOP = 'if [ -n "$server" ]; then kill "$server"; wait "$server" || true; server=; fi'


def read(chapter: str) -> str:
    """Returns the text of a chapter, or of the section whose name follows a `#`."""
    file, _, section = chapter.partition("#")
    text = Path(file).read_text(encoding="utf-8")
    if not section:
        return text
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    chosen = [it for it in sections if it.partition("\n")[0].lower().replace(" ", "-") == section]
    return chosen[0] if chosen else sys.exit(f"{file}: no section {section}")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def steps(text: str, folder: Path, port: int) -> tuple[str, dict[int, list[str]]]:
    """Writes the files of a chapter; returns its commands as one program of Bash, and what blocks print by number."""
    program = ["set -euo pipefail", "server="]
    expected: dict[int, list[str]] = {}
    is_run, end, count = False, 0, 0
    for block in BLOCK.finditer(text):
        language, kind, content = block.groups()
        before, end = text[end : block.start()], block.end()
        for address in ("127.0.0.1:4270", "0.0.0.0:4270", "play.example:4270"):
            host = "localhost" if "play" in address else "127.0.0.1"
            content = content.replace(address, f"{host}:{port}")
        content = content.replace("play.example", "localhost")
        if named := FILE.search(before.rstrip().rsplit("\n\n", 1)[-1]):
            (folder / named[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / named[1]).write_text(content)
        elif language == "sh" and kind == "server":
            count += 1
            # A signal reaches the program itself.
            content = re.sub("^botwerk ", "exec botwerk ", content, flags=re.MULTILINE)
            is_worker = "botwerk worker " in content
            program.append("" if is_worker else STOP)
            program.append(f"echo '== block {count}'\n{{ {content}}} >server-{count}.log 2>&1 &")
            program.append("" if is_worker else "server=$!")
            program.append(f"while ! (: </dev/tcp/127.0.0.1/{port}) 2>/dev/null; do kill -0 $!; sleep 0.1; done")
        elif language == "sh" and kind in (None, "offline"):
            count += 1
            program.append(STOP if kind == "offline" else "")
            program.append(f"echo '== block {count}'\n{content}")
        elif language == "text" and is_run and not before.strip():
            expected[count] = content.splitlines()
        is_run = language == "sh" and kind in (None, "offline")
    return "\n".join([*program, "echo '== end'"]), expected


def missing(printed: str, lines: list[str]) -> str | None:
    """Returns the first line that is not printed after the ones before it."""
    rest = [line.rstrip() for line in printed.splitlines()]
    for line in lines:
        form = re.compile(".*".join(map(re.escape, line.rstrip().split("..."))))
        places = [number for number, it in enumerate(rest) if form.fullmatch(it)]
        if not places:
            return line
        rest = rest[places[0] + 1 :]
    return None


def run(chapter: str, folder: Path) -> bool:
    """Returns `True` if all commands of a chapter succeed, and print what it says."""
    port = free_port()
    program, expected = steps(read(chapter), folder, port)
    environment = {**os.environ, "BOTWERK_LISTEN": f"127.0.0.1:{port}", "BOTWERK_SERVER": f"127.0.0.1:{port}"}
    process = subprocess.Popen(
        ["bash", "-c", program], cwd=folder, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        text = process.communicate(timeout=LIMIT)[0]
    finally:
        # With everything that runs in the background.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    print(text, end="")
    printed = re.split(r"^== .*\n", text, flags=re.MULTILINE)
    faults = [] if process.returncode == 0 else [f"ended with {process.returncode}"]
    faults += [] if len(printed) > 2 else ["has no commands"]
    for count, lines in expected.items():
        line = missing(printed[count], lines) if count < len(printed) else None
        faults += [] if line is None else [f"not printed: {line}"]
    for fault in faults:
        print(f"{chapter}: {fault}", file=sys.stderr)
    return not faults


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("chapters", nargs="+")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        folder = (arguments.folder or Path(empty)).resolve()
        return 0 if all(run(chapter, folder) for chapter in arguments.chapters) else 1


if __name__ == "__main__":
    sys.exit(main())
