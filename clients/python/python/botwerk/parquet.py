"""Parquet files of decisions and matches, for pandas, polars or DuckDB.

The files are written by pyarrow, which ``pip install 'botwerk[data]'`` installs, in row groups of ``ROW_GROUP_ROWS``
rows, so that memory does not grow with the number of matches. A file appears under its name once it is complete.
On the command line: ``python -m botwerk.parquet RECORDS --out decisions.parquet``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._botwerk import BotwerkError, VerifyError
from ._game import ObservationField
from ._record import DecisionsShape, Record
from ._results import TournamentResults, data_module

#: Number of rows that are held in memory and compressed together.
ROW_GROUP_ROWS = 8192


class Written(NamedTuple):
    """The number of rows of files."""

    #: Matches.
    matches: int
    #: Decisions in their records.
    decisions: int


def write_decisions(
    records: Iterable[Record | str | os.PathLike[str]], file: str | os.PathLike[str]
) -> Written:
    """Writes the decisions of finished matches of one game, which are verified, to a Parquet file.

    The rows are those of ``botwerk.dataset``; ``record`` is the path of the record's file, or empty for a ``Record``,
    and ``match`` its index. The metadata have ``botwerk.game``, ``botwerk.players``, ``botwerk.actions``,
    ``botwerk.observation_length``, ``botwerk.observation_version`` and ``botwerk.observation_fields`` as JSON.

    >>> import botwerk.parquet
    >>> botwerk.parquet.write_decisions(["1.bwr", "2.bwr"], "decisions.parquet")    # doctest: +SKIP
    Written(matches=2, decisions=131)

    Raises ``ValueError`` if the records are not of the same game with the same numbers of players, actions and bytes
    of an observation, ``VerifyError`` if one contradicts the rules or has not ended, ``OSError`` if a file cannot be
    read or written, and ``ImportError`` if pyarrow is not installed. There is no file then.
    """
    return _write_decisions(_numbered(records), Path(file))


def write_tournament(
    directory: str | os.PathLike[str], out: str | os.PathLike[str] | None = None
) -> Written:
    """Writes ``matches.parquet`` and ``decisions.parquet`` of the directory of ``botwerk tournament export``.

    They are written into the folder ``out``, by default into the directory itself. ``matches.parquet`` has the columns
    of ``matches.csv``: counts as uint64, seconds as float64, ``rated``, ``voided`` and ``adjudicated`` as booleans, and
    what is not known as null. In ``decisions.parquet`` ``record`` and ``match`` are ``record`` and ``index`` of the
    matches; without a record there is no such file.

    Raises what ``write_decisions`` does, and ``ValueError`` if it is no such directory.
    """
    results = TournamentResults(directory)
    folder = results.directory if out is None else Path(out)
    matches = _write_matches(results.directory / "matches.csv", folder / "matches.parquet")
    sources = list(_exported(results.directory))
    decisions = 0
    if sources:
        decisions = _write_decisions(sources, folder / "decisions.parquet").decisions
    return Written(matches, decisions)


class _Source(NamedTuple):
    """A record with its name and the number of its match in the file."""

    name: str
    number: int
    record: Record | str | os.PathLike[str]


class _Decisions(NamedTuple):
    """The decisions of a record."""

    source: _Source
    record: Record
    shape: DecisionsShape
    columns: dict[str, npt.NDArray[Any]]


class _TableFile:
    """A Parquet file with row groups of the same number of rows, which appears under its name at the end."""

    def __init__(self, path: Path) -> None:
        self.rows = 0
        self._path = path
        self._part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        self._arrow = data_module("pyarrow")
        self._writer: Any = None
        self._batches: list[Any] = []
        self._waiting = 0

    def __enter__(self) -> _TableFile:
        return self

    def create(self, schema: Any) -> None:
        """Creates the file with its columns."""
        parquet = data_module("pyarrow.parquet")
        self._schema = schema
        try:
            self._file = self._part.open("xb")
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None
        self._writer = parquet.ParquetWriter(self._file, schema, compression="snappy")

    def write(self, batch: Any) -> None:
        """Adds rows."""
        self._batches.append(batch)
        self._waiting += batch.num_rows
        self.rows += batch.num_rows
        if self._waiting >= ROW_GROUP_ROWS:
            self._write_groups(self._waiting - self._waiting % ROW_GROUP_ROWS)

    def _write_groups(self, rows: int) -> None:
        table = self._arrow.Table.from_batches(self._batches, self._schema)
        self._writer.write_table(table.slice(0, rows), row_group_size=ROW_GROUP_ROWS)
        self._batches = table.slice(rows).to_batches()
        self._waiting -= rows

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._writer is None:
            return
        try:
            if error is None and self._waiting > 0:
                self._write_groups(self._waiting)
            self._writer.close()
            self._file.close()
            if error is None:
                self._part.replace(self._path)
        finally:
            self._file.close()
            self._part.unlink(missing_ok=True)


def _numbered(records: Iterable[Record | str | os.PathLike[str]]) -> Iterator[_Source]:
    for index, record in enumerate(records):
        yield _Source("" if isinstance(record, Record) else os.fspath(record), index, record)


def _exported(directory: Path) -> Iterator[_Source]:
    """Yields the records of an export, whose files are named by the indexes of their matches."""
    for path in sorted((directory / "records").glob("*.bwr")):
        yield _Source(f"records/{path.name}", int(path.stem), path)


def _write_decisions(sources: Iterable[_Source], path: Path) -> Written:
    matches = 0
    first: DecisionsShape | None = None
    with _TableFile(path) as file:
        for found in _read(sources):
            if first is None:
                first = found.shape
                schema = _decisions_schema(found)
                file.create(schema)
            if found.shape != first:
                expected = f"expected {first} as before, found {found.shape}"
                raise ValueError(f"{_place(found.source)}: {expected}; write another file for it")
            file.write(_decisions_batch(schema, found))
            matches += 1
        if first is None:
            raise ValueError("records: expected at least one")
    return Written(matches, file.rows)


def _read(sources: Iterable[_Source]) -> Iterator[_Decisions]:
    """Yields the decisions of records in order. They are computed on several threads, a limited number ahead."""
    threads = os.cpu_count() or 1
    ahead: deque[Future[_Decisions]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for source in sources:
            ahead.append(pool.submit(_decisions, source))
            if len(ahead) > 2 * threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _decisions(source: _Source) -> _Decisions:
    given = source.record
    record = given if isinstance(given, Record) else Record.load(given)
    try:
        columns, actions = record.inner.ragged_decisions()
    except VerifyError as error:
        message, seq = error.args
        raise VerifyError(f"{_place(source)}: {message}", seq) from None
    header = record.header
    length = columns["observations"].shape[1]
    shape = DecisionsShape(header["game"], len(header["seats"]), actions, length)
    return _Decisions(source, record, shape, columns)


def _place(source: _Source) -> str:
    """Returns the name of a record in messages."""
    return source.name or f"record {source.number}"


def _decisions_schema(found: _Decisions) -> Any:
    """Returns the columns, whose cells are never empty, and the metadata."""
    arrow = data_module("pyarrow")
    legal = arrow.list_(arrow.field("item", arrow.uint32(), nullable=False))
    columns = [
        ("record", arrow.string()),
        ("match", arrow.uint64()),
        ("seq", arrow.uint64()),
        ("player", arrow.uint8()),
        ("turn", arrow.uint32()),
        ("action", arrow.uint32()),
        ("effort", arrow.uint64()),
        ("return", arrow.float32()),
        ("observation", arrow.binary(found.shape.observation_length)),
        ("legal_actions", legal),
    ]
    game = found.record.state(0).game()
    fields = [ObservationField(*field) for field in game.observation_fields]
    metadata = {
        "game": found.shape.game,
        "players": found.shape.players,
        "actions": found.shape.actions,
        "observation_length": found.shape.observation_length,
        "observation_version": game.observation_version,
        "observation_fields": [
            {
                "name": field.name,
                "start": field.start,
                "end": field.end,
                "shape": field.shape,
                "type": field.dtype,
            }
            for field in fields
        ],
    }
    return arrow.schema(
        [arrow.field(name, kind, nullable=False) for name, kind in columns],
        {f"botwerk.{key}": json.dumps(value) for key, value in metadata.items()},
    )


def _decisions_batch(schema: Any, found: _Decisions) -> Any:
    """Returns the rows of a match."""
    arrow = data_module("pyarrow")
    columns = found.columns
    rows = len(columns["actions"])
    observations = arrow.Array.from_buffers(
        schema.field("observation").type, rows, [None, arrow.py_buffer(columns["observations"])]
    )
    legal = arrow.ListArray.from_arrays(
        arrow.array(columns["legal_starts"].astype(np.int32)),
        arrow.array(columns["legal_actions"]),
        type=schema.field("legal_actions").type,
    )
    arrays = [
        arrow.repeat(arrow.scalar(found.source.name, arrow.string()), rows),
        np.full(rows, found.source.number, np.uint64),
        *(columns[name] for name in ("seqs", "players", "turns", "actions", "efforts", "returns")),
        observations,
        legal,
    ]
    arrays = [arrow.array(it) if isinstance(it, np.ndarray) else it for it in arrays]
    return arrow.RecordBatch.from_arrays(arrays, schema=schema)


def _write_matches(csv_path: Path, path: Path) -> int:
    """Writes the table of matches with typed cells and returns the number of rows."""
    arrow, csv = data_module("pyarrow"), data_module("pyarrow.csv")
    with csv_path.open(newline="", encoding="utf-8") as text:
        names = text.readline().strip().split(",")
    types = {name: _match_type(arrow, name) for name in names}
    reader = csv.open_csv(
        csv_path,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=types,
            null_values=[""],
            true_values=["true"],
            false_values=["false"],
            strings_can_be_null=True,
        ),
    )
    with reader, _TableFile(path) as file:
        file.create(reader.schema)
        for batch in reader:
            file.write(batch)
    return file.rows


def _match_type(arrow: Any, name: str) -> Any:
    """Returns the type of a column of ``matches.csv``, whose name may end with the number of a seat."""
    column = re.sub(r"_\d+$", "", name)
    if column in ("rated", "voided", "adjudicated"):
        return arrow.bool_()
    if column in ("think_seconds", "max_think_seconds"):
        return arrow.float64()
    counts = ("index", "round", "block", "attempts", "place", "illegal_submissions", "turns")
    return arrow.uint64() if column in counts else arrow.string()


def _record_files(given: Sequence[Path]) -> list[Path]:
    """Returns the records, with those of directories in the order of their names."""
    files: list[Path] = []
    for path in given:
        found = sorted(path.glob("*.bwr")) if path.is_dir() else [path]
        if not found:
            raise ValueError(f"{path}: no record (*.bwr) in this directory")
        files += found
    return files


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 1 if a record contradicts the rules, 2 for other errors."""
    parser = argparse.ArgumentParser(
        prog="python -m botwerk.parquet",
        description="Write the decisions of records of finished matches of one game to a Parquet file",
    )
    help_ = "record files, and directories of them"
    parser.add_argument("records", metavar="RECORDS", nargs="*", type=Path, help=help_)
    parser.add_argument("--out", metavar="FILE", type=Path, help="file to write, with one row for each action")
    help_ = "write matches.parquet and decisions.parquet into the directory of `botwerk tournament export`"
    parser.add_argument("--tournament", metavar="DIR", type=Path, help=help_)
    given = parser.parse_args(arguments)
    if given.tournament is None and not (given.records and given.out):
        parser.error("expected RECORDS and --out FILE, or --tournament DIR")
    if given.tournament is not None and (given.records or given.out):
        parser.error("--tournament: cannot be used with RECORDS or --out")
    try:
        if given.tournament is None:
            written = write_decisions(_record_files(given.records), given.out)
        else:
            written = write_tournament(given.tournament)
    except (BotwerkError, ImportError, OSError, ValueError) as error:
        print(f"error: {error.args[0] if isinstance(error, VerifyError) else error}", file=sys.stderr)
        return 1 if isinstance(error, VerifyError) else 2
    place = given.out if given.tournament is None else given.tournament
    print(f"{place}: {written.decisions} decisions of {written.matches} matches")
    return 0


if __name__ == "__main__":
    sys.exit(main())
