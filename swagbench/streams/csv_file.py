"""Streams from CSV files: one column of values, and one of times if wanted.

The first row names the columns; files may be gzipped. An empty cell is a missing value: NaN among
numbers, the empty string among text.
"""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any, TypeVar

from swagbench.core import InputError
from swagbench.streams import Stream

Cell = TypeVar("Cell")


def csv_stream(
    path: Path,
    value: str,
    *,
    time: str | None = None,
    text: bool = False,
    name: str | None = None,
    about: str = "",
) -> Stream:
    """A stream of one column, read once and at once; it starts over when it ends.

    Args:
        path: the file, ``.gz`` or plain.
        value: the column of values.
        time: the column of times, numbers of seconds or ISO 8601 (UTC unless it says), never going
            back.
        text: values are strings; otherwise all must be numbers, ints where all are whole.

    Raises:
        InputError: no such file or column, no rows, a cell that is not what it should be (with its
            line), or times that go back.
    """
    shown = name or path.name
    cells = _columns(path, [value] if time is None else [value, time])
    values: list[Any] = cells[value] if text else _numbers(path, value, cells[value])
    times = None if time is None else _times(path, time, cells[time])
    return Stream(
        name=shown,
        about=about or f"column {value} of {path.name}",
        kind=type(values[0]),
        take=lambda count: list(islice(cycle(values), count)),
        times=None if times is None else lambda: times,
        length=lambda: len(values),
    )


def _columns(path: Path, wanted: list[str]) -> dict[str, list[str]]:
    """The cells of the wanted columns, row by row."""
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            header = reader.fieldnames or []
            for name in wanted:
                if name not in header:
                    known = ", ".join(header) or "none: the file is empty"
                    raise InputError(f"{path} has no column {name!r}; its columns: {known}")
            rows = list(reader)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error, EOFError) as error:
        raise InputError(f"{path} is not a CSV file in UTF-8: {error}") from None
    if not rows:
        raise InputError(f"{path} has a header but no rows")
    return {name: [row[name] or "" for row in rows] for name in wanted}


def _numbers(path: Path, column: str, cells: list[str]) -> list[int] | list[float]:
    try:
        return [int(cell) for cell in cells]
    except ValueError:
        return _each(path, column, cells, "a number", lambda cell: float(cell or "nan"))


def _times(path: Path, column: str, cells: list[str]) -> list[float]:
    def seconds(cell: str) -> float:
        try:
            time = float(cell)
        except ValueError:
            moment = datetime.fromisoformat(cell)
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        if not math.isfinite(time):
            raise ValueError(cell)
        return time

    times = _each(path, column, cells, "a time (a number, or ISO 8601)", seconds)
    for line, (earlier, later) in enumerate(pairwise(times), start=3):
        if later < earlier:
            raise InputError(f"{path}, row {line}: {column} goes back in time; sort the file by it")
    return times


def _each(
    path: Path, column: str, cells: list[str], wanted: str, read: Callable[[str], Cell]
) -> list[Cell]:
    """All cells read; the first that cannot be is named with its row (the header is row 1)."""
    result = []
    for row, cell in enumerate(cells, start=2):
        try:
            result.append(read(cell))
        except ValueError:
            raise InputError(f"{path}, row {row}: {column} is {cell!r}, not {wanted}") from None
    return result
