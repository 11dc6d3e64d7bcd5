from dataclasses import replace

import pytest

from swagbench import algorithm as find
from swagbench.core import Bound, Card, card_of
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.conformance import SMALL
from swagbench.verify.cost import (
    AMORTIZED,
    DRAIN,
    EVAL,
    PARTIALS,
    SLIDES,
    WORST,
    SlideCalls,
    count_slides,
    growth_of_calls,
    growth_of_eval,
    growth_of_partials,
    growth_of_worst,
)
from swagbench.verify.probes import PROBES, probes_for
from swagbench.verify.words import is_valid

TWO_STACKS = find("two_stacks")
NAMES = ("two_stacks", "flatfit", "subtract_on_evict", "recompute")
CHECKS = {
    "push": WORST,
    "pop": WORST,
    "eval": EVAL,
    "slide_mean": AMORTIZED,
    "slide_max": WORST,
    "partials": PARTIALS,
}
COSTS = (AMORTIZED, WORST, EVAL, PARTIALS, DRAIN, SLIDES)


def arena_of(algorithm):
    return probes_for(card_of(algorithm))[0]


@pytest.mark.parametrize("check", COSTS, ids=lambda check: check.id)
def test_every_card_is_kept(shown, algorithm, check):
    assert shown(check, algorithm) is None


@pytest.mark.parametrize(
    ("name", "size", "calls"),
    [
        ("two_stacks", 4, SlideCalls(11 / 4, 6)),
        ("two_stacks", 1, SlideCalls(2, 2)),
        ("subtract_on_evict", 4, SlideCalls(2, 2)),
        ("recompute", 4, SlideCalls(4, 4)),
        ("flatfit", 4, SlideCalls(7 / 4, 3)),
        ("sorted_window", 4, SlideCalls(0, 0)),
    ],
)
def test_slides_are_counted_over_whole_periods(name, size, calls):
    assert count_slides(find(name), arena_of(find(name)), size) == calls


@pytest.mark.parametrize(
    ("bounds", "word", "step", "expected", "given"),
    [
        (
            {"slide_mean": Bound(2)},
            "u2 (o u q)4",
            14,
            "at most 2 combine calls a slide on average (2)",
            "2.5",
        ),
        (
            {"slide_max": Bound(1, n=1)},
            "u2 o u q",
            5,
            "at most 3 combine calls a slide (n + 1)",
            "4",
        ),
        ({"push": Bound(0)}, "u", 1, "at most 0 combine calls (0)", "1"),
        ({"pop": Bound(2)}, "u3 o", 4, "at most 2 combine calls (2)", "3"),
        ({"eval": Bound(0)}, "u2 o q", 4, "at most 0 combine calls (0)", "1"),
        ({"partials": Bound(1, n=0.5)}, "u2", 2, "at most 2 partials held (n/2 + 1)", "3"),
    ],
)
def test_a_promise_that_is_not_kept_is_told_with_its_bound(  # noqa: PLR0917 - a table's columns
    shown, bounds, word, step, expected, given
):
    (field,) = bounds
    found = shown(CHECKS[field], TWO_STACKS, card=Card(**bounds))
    assert (found.word, found.expected, found.given) == (word, expected, given)
    assert found.step <= step


def test_what_is_not_promised_is_not_asked_for(shown):
    for check in COSTS:
        assert shown(check, TWO_STACKS, card=Card()) is None


@pytest.mark.parametrize(
    ("name", "field"),
    [
        (name, field)
        for name in NAMES
        for field in CHECKS
        # Less than nothing cannot be promised.
        if getattr(card_of(find(name)), field) != Bound(0)
    ],
)
def test_a_card_that_promises_less_work_than_there_is_is_found_out(shown, name, field):
    card = card_of(find(name))
    bound = getattr(card, field)
    tighter = replace(bound, constant=bound.constant - 1.001)
    assert shown(CHECKS[field], find(name), card=replace(card, **{field: tighter}))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("field", ["pop", "eval", "slide_mean", "slide_max", "partials"])
def test_a_card_that_promises_a_constant_where_there_is_growth_is_found_out(shown, name, field):
    card = card_of(find(name))
    if getattr(card, field).n:
        constant = replace(card, **{field: Bound(8)})
        assert shown(CHECKS[field], find(name), card=constant)


class Hoards(TWO_STACKS):
    """Keeps the newest partial that has left."""

    __slots__ = ("kept",)

    def pop(self):
        gone = self._front[-1] if self._front else None
        super().pop()
        self.kept = gone


class GrowsAsItSlides(TWO_STACKS):
    """Keeps a partial of every flip of nine values."""

    __slots__ = ("kept",)

    def _flip(self):
        if len(self._back) == 9:
            self.kept = [*getattr(self, "kept", []), self._back[0]]
        super()._flip()


@pytest.mark.parametrize(
    ("check", "algorithm", "expected"),
    [
        (PARTIALS, Hoards, "at most 1 partials held (n + 1)"),
        (DRAIN, Hoards, "at most 1 partials held (n + 1)"),
        (SLIDES, GrowsAsItSlides, None),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_partial_that_is_kept_too_long_is_found(shown, check, algorithm, expected):
    card = card_of(TWO_STACKS)
    found = shown(check, algorithm, card=card)
    assert expected in (None, found.expected)
    assert shown(SMALL, algorithm) is None


def test_a_dear_operation_is_found_in_windows_that_slides_never_make(shown):
    class DearFromTen(TWO_STACKS):
        """One combine too many in a push on top of a back of ten."""

        __slots__ = ()

        def push(self, value):
            super().push(value)
            if len(self._back) > 10:
                self.aggregation.combine((), ())

    found = shown(WORST, DearFromTen, card=Card(push=Bound(1)))
    assert (found.word, found.step, found.given) == ("u11", 11, "2")


@pytest.mark.parametrize("check", COSTS, ids=lambda check: check.id)
def test_words_of_costs_never_pop_from_empty(check):
    words = list(check.words(Subject(TWO_STACKS, PROBES[0]), PROFILES["fast"]))
    assert words
    assert all(map(is_valid, words))


def test_growth_is_told_for_what_is_not_promised():
    def told(growth, name):
        algorithm = find(name)
        return growth(Subject(algorithm, arena_of(algorithm)))

    at = "at windows of 4, 16, 64, 256"
    assert told(growth_of_calls, "recompute") == f"4, 16, 64, 256 calls a slide {at}"
    assert told(growth_of_calls, "two_stacks") == f"2.75, 2.94, 2.98, 3 calls a slide {at}"
    assert told(growth_of_worst, "two_stacks") == f"at most 6, 18, 66, 258 calls a slide {at}"
    assert told(growth_of_eval, "two_stacks") == f"at most 1, 1, 1, 1 calls an eval {at}"
    assert told(growth_of_eval, "recompute") == f"at most 4, 16, 64, 256 calls an eval {at}"
    assert told(growth_of_partials, "subtract_on_evict") == f"5, 17, 65, 257 partials {at}"
    assert told(growth_of_partials, "sorted_window") == f"0, 0, 0, 0 partials {at}"
