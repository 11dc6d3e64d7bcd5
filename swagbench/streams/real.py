"""Real streams, shipped with the package; see data/README.md for where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from swagbench.streams import Stream
from swagbench.streams.csv_file import csv_stream

DATA = Path(__file__).parent / "data"


def _shipped(*, name: str, about: str, kind: type, file: str, value: str, time: str) -> Stream:
    """A stream whose file is read when its values are first asked for."""

    @cache
    def load() -> Stream:
        return csv_stream(DATA / file, value, time=time, text=kind is str)

    def take(count: int) -> list[Any]:
        return load().take(count)

    def times() -> Sequence[float]:
        loaded = load().times
        assert loaded is not None
        return loaded()

    return Stream(name, about, kind, take, times, length=lambda: load().length())


STREAMS = (
    _shipped(
        name="wind",
        about="wind speed in mph at three airports, hourly in 2013; 4 missing, one of 1,048",
        kind=float,
        file="weather-2013.csv.gz",
        value="wind_speed_mph",
        time="time",
    ),
    _shipped(
        name="tail_numbers",
        about="tail numbers of 77,849 flights as they landed, 3,560 different",
        kind=str,
        file="flights-2013-q1.csv.gz",
        value="tail_number",
        time="landed",
    ),
)
