"""What is to be judged: the algorithms, aggregations and streams of a plan, row by row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from swagbench.accuracy.judging import Trial, is_exact, trial
from swagbench.core import InputError, refusal
from swagbench.oracle import recompute
from swagbench.records import INFINITY_LEAVES, LEAVING, NAN_LEAVES, Plan
from swagbench.registry import Found, aggregation_ids, find_aggregation, find_algorithm, find_all
from swagbench.streams import Stream, fits, stream
from swagbench.streams.csv_file import csv_stream

STREAMS = (
    *("normal", "price_walk", "lognormal", "pareto", "spikes"),
    *("mostly_zeros", "wide_range", "huge_offset", "wind"),
)

AGGREGATIONS = (
    *("float_sum", "compensated_sum", "exact_sum"),
    *("mean", "variance", "exact_variance"),
)
"""Side by side: what forgets nothing of what it lost, what carries it along, what loses nothing."""

WINDOWS = (256,)
QUICK_WINDOWS = (16,)
WINDOWS_LONG = 4
"""How many windows a stream is long."""

FEWEST_ANSWERS = 2_048
FEWEST_ANSWERS_QUICK = 1_024
LONGEST_PASS = 50_000
"""Up to so many values a stream that ends is judged to its end."""

POISONS = {NAN_LEAVES: math.nan, INFINITY_LEAVES: math.inf}


def default_aggregations() -> list[str]:
    """The aggregations that are judged if none is named, as far as they are there."""
    known = aggregation_ids()
    return [name for name in AGGREGATIONS if name in known]


def worth_judging(specs: Sequence[str] | None) -> list[str]:
    """Of the aggregations that are named, those about floats; of none, those of the default."""
    if specs is None:
        return default_aggregations()
    return [
        spec
        for spec in specs
        if spec in AGGREGATIONS or callable(getattr(find_aggregation(spec).item, "truth", None))
    ]


def can_be_judged(aggregation: Any) -> bool:
    """Whether there is a truth to judge by: its own, or that one answer alone is right."""
    return callable(getattr(aggregation, "truth", None)) or is_exact(aggregation)


class Row(NamedTuple):
    """One row, by names. `stream` may be one of `LEAVING`."""

    algorithm: str
    aggregation: str
    stream: str
    window: int


class Contest:
    """A plan's algorithms, aggregations and streams, found and loaded.

    Raises:
        InputError: something in the plan is not there or cannot be judged.
    """

    def __init__(self, plan: Plan, *, quick: bool) -> None:
        self.quick = quick
        self.windows = sorted(set(plan.windows))
        self.algorithms = {one.id: one.item for one in find_all(find_algorithm, plan.algorithms)}
        found = find_all(find_aggregation, plan.aggregations)
        self.aggregations = {one.id: _judgeable(one) for one in found}
        self.streams = {one.name: one for one in _streams(plan)}
        self._trials: dict[tuple[str, str, int], Trial | Exception] = {}

    def rows(self) -> list[Row]:
        """All rows, those that share their truths one after the other."""
        return [
            Row(algorithm, aggregation, source, window)
            for aggregation in self.aggregations
            for window in self.windows
            for source in (*self.streams, *LEAVING)
            for algorithm in self.algorithms
        ]

    def why_not(self, row: Row) -> str | None:
        """Why a row cannot be tried, or None if it can."""
        aggregation = self.aggregations[row.aggregation]
        source = self.streams.get(row.stream)
        kind = float if source is None else source.kind
        if not fits(source or _plain(float), aggregation):
            return f"{row.aggregation} does not take {kind.__name__} values"
        refused = refusal(self.algorithms[row.algorithm], aggregation)
        if refused is not None or source is not None:
            return refused
        return _why_refused(aggregation, POISONS[row.stream])

    def trial(self, row: Row) -> Trial:
        """The trial of a row, made for the first that needs it and kept for those after it.

        Raises:
            Exception: whatever the aggregation raised as its truths were asked for.
        """
        key = row.aggregation, row.stream, row.window
        if key not in self._trials:
            self._trials.clear()
            try:
                self._trials[key] = self._made(row)
            except Exception as error:  # noqa: BLE001 - other people's code; all its rows say so
                self._trials[key] = error
        made = self._trials[key]
        if isinstance(made, Exception):
            raise made
        return made

    def _made(self, row: Row) -> Trial:
        aggregation, size = self.aggregations[row.aggregation], row.window
        if row.stream in LEAVING:
            # It comes when the window is full, and has left after as many more.
            values = plain_values(size, POISONS[row.stream])
            return trial(aggregation, values, size, judged_from=size + 1)
        source = self.streams[row.stream]
        fewest = FEWEST_ANSWERS_QUICK if self.quick else FEWEST_ANSWERS
        count = max(fewest, WINDOWS_LONG * size) + size - 1
        if not self.quick:
            count = max(count, min(source.length(), LONGEST_PASS))
        return trial(aggregation, source.take(count), size)


def plain_values(size: int, poison: float) -> list[float]:
    """Plain values for four windows, the first value after the first window the poison."""
    plain = [1.0 + number % 4 for number in range(WINDOWS_LONG * size)]
    return [*plain[:size], poison, *plain[size:]]


def _plain(kind: type) -> Stream:
    return Stream("plain", "", kind, lambda count: [kind()] * count)


def _why_refused(aggregation: Any, poison: float) -> str | None:
    """What an aggregation says against a poison, whoever asks; None if it takes it."""
    try:
        recompute(aggregation, [1.0, poison, 2.0])
    except Exception as error:  # noqa: BLE001 - other people's code
        return f"refuses {poison!r}: {type(error).__name__}: {error}"
    return None


def _judgeable(found: Found) -> Any:
    if not can_be_judged(found.item):
        told = "it says by explains, but not by truth, what is right"
        raise InputError(f"{found.id} cannot be judged: {told}")
    return found.item


def _streams(plan: Plan) -> Sequence[Stream]:
    if plan.csv_path is None:
        return [stream(name) for name in plan.streams]
    assert plan.csv_value is not None
    return [csv_stream(Path(plan.csv_path), plan.csv_value)]
