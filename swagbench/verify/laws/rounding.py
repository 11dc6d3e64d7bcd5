"""Rounding: all that a lossy inverse is excused for, so that one that is plainly wrong is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from swagbench.oracle import is_right, recompute
from swagbench.verify.checking import Profile
from swagbench.verify.laws.law import Law, LawFault
from swagbench.verify.probes import takes_floats

EXACT = (1.0, 2.0, 0.5, -4.0)
"""Floats whose sums and products are exact: where these come out far off, no rounding did it."""

NEAR = 1e-6


def find_unexcused(law: Law, aggregation: Any, profile: Profile) -> LawFault | None:
    """A fault of a lossy inverse that rounding does not explain, if the values are floats."""
    examples = [value for value in EXACT if _is_taken(aggregation, value)]
    if not examples or not takes_floats(aggregation):
        return None
    return law.find(_Rounded(aggregation, examples), profile)


def _is_taken(aggregation: Any, value: float) -> bool:
    try:
        recompute(aggregation, [value])
    except Exception:  # noqa: BLE001 - a logarithm takes no negative numbers
        return False
    return True


class _Rounded:
    """An aggregation with these examples, for which a number near the right one is right too."""

    def __init__(self, aggregation: Any, examples: Sequence[float]) -> None:
        self._aggregation = aggregation
        self.examples = examples

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def explains(self, values: Sequence[Any], answer: Any) -> bool:
        if is_right(self._aggregation, values, answer):
            return True
        expected = recompute(self._aggregation, values)
        if not isinstance(expected, int | float):
            return True  # how near an answer is can be told of numbers only
        is_number = isinstance(answer, int | float)
        return is_number and math.isclose(expected, answer, rel_tol=NEAR, abs_tol=NEAR)
