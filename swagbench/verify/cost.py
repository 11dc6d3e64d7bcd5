"""Cost: the combine calls and partials that an algorithm's card promises, counted."""

from __future__ import annotations

from typing import Any, NamedTuple

from swagbench.core import Algorithm, Card
from swagbench.counting import Counting
from swagbench.verify.conformance import Fault, examples_of
from swagbench.verify.drawing import first_failing
from swagbench.verify.histories import (
    EVAL,
    POP,
    PUSH,
    History,
    describe,
    long_words,
    shortest,
    with_values,
    words_by_size,
)

SIZES = (1, 2, 3, 4, 7, 8, 9, 63, 64, 65, 127, 128, 129)
PERIODS = 3
HISTORIES = 20


class SlideCalls(NamedTuple):
    """Combine calls per slide (pop, push, eval) over whole periods."""

    mean: float
    max: int


def count_slides(algorithm: Algorithm, aggregation: Any, size: int) -> SlideCalls:
    """Count the combine calls of three periods of n slides of a window of n = `size` values."""
    counting = Counting(aggregation)
    window = algorithm(counting)
    examples = examples_of(aggregation)
    for index in range(size):
        window.push(examples[index % len(examples)])
    counting.take()
    calls = []
    for index in range(PERIODS * size):
        window.pop()
        window.push(examples[index % len(examples)])
        window.eval()
        calls.append(counting.take())
    return SlideCalls(sum(calls) / len(calls), max(calls))


def find_broken_promise(algorithm: Algorithm, aggregation: Any, card: Card) -> Fault | None:
    """The first bound of a card that does not hold, or None if all that are stated do."""
    for size in SIZES:
        calls = count_slides(algorithm, aggregation, size)
        for what, given, bound in (
            ("on average", calls.mean, card.slide_mean),
            ("at worst", calls.max, card.slide_max),
        ):
            if bound is not None and given > bound.at(size):
                expected = f"{what} at most {bound.at(size):g} combine calls a slide ({bound})"
                return Fault(f"slides of a window of {size}", expected, f"{given:g}")
    return _find_costly_operation(algorithm, aggregation, card) or _find_excess(
        algorithm, aggregation, card
    )


def _find_costly_operation(algorithm: Algorithm, aggregation: Any, card: Card) -> Fault | None:
    """The shortest history found whose last operation costs more than the card says."""
    examples = examples_of(aggregation)

    def costly(history: History) -> tuple[str, str] | None:
        return _first_costly(algorithm, aggregation, card, history)

    histories = long_words().map(lambda word: with_values(word, examples))
    drawn = first_failing(histories, costly, times=HISTORIES)
    if drawn is None:
        return None
    best = shortest(drawn, lambda history: costly(history) is not None)
    wrong = costly(best)
    assert wrong is not None
    return Fault(describe(best), *wrong)


def _first_costly(
    algorithm: Algorithm, aggregation: Any, card: Card, history: History
) -> tuple[str, str] | None:
    """What the card says of the first operation that breaks it, and its count; or None."""
    bounds = {PUSH: card.push, POP: card.pop, EVAL: card.eval}
    counting = Counting(aggregation)
    window = algorithm(counting)
    counting.take()
    for step in history:
        size = len(window)
        if step.letter == PUSH:
            window.push(step.value)
        elif step.letter == EVAL:
            window.eval()
        elif size:
            window.pop()
        calls, bound = counting.take(), bounds[step.letter]
        if bound is not None and calls > bound.at(size):
            return f"at most {bound.at(size):g} combine calls ({bound})", f"{calls}"
    return None


class _Boxing:
    """An aggregation whose aggregates are in boxes that are counted while something holds them."""

    def __init__(self, aggregation: Any) -> None:
        self._aggregation = aggregation
        self.held = 0
        if hasattr(aggregation, "uncombine"):
            self.uncombine = lambda whole, oldest: self._box("uncombine", whole.agg, oldest.agg)

    def empty(self) -> _Box:
        return self._box("empty")

    def unit(self, value: Any) -> _Box:
        return self._box("unit", value)

    def combine(self, older: _Box, newer: _Box) -> _Box:
        return self._box("combine", older.agg, newer.agg)

    def finalize(self, box: _Box) -> Any:
        return self._aggregation.finalize(box.agg)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def _box(self, name: str, *arguments: Any) -> _Box:
        return _Box(self, getattr(self._aggregation, name)(*arguments))


class _Box:
    __slots__ = ("agg", "counter")

    def __init__(self, counter: _Boxing, agg: Any) -> None:
        self.counter = counter
        self.agg = agg
        counter.held += 1

    def __del__(self) -> None:
        self.counter.held -= 1


def _find_excess(algorithm: Algorithm, aggregation: Any, card: Card) -> Fault | None:
    """The shortest history found after which more partials are held than the card says."""

    def excess(history: History) -> tuple[str, str] | None:
        boxing = _Boxing(aggregation)
        window = algorithm(boxing)
        for step in history:
            if step.letter == PUSH:
                window.push(step.value)
            elif step.letter == EVAL:
                window.eval()
            elif len(window):
                window.pop()
            bound = card.partials.at(len(window))
            if boxing.held > bound:
                return f"at most {bound:g} partials held ({card.partials})", f"{boxing.held}"
        return None

    for word in words_by_size():
        history = with_values(word, examples_of(aggregation))
        if excess(history):
            best = shortest(history, lambda shorter: excess(shorter) is not None)
            wrong = excess(best)
            assert wrong is not None
            return Fault(describe(best), *wrong)
    return None
