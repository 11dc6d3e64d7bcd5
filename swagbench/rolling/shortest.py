"""The shortest input that a rolling function is wrong about, found by leaving out and rounding.

What is left out are stretches of halving length, down to single values (delta debugging; A. Zeller,
R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, IEEE TSE 28, 2002); then windows
are made smaller and values plainer, until nothing of it can be done without losing the fault.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Fails = Callable[[list[Any], int], bool]
"""Whether the answer for the last window, of so many of these values, is wrong."""

MOST_TRIES = 3_000
MOST_SECONDS = 10.0


class _Spent(Exception):
    """Enough was tried."""


class _Search:
    """What is known to fail, as short as it is yet."""

    def __init__(self, fails: Fails, values: list[Any], size: int) -> None:
        self._fails = fails
        self._tried: set[str] = set()
        self._until = time.monotonic() + MOST_SECONDS
        self.values, self.size = values, size

    def take(self, values: list[Any], size: int) -> bool:
        """Go on from these if they fail.

        Raises:
            _Spent: enough was tried.
        """
        key = repr((values, size))
        if len(values) < size or size < 1 or key in self._tried:
            return False
        if len(self._tried) >= MOST_TRIES or time.monotonic() > self._until:
            raise _Spent
        self._tried.add(key)
        if not self._fails(values, size):
            return False
        self.values, self.size = values, size
        return True

    def leave_out(self) -> None:
        """Stretches of halving length, the oldest first."""
        length = len(self.values)
        while length:
            begin = 0
            while begin < len(self.values):
                if not self.take(self.values[:begin] + self.values[begin + length :], self.size):
                    begin += length
            length //= 2

    def narrow(self) -> None:
        """A smaller window: of the same values, or with those it loses left out as well."""
        for size in range(1, self.size):
            lost = self.size - size
            if self.take(self.values, size) or self.take(self.values[:-lost], size):
                return

    def make_plain(self) -> None:
        """Each value as plain as it can be."""
        for place in range(len(self.values)):
            for plain in _plainer(self.values[place]):
                if self.take([*self.values[:place], plain, *self.values[place + 1 :]], self.size):
                    break


def shortest(fails: Fails, values: Sequence[Any], size: int) -> tuple[list[Any], int]:
    """The shortest input found, and its window, of one whose last answer is wrong.

    At most `MOST_TRIES` calls of `fails`, and about `MOST_SECONDS`: what was found by then.

    >>> shortest(lambda values, size: 7 in values, [3, 1, 7, 4], 2)
    ([7], 1)
    """
    search = _Search(fails, list(values), size)
    try:
        before = None
        while before != (before := (search.values, search.size)):
            search.leave_out()
            search.narrow()
            search.make_plain()
    except _Spent:
        pass
    return search.values, search.size


def _plainer(value: Any) -> Iterator[Any]:
    """Plainer values than a number, none larger; none for what is not finite."""
    if type(value) is int:
        candidates: list[Any] = [0, 1, 2, *(_sign(value) * 2**power for power in (31, 53, 62))]
    elif type(value) is float and math.isfinite(value):
        powers = [10.0 ** (3 * third) for third in range(1, 7)]
        candidates = [1.0, 0.0, 2.0, *(math.copysign(one, value) for one in powers)]
        candidates += [float(f"{value:.{digits}e}") for digits in range(4)]
    else:
        return
    for candidate in candidates:
        if candidate == value:
            return
        if abs(candidate) <= max(2, abs(value)):
            yield candidate


def _sign(value: int) -> int:
    return -1 if value < 0 else 1
