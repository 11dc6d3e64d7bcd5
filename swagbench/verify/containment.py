"""Containment: an answer depends on the values in the window and on none that have left.

The article's two warnings, as checks. A value that poisons sums (NaN, an infinity, a large float
that swallows small ones) enters, leaves, and must be forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from swagbench.core import Algorithm
from swagbench.verify.conformance import Fault, examples_of, first_wrong
from swagbench.verify.histories import EVAL, POP, PUSH, Step, describe, shortest

POISONS: dict[str, Sequence[float]] = {
    "NaN": (math.nan,),
    "infinity": (math.inf,),
    "1e20, 1": (1e20, 1.0),
}
AFTERWARDS = (1.0, 2.0, 3.0, 4.0)


def takes_floats(aggregation: Any) -> bool:
    """Whether an aggregation's examples say that it accepts floats, NaN included."""
    return any(isinstance(value, float) for value in examples_of(aggregation))


def find_leak(algorithm: Algorithm, aggregation: Any, poison: Sequence[float]) -> Fault | None:
    """The shortest history on which a poison still shows after it has left, or None.

    The poison enters an empty window and leaves while other values come in, then the window is
    emptied; every answer on the way is checked.
    """
    letters = [Step(PUSH, value) for value in (*poison, *AFTERWARDS)]
    history = [step for push in letters for step in (push, Step(EVAL))]
    history += [step for _ in letters for step in (Step(POP), Step(EVAL))]
    history += [step for push in letters for step in (push, Step(EVAL), Step(POP), Step(EVAL))]

    if first_wrong(algorithm, aggregation, history) is None:
        return None
    best = shortest(history, lambda h: first_wrong(algorithm, aggregation, h) is not None)
    wrong = first_wrong(algorithm, aggregation, best)
    assert wrong is not None
    return Fault(describe(best), *wrong)
