"""A temporary PostgreSQL server, and servers of Botwerk that share a database of it."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

#: The program: the one that ``BOTWERK`` names, or else the one that ``cargo build --features full`` makes.
PROGRAM = Path(os.environ.get("BOTWERK", Path(__file__).parents[3] / "target/debug/botwerk"))


class Postgres:
    """A server with one database in a folder of its own, where it listens on a Unix socket."""

    def __init__(self) -> None:
        """Starts a server.

        Skips the test if PostgreSQL is not installed, or fails if ``BOTWERK_REQUIRE_POSTGRES`` is set.
        """
        self._programs = _programs()
        if self._programs is None:
            message = "PostgreSQL is not installed; install the package postgresql"
            if os.environ.get("BOTWERK_REQUIRE_POSTGRES"):
                pytest.fail(message)
            pytest.skip(message)
        self._folder = tempfile.mkdtemp(prefix="botwerk-postgres-")
        if os.geteuid() == 0:
            account = _account()
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        data = f"{self._folder}/data"
        options = ["--username=botwerk", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
        initdb = self._command("initdb", f"--pgdata={data}", "--no-sync", "--no-instructions", *options)
        subprocess.run(initdb, cwd="/", stdout=subprocess.DEVNULL, check=True)
        settings = ["-clisten_addresses=", "-cfsync=off", "-cfull_page_writes=off"]
        command = self._command("postgres", "-D", data, "-k", self._folder, *settings)
        self._process = subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL)
        ready = self._command("pg_isready", "--quiet", "--host", self._folder)
        deadline = time.monotonic() + 30
        while subprocess.run(ready, cwd="/").returncode != 0:
            assert time.monotonic() < deadline, "PostgreSQL did not start"
            time.sleep(0.02)
        #: The URL of the database.
        self.url = f"postgres:///postgres?user=botwerk&host={self._folder}"

    def _command(self, program: str, *arguments: str) -> list[str]:
        """Returns a command that runs a program without the privileges of root."""
        command = [f"{self._programs}/{program}", *arguments]
        if os.geteuid() != 0:
            return command
        account = _account()
        ids = [f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"]
        return ["setpriv", *ids, "--clear-groups", *command]

    def stop(self) -> None:
        """Kills the server and deletes its folder."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()
        shutil.rmtree(self._folder)


class SharingServer:
    """A server that shares a database with others."""

    def __init__(self, url: str) -> None:
        listen = ["--listen", "127.0.0.1:0", "--db", url, "--lease-secs", "1"]
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--json", "--log-level", "error", *listen],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        #: Host and port.
        self.address: str = json.loads(self._process.stdout.readline())["listening"]
        self._process.stdout.close()

    def kill(self) -> None:
        """Kills the process."""
        self._process.kill()
        self._process.wait()


def _programs() -> Path | None:
    """Returns the folder with the programs of PostgreSQL: the newest that Debian has installed."""
    given = os.environ.get("BOTWERK_POSTGRES_BIN")
    found = [Path(given)] if given else Path("/usr/lib/postgresql").glob("*/bin")
    installed = [folder for folder in found if (folder / "initdb").exists()]
    return max(installed, key=lambda folder: folder.parent.name.zfill(4), default=None)


def _account() -> pwd.struct_passwd:
    """Returns the account that runs PostgreSQL, which refuses to run as root."""
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")
