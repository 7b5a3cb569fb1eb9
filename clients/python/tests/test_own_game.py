"""Games that are written in Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_games_in_python_are_played_as_any_other() -> None:
    checks = str(Path(__file__).with_name("own_game_checks.py"))
    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", checks], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "6 passed" in ran.stdout, ran.stdout + ran.stderr
