"""The poisoner: which value, that has left the window, a wrong answer depends on.

An answer that the window's own values cannot give depends on values that came before. The stream is
begun later and later: where beginning with a value still gives a wrong answer, and beginning with
the next one does not, that value is what the answer depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

NOT_FROM_OUTSIDE = "not from outside: the window's own values already give it"
NOT_AGAIN = "and right when the same stream was run again"
NOT_FOUND = "what it depends on was not found: "
LONGEST_VALUE = 60
"""Characters of a value that are shown."""


class Poisoner(NamedTuple):
    """The number of the value in the stream, from 0, or None if there is none; and all in words."""

    number: int | None
    words: str


def find_poisoner(is_wrong: Callable[[int], bool], first: int, values: Sequence[Any]) -> Poisoner:
    """The value that has left which a wrong answer depends on. O(log n) calls of `is_wrong`.

    Looks back from the window in steps that double, and then between the last two: what is nearest
    to the window is found where more than one value is to blame, unless they cancel out. Whatever
    `is_wrong` raises is raised.

    Args:
        is_wrong: whether the answer is wrong as well if the stream begins with the value of a
            number from 0 to `first`.
        first: the number of the oldest value in the window.
        values: the stream, at least up to there.

    >>> find_poisoner(lambda begin: begin <= 17, 300, range(300))
    Poisoner(number=17, words='value 17 (17), which has left, is in it')
    """
    if is_wrong(first):
        return Poisoner(None, NOT_FROM_OUTSIDE)
    right, distance = first, 1
    while True:
        if right == 0:
            return Poisoner(None, NOT_AGAIN)
        begin = max(0, first - distance)
        if is_wrong(begin):
            break
        right, distance = begin, 2 * distance
    while right - begin > 1:
        middle = (begin + right) // 2
        if is_wrong(middle):
            begin = middle
        else:
            right = middle
    return Poisoner(begin, f"value {begin} ({shown(values[begin])}), which has left, is in it")


def shown(value: Any) -> str:
    """A value as text that is not too long."""
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
