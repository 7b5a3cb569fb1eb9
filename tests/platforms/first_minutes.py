"""Measures the first minutes in each language: from the first command to a bot that has won a match against `random`.

    cargo xtask dist x86_64-unknown-linux-gnu && cargo xtask dist wheel x86_64-unknown-linux-gnu
    python3 tests/platforms/first_minutes.py [LANGUAGE ...]

Each starts in an empty home with nothing but the language itself, installs from the files of `target/dist-files` and
of the clients, and has the first bot of the client's README. Libraries are downloaded from the registries.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "dist-files"
INSTALL = f"BOTWERK_DOWNLOADS=file://{FILES} sh {ROOT}/clients/cli/install/install.sh"
PLAY = "botwerk tournament run duel.toml --db duel.db"

# For each language the document with its first bot, the name of the bot's file, the command that starts it, and what a
# user types before the tournament.
LANGUAGES = {
    "python": (
        "docs/first-bot.md#python",
        "my_bot.py",
        "python my_bot.py",
        [f"pip install --quiet {FILES}/botwerk-*-manylinux_2_28_x86_64.whl"],
    ),
    "lines": ("docs/stdio.md", "my_bot.py", "", [INSTALL]),
    "node": (
        "clients/typescript/README.md",
        "my_bot.mjs",
        "node my_bot.mjs",
        [INSTALL, f"npm install {FILES}/botwerk-*.tgz"],
    ),
    "go": (
        "clients/go/README.md",
        "main.go",
        "./my_bot",
        [
            INSTALL,
            f"go mod init my_bot && go mod edit -replace botwerk.dev/botwerk={ROOT}/clients/go",
            "go mod tidy && go build",
        ],
    ),
    "java": (
        "clients/java/README.md",
        "MyBot.java",
        "java -cp 'libraries/*' MyBot.java",
        [
            INSTALL,
            f"mvn --quiet --file {ROOT}/clients/java -DskipTests package dependency:copy-dependencies"
            " -DincludeScope=runtime -DoutputDirectory=\"$PWD/libraries\"",
            f"cp {ROOT}/clients/java/target/botwerk-0.1.0.jar libraries/",
        ],
    ),
    "rust": (
        "clients/rust/README.md",
        "src/main.rs",
        "target/release/my_bot",
        [INSTALL, f"cargo init --quiet --name my_bot && cargo add --quiet --path {ROOT}/clients/rust", "cargo build --release"],
    ),
}


def duel(command: str) -> str:
    player = f"grpc:{command}" if command else "python3 my_bot.py"
    return f"""name = "duel"
game = "netzwerk"
opening_turns = 2
seed = "7"

[format]
kind = "round-robin"
cycles = 5

[[entrant]]
name = "my bot"
player = \"\"\"{player}\"\"\"

[[entrant]]
player = "random"
"""


def first_program(document: str) -> str:
    """Returns the first program of a document, or of a section of it."""
    file, _, section = document.partition("#")
    text = (ROOT / file).read_text(encoding="utf-8")
    if section:
        text = re.split(rf"^## {section}$", text, flags=re.MULTILINE | re.IGNORECASE)[1]
    program = re.search(r"^```(?:python|js|go|java|rust)[^\n]*\n(.*?)^```$", text, re.M | re.S)
    assert program, f"{document}: no program"
    return program[1]


def measure(language: str) -> None:
    document, file, command, commands = LANGUAGES[language]
    with tempfile.TemporaryDirectory(prefix="first ") as folder:
        home = Path(folder)
        environment = {**os.environ, "HOME": folder, "GOFLAGS": "-modcacherw"}
        environment.setdefault("RUSTUP_HOME", str(Path.home() / ".rustup"))
        environment["PATH"] = f"{home}/.local/bin:{environment['PATH']}"
        if language == "python":
            subprocess.run([sys.executable, "-m", "venv", home / "python"], check=True)
            environment["PATH"] = f"{home}/python/bin:{environment['PATH']}"
        work = home / "work"
        work.mkdir()
        started = time.monotonic()
        for number, text in enumerate([*commands, PLAY]):
            # The bot is written when the language has made its project.
            if number == len(commands) - 1 or len(commands) == 1:
                (work / file).parent.mkdir(exist_ok=True)
                (work / file).write_text(first_program(document))
                (work / "duel.toml").write_text(duel(command))
            step = time.monotonic()
            done = subprocess.run(["bash", "-c", text], cwd=work, env=environment, capture_output=True, text=True)
            assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
            print(f"  {time.monotonic() - step:6.1f} s  {text.replace(str(ROOT), '.')}", flush=True)
        seconds = time.monotonic() - started
        export = ["botwerk", "tournament", "export", "--db", "duel.db", "--out", "duel"]
        subprocess.run(export, cwd=work, env=environment, check=True, stdout=subprocess.DEVNULL)
        with (work / "duel/matches.csv").open(encoding="utf-8") as rows:
            won = sum(
                row[f"entrant_{seat}"] == "my bot" and row[f"place_{seat}"] == "1"
                for row in csv.DictReader(rows)
                for seat in (0, 1)
            )
        assert won > 0, f"{language}: no match was won"
        print(f"{language}: {seconds:.0f} s, {len(commands) + 1} commands, {won} of 10 matches won", flush=True)


def main() -> None:
    for language in sys.argv[1:] or LANGUAGES:
        measure(language)


if __name__ == "__main__":
    main()
