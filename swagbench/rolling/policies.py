"""Policies: choices that a library states, under which an answer is right that here would not be.

Each reads a window's values as the library says that it does; an answer that is right for what was
read *differs by policy*. What no policy of the library explains is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from swagbench.aggregations.extrema import is_nan
from swagbench.aggregations.missing import is_missing
from swagbench.core import InputError
from swagbench.rolling.questions import are_integers

Values = Sequence[Any]
Reading = Callable[[str, Values], Values | None]
"""The values that count instead, for what is asked for; None where the policy says nothing."""

NOTHING: tuple[Any, ...] = ()
"""Read where there is no answer."""

ANYTHING: tuple[Any, ...] = (object(),)
"""Read where nothing is promised of the answer."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A choice, in words, and what values it makes of those in a window."""

    id: str
    words: str
    reads: Reading


def _infinity_missing(_: str, values: Values) -> Values | None:
    return NOTHING if any(map(_is_infinite, values)) else None


def _nan_missing(_: str, values: Values) -> Values | None:
    return NOTHING if any(map(is_missing, values)) else None


def _nan_skipped(_: str, values: Values) -> Values | None:
    present = [value for value in values if not is_missing(value)]
    return present if len(present) < len(values) else None


def _nan_greatest(asked: str, values: Values) -> Values | None:
    """For the order only: NaN as what nothing is greater than. An answer of it is NaN again."""
    if asked not in ("min", "median") or not any(map(is_nan, values)):
        return None
    return [math.inf if is_nan(value) else value for value in values]


def _nan_undefined(asked: str, values: Values) -> Values | None:
    """For the order only, as comparisons with NaN are false."""
    return ANYTHING if asked in ("min", "max", "median") and any(map(is_nan, values)) else None


def _integers_as_floats(_: str, values: Values) -> Values | None:
    return [float(value) for value in values] if are_integers(values) and values else None


def _integers_wrap(asked: str, values: Values) -> Values | None:
    """Sums and products of 64 bits: what is beyond begins again at the other end."""
    if asked not in ("sum", "product") or not are_integers(values):
        return None
    whole = sum(values) if asked == "sum" else math.prod(values)
    return [(whole + 2**63) % 2**64 - 2**63]


def _upper_median(asked: str, values: Values) -> Values | None:
    if asked != "median" or len(values) % 2 or any(map(is_missing, values)):
        return None
    return [sorted(values)[len(values) // 2]]


def _sum_of_nothing(asked: str, values: Values) -> Values | None:
    return NOTHING if asked in ("sum", "product", "distinct") and not values else None


def _one_has_no_spread(asked: str, values: Values) -> Values | None:
    """A variance of 0 where a sample of one has none: that of two equal values."""
    return [0.0, 0.0] if asked in ("variance", "std") and len(values) == 1 else None


def _is_infinite(value: Any) -> bool:
    return isinstance(value, float) and math.isinf(value)


_ALL = (
    Policy("infinity_missing", "an infinity counts as a missing value", _infinity_missing),
    Policy("nan_missing", "a window with a missing value has no answer", _nan_missing),
    Policy("nan_skipped", "missing values are skipped", _nan_skipped),
    Policy("nan_greatest", "NaN is greater than all numbers", _nan_greatest),
    Policy("nan_undefined", "while NaN is there, nothing is promised of the order", _nan_undefined),
    Policy("integers_as_floats", "integers are taken as floats", _integers_as_floats),
    Policy("integers_wrap", "integers wrap around at 64 bits", _integers_wrap),
    Policy("upper_median", "of two values in the middle the upper one", _upper_median),
    Policy("sum_of_nothing", "a sum of nothing is no answer", _sum_of_nothing),
    Policy("one_has_no_spread", "one value has a variance of 0", _one_has_no_spread),
)
POLICIES = {policy.id: policy for policy in _ALL}


def policy(name: str) -> Policy:
    """The policy called `name`.

    Raises:
        InputError: there is none.
    """
    if name not in POLICIES:
        raise InputError(f"no policy is called {name!r}; there are {', '.join(POLICIES)}")
    return POLICIES[name]
