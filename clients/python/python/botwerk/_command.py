"""The console script ``botwerk``: the same program as the one that cargo builds."""

from __future__ import annotations

import pathlib
import signal
import sys

from ._botwerk import run_program


def main() -> None:
    """Runs the program with the arguments of this process and exits with its code."""
    # The program handles Ctrl-C itself, or ends at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    again = [sys.executable, "-m", "botwerk"]
    # What the command needs in a sandbox.
    package = pathlib.Path(__file__).resolve().parents[1]
    read_paths = [sys.prefix, sys.base_prefix, str(package)]
    sys.exit(run_program(again, ["botwerk", *sys.argv[1:]], read_paths))
