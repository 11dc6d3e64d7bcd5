"""DABA Lite: a two-stacks flip done a step at a time, one step in every push and pop.

======== =============
         combine calls
======== =============
push     at most 3
pop      at most 2
eval     at most 1
======== =============

In the worst case, not only amortized. Stores n + 2 partials. Needs nothing of the aggregation.

Source: K. Tangwongsan, M. Hirzel, S. Schneider, *In-Order Sliding-Window Aggregation in Worst-Case
Constant Time*, VLDB Journal 30, 2021.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic, cast

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class DabaLite(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], cut at F = 0 <= L <= R <= A <= B <= E = n.

    The paper's pointers move over one queue; here each stretch between two of them is a queue of
    its own, so that moving a pointer is moving an item from one queue to the next, and a flip gives
    queues new names. Invariant, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        fl[i-F] == Σ(i, B)         for F <= i < L
        lr[i-L] == Σ(i, R)         for L <= i < R
        ra[i-R] == unit(v[i])      for R <= i < A
        ab[i-A] == Σ(i, B)         for A <= i < B
        be[i-B] == unit(v[i])      for B <= i < E
        mid_agg == Σ(R, B) while L < R, else None
        back_agg == Σ(B, E)
        |lr| == |ra|   and, where n > 0,   |lr| + |ra| + |ab| + 1 == B - |be|

    So L never meets B with anything left to do, and the first of fl is always there to answer with.
    """

    card = Card(
        idea="a two-stacks flip done a step at a time, one step in every push and pop",
        source="Tangwongsan, Hirzel, Schneider, VLDB Journal 2021",
        family=Family.STACKS,
        push=Bound(3),
        pop=Bound(2),
        eval=Bound(1),
        slide_mean=Bound(4),
        slide_max=Bound(6),
        partials=Bound(2, n=1),
        reentrant=True,
    )

    __slots__ = ("_ab", "_back_agg", "_be", "_fl", "_lr", "_mid_agg", "_ra", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._fl: deque[Agg] = deque()
        self._lr: deque[Agg] = deque()
        self._ra: deque[Agg] = deque()
        self._ab: deque[Agg] = deque()
        self._be: deque[Agg] = deque()
        self._mid_agg: Agg | None = None
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        aggregation = self.aggregation
        unit = aggregation.unit(value)
        if not self._fl:
            self._fl.append(unit)
            return
        back_agg = aggregation.combine(self._back_agg, unit)
        if self._ab:
            self._step()
            self._be.append(unit)
            self._back_agg = back_agg
        else:
            reaching, empty = aggregation.combine(self._fl[0], back_agg), aggregation.empty()
            # Nothing can fail from here on.
            self._be.append(unit)
            self._flip(reaching, back_agg, empty)

    def pop(self) -> None:
        if not self._fl:
            raise IndexError("pop from an empty window")
        if self._ab:
            self._step()
            self._fl.popleft()
        elif self._be:
            aggregation = self.aggregation
            reaching = aggregation.combine(self._fl[1], self._back_agg)
            empty = aggregation.empty()
            # Nothing can fail from here on.
            self._fl.popleft()
            self._flip(reaching, self._back_agg, empty)
        else:
            self._fl.popleft()

    def eval(self) -> Out:
        if not self._fl:
            return self.aggregation.finalize(self._back_agg)
        return self.aggregation.finalize(self.aggregation.combine(self._fl[0], self._back_agg))

    def __len__(self) -> int:
        stretches = self._fl, self._lr, self._ra, self._ab, self._be
        return sum(map(len, stretches))

    def _step(self) -> None:
        """Move A down and L up by one; where they have met R, move all three up."""
        if self._ra:
            combine = self.aggregation.combine
            lower = combine(self._ra[-1], self._ab[0])
            reaching = combine(self._lr[0], cast("Agg", self._mid_agg))
            # Nothing can fail from here on.
            self._ra.pop()
            self._ab.appendleft(lower)
            self._lr.popleft()
            self._fl.append(reaching)
            if not self._lr:
                self._mid_agg = None
        else:
            self._fl.append(self._ab.popleft())

    def _flip(self, reaching: Agg, mid_agg: Agg, empty: Agg) -> None:
        """L has met B: [F, B) is to be made to reach E, which is B from now on. The first step is
        taken at once: A starts at the newest value, and the oldest one's partial is `reaching`."""
        self._lr, self._fl = self._fl, self._lr
        self._ra, self._be = self._be, self._ra
        self._ab.append(self._ra.pop())
        self._lr.popleft()
        self._fl.append(reaching)
        self._mid_agg = mid_agg if self._lr else None
        self._back_agg = empty

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The stretches between the paper's pointers as `swagbench trace` shows them."""
        return {
            "F…L": list(self._fl),
            "L…R": list(self._lr),
            "R…A": list(self._ra),
            "A…B": list(self._ab),
            "B…E": list(self._be),
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        l_ = len(self._fl)
        r = l_ + len(self._lr)
        a = r + len(self._ra)
        b = a + len(self._ab)
        assert list(self._fl) == [aggregate(i, b) for i in range(l_)]
        assert list(self._lr) == [aggregate(i, r) for i in range(l_, r)]
        assert list(self._ra) == [aggregate(i, i + 1) for i in range(r, a)]
        assert list(self._ab) == [aggregate(i, b) for i in range(a, b)]
        assert list(self._be) == [aggregate(i, i + 1) for i in range(b, n)]
        assert self._mid_agg == (aggregate(r, b) if l_ < r else None)
        assert self._back_agg == aggregate(b, n)
        assert r - l_ == a - r
        assert not n or b - l_ + 1 == b - (n - b)
