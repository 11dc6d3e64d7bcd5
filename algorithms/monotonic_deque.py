"""Monotonic deque: only the values that can still become the answer, the best one first.

======== ============================ ================
         combine calls (comparisons)  amortized
======== ============================ ================
push     n                            2
pop      0                            0
eval     0                            0
======== ============================ ================

Stores 1 partial (while values get better) to n (while they get worse). Needs selection. Not
constant in the worst case: one push that beats all others compares with each of them.

Source: folklore as the ascending minima, R. Harter, 2001; as the non-invertible SlickDeque in
A. U. Shein, P. K. Chrysanthis, A. Labrinidis, *SlickDeque: High Throughput and Low Latency
Incremental Sliding-Window Aggregation*, EDBT 2018.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from swagbench.core import (
    Ability,
    Agg,
    Aggregation,
    Bound,
    Card,
    Family,
    Out,
    Value,
    own_state,
    require,
    sigma,
)


class MonotonicDeque(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1] at positions front … end-1.

    Combining gives one of its two arguments: the one that wins. Invariant, with Σ(i, j) the
    aggregate of the values at positions i … j-1::

        entries == (p, unit(the value at position p)), … for some positions p that rise to end - 1
        that unit == Σ(one after the position before, end); before the first it is front - 1

    So what came between two of them loses against the younger one, and the first is the answer.
    """

    card = Card(
        idea="only the values that can still become the answer, the best one first",
        source="Harter 2001; Shein, Chrysanthis, Labrinidis, EDBT 2018",
        family=Family.ORDERED,
        needs=frozenset({Ability.SELECTIVE}),
        push=Bound(0, n=1),
        pop=Bound(0),
        eval=Bound(0),
        slide_mean=Bound(2),
        slide_max=Bound(-1, n=1),
        partials=Bound(0, n=1),
        reentrant=True,
    )

    __slots__ = ("_end", "_entries", "_front", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        require(aggregation, Ability.SELECTIVE)
        self.aggregation = aggregation
        self._front = 0
        self._end = 0
        self._entries: deque[tuple[int, Agg]] = deque()

    def push(self, value: Value) -> None:
        combine, entries = self.aggregation.combine, self._entries
        unit = self.aggregation.unit(value)
        beaten = 0
        for _, older in reversed(entries):
            if combine(older, unit) is older:
                break
            beaten += 1
        # Nothing can fail from here on.
        while beaten:
            entries.pop()
            beaten -= 1
        entries.append((self._end, unit))
        self._end += 1

    def pop(self) -> None:
        if self._front == self._end:
            raise IndexError("pop from an empty window")
        if self._entries[0][0] == self._front:
            self._entries.popleft()
        self._front += 1

    def eval(self) -> Out:
        if not self._entries:
            return self.aggregation.finalize(self.aggregation.empty())
        return self.aggregation.finalize(self._entries[0][1])

    def __len__(self) -> int:
        return self._end - self._front

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """What can still become the answer as `swagbench trace` shows it."""
        return {"partials": [agg for _, agg in self._entries]}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        places = [position - self._front for position, _ in self._entries]
        partials = [agg for _, agg in self._entries]
        assert places == sorted({*places})
        assert places[-1:] == [n - 1] * (n > 0)
        assert all(place >= 0 for place in places)
        assert partials == [aggregate(i, i + 1) for i in places]
        before = [-1, *places][: len(places)]
        assert partials == [aggregate(i + 1, n) for i in before]
