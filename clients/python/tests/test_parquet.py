"""Parquet files of decisions and matches."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pyarrow as arrow
import pyarrow.parquet
import pytest
from games import SHAPES

import botwerk
import botwerk.parquet
from botwerk import Record, VerifyError
from botwerk.parquet import write_decisions, write_tournament

#: The columns of decisions and their arrays in ``botwerk.dataset``.
ARRAYS = {
    "match": "matches",
    "seq": "seqs",
    "player": "players",
    "turn": "turns",
    "action": "actions",
    "effort": "efforts",
    "return": "returns",
}

TOURNAMENT = """
name = "cup"
game = "netzwerk"
[options]
width = 3
ranks = 4
[format]
kind = "round-robin"
cycles = 2
[[entrant]]
player = "greedy"
[[entrant]]
player = "random"
"""


def program(*arguments: str) -> None:
    command = [sys.executable, "-m", "botwerk", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "botwerk.parquet", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True)


def save_records(folder: Path, shape: tuple[str, dict[str, Any], int], count: int) -> list[Path]:
    """Plays matches in which every player takes the middle one of the legal actions, and saves their records."""
    name, options, players = shape
    game = botwerk.load_game(name, options, players)
    files = []
    for seed in range(count):
        state = game.new_initial_state(seed)
        state.sample_chance()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[len(legal) // 2], effort=1000 * seed)
            state.sample_chance()
        files.append(folder / f"{seed}.bwr")
        Record.from_state(state).save(files[-1])
    return files


def assert_rows(table: Any, data: dict[str, np.ndarray[Any, Any]]) -> None:
    """Compares a table with the arrays of ``botwerk.dataset``."""
    for column, array in ARRAYS.items():
        np.testing.assert_array_equal(table[column].to_numpy(), data[array])
    observations = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8)
    np.testing.assert_array_equal(
        observations.reshape(data["observations"].shape), data["observations"]
    )
    for legal, mask in zip(table["legal_actions"].to_pylist(), data["masks"], strict=True):
        assert legal == np.flatnonzero(mask).tolist()


@pytest.mark.parametrize("shape", SHAPES)
def test_file_has_the_rows_of_dataset(shape: tuple[str, dict[str, Any], int], tmp_path: Path) -> None:
    files = save_records(tmp_path, shape, 3)
    out = tmp_path / "decisions.parquet"
    done = command(tmp_path, "--out", out)
    assert done.returncode == 0, done.stderr
    data = botwerk.dataset(files)
    rows = len(data["actions"])
    assert rows > 0 and done.stdout == f"{out}: {rows} decisions of 3 matches\n"
    table = arrow.parquet.read_table(out)
    assert_rows(table, data)
    assert table["record"].to_pylist() == [str(files[index]) for index in data["matches"]]
    # An engine that did not write it reads the same.
    assert polars.read_parquet(out)["action"].to_list() == data["actions"].tolist()


@pytest.mark.parametrize("shape", SHAPES)
def test_columns_and_metadata_are_the_documented_ones(
    shape: tuple[str, dict[str, Any], int], tmp_path: Path
) -> None:
    name, options, players = shape
    game = botwerk.load_game(name, options, players)
    out = tmp_path / "decisions.parquet"
    write_decisions(save_records(tmp_path, shape, 1), out)
    schema = arrow.parquet.read_schema(out)
    length = game.observation_tensor_shape()[0]
    types = [str(field.type) for field in schema]
    legal = "list<element: uint32 not null>"
    expected = ["string", "uint64", "uint64", "uint8", "uint32", "uint32", "uint64", "float"]
    assert types[:-1] == [*expected, f"fixed_size_binary[{length}]"]
    assert types[-1].replace("item", "element") == legal
    assert not any(field.nullable for field in schema)
    metadata = {
        key.decode(): json.loads(value)
        for key, value in schema.metadata.items()
        if key.startswith(b"botwerk.")
    }
    fields = metadata.pop("botwerk.observation_fields")
    assert metadata == {
        "botwerk.game": name,
        "botwerk.players": players,
        "botwerk.actions": game.num_distinct_actions(),
        "botwerk.observation_length": length,
        "botwerk.observation_version": game.observation_version,
    }
    assert [field["start"] for field in fields[1:]] == [field["end"] for field in fields[:-1]]
    assert (fields[0]["start"], fields[-1]["end"]) == (0, length)
    for field, known in zip(fields, game.observation_fields, strict=True):
        assert (field["name"], field["type"]) == (known.name, known.dtype)
        assert field["shape"] == list(known.shape)


def test_records_of_this_process_have_no_file(tmp_path: Path) -> None:
    files = save_records(tmp_path, SHAPES[1], 2)
    out = tmp_path / "decisions.parquet"
    written = write_decisions(map(Record.load, files), out)
    table = arrow.parquet.read_table(out)
    assert written == (2, table.num_rows)
    assert set(table["record"].to_pylist()) == {""}
    assert_rows(table, botwerk.dataset(files))


def test_rows_are_written_in_groups_while_records_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert botwerk.parquet.ROW_GROUP_ROWS == 8192, "as documented"
    monkeypatch.setattr(botwerk.parquet, "ROW_GROUP_ROWS", 16)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    [file] = save_records(tmp_path, SHAPES[1], 1)
    rows = len(Record.load(file).events)
    out = tmp_path / "decisions.parquet"
    groups: list[int] = []
    taken = 0
    ahead = []
    write_table = arrow.parquet.ParquetWriter.write_table

    def counted(writer: Any, table: Any, **options: Any) -> None:
        groups.append(table.num_rows)
        write_table(writer, table, **options)

    def records() -> Iterator[Path]:
        nonlocal taken
        for taken in range(1, 41):
            ahead.append(taken * rows - sum(groups))
            yield file

    monkeypatch.setattr(arrow.parquet.ParquetWriter, "write_table", counted)
    assert write_decisions(records(), out) == (40, 40 * rows)
    # What is neither written nor read is bounded, however many records there are.
    assert max(ahead) <= 6 * rows + 16
    metadata = arrow.parquet.read_metadata(out)
    sizes = [metadata.row_group(index).num_rows for index in range(metadata.num_row_groups)]
    assert sizes[:-1] == [16] * (len(sizes) - 1) and sum(sizes) == 40 * rows


def test_unusable_records_leave_no_file(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("netzwerk", "droids", "others", "empty")}
    for folder in folders.values():
        folder.mkdir()
    netzwerk = save_records(folders["netzwerk"], SHAPES[1], 1)[0]
    droids = save_records(folders["droids"], SHAPES[2], 1)[0]
    others = []
    for index in (0, 4):
        [file] = save_records(folders["others"], SHAPES[index], 1)
        others.append(file.rename(folders["others"] / f"{index}.players"))
    out = tmp_path / "out" / "decisions.parquet"
    out.parent.mkdir()

    def failed(code: int, text: str, *arguments: str | Path, to: Path = out) -> None:
        done = command(*arguments, "--out", to)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        assert text in done.stderr and "Traceback" not in done.stderr
        assert not any(out.parent.iterdir())

    failed(2, "nothing.bwr", tmp_path / "nothing.bwr")
    failed(2, "no record (*.bwr) in this directory", folders["empty"])
    failed(2, f"{droids}: expected netzwerk with 2 players", netzwerk, droids)
    failed(2, f"{others[1]}: expected micro-robots with 2 players", *others)
    incomplete = tmp_path / "incomplete.bwr"
    incomplete.write_text("".join(netzwerk.read_text().splitlines(keepends=True)[:5]))
    failed(1, f"{incomplete}: ", netzwerk, incomplete)
    with pytest.raises(VerifyError, match="has not ended") as unfinished:
        write_decisions([incomplete], out)
    assert unfinished.value.args[1] > 0
    text = tmp_path / "text.bwr"
    text.write_text("no record\n")
    failed(2, "text.bwr", text)
    failed(2, "nothing/a.parquet", netzwerk, to=Path("/proc/nothing/a.parquet"))
    failed(2, "expected RECORDS and --out FILE")
    assert command("--tournament", tmp_path, netzwerk).returncode == 2
    with pytest.raises(ValueError, match="at least one"):
        write_decisions([], out)
    # An older file stays.
    out.write_text("older")
    with pytest.raises(ValueError, match="expected netzwerk"):
        write_decisions([netzwerk, droids], out)
    assert out.read_text() == "older" and list(out.parent.iterdir()) == [out]


def test_tournament_has_typed_matches_and_all_decisions(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(TOURNAMENT)
    program("tournament", "run", str(file))
    export = tmp_path / "export"
    program("tournament", "export", "--db", str(tmp_path / "cup.db"), "--out", str(export))
    done = command("--tournament", export)
    assert done.returncode == 0, done.stderr
    matches = arrow.parquet.read_table(export / "matches.parquet")
    with (export / "matches.csv").open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert matches.column_names == list(rows[0])
    types = {field.name: str(field.type) for field in matches.schema}
    kinds = {"bool": ["rated", "voided", "adjudicated"]}
    kinds["double"] = [f"{name}_{seat}" for name in ("think_seconds", "max_think_seconds") for seat in (0, 1)]
    counts = ("place", "illegal_submissions", "turns")
    kinds["uint64"] = ["index", "round", "block", "attempts"]
    kinds["uint64"] += [f"{name}_{seat}" for name in counts for seat in (0, 1)]
    kinds["string"] = ["match", "record", "counts", "fingerprint"]
    kinds["string"] += [f"{name}_{seat}" for name in ("entrant", "termination") for seat in (0, 1)]
    assert types == {name: kind for kind, names in kinds.items() for name in names}
    parse: dict[str, Any] = {
        "bool": lambda cell: cell == "true",
        "double": float,
        "uint64": int,
        "string": str,
    }
    for found, row in zip(matches.to_pylist(), rows, strict=True):
        expected = {name: parse[types[name]](cell) if cell else None for name, cell in row.items()}
        assert found == expected
    records = [Record.load(export / row["record"]) for row in rows]
    decisions = arrow.parquet.read_table(export / "decisions.parquet")
    assert_rows(decisions, botwerk.dataset(records))
    names = [rows[index]["record"] for index in decisions["match"].to_pylist()]
    assert decisions["record"].to_pylist() == names
    # Into another folder, and without records.
    for record in (export / "records").glob("*.bwr"):
        record.unlink()
    out = tmp_path / "out"
    out.mkdir()
    assert write_tournament(export, out) == (len(rows), 0)
    assert [path.name for path in out.iterdir()] == ["matches.parquet"]
    # Of a tournament that has not started yet.
    header = (export / "matches.csv").read_text().splitlines()[0]
    (export / "matches.csv").write_text(header + "\r\n")
    assert write_tournament(export, out) == (0, 0)
    assert arrow.parquet.read_table(out / "matches.parquet").schema.equals(matches.schema)


def test_missing_library_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = save_records(tmp_path, SHAPES[1], 1)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pyarrow: not installed; pip install 'botwerk\[data\]'"):
        write_decisions(files, tmp_path / "decisions.parquet")
