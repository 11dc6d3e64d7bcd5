"""The corpus of public reports: one file, one schema, each entry with its source.

An entry is a stream with windows and, where they are few, the right answers; or a law that inputs
are too few for, with the checks of `swagbench verify` that hold it; or both.
"""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from swagbench.core import InputError

MISSING = "missing"
NOTHING = "nothing"
"""What None is written as: among values, and among answers. TOML has no word for it."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of a stream: values, so many times; or `count` drawn evenly between two bounds."""

    values: list[Any] = []
    times: int = 1
    uniform: tuple[float, float] | None = None
    count: int = 0
    seed: int = 0

    def drawn(self) -> list[Any]:
        """The values themselves."""
        if self.uniform is None:
            return self.values * self.times
        rng = random.Random(self.seed)
        return [rng.uniform(*self.uniform) for _ in range(self.count)]


class Report(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A public report, in this project's words.

    The windows are of `size` values, or `frames` of the stream (half-open, both ends never go
    back), or spans of time that are `closed` on some side. `right` has the answer for each. With
    `policy` there are two legal ways to see it. `seen` is, by library, the version that was asked
    and what came of it.
    """

    id: str
    source: str
    category: str
    essence: str
    note: str = ""
    policy: bool = False
    aggregation: str = ""
    values: list[Any] = []
    parts: list[Part] = []
    size: int | None = None
    frames: list[tuple[int, int]] = []
    times: list[float] = []
    span: float | None = None
    closed: str = "right"
    right: list[Any] | None = None
    law: str = ""
    checks: list[str] = []
    seen: dict[str, str] = {}

    @property
    def is_case(self) -> bool:
        """Whether there is a stream to replay."""
        return bool(self.aggregation)

    def stream(self) -> list[Any]:
        """All values, oldest first."""
        values = self.values or [value for part in self.parts for value in part.drawn()]
        return [_read(value, MISSING) for value in values]

    def windows(self) -> list[tuple[int, int]]:
        """Where each window begins and ends in the stream."""
        count = len(self.stream())
        if self.size is not None:
            return [(end - self.size, end) for end in range(self.size, count + 1)]
        return self.frames or self._over_time()

    def answers(self) -> list[Any] | None:
        """The answers that the report says are right, if it tells them."""
        return None if self.right is None else [_read(one, NOTHING) for one in self.right]

    def _over_time(self) -> list[tuple[int, int]]:
        assert self.span is not None
        has_begin, has_end = self.closed in ("left", "both"), self.closed in ("right", "both")
        frames = []
        for now in self.times:
            since = now - self.span
            begin = sum(time < since or (time == since and not has_begin) for time in self.times)
            end = sum(time < now or (time == now and has_end) for time in self.times)
            frames.append((begin, max(begin, end)))
        return frames


def _read(value: Any, nothing: str) -> Any:
    """A value as Python has it."""
    if isinstance(value, list):
        return tuple(_read(one, nothing) for one in value)
    return None if isinstance(value, str) and value == nothing else value


@cache
def reports() -> dict[str, Report]:
    """All reports, by their ids, in the order of the file."""
    text = Path(__file__).with_name("reports.toml").read_text(encoding="utf-8")
    found = msgspec.convert(tomllib.loads(text)["report"], list[Report])
    return {one.id: one for one in found}


def chosen(ids: tuple[str, ...]) -> list[Report]:
    """The reports of those ids, or all.

    Raises:
        InputError: there is no such report.
    """
    known = reports()
    for one in ids:
        if one not in known:
            raise InputError(
                f"no report is called {one!r}; the first are {', '.join([*known][:5])}"
            )
    return [known[one] for one in ids or known]
