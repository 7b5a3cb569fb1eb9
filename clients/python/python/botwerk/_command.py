"""The console script ``botwerk``: the same program as the one that cargo builds."""

from __future__ import annotations

import pathlib
import signal
import sys

from ._botwerk import run_program


def main() -> None:
    """Runs the program with the arguments of this process and exits with its code."""
    sys.exit(program(again=[sys.executable, "-m", "botwerk"]))


def program(*, again: list[str] | None = None) -> int:
    """Runs the program ``botwerk`` with the arguments of this process, and returns its exit code.

    With a game of one's own, ``botwerk.register(MyGame)`` and then ``sys.exit(botwerk.program())`` are a program that has
    this game. ``again`` is the command that starts it again; by default this script.
    """
    # The program handles Ctrl-C itself, or ends at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    again = again or [sys.executable, str(pathlib.Path(sys.argv[0]).resolve())]
    # What the command needs in a sandbox.
    package = pathlib.Path(__file__).resolve().parents[1]
    read_paths = [sys.prefix, sys.base_prefix, str(package)]
    return run_program(again, ["botwerk", *sys.argv[1:]], read_paths)
