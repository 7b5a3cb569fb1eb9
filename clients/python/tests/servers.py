"""Servers with workers, for the tests."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator

#: The command of the program: that of the variable ``BOTWERK``, or of the package.
PROGRAM = [os.environ["BOTWERK"]] if "BOTWERK" in os.environ else [sys.executable, "-m", "botwerk"]


@contextlib.contextmanager
def serve(*, token: str | None = None) -> Iterator[str]:
    """Starts a server in memory with this worker token, and yields its address."""
    arguments = ["--listen", "127.0.0.1:0", "--db", ":memory:", "--worker-lease-secs", "2"]
    process = subprocess.Popen(
        [*PROGRAM, "serve", "--json", *arguments],
        env={**os.environ, **({"BOTWERK_WORKER_TOKEN": token} if token else {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield f"http://{json.loads(process.stdout.readline())['listening']}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
