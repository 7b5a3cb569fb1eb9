"""Chapters of the book that need the package: their programs and commands, and what these print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[3]


@pytest.mark.parametrize(
    "chapters", [("first-bot.md#python", "bots.md"), ("league.md",), ("researcher.md",)]
)
def test_chapters_do_what_they_say(chapters: tuple[str, ...]) -> None:
    # The package's own programs come first.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, str(REPOSITORY / "tests/book/run.py"), *chapters],
        capture_output=True,
        text=True,
        cwd=REPOSITORY / "docs",
        env={**os.environ, "PATH": path},
    )
    assert done.returncode == 0, done.stdout + done.stderr
