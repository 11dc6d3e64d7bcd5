"""FlatFIT: a ring of partials that leap ahead; each question shortens the leaps it took.

======== ============= ===================
         combine calls amortized
======== ============= ===================
push     0             0
pop      0             0
eval     n - 1         3 a slide
======== ============= ===================

Stores n partials and n indices. Needs nothing of the aggregation. Not reentrant: a question
changes the leaps while it combines.

Source: A. U. Shein, P. K. Chrysanthis, A. Labrinidis, *FlatFIT: Accelerated Incremental
Sliding-Window Aggregation for Real-Time Analytics*, SSDBM 2017. There leaps
end at the newest value, which every question then combines anew: 4 a slide. Here they end behind
it, and the 3 of the paper are enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma

from . import _ring


class FlatFIT(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1] in a ring from `head` on.

    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1], and slot i that of v[i], which is
    (head + i) modulo the capacity::

        leap[slot i] == slot j  and  partial[slot i] == Σ(i, j)   with i < j <= n, for 0 <= i < n
        partial[x]   is None    for every other slot; there is one at least
        tail == slot n
    """

    card = Card(
        idea="a ring of partials that leap ahead; each question shortens the leaps it took",
        source="Shein, Chrysanthis, Labrinidis, SSDBM 2017",
        family=Family.TREES,
        push=Bound(0),
        pop=Bound(0),
        eval=Bound(-1, n=1),
        slide_mean=Bound(3),
        slide_max=Bound(-1, n=1),
        partials=Bound(0, n=1),
    )

    __slots__ = ("_capacity", "_head", "_leaps", "_partials", "_tail", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._capacity = _ring.SMALLEST
        self._partials = _ring.laid_out([], self._capacity)
        self._leaps = [0] * self._capacity
        self._head = self._tail = 0

    def push(self, value: Value) -> None:
        unit, tail = self.aggregation.unit(value), self._tail
        # Nothing can fail from here on.
        self._partials[tail] = unit
        after = tail + 1
        if after == self._capacity:
            after = 0
        self._leaps[tail] = self._tail = after
        # Whether the ring is too large is asked once a round.
        if after == self._head or not after:
            self._resize()

    def pop(self) -> None:
        head = self._head
        if head == self._tail:
            raise IndexError("pop from an empty window")
        # The partial that leaves must not be kept alive by its slot.
        self._partials[head] = None
        head += 1
        self._head = head if head < self._capacity else 0

    def eval(self) -> Out:
        aggregation, head, tail = self.aggregation, self._head, self._tail
        if head == tail:
            return aggregation.finalize(aggregation.empty())
        partials, leaps = self._partials, self._leaps
        hub = leaps[head]
        if hub == tail:
            return aggregation.finalize(partials[head])
        # Sliding on there are three stops: the oldest value, where the last long way ended, and the
        # newest. The oldest is about to leave: its leap is not worth shortening.
        after = leaps[hub]
        if after != tail:
            reach = partials[after] if leaps[after] == tail else self._shortened(after)
            partials[hub] = aggregation.combine(partials[hub], reach)
            leaps[hub] = tail
        return aggregation.finalize(aggregation.combine(partials[head], partials[hub]))

    def _shortened(self, slot: int) -> Agg:
        """Make every leap on the way from a slot one to the tail; what is aggregated on it."""
        combine, partials, leaps, tail = (
            self.aggregation.combine,
            self._partials,
            self._leaps,
            self._tail,
        )
        taken = []
        while (leap := leaps[slot]) != tail:
            taken.append(slot)
            slot = leap
        reach: Agg = partials[slot]
        # From the right: each partial reaches over all that the one after it does.
        for slot in reversed(taken):
            partials[slot] = reach = combine(partials[slot], reach)
            leaps[slot] = tail
        return reach

    def __len__(self) -> int:
        return (self._tail - self._head) % self._capacity

    def _resize(self) -> None:
        """Double the ring where it is full, halve it where it is almost empty."""
        old, head, tail = self._capacity, self._head, self._tail
        partials = _ring.items(self._partials, head, tail)
        held = len(partials)
        capacity = _ring.capacity_for(held, old)
        if capacity != old:
            leaps = [(leap - head) % old or held for leap in _ring.items(self._leaps, head, tail)]
            self._partials = _ring.laid_out(partials, capacity)
            self._leaps = leaps + [0] * (capacity - held)
            self._capacity, self._head, self._tail = capacity, 0, held

    __getstate__ = own_state

    def state(self) -> dict[str, list[Any]]:
        """The live part of the ring, and how far each slot leaps, as `swagbench trace` shows it."""
        live = [(self._head + i) % self._capacity for i in range(len(self))]
        return {
            "partials": [self._partials[slot] for slot in live],
            "leaps": [(self._leaps[slot] - slot) % self._capacity for slot in live],
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n, capacity = sigma(self.aggregation, values), len(self), self._capacity
        assert n < capacity == len(self._partials) == len(self._leaps)
        assert self._tail == (self._head + n) % capacity
        partials: list[Any] = [None] * capacity
        for i in range(n):
            slot = (self._head + i) % capacity
            j = (self._leaps[slot] - self._head) % capacity
            assert i < j <= n
            partials[slot] = aggregate(i, j)
        assert self._partials == partials
