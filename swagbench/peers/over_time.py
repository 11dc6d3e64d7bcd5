"""Sums over spans of time, judged: by the times alone, or row by row where a library says so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from swagbench.peers.peer import OverTime

BY_ROW = "by_row"
BY_ROW_IN_WORDS = "of rows at one time, a window holds those up to its own"


class Timed(NamedTuple):
    """The answer at one row: what was given and what is right by the times.

    `policy` makes it right; without one it is right if it is what it should be, or else wrong.
    """

    given: Any
    right: float
    policy: str

    @property
    def is_wrong(self) -> bool:
        return not self.policy and self.given != self.right


def held(times: Sequence[float], span: float, closed: str) -> list[list[int]]:
    """The numbers of the values in the window of each row, by their times alone. O(n²).

    >>> held([0, 5, 10, 10], 10, "right")
    [[0], [0, 1], [1, 2, 3], [1, 2, 3]]
    """
    has_begin, has_end = closed in ("left", "both"), closed in ("right", "both")
    return [
        [
            number
            for number, time in enumerate(times)
            if (now - span < time < now)
            or (has_begin and time == now - span)
            or (has_end and time == now)
        ]
        for now in times
    ]


def judged(
    over_time: OverTime,
    values: Sequence[float],
    windows: Sequence[Sequence[int]],
    closed: str,
    answers: Sequence[Any],
) -> list[Timed]:
    """Every answer, for windows that hold the values of those numbers."""
    found = []
    for place, numbers in enumerate(windows):
        given = answers[place] if place < len(answers) else None
        right = sum(values[number] for number in numbers)
        policy = ""
        if given != right:
            by_rows = sum(values[number] for number in numbers if number <= place)
            if closed in over_time.by_row and given == by_rows:
                policy = BY_ROW
            elif not numbers and (given is None or math.isnan(given)):
                policy = "sum_of_nothing"
        found.append(Timed(given, right, policy))
    return found
