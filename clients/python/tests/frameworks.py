"""Frameworks that the tests use where they are installed."""

from __future__ import annotations

import importlib
import os

import pytest


def require(module: str) -> None:
    """Skips the tests of a file without the framework; with ``BOTWERK_REQUIRE_FRAMEWORKS`` they fail."""
    if "BOTWERK_REQUIRE_FRAMEWORKS" in os.environ:
        importlib.import_module(module)
    else:
        pytest.importorskip(module)
