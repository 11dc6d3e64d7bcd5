"""Two-stacks lite: one queue and a split; suffix aggregates before it, single values behind it.

======== ===================== ===================
         combine calls         amortized
======== ===================== ===================
push     1                     1
pop      n (a sweep), else 0   1
eval     at most 1             1
======== ===================== ===================

Stores n + 1 partials (2n for the length of a sweep). Needs nothing of the aggregation.

Source: K. Tangwongsan, M. Hirzel, S. Schneider, *In-Order Sliding-Window Aggregation in Worst-Case
Constant Time*, VLDB Journal 30, 2021.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class TwoStacksLite(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k.

    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        queue[i] == Σ(i, k)            for 0 <= i < k
        queue[j] == unit(v[j])         for k <= j < n
        back_agg == Σ(k, n)
    """

    card = Card(
        idea="one queue and a split; suffix aggregates before it, single values behind it",
        source="Tangwongsan, Hirzel, Schneider, VLDB Journal 2021",
        family=Family.STACKS,
        push=Bound(1),
        pop=Bound(0, n=1),
        eval=Bound(1),
        slide_mean=Bound(3),
        slide_max=Bound(2, n=1),
        partials=Bound(1, n=1),
        reentrant=True,
    )

    __slots__ = ("_back_agg", "_queue", "_split", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._queue: deque[Agg] = deque()
        self._split = 0
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        back_agg = self.aggregation.combine(self._back_agg, unit)
        self._queue.append(unit)
        self._back_agg = back_agg

    def pop(self) -> None:
        if not self._split:
            self._sweep()
        self._queue.popleft()
        self._split -= 1

    def eval(self) -> Out:
        if not self._split:
            return self.aggregation.finalize(self._back_agg)
        return self.aggregation.finalize(self.aggregation.combine(self._queue[0], self._back_agg))

    def __len__(self) -> int:
        return len(self._queue)

    def _sweep(self) -> None:
        """Move the split to the end: suffix aggregates of the whole queue, newest to oldest."""
        if not self._queue:
            raise IndexError("pop from an empty window")
        combine = self.aggregation.combine
        empty = suffix = self.aggregation.empty()
        swept: deque[Agg] = deque()
        for unit in reversed(self._queue):
            suffix = combine(unit, suffix)
            swept.appendleft(suffix)
        # Nothing can fail from here on.
        self._queue, self._split, self._back_agg = swept, len(swept), empty

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The queue on both sides of the split as `swagbench trace` shows it."""
        queue = list(self._queue)
        return {"before": queue[: self._split], "behind": queue[self._split :]}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), self._split, len(self)
        before = [aggregate(i, k) for i in range(k)]
        behind = [aggregate(j, j + 1) for j in range(k, n)]
        assert list(self._queue) == before + behind
        assert self._back_agg == aggregate(k, n)
