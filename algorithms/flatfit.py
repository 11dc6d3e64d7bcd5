"""FlatFIT: a ring of partials that leap ahead; each question shortens the leaps it took.

======== ============= ===================
         combine calls amortized
======== ============= ===================
push     0             0
pop      0             0
eval     n - 1         4 a slide
======== ============= ===================

Stores n partials and n indices. Needs nothing of the aggregation. The paper counts 3 combines a
slide; steady slides of this form count 4 (see the tests).

Source: A. U. Shein, P. K. Chrysanthis, A. Labrinidis, *FlatFIT: Accelerated Incremental
Sliding-Window Aggregation for Real-Time Analytics*, SSDBM 2017.
"""

from __future__ import annotations

from typing import Any, Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value


class FlatFIT(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1] at positions front … back = front + n - 1.

    Positions count up for ever and live in the ring at their remainder modulo the capacity, a power
    of two. Invariant, with Σ(i, j) the aggregate of the values at positions i … j-1::

        leap[i] in (i, back]  and  partial[i] == Σ(i, leap[i])    for front <= i < back
        partial[back] == unit(the newest value)
    """

    card = Card(
        idea="a ring of partials that leap ahead; each question shortens the leaps it took",
        source="Shein, Chrysanthis, Labrinidis, SSDBM 2017",
        family=Family.TREES,
        push=Bound(0),
        pop=Bound(0),
        eval=Bound(0, n=1),
        slide_mean=Bound(4),
        slide_max=Bound(0, n=1),
        partials=Bound(0, n=1),
    )

    __slots__ = ("_end", "_front", "_leaps", "_mask", "_partials", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front = 0
        self._end = 0
        self._mask = 0
        self._partials: list[Any] = [None]
        self._leaps = [0]

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        if self._end - self._front > self._mask:
            self._grow()
        end, mask = self._end, self._mask
        self._leaps[(end - 1) & mask] = end
        self._partials[end & mask] = unit
        self._end = end + 1

    def pop(self) -> None:
        if self._front == self._end:
            raise IndexError("pop from an empty window")
        # The partial that leaves must not be kept alive by its slot.
        self._partials[self._front & self._mask] = None
        self._front += 1

    def eval(self) -> Out:
        aggregation, partials, leaps, mask = (
            self.aggregation,
            self._partials,
            self._leaps,
            self._mask,
        )
        back = self._end - 1
        if back < self._front:
            return aggregation.finalize(aggregation.empty())
        taken = []
        position = self._front
        while position != back:
            taken.append(position & mask)
            position = leaps[position & mask]
        answer = partials[back & mask]
        if taken:
            # From the right: each slot's partial is made to reach all the way to the back.
            reach = partials[taken.pop()]
            for slot in reversed(taken):
                reach = aggregation.combine(partials[slot], reach)
                partials[slot] = reach
                leaps[slot] = back
            answer = aggregation.combine(reach, answer)
        return aggregation.finalize(answer)

    def __len__(self) -> int:
        return self._end - self._front

    def _grow(self) -> None:
        """Double the ring; every position moves to its remainder modulo the new capacity."""
        old, mask = self._mask, 2 * self._mask + 1
        partials: list[Any] = [None] * (mask + 1)
        leaps = [0] * (mask + 1)
        for position in range(self._front, self._end):
            partials[position & mask] = self._partials[position & old]
            leaps[position & mask] = self._leaps[position & old]
        self._partials, self._leaps, self._mask = partials, leaps, mask

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """A copy shares no container with its original."""
        ring = {"_partials": self._partials.copy(), "_leaps": self._leaps.copy()}
        ends = {"_front": self._front, "_end": self._end, "_mask": self._mask}
        return None, {"aggregation": self.aggregation, **ring, **ends}

    def state(self) -> dict[str, list[Any]]:
        """The live part of the ring, and how far each slot leaps, as `swagbench trace` shows it."""
        live = range(self._front, self._end)
        return {
            "partials": [self._partials[position & self._mask] for position in live],
            "leaps": [self._leaps[position & self._mask] - position for position in live[:-1]],
        }
