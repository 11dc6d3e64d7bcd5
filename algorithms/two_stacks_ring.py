"""Two-stacks lite laid out in a ring: the same algorithm, another container.

======== ===================== ===================
         combine calls         amortized
======== ===================== ===================
push     1                     1
pop      n (a sweep), else 0   1
eval     at most 1             1
======== ===================== ===================

Stores n + 1 partials (2n for the length of a sweep) in a ring. Needs nothing of the
aggregation. Beside `two_stacks_lite` it shows what the layout costs, and what the algorithm.

Source: K. Tangwongsan, M. Hirzel, S. Schneider, *In-Order Sliding-Window Aggregation in Worst-Case
Constant Time*, VLDB Journal 30, 2021.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma

from . import _ring


class TwoStacksRing(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k, in a ring from `head` on.

    Every sweep begins the ring anew at 0, so that the head never goes round, only the tail does.
    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1], and slot i that of v[i], which is
    (head + i) modulo the capacity::

        ring[slot i] == Σ(i, k)        for 0 <= i < k
        ring[slot j] == unit(v[j])     for k <= j < n
        ring[x]      is None           for every other slot; there is one at least
        split == head + k;  tail == slot n
        back_agg == Σ(k, n)
    """

    card = Card(
        idea="two-stacks lite laid out in a ring: the same algorithm, another container",
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

    __slots__ = ("_back_agg", "_capacity", "_head", "_ring", "_split", "_tail", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._capacity = _ring.SMALLEST
        self._ring = _ring.laid_out([], self._capacity)
        self._head = self._tail = self._split = 0
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        aggregation, tail = self.aggregation, self._tail
        unit = aggregation.unit(value)
        back_agg = aggregation.combine(self._back_agg, unit)
        # Nothing can fail from here on.
        self._ring[tail] = unit
        self._back_agg = back_agg
        tail += 1
        if tail == self._capacity:
            tail = 0
        self._tail = tail
        if tail == self._head:
            self._lay_out(_ring.items(self._ring, tail, tail), self._split - tail)

    def pop(self) -> None:
        if self._head == self._split:
            self._sweep()
        self._ring[self._head] = None
        self._head += 1

    def eval(self) -> Out:
        aggregation = self.aggregation
        head = self._head
        if head == self._split:
            return aggregation.finalize(self._back_agg)
        return aggregation.finalize(aggregation.combine(self._ring[head], self._back_agg))

    def __len__(self) -> int:
        return (self._tail - self._head) % self._capacity

    def _sweep(self) -> None:
        """Move the split to the end: suffix aggregates of the whole ring, newest to oldest."""
        if self._head == self._tail:
            raise IndexError("pop from an empty window")
        combine = self.aggregation.combine
        empty = suffix = self.aggregation.empty()
        swept = []
        for unit in reversed(_ring.items(self._ring, self._head, self._tail)):
            suffix = combine(unit, suffix)
            swept.append(suffix)
        # Nothing can fail from here on.
        self._lay_out(swept[::-1], len(swept))
        self._back_agg = empty

    def _lay_out(self, held: list[Any], split: int) -> None:
        """Begin the ring anew, in the capacity that fits."""
        self._capacity = _ring.capacity_for(len(held), self._capacity)
        self._ring = _ring.laid_out(held, self._capacity)
        self._head, self._split, self._tail = 0, split, len(held)

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The ring on both sides of the split as `swagbench trace` shows it."""
        held = [self._ring[(self._head + i) % self._capacity] for i in range(len(self))]
        k = self._split - self._head
        return {"before": held[:k], "behind": held[k:]}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), self._split - self._head, len(self)
        assert 0 <= k <= n < len(self._ring) == self._capacity
        slots: list[Any] = [None] * self._capacity
        for i in range(n):
            slots[(self._head + i) % self._capacity] = aggregate(i, k if i < k else i + 1)
        assert self._ring == slots
        assert self._back_agg == aggregate(k, n)
