"""Subtract on evict: one running aggregate, from which the oldest value is taken out again.

======== ============= =========
         combine calls amortized
======== ============= =========
push     1             1
pop      1 (uncombine) 1
eval     0             0
======== ============= =========

Stores n + 1 partials. Needs uncombine, and is only as right as that is: an inverse that loses
something (floats) leaves the loss in the running aggregate for ever.

Source: folklore; SOE in K. Tangwongsan, M. Hirzel, S. Schneider, *Low-Latency Sliding-Window
Aggregation in Worst-Case Constant Time*, DEBS 2017.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from swagbench.core import (
    Ability,
    Agg,
    Bound,
    Card,
    Family,
    Invertible,
    Out,
    Value,
    own_state,
    require,
    sigma,
)


class SubtractOnEvict(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1].

    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        units[i] == unit(v[i])         for 0 <= i < n
        whole    == Σ(0, n)
    """

    card = Card(
        idea="one running aggregate, from which the oldest value is taken out again",
        source="folklore; DEBS 2017",
        family=Family.INVERSE,
        needs=frozenset({Ability.UNCOMBINE}),
        push=Bound(1),
        pop=Bound(1),
        eval=Bound(0),
        slide_mean=Bound(2),
        slide_max=Bound(2),
        partials=Bound(1, n=1),
        reentrant=True,
    )

    __slots__ = ("_units", "_whole", "aggregation")

    def __init__(self, aggregation: Invertible[Value, Agg, Out]) -> None:
        require(aggregation, Ability.UNCOMBINE)
        self.aggregation = aggregation
        self._units: deque[Agg] = deque()
        self._whole = aggregation.empty()

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        whole = self.aggregation.combine(self._whole, unit)
        self._units.append(unit)
        self._whole = whole

    def pop(self) -> None:
        if not self._units:
            raise IndexError("pop from an empty window")
        self._whole = self.aggregation.uncombine(self._whole, self._units[0])
        self._units.popleft()

    def eval(self) -> Out:
        return self.aggregation.finalize(self._whole)

    def __len__(self) -> int:
        return len(self._units)

    __getstate__ = own_state

    def state(self) -> dict[str, object]:
        """The window's units and their aggregate as `swagbench trace` shows them."""
        return {"window": list(self._units), "whole": self._whole}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        assert list(self._units) == [aggregate(i, i + 1) for i in range(n)]
        assert self._whole == aggregate(0, n)
