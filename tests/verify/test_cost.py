import dataclasses

import pytest

from swagbench import aggregation
from swagbench import algorithm as find
from swagbench.core import Bound, Card, card_of
from swagbench.verify.conformance import Fault
from swagbench.verify.cost import SlideCalls, count_slides, find_broken_promise

SUM = aggregation("sum")
TWO_STACKS = find("two_stacks")


class Ones(type(SUM)):
    """A sum of ones: which values are pushed does not matter to a count."""

    examples = (1,)


ONES = Ones()


def promise(**bounds):
    """A card that promises nothing but `bounds`."""
    return Card(idea="", source="", partials=Bound(1, n=1), **bounds)


PROMISES = [
    (name, field)
    for name in ("two_stacks", "flatfit", "subtract_on_evict", "recompute")
    for field in ("push", "pop", "eval", "slide_mean", "slide_max", "partials")
    # Less than nothing cannot be promised.
    if getattr(card_of(find(name)), field) != Bound(0)
]


def test_every_card_is_kept(revealing_pair):
    algorithm, summary = revealing_pair
    assert find_broken_promise(algorithm, summary, card_of(algorithm)) is None


@pytest.mark.parametrize(
    ("name", "size", "calls"),
    [
        ("two_stacks", 4, SlideCalls(11 / 4, 6)),
        ("subtract_on_evict", 4, SlideCalls(2, 2)),
        ("recompute", 4, SlideCalls(4, 4)),
        ("two_stacks", 1, SlideCalls(2, 2)),
    ],
)
def test_slides_are_counted_over_whole_periods(name, size, calls):
    assert count_slides(find(name), SUM, size) == calls


@pytest.mark.parametrize(
    ("bounds", "fault"),
    [
        (
            {"slide_mean": Bound(2)},
            (
                "slides of a window of 2",
                "on average at most 2 combine calls a slide (2)",
                "2.5",
            ),
        ),
        (
            {"slide_max": Bound(1, n=1)},
            (
                "slides of a window of 2",
                "at worst at most 3 combine calls a slide (n + 1)",
                "4",
            ),
        ),
        ({"push": Bound(0)}, ("push 1", "at most 0 combine calls (0)", "1")),
        ({"pop": Bound(2)}, ("push 1 3 times, pop", "at most 2 combine calls (2)", "3")),
        ({"eval": Bound(0)}, ("push 1 twice, pop, eval", "at most 0 combine calls (0)", "1")),
    ],
)
def test_a_promise_that_is_not_kept_is_reported_with_its_bound(bounds, fault):
    assert find_broken_promise(TWO_STACKS, ONES, promise(**bounds)) == Fault(*fault)


def test_what_is_not_promised_is_not_asked_for():
    assert find_broken_promise(TWO_STACKS, SUM, promise()) is None


@pytest.mark.parametrize(("name", "field"), PROMISES)
def test_a_card_that_promises_less_work_than_there_is_is_found_out(name, field):
    card = card_of(find(name))
    bound = getattr(card, field)
    tighter = dataclasses.replace(bound, constant=bound.constant - 1.001)
    assert find_broken_promise(find(name), SUM, dataclasses.replace(card, **{field: tighter}))


def test_a_partial_that_is_kept_too_long_is_found():
    class Hoarder(TWO_STACKS):
        """Keeps the newest partial that has left."""

        __slots__ = ("kept",)

        def pop(self):
            gone = self._front[-1] if self._front else None
            super().pop()
            self.kept = gone

    card = promise()
    expected = Fault("push 3 twice, pop twice", "at most 1 partials held (n + 1)", "2")
    assert find_broken_promise(Hoarder, SUM, card)._replace(history=expected.history) == expected


def test_a_dear_operation_is_found_in_windows_that_slides_never_make():
    class DearFromTen(TWO_STACKS):
        """One combine too many in a push on top of a back of ten."""

        __slots__ = ()

        def push(self, value):
            super().push(value)
            if len(self._back) > 10:
                self.aggregation.combine(0, 0)

    found = find_broken_promise(DearFromTen, ONES, promise(push=Bound(1)))
    assert found == Fault("push 1 11 times", "at most 1 combine calls (1)", "2")
