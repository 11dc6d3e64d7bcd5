"""Deamortized two stacks: while the front is consumed, its successor is written, step by step.

======== =============
         combine calls
======== =============
push     at most 2
pop      at most 1
eval     at most 2
======== =============

In the worst case, not only amortized. Stores n + 2 partials. Needs nothing of the aggregation.

Source: P. Khuong, *Monoid-augmented FIFOs, deamortised*, https://pvk.ca, 19 August 2025.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic, cast

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class DeamortizedTwoStacks(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1]: a front, what is staged to follow it, and what came in.

    The next front is written from the newest staged value towards the oldest of the window: first
    over the staged values, then over the front, whose partials it replaces. Pops take from the
    other end of the same front. Where the two meet, what is written is the front, and what came in
    meanwhile is staged. With Σ(i, j) the aggregate of v[i] … v[j-1], and in the order of the window
    (front and written are kept with their oldest on the right)::

        front    == Σ(0, s), Σ(1, s), … Σ(f-1, s)           s is where staged values begin
        written  == Σ(f, t), … Σ(s-1, t)                    t is where they end
                    Σ(s+u, t), … Σ(t-1, t)                  the former only where u == 0
        staged   == unit(v[s]), … unit(v[s+u-1])
        ingested == unit(v[t]), … unit(v[n-1])
        staged_agg   == Σ(s, t) while anything is written, else None
        ingested_agg == Σ(t, n)
        |staged| <= |front|,  and |ingested| <= |front| while nothing is written;
        |front| > 0 where n > 0

    So the front never runs out before the next one is there.
    """

    card = Card(
        idea="while the front is consumed, its successor is written, step by step",
        source="Khuong 2025, https://pvk.ca",
        family=Family.STACKS,
        push=Bound(2),
        pop=Bound(1),
        eval=Bound(2),
        slide_mean=Bound(5),
        slide_max=Bound(5),
        partials=Bound(2, n=1),
        reentrant=True,
    )

    __slots__ = (
        *("_front", "_ingested", "_ingested_agg", "_staged", "_staged_agg", "_written"),
        "aggregation",
    )

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front: deque[Agg] = deque()
        self._written: deque[Agg] = deque()
        self._staged: deque[Agg] = deque()
        self._staged_agg: Agg | None = None
        self._ingested: deque[Agg] = deque()
        self._ingested_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        aggregation = self.aggregation
        unit = aggregation.unit(value)
        if not self._front:
            self._front.append(unit)
            return
        ingested_agg = aggregation.combine(self._ingested_agg, unit)
        if self._written:
            self._write()
            self._ingested.append(unit)
            self._ingested_agg = ingested_agg
        else:
            empty = aggregation.empty()
            # Nothing can fail from here on.
            self._ingested.append(unit)
            self._stage(ingested_agg, empty)

    def pop(self) -> None:
        if not self._front:
            raise IndexError("pop from an empty window")
        if not self._written and self._ingested:
            self._stage(self._ingested_agg, self.aggregation.empty())
        elif self._staged or (self._written and len(self._front) > 1):
            self._write()
        self._front.pop()
        if not self._front:
            self._succeed()

    def eval(self) -> Out:
        aggregation = self.aggregation
        if not self._front:
            return aggregation.finalize(self._ingested_agg)
        answer = self._front[-1]
        if self._written:
            answer = aggregation.combine(answer, cast("Agg", self._staged_agg))
        return aggregation.finalize(aggregation.combine(answer, self._ingested_agg))

    def __len__(self) -> int:
        stretches = self._front, self._written, self._staged, self._ingested
        return sum(map(len, stretches))

    def _stage(self, staged_agg: Agg, empty: Agg) -> None:
        """What came in is staged; its newest value is written at once."""
        self._staged, self._ingested = self._ingested, self._staged
        self._staged_agg, self._ingested_agg = staged_agg, empty
        self._written.append(self._staged.pop())

    def _write(self) -> None:
        """One more partial of the next front."""
        combine = self.aggregation.combine
        if self._staged:
            written = combine(self._staged[-1], self._written[-1])
            # Nothing can fail from here on.
            self._staged.pop()
        else:
            written = combine(self._front[0], cast("Agg", self._staged_agg))
            # Nothing can fail from here on.
            self._front.popleft()
        self._written.append(written)
        if not self._front:
            self._succeed()

    def _succeed(self) -> None:
        """The front has been written anew, or consumed: what is written is the front."""
        self._front, self._written = self._written, self._front
        self._staged_agg = None

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The stretches of the window, oldest first, as `swagbench trace` shows them.

        What is written is on both sides of what is staged, or all of it follows the front.
        """
        return {
            "front": list(self._front)[::-1],
            "written": list(self._written)[::-1],
            "staged": list(self._staged),
            "ingested": list(self._ingested),
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        f, u, t = len(self._front), len(self._staged), n - len(self._ingested)
        k = t - len(self._written)
        # Once all that was staged is written, nothing but the partials tells where it began.
        splits = range(f, t + 1) if self._written and not u else [f]
        front = list(self._front)[::-1], self._staged_agg if self._written else aggregate(0, 0)
        assert any(front == ([aggregate(i, s) for i in range(f)], aggregate(s, t)) for s in splits)
        assert self._written or self._staged_agg is None
        assert list(self._written)[::-1] == [aggregate(i, t) for i in range(k, t)]
        assert list(self._staged) == [aggregate(i, i + 1) for i in range(f, f + u)]
        assert list(self._ingested) == [aggregate(i, i + 1) for i in range(t, n)]
        assert self._ingested_agg == aggregate(t, n)
        assert u <= f
        assert self._written or n - t <= f
        assert f or not n
