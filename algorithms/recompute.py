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
from collections.abc import Sequence
from functools import reduce
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


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

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The window's units as `swagbench trace` shows them."""
        return {"window": list(self._units)}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate = sigma(self.aggregation, values)
        assert list(self._units) == [aggregate(i, i + 1) for i in range(len(self))]
