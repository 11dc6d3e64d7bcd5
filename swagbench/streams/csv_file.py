"""Streams from CSV files: one column of values, and one of times if wanted.

The first row names the columns; files may be gzipped. An empty cell is a missing value: NaN among
numbers, the empty string among text.
"""

from __future__ import annotations

import csv
import gzip
import math
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any, TypeVar

from swagbench.core import InputError
from swagbench.streams import Stream

Number = TypeVar("Number")


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
    table = _Table(path, [value] if time is None else [value, time])
    values: list[Any] = table.cells[value] if text else table.numbers(value)
    times = None if time is None else table.times(time)
    return Stream(
        name=name or path.name,
        about=about or f"column {value} of {path.name}",
        kind=type(values[0]),
        take=lambda count: list(islice(cycle(values), count)),
        times=None if times is None else lambda: times,
        length=lambda: len(values),
    )


class _Table:
    """The wanted columns of a file, cell by cell, with the line that each row ends at."""

    def __init__(self, path: Path, wanted: list[str]) -> None:
        self.path = path
        self.cells: dict[str, list[str]] = {name: [] for name in wanted}
        self.lines: list[int] = []
        opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
        try:
            with opener(path, "rt", encoding="utf-8-sig", newline="") as file:
                self._read(csv.reader(file))
        except InputError:
            raise
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, csv.Error, EOFError, zlib.error) as error:
            raise InputError(f"{path} is not a CSV file in UTF-8: {error}") from None
        if not self.lines:
            raise InputError(f"{path} has a header but no rows")

    def numbers(self, column: str) -> list[int] | list[float]:
        """A column of numbers, ints where all are whole; an empty cell is NaN."""
        try:
            return [int(cell) for cell in self.cells[column]]
        except ValueError:
            return self._each(column, "a number", lambda cell: float(cell or "nan"))

    def times(self, column: str) -> list[float]:
        """A column of times in seconds, none before the one above it."""
        times = self._each(column, "a time (a number, or ISO 8601)", _seconds)
        for line, (earlier, later) in zip(self.lines[1:], pairwise(times), strict=True):
            if later < earlier:
                where = f"{self.path}, line {line}"
                raise InputError(f"{where}: {column} goes back in time; sort the file by it")
        return times

    def _read(self, reader: Any) -> None:
        header: list[str] = next(reader, [])
        for name in self.cells:
            if name not in header:
                known = ", ".join(header) or "none: the file is empty"
                raise InputError(f"{self.path} has no column {name!r}; its columns: {known}")
        places = {name: header.index(name) for name in self.cells}
        for row in reader:
            # An empty line is an empty cell where there is one column, and else no row.
            if row or len(header) == 1:
                self.lines.append(reader.line_num)
                for name, place in places.items():
                    self.cells[name].append(row[place] if place < len(row) else "")

    def _each(self, column: str, wanted: str, read: Callable[[str], Number]) -> list[Number]:
        """A column read cell by cell; the first that cannot be is named with its line."""
        result = []
        for line, cell in zip(self.lines, self.cells[column], strict=True):
            try:
                result.append(read(cell))
            except ValueError:
                where = f"{self.path}, line {line}"
                raise InputError(f"{where}: {column} is {cell!r}, not {wanted}") from None
        return result


def _seconds(cell: str) -> float:
    """A time in seconds; ValueError if it is none."""
    try:
        time = float(cell)
    except ValueError:
        moment = datetime.fromisoformat(cell)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    if not math.isfinite(time):
        raise ValueError(cell)
    return time
