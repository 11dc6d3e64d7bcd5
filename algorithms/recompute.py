"""Recompute: keep the window and fold all of it at every question.

======== ============= =========
         combine calls amortized
======== ============= =========
push     0             0
pop      0             0
eval     n             n
======== ============= =========

Stores n partials. Needs nothing of the aggregation.

Source: folklore; every other algorithm is measured against it (*Recalc* in the field's papers).
"""

from __future__ import annotations

from collections import deque
from functools import reduce
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value


class Recompute(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1].

    Invariant::

        units[i] == unit(v[i])         for 0 <= i < n
    """

    card = Card(
        idea="keep the window and fold all of it at every question",
        source="folklore",
        family=Family.RECOMPUTE,
        push=Bound(0),
        pop=Bound(0),
        eval=Bound(0, n=1),
        slide_mean=Bound(0, n=1),
        slide_max=Bound(0, n=1),
        partials=Bound(0, n=1),
        reentrant=True,
    )

    __slots__ = ("_units", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._units: deque[Agg] = deque()

    def push(self, value: Value) -> None:
        self._units.append(self.aggregation.unit(value))

    def pop(self) -> None:
        if not self._units:
            raise IndexError("pop from an empty window")
        self._units.popleft()

    def eval(self) -> Out:
        aggregation = self.aggregation
        return aggregation.finalize(reduce(aggregation.combine, self._units, aggregation.empty()))

    def __len__(self) -> int:
        return len(self._units)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """A copy shares no container with its original."""
        return None, {"aggregation": self.aggregation, "_units": self._units.copy()}

    def state(self) -> dict[str, list[Agg]]:
        """The window's units as `swagbench trace` shows them."""
        return {"window": list(self._units)}
