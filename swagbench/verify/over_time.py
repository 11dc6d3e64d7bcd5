"""Windows over time: the values of (t - span, t] and no others, for any algorithm."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from hypothesis import strategies as st

from swagbench.core import Algorithm
from swagbench.oracle import is_right, recompute
from swagbench.time_window import TimeWindow
from swagbench.verify.conformance import Fault, examples_of
from swagbench.verify.drawing import first_failing
from swagbench.verify.histories import cut_down

HISTORIES = 60
SPANS = st.integers(1, 40)
GAPS = st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=120)
"""How long after the one before each event comes, and whether it brings a value."""


class Event(NamedTuple):
    """A value that comes at a time, or time that passes."""

    time: int
    brings_value: bool
    value: Any

    def __str__(self) -> str:
        if self.brings_value:
            return f"push {self.value!r} at {self.time}"
        return f"advance to {self.time}"


def find_fault_over_time(algorithm: Algorithm, aggregation: Any) -> Fault | None:
    """The shortest events found on which a window over time is wrong, or None.

    After every event the window is compared with the values that the definition chooses.
    """
    examples = examples_of(aggregation)

    def make(span: int, gaps: list[tuple[int, bool]]) -> tuple[int, list[Event]]:
        times = accumulate(gap for gap, _ in gaps)
        return span, [
            Event(time, brings_value, examples[index % len(examples)])
            for index, (time, (_, brings_value)) in enumerate(zip(times, gaps, strict=True))
        ]

    def wrong_at(span: int, events: list[Event]) -> tuple[str, str] | None:
        return _first_wrong(algorithm, aggregation, span, events)

    cases = st.builds(make, SPANS, GAPS)
    drawn = first_failing(cases, lambda case: wrong_at(*case), times=HISTORIES)
    if drawn is None:
        return None
    span, events = drawn
    best = cut_down(events, lambda shorter: wrong_at(span, shorter) is not None)
    wrong = wrong_at(span, best)
    assert wrong is not None
    return Fault(f"span {span}: {', '.join(map(str, best))}, eval", *wrong)


def _first_wrong(
    algorithm: Algorithm, aggregation: Any, span: int, events: list[Event]
) -> tuple[str, str] | None:
    """What was expected and what was given after the first event that went wrong, or None."""
    window: TimeWindow[Any, Any] = TimeWindow(algorithm, aggregation, span)
    seen: list[Event] = []
    for event in events:
        if event.brings_value:
            window.push(event.time, event.value)
            seen.append(event)
        else:
            window.advance(event.time)
        held = [one.value for one in seen if event.time - span < one.time <= event.time]
        answer = window.eval()
        if len(window) != len(held) or not is_right(aggregation, held, answer):
            return repr(recompute(aggregation, held)), repr(answer)
    return None
