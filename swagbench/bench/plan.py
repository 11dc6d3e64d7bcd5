"""What a sweep measures: the comparisons of a plan, in order, and the cells that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from swagbench.bench.floor import FLOOR
from swagbench.core import Card, card_of, is_batch, refusal
from swagbench.records import Cell, Plan, Unmeasured, span_seconds
from swagbench.registry import Found, find_aggregation, find_algorithm, find_all
from swagbench.streams import Stream, fits, stream, stream_for
from swagbench.streams.csv_file import csv_stream


class Contestants:
    """A plan's algorithms, aggregations and streams, found and loaded.

    Raises:
        InputError: something in the plan is not there or does not fit together.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.algorithms = {one.id: one for one in find_all(find_algorithm, plan.algorithms)}
        self.aggregations = {one.id: one for one in find_all(find_aggregation, plan.aggregations)}
        self.streams: dict[tuple[str, str], Stream] = {
            (aggregation.id, one.name): one
            for aggregation in self.aggregations.values()
            for one in self._streams_for(aggregation.item)
        }

    def algorithm(self, cell: Cell) -> Found:
        """The algorithm of a cell; the floor goes along with all of them."""
        return FLOOR if cell.algorithm == FLOOR.id else self.algorithms[cell.algorithm]

    def stream(self, cell: Cell) -> Stream:
        """The stream of a cell."""
        return self.streams[cell.aggregation, cell.stream]

    def contests(self) -> tuple[list[tuple[Cell, ...]], list[Unmeasured]]:
        """The cells to measure, those together that are compared; and the cells that cannot be.

        The floor goes along in each comparison, and each contestant without finalize, too, where
        that does something and can be left out.
        """
        contests: list[tuple[Cell, ...]] = []
        unmeasured: list[Unmeasured] = []
        refused = {pair: _why_untimed(*self._items(pair)) for pair in self._pairs()}
        finalizing = {pair for pair in self._pairs() if _can_leave_out(*self._items(pair))}
        windows = [
            *map(str, sorted(set(self.plan.windows))),
            *sorted(set(self.plan.spans), key=span_seconds),
        ]
        for (aggregation, name), window in product(self.streams, windows):
            cells: list[Cell] = []
            for algorithm in (FLOOR.id, *self.algorithms):
                cell = Cell(
                    algorithm=algorithm, aggregation=aggregation, stream=name, window=window
                )
                reason = self._why_not(cell) or refused.get((algorithm, aggregation))
                if reason is not None:
                    unmeasured.append(Unmeasured(cell=cell, kind="n/a", reason=reason))
                    continue
                cells.append(cell)
                if (algorithm, aggregation) in finalizing:
                    cells.append(msgspec.structs.replace(cell, answer=False))
            if cells:
                contests.append(tuple(cells))
        return contests, unmeasured

    def cards(self) -> dict[str, Card]:
        """What the algorithms promise, of those that state it."""
        cards = {one.id: card_of(one.item) for one in self.algorithms.values()}
        return {name: card for name, card in cards.items() if card is not None}

    def _pairs(self) -> list[tuple[str, str]]:
        return list(product(self.algorithms, self.aggregations))

    def _items(self, pair: tuple[str, str]) -> tuple[Any, Any]:
        algorithm, aggregation = pair
        return self.algorithms[algorithm].item, self.aggregations[aggregation].item

    def _why_not(self, cell: Cell) -> str | None:
        source = self.stream(cell)
        if not fits(source, self.aggregations[cell.aggregation].item):
            return f"{cell.aggregation} does not take {source.kind.__name__} values"
        if cell.window in self.plan.spans and source.times is None:
            return f"{source.name} has no times, which a span needs"
        return None

    def _streams_for(self, aggregation: Any) -> Sequence[Stream]:
        plan = self.plan
        if plan.csv_path is None:
            return [stream(name) for name in plan.streams] or [stream_for(aggregation)]
        assert plan.csv_value is not None
        examples = getattr(aggregation, "examples", ())
        text = bool(examples) and all(isinstance(value, str) for value in examples)
        path = Path(plan.csv_path)
        return [csv_stream(path, plan.csv_value, time=plan.csv_time, text=text)]


def _why_untimed(algorithm: Any, aggregation: Any) -> str | None:
    """Why an algorithm is not timed with an aggregation, or None if it can be."""
    if is_batch(algorithm):
        return "a batch: it sees the whole stream, not ranked with windows that go step by step"
    return refusal(algorithm, aggregation)


def _can_leave_out(algorithm: Any, aggregation: Any) -> bool:
    """Whether an aggregation's finalize does something, and the algorithm takes it without."""
    twin = unfinalized(aggregation)
    if twin is None or refusal(algorithm, twin) is not None:
        return False
    units = [aggregation.unit(value) for value in getattr(aggregation, "examples", ())]
    return not units or any(aggregation.finalize(agg) is not agg for agg in units)


def unfinalized(aggregation: Any) -> Any | None:
    """The same aggregation with a finalize that hands out the aggregate as it is.

    It is a subclass, so that all else costs what it did, and offers no order: what is picked from a
    sorted window was never an aggregate. None where there is no class to derive from (a module, or
    four plain functions).
    """
    kind = type(aggregation)
    if isinstance(aggregation, type | ModuleType) or not hasattr(aggregation, "__dict__"):
        return None
    changes = {"finalize": lambda _self, agg: agg, "sort_key": None, "pick": None}
    twin_kind = type(kind.__name__, (kind,), changes)
    # Made without __init__, and never by changing __class__: that slows down every later call.
    twin: Any = object.__new__(twin_kind)
    vars(twin).update({k: v for k, v in vars(aggregation).items() if k not in changes})
    return twin
