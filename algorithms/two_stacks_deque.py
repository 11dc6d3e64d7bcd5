"""Two stacks as a deque: suffix aggregates in front, prefix aggregates behind, open at both ends.

================= ================================= =========
                  combine calls                     amortized
================= ================================= =========
push, push_oldest 1                                 2
pop, pop_newest   n - 3 (its side is empty), else 0 1
eval              at most 1                         1
================= ================================= =========

Amortized over any mix of operations. Stores n partials (2n while a side is empty and both are made
anew), and the values beside them. Needs nothing of the aggregation.

A pop that finds its side empty takes half of the other side over. With a share s of it, slides to
one end would cost 2 + 1/s in the long run, and those that suit it least 2 + 1/(1 - s): half is the
share with which no use of the window costs more than 4.

Source: folklore; as a list with two ends and an amortized proof in R. R. Hoogerwoord, *A Symmetric
Set of Efficient List Operations*, Journal of Functional Programming 2, 1992.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class TwoStacksDeque(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k.

    Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        values[i]    == v[i]           for 0 <= i < n
        front[k-1-i] == Σ(i, k)        for 0 <= i < k: its top is the whole front
        back[j-k]    == Σ(k, j+1)      for k <= j < n: its top is the whole back
    """

    card = Card(
        idea="suffix aggregates in front, prefix aggregates behind; an empty side takes half over",
        source="folklore; Hoogerwoord, Journal of Functional Programming 1992",
        family=Family.STACKS,
        push=Bound(1),
        pop=Bound(-3, n=1),
        eval=Bound(1),
        slide_mean=Bound(4),
        slide_max=Bound(-1, n=1),
        partials=Bound(0, n=1),
        reentrant=True,
    )

    __slots__ = ("_back", "_front", "_values", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front: list[Agg] = []
        self._back: list[Agg] = []
        self._values: deque[Value] = deque()

    def push(self, value: Value) -> None:
        agg = self.aggregation.unit(value)
        if self._back:
            agg = self.aggregation.combine(self._back[-1], agg)
        self._back.append(agg)
        self._values.append(value)

    def push_oldest(self, value: Value) -> None:
        agg = self.aggregation.unit(value)
        if self._front:
            agg = self.aggregation.combine(agg, self._front[-1])
        self._front.append(agg)
        self._values.appendleft(value)

    def pop(self) -> None:
        if self._front:
            self._front.pop()
        else:
            _, *kept = self._held()
            self._split(kept, (len(kept) + 1) // 2)
        self._values.popleft()

    def pop_newest(self) -> None:
        if self._back:
            self._back.pop()
        else:
            *kept, _ = self._held()
            self._split(kept, len(kept) // 2)
        self._values.pop()

    def eval(self) -> Out:
        aggregation = self.aggregation
        if self._front and self._back:
            return aggregation.finalize(aggregation.combine(self._front[-1], self._back[-1]))
        one_side = self._front or self._back
        return aggregation.finalize(one_side[-1] if one_side else aggregation.empty())

    def __len__(self) -> int:
        return len(self._values)

    def _held(self) -> deque[Value]:
        """The values, of which there is at least one."""
        if not self._values:
            raise IndexError("pop from an empty window")
        return self._values

    def _split(self, values: list[Value], k: int) -> None:
        """Make both sides anew, of values with the split at k."""
        unit, combine = self.aggregation.unit, self.aggregation.combine
        front: list[Agg] = []
        for value in reversed(values[:k]):
            front.append(combine(unit(value), front[-1]) if front else unit(value))
        back: list[Agg] = []
        for value in values[k:]:
            back.append(combine(back[-1], unit(value)) if back else unit(value))
        # Nothing can fail from here on.
        self._front, self._back = front, back

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The two stacks as `swagbench trace` shows them."""
        return {"front": list(self._front), "back": list(self._back)}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), len(self._front), len(self)
        assert values is None or list(self._values) == list(values)
        assert self._front == [aggregate(i, k) for i in reversed(range(k))]
        assert self._back == [aggregate(k, j + 1) for j in range(k, n)]
