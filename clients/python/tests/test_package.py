"""The package itself: its program, server, types and documentation."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import io
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from readme_renderer import markdown

import botwerk
from botwerk import _botwerk

PACKAGE = Path(botwerk.__file__).parent


def program(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "botwerk", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def test_program_is_the_same_as_that_of_cargo() -> None:
    version = program("--version")
    assert version.stdout.strip() == f"botwerk {botwerk.__version__}"
    script = Path(sys.executable).with_name("botwerk")
    assert script.exists(), "pip has installed the program"
    again = subprocess.run([script, "game", "list", "--json"], capture_output=True, text=True)
    names = re.findall(r'"game":"([a-z-]+)"', again.stdout)
    assert names == botwerk.game_names()
    wrong = program("game", "list", "--nonsense")
    assert wrong.returncode == 2 and "--nonsense" in wrong.stderr


def test_program_plays_a_match_with_a_record() -> None:
    played = program(
        "match", "greedy", "random", "--game", "netzwerk", "--matches", "1", "--seed", "7"
    )
    assert played.returncode == 0, played.stderr


def test_server_answers_and_stops() -> None:
    with botwerk.serve() as server:
        with urllib.request.urlopen(f"{server.address}/healthz", timeout=10) as answer:
            assert answer.status == 200
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{server.address}/nothing", timeout=10)
    assert "draining started" in server.log()
    with pytest.raises(RuntimeError, match="did not start"):
        botwerk.serve("--listen", "nowhere")


def test_documented_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Examples write files.
    monkeypatch.chdir(tmp_path)
    names = ["_game", "_record", "_remote", "_results", "_serve", "_stats", "_vec_env"]
    names += ["gymnasium", "parquet", "pettingzoo"]
    modules = [botwerk, *(importlib.import_module(f"botwerk.{name}") for name in names)]
    results = [doctest.testmod(module) for module in modules]
    assert all(result.failed == 0 for result in results)
    assert sum(result.attempted for result in results) >= 15
    repository = Path(__file__).parents[3]
    for name in [
        "README.md",
        "clients/python/README.md",
        "docs/researcher.md",
        "docs/python.md",
    ]:
        # As a module, so that a bot is not run.
        shared: dict[str, object] = {"__name__": "example"}
        examples = re.findall(r"```python\n(.*?)```", (repository / name).read_text(), re.DOTALL)
        assert examples
        for example in examples:
            # Those of frameworks are run where these are installed, and that of a tournament where one was
            # played: test_stable_baselines3.py, test_ray.py, test_results.py.
            if not any(name in example for name in ("sb3_contrib", "botwerk.ray", "duel.db")):
                exec(example, shared)


def test_registry_accepts_the_metadata() -> None:
    folder = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "validate_pyproject", str(folder / "pyproject.toml")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    warnings = io.StringIO()
    readme = markdown.render((folder / "README.md").read_text(), stream=warnings)
    assert readme and not warnings.getvalue()
    # The registry does not know the folders around the file.
    links = re.findall(r'href="([^"]*)"', readme)
    assert links and all(link.startswith(("https://", "#")) for link in links), links
    for name in ["LICENSE-APACHE", "LICENSE-MIT"]:
        assert (folder / name).read_bytes() == (folder.parents[1] / name).read_bytes()


def stub_members(tree: ast.Module) -> dict[str, set[str]]:
    """Returns the members of each class of a stub file, and its functions under the empty name."""
    members: dict[str, set[str]] = {"": set()}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names = {it.name for it in node.body if isinstance(it, ast.FunctionDef)}
            targets = [it.target for it in node.body if isinstance(it, ast.AnnAssign)]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
            members[node.name] = {name for name in names if not name.startswith("__")}
        elif isinstance(node, ast.FunctionDef):
            members[""].add(node.name)
    return members


def test_stubs_name_exactly_what_the_module_has() -> None:
    stubs = stub_members(ast.parse((PACKAGE / "_botwerk.pyi").read_text()))
    public = [name for name in dir(_botwerk) if not name.startswith("__")]
    functions = {name for name in public if inspect.isbuiltin(getattr(_botwerk, name))}
    assert stubs.pop("") == functions
    classes = {name for name in public if inspect.isclass(getattr(_botwerk, name))}
    assert set(stubs) == classes
    for name in ["Game", "State", "Record", "Lanes"]:
        found = {it for it in vars(getattr(_botwerk, name)) if not it.startswith("__")}
        assert stubs[name] == found, name


def test_grpc_is_imported_only_by_what_uses_it() -> None:
    code = """
import sys

import botwerk

state = botwerk.load_game("netzwerk").new_initial_state(seed=7)
state.apply_action(state.legal_actions()[0])
botwerk.VecEnv("netzwerk", 2, seed=7).step_random()
class First(botwerk.Bot):
    pass

def imported():
    return sorted({".".join(name.split(".")[:2]) for name in sys.modules} & {"grpc", "google.protobuf", "botwerk.v1"})

assert imported() == [], imported()
assert set(botwerk.__all__) <= set(dir(botwerk))
assert all(hasattr(botwerk, name) for name in botwerk.__all__) and not hasattr(botwerk, "nonsense")
assert len(imported()) == 3, imported()
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_types_are_strict() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(PACKAGE), "tests", "examples"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    assert checked.returncode == 0, checked.stdout
    assert (PACKAGE / "py.typed").exists()
