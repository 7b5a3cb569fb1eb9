"""Tries on one platform what users do with the program, and compares records with other platforms.

    python3 tests/platforms/check.py [--records DIR] [--runner PROGRAM] [--line-bot COMMAND] PROGRAM

The first platform writes its records to DIR, and others must play the same matches to the last byte. --runner is what
executes the program, such as `wine`. --line-bot is a bot that speaks the line protocol, by default one in Python.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ON_WINDOWS = sys.platform == "win32"
# Emulators are slow.
LIMIT = 1_800
# Agents of each game, which search nodes and not time.
PLAYERS = {
    "micro-robots": ["solver", "first-found"],
    "netzwerk": ["minimax:nodes=2000", "greedy"],
    "droids": ["program-search:nodes=500", "greedy"],
    "ricochet": ["anytime:nodes=20000", "random"],
}


class Platform:
    """The program with what executes it, in a folder whose name has a blank and an umlaut."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.program = Path(options.program).resolve()
        self.runner: list[str] = [options.runner] if options.runner else []
        self.records: Path | None = options.records and Path(options.records).resolve()
        self.line_bot: str = options.line_bot or command(sys.executable, ROOT / "tests/stdio/bot.py")
        self.folder = folder
        self.has_windows_paths = ON_WINDOWS or options.runner == "wine"
        if options.runner == "wine":
            compile_for_windows(HERE / "bcryptprimitives.cpp", self.program.parent / "bcryptprimitives.dll", "-shared")
            bot = folder / "line bot.exe"
            compile_for_windows(ROOT / "tests/stdio/bot.cpp", bot, "-static")
            self.line_bot = options.line_bot or command(self.own(bot))

    def own(self, path: Path) -> str:
        """Returns a path as the program writes it."""
        if self.has_windows_paths and not ON_WINDOWS:
            return "Z:" + str(path).replace("/", "\\")
        return str(path)

    def argv(self, *arguments: str | Path) -> list[str]:
        return [*self.runner, str(self.program), *(self.own(a) if isinstance(a, Path) else a for a in arguments)]

    def run(self, *arguments: str | Path, code: int = 0, **options: object) -> str:
        """Runs the program, and returns what it prints, or fails with another exit code."""
        done = subprocess.run(
            self.argv(*arguments), capture_output=True, cwd=self.folder, timeout=LIMIT, **options
        )  # type: ignore[call-overload]
        text = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == code, f"exit code {done.returncode}, expected {code}:\n{text}"
        return text

    def write(self, name: str, text: str, newline: str = "\n") -> Path:
        path = self.folder / name
        path.write_bytes(text.replace("\n", newline).encode())
        return path


def compile_for_windows(source: Path, target: Path, *flags: str) -> None:
    subprocess.run(["x86_64-w64-mingw32-g++", "-O1", *flags, "-o", target, source, "-ladvapi32"], check=True)


def command(*words: object) -> str:
    return " ".join(f"'{word}'" for word in words)


def tournament(name: str, first: str, *, cycles: int, rest: str = "") -> str:
    return f"""name = "{name}"
game = "netzwerk"
seed = "platforms"
{rest}
[format]
kind = "round-robin"
cycles = {cycles}

[[entrant]]
name = "a bot"
player = '''{first}'''

[[entrant]]
player = "random"
"""


def demo(platform: Platform) -> None:
    text = platform.run("demo", "--db", platform.folder / "demo.db")
    assert "matches played over gRPC, stored, fetched and verified" in text, text


def records(platform: Platform) -> None:
    for game, players in PLAYERS.items():
        folder = platform.folder / "records" / game
        folder.parent.mkdir(exist_ok=True)
        flags = ["--game", game, "--seed", "platforms", "--matches", "2", "--records"]
        platform.run("match", *players, *flags, folder)
        files = sorted(folder.rglob("*.bwr"))
        assert len(files) == 2, files
        platform.run("record", "verify", *files)
    if platform.records is None:
        return
    if not platform.records.exists():
        shutil.copytree(platform.folder / "records", platform.records)
    ours, theirs = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.bwr")}
        for folder in (platform.folder / "records", platform.records)
    )
    assert ours.keys() == theirs.keys(), (ours.keys(), theirs.keys())
    for name, text in ours.items():
        assert text == theirs[name], f"{name} differs from {platform.records}"


def kill_and_resume(platform: Platform) -> None:
    # Launched bots are found by their argument.
    mark = f"minimax:nodes={1_000_000 + os.getpid()}"
    bot = command(platform.own(platform.program), "bot", "run", mark)
    file = platform.write("killed – ä.toml", tournament("killed", f"grpc:{bot}", cycles=12))
    db = platform.folder / "killed ö.db"
    with subprocess.Popen(
        platform.argv("tournament", "run", file, "--db", db), cwd=platform.folder, stdout=subprocess.DEVNULL
    ) as process:
        wait_for("a bot", lambda: count_processes(mark) > 0)
        time.sleep(1)
        process.kill()
    wait_for("the end of the bot", lambda: count_processes(mark) == 0)
    file = platform.write(file.name, tournament("killed", f"grpc:{bot}", cycles=12), newline="\r\n")
    platform.run("tournament", "run", file, "--db", db)
    export = platform.folder / "export"
    platform.run("tournament", "export", "--db", db, "--out", export)
    rows = pairings(export)
    assert len(rows) == 24, len(rows)
    platform.run("record", "verify", *sorted(export.rglob("*.bwr")))


def interrupt(platform: Platform) -> None:
    mark = f"minimax:nodes={2_000_000 + os.getpid()}"
    bot = command(platform.own(platform.program), "bot", "run", mark)
    file = platform.write("interrupted.toml", tournament("interrupted", f"grpc:{bot}", cycles=400))
    arguments = platform.argv("tournament", "run", file, "--db", platform.folder / "interrupted.db")
    text = press_ctrl_c(arguments, platform.folder, lambda: count_processes(mark) > 0)
    assert "interrupted" in text.lower() or "resume" in text.lower(), text
    wait_for("the end of the bot", lambda: count_processes(mark) == 0)


def clocks(platform: Platform) -> None:
    bot = command(platform.own(platform.program), "bot", "run", "minimax:time=4s")
    text = tournament("clocks", f"grpc:{bot}", cycles=1, rest="[time_control]\nturn = \"1s\"\n")
    file = platform.write("clocks.toml", text)
    db = platform.folder / "clocks.db"
    platform.run("tournament", "run", file, "--db", db)
    export = platform.folder / "clocks"
    platform.run("tournament", "export", "--db", db, "--out", export)
    rows = pairings(export)
    flagged = [row for row in rows if "flagged" in str(row).lower()]
    assert len(flagged) == len(rows) == 2, rows


def line_bot(platform: Platform) -> None:
    text = platform.run("match", platform.line_bot, "random", "--game", "netzwerk", "--matches", "2")
    assert "random" in text, text


def crlf(platform: Platform) -> None:
    folder = platform.folder / "crlf"
    platform.run("match", "greedy", "random", "--game", "netzwerk", "--matches", "2", "--records", folder)
    for record in sorted(folder.rglob("*.bwr")):
        platform.run("record", "verify", platform.write(record.name, record.read_text(), newline="\r\n"))


def console(platform: Platform) -> None:
    environment = dict(os.environ)
    if not platform.has_windows_paths:
        environment["LC_ALL"] = "C"
    for game in PLAYERS:
        text = platform.run("position", "show", "--game", game, env=environment)
        assert text.strip(), game


def sandbox(platform: Platform) -> None:
    if sys.platform == "linux" and not platform.has_windows_paths:
        return
    text = platform.run("match", platform.line_bot, "random", "--game", "netzwerk", "--sandbox", code=2)
    assert "sandbox: needs Linux" in text, text


def pairings(export: Path) -> list[dict[str, str]]:
    with (export / "matches.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def count_processes(mark: str) -> int:
    """Counts the processes of this machine with a text in their command lines."""
    if ON_WINDOWS:
        listing = "Get-CimInstance Win32_Process | ForEach-Object CommandLine"
        lines = subprocess.run(["powershell", "-Command", listing], capture_output=True, text=True).stdout
        return sum(mark in line and "powershell" not in line for line in lines.splitlines())
    lines = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, errors="replace").stdout
    return sum(mark in line for line in lines.splitlines())


def wait_for(what: str, holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT / 10
    while not holds():
        assert time.monotonic() < deadline, f"no {what}"
        time.sleep(0.2)


def press_ctrl_c(argv: list[str], folder: Path, is_time: Callable[[], bool]) -> str:
    """Runs a program in a console, presses Ctrl-C when it is time, and returns what the program has printed at its end."""
    if ON_WINDOWS:
        group = subprocess.CREATE_NEW_PROCESS_GROUP  # type: ignore[attr-defined]
        with subprocess.Popen(argv, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, creationflags=group) as process:
            wait_for("bot", is_time)
            time.sleep(2)
            process.send_signal(signal.CTRL_BREAK_EVENT)  # type: ignore[attr-defined]
            output, _ = process.communicate(timeout=LIMIT)
            return output.decode(errors="replace")
    import pty

    process_id, console = pty.fork()
    if process_id == 0:
        os.chdir(folder)
        os.execvp(argv[0], argv)
    wait_for("bot", is_time)
    time.sleep(2)
    os.write(console, b"\x03")
    output = b""
    while True:
        try:
            part = os.read(console, 65_536)
        except OSError:
            break
        if not part:
            break
        output += part
    os.waitpid(process_id, 0)
    return output.decode(errors="replace")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", metavar="DIR")
    parser.add_argument("--runner")
    parser.add_argument("--line-bot", metavar="COMMAND")
    parser.add_argument("--only", metavar="NAME", help="run one check")
    parser.add_argument("program")
    options = parser.parse_args()
    checks = [demo, records, kill_and_resume, interrupt, clocks, line_bot, crlf, console, sandbox]
    failed = 0
    with tempfile.TemporaryDirectory(prefix="botwerk für ") as folder:
        platform = Platform(options, Path(folder))
        print(platform.run("--version").strip())
        for check in checks:
            if options.only not in (None, check.__name__):
                continue
            started = time.monotonic()
            try:
                check(platform)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"{check.__name__}: {error}")
            else:
                print(f"{check.__name__}: ok, {time.monotonic() - started:.1f} s", flush=True)
    print("failed" if failed else "everything works")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
