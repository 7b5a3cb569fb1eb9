"""A server for notebooks and scripts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from types import TracebackType

from ._command import main


class Server:
    """A server in a process of its own, which ends with this object.

    >>> import botwerk
    >>> with botwerk.serve() as server:
    ...     server.address.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, *arguments: str) -> None:
        """Starts ``botwerk serve`` with these arguments, on a free port unless they name one.

        Raises ``RuntimeError`` with what the server printed if it does not start.
        """
        given = list(arguments)
        if "--listen" not in given:
            given += ["--listen", "127.0.0.1:0"]
        if "--db" not in given:
            given += ["--db", ":memory:"]
        # The end of its standard input stops it, also when this process is killed.
        script = "from botwerk._serve import serve_until_input_ends as serve; serve()"
        command = [sys.executable, "-c", script, "serve", "--json", *given]
        # A pipe that is not read would hold up the server once its log fills it.
        self._log = tempfile.TemporaryFile("w+")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        # Nothing else is printed there.
        self._process.stdout.close()
        if not line:
            self._process.wait()
            raise RuntimeError(f"the server did not start: {self.log().strip()}")
        scheme = "https" if "--tls-cert" in given else "http"
        #: The address for clients, such as ``http://127.0.0.1:50051``.
        self.address: str = f"{scheme}://{json.loads(line)['listening']}"

    def log(self) -> str:
        """Returns what the server has logged so far."""
        self._log.seek(0)
        return self._log.read()

    def stop(self) -> None:
        """Stops the server and waits until it has stored everything."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def __del__(self) -> None:
        # Without a process it was not created.
        if hasattr(self, "_process"):
            self.stop()


def serve_until_input_ends() -> None:
    """Runs the program with the arguments of this process until its standard input ends."""

    def stop() -> None:
        sys.stdin.buffer.read()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=stop, daemon=True).start()
    main()


def serve(*arguments: str) -> Server:
    """Starts a server that stops at the end of a ``with`` statement.

    ``arguments`` are those of ``botwerk serve``; without them matches are kept in memory and the port is
    free.
    """
    return Server(*arguments)
