"""Two stacks: suffix aggregates in front, newer values with one running aggregate behind.

======== ==================== ===================
         combine calls        amortized
======== ==================== ===================
push     1                    1
pop      n (a flip), else 0   1
eval     at most 1            1
======== ==================== ===================

Stores n + 1 partials (2n for the length of a flip). Needs nothing of the aggregation.

Source: adamax, https://stackoverflow.com/a/5485838 (2011); generalized in O. Peters, *The two-stack
sliding window aggregation algorithm*, and as the two-stacks algorithm in K. Tangwongsan, M. Hirzel,
S. Schneider, *Low-Latency Sliding-Window Aggregation in Worst-Case Constant Time*, DEBS 2017.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class TwoStacks(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k.

    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        front[k-1-i] == Σ(i, k)        for 0 <= i < k: its top is the whole front
        back[j-k]    == unit(v[j])     for k <= j < n
        back_agg     == Σ(k, n)
    """

    card = Card(
        idea="suffix aggregates in front, newer values with one running aggregate behind",
        source="adamax 2011, https://stackoverflow.com/a/5485838; DEBS 2017",
        family=Family.STACKS,
        push=Bound(1),
        pop=Bound(0, n=1),
        eval=Bound(1),
        slide_mean=Bound(3),
        slide_max=Bound(2, n=1),
        partials=Bound(1, n=1),
        reentrant=True,
    )

    __slots__ = ("_back", "_back_agg", "_front", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front: list[Agg] = []
        self._back: list[Agg] = []
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        back_agg = self.aggregation.combine(self._back_agg, unit)
        self._back.append(unit)
        self._back_agg = back_agg

    def pop(self) -> None:
        if not self._front:
            self._flip()
        self._front.pop()

    def eval(self) -> Out:
        if not self._front:
            return self.aggregation.finalize(self._back_agg)
        return self.aggregation.finalize(self.aggregation.combine(self._front[-1], self._back_agg))

    def __len__(self) -> int:
        return len(self._front) + len(self._back)

    def _flip(self) -> None:
        """Make the back the front: its suffix aggregates, newest to oldest."""
        if not self._back:
            raise IndexError("pop from an empty window")
        combine = self.aggregation.combine
        empty = suffix = self.aggregation.empty()
        front = []
        for unit in reversed(self._back):
            suffix = combine(unit, suffix)
            front.append(suffix)
        # Nothing can fail from here on.
        self._front, self._back, self._back_agg = front, [], empty

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The two stacks as `swagbench trace` shows them."""
        return {"front": list(self._front), "back": list(self._back)}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), len(self._front), len(self)
        assert self._front[::-1] == [aggregate(i, k) for i in range(k)]
        assert self._back == [aggregate(j, j + 1) for j in range(k, n)]
        assert self._back_agg == aggregate(k, n)
