"""DABA, the de-amortized banker's aggregator: every value with an aggregate, moved up step by step.

======== =============
         combine calls
======== =============
push     at most 4
pop      at most 3
eval     at most 1
======== =============

In the worst case, not only amortized. Stores at most 1.5 n partials, where the paper keeps a value
and an aggregate of each, 2 n. Needs nothing of the aggregation. Without the prefix aggregates, and
with the one product kept that they are there for, it is `daba_lite`.

Source: K. Tangwongsan, M. Hirzel, S. Schneider, *Low-Latency Sliding-Window Aggregation in
Worst-Case Constant Time*, DEBS 2017.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class Daba(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], cut at F = 0 <= L <= R <= A <= B <= E = n.

    The paper's pointers move over one queue; here each stretch between two of them is a queue of
    its own, so that moving a pointer is moving an item from one queue to the next, and a flip gives
    queues new names. Single values are kept only where they are needed again. Invariant, with
    Σ(i, j) the aggregate of v[i] … v[j-1]::

        fl[i-F] == Σ(i, B)                                     for F <= i < L
        lr[i-L] == Σ(i, R)                                     for L <= i < R
        ra[i-R] == unit(v[i])  and  ra_agg[i-R] == Σ(R, i+1)   for R <= i < A
        ab[i-A] == Σ(i, B)                                     for A <= i < B
        be[i-B] == unit(v[i])  and  be_agg[i-B] == Σ(B, i+1)   for B <= i < E
        |lr| == |ra|   and, where n > 0,   |lr| + |ra| + |ab| + 1 == B - |be|

    So L never meets B with anything left to do, and the first of fl is always there to answer with.
    """

    card = Card(
        idea="every value with an aggregate, moved up step by step",
        source="Tangwongsan, Hirzel, Schneider, DEBS 2017",
        family=Family.STACKS,
        push=Bound(4),
        pop=Bound(3),
        eval=Bound(1),
        slide_mean=Bound(5),
        slide_max=Bound(8),
        partials=Bound(0, n=1.5),
        reentrant=True,
    )

    __slots__ = ("_ab", "_be", "_be_agg", "_fl", "_lr", "_ra", "_ra_agg", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._fl: deque[Agg] = deque()
        self._lr: deque[Agg] = deque()
        self._ra: deque[Agg] = deque()
        self._ra_agg: deque[Agg] = deque()
        self._ab: deque[Agg] = deque()
        self._be: deque[Agg] = deque()
        self._be_agg: deque[Agg] = deque()

    def push(self, value: Value) -> None:
        aggregation, be_agg = self.aggregation, self._be_agg
        unit = aggregation.unit(value)
        if not self._fl:
            self._fl.append(unit)
            return
        prefix = aggregation.combine(be_agg[-1], unit) if be_agg else unit
        if self._ab:
            self._step()
            self._be.append(unit)
            be_agg.append(prefix)
        else:
            lowest = aggregation.combine(self._fl[0], be_agg[-1]) if be_agg else self._fl[0]
            reaching = aggregation.combine(lowest, unit)
            # Nothing can fail from here on.
            self._be.append(unit)
            be_agg.append(prefix)
            self._flip(reaching)

    def pop(self) -> None:
        if not self._fl:
            raise IndexError("pop from an empty window")
        if self._ab:
            self._step()
            self._fl.popleft()
        elif self._be:
            reaching = self._reaching(self._fl[1], self._be_agg, self._be[-1])
            # Nothing can fail from here on.
            self._fl.popleft()
            self._flip(reaching)
        else:
            self._fl.popleft()

    def eval(self) -> Out:
        aggregation = self.aggregation
        if not self._fl:
            return aggregation.finalize(aggregation.empty())
        if not self._be_agg:
            return aggregation.finalize(self._fl[0])
        return aggregation.finalize(aggregation.combine(self._fl[0], self._be_agg[-1]))

    def __len__(self) -> int:
        stretches = self._fl, self._lr, self._ra, self._ab, self._be
        return sum(map(len, stretches))

    def _reaching(self, lowest: Agg, prefixes: deque[Agg], newest: Agg) -> Agg:
        """Σ(L, R) ∘ Σ(R, A) ∘ Σ(A, B), where A has been moved down already."""
        combine = self.aggregation.combine
        if len(prefixes) > 1:
            lowest = combine(lowest, prefixes[-2])
        return combine(lowest, newest)

    def _step(self) -> None:
        """Move A down and L up by one; where they have met R, move all three up."""
        if self._ra:
            lower = self.aggregation.combine(self._ra[-1], self._ab[0])
            reaching = self._reaching(self._lr[0], self._ra_agg, lower)
            # Nothing can fail from here on.
            self._ra.pop()
            self._ra_agg.pop()
            self._ab.appendleft(lower)
            self._lr.popleft()
            self._fl.append(reaching)
        else:
            self._fl.append(self._ab.popleft())

    def _flip(self, reaching: Agg) -> None:
        """L has met B: [F, B) is to be made to reach E, which is B from now on. The first step is
        taken at once: A starts at the newest value, and the oldest one's partial is `reaching`."""
        self._lr, self._fl = self._fl, self._lr
        self._ra, self._be = self._be, self._ra
        self._ra_agg, self._be_agg = self._be_agg, self._ra_agg
        self._ab.append(self._ra.pop())
        self._ra_agg.pop()
        self._lr.popleft()
        self._fl.append(reaching)

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The stretches between the paper's pointers as `swagbench trace` shows them."""
        return {
            "F…L": list(self._fl),
            "L…R": list(self._lr),
            "R…A": list(self._ra),
            "R…A agg": list(self._ra_agg),
            "A…B": list(self._ab),
            "B…E": list(self._be),
            "B…E agg": list(self._be_agg),
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
        assert list(self._ra_agg) == [aggregate(r, i + 1) for i in range(r, a)]
        assert list(self._ab) == [aggregate(i, b) for i in range(a, b)]
        assert list(self._be) == [aggregate(i, i + 1) for i in range(b, n)]
        assert list(self._be_agg) == [aggregate(b, i + 1) for i in range(b, n)]
        assert r - l_ == a - r
        assert not n or b - l_ + 1 == b - (n - b)
