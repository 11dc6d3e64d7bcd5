"""Checkpointed two stacks: of the front's suffix aggregates one in √n, and one stretch at a time.

======== ========================= =================
         combine calls             amortized
======== ========================= =================
push     1                         1
pop      n (a flip), √n, or 0      2
eval     at most 1                 1
======== ========================= =================

Stores 2√n + 2 partials, and the values: for aggregates so large that n of them are too many. Needs
nothing of the aggregation, but calls `unit` up to three times a value. One more combine call a
value than `two_stacks` at most, while windows do not shrink: where they do, a stretch may be made
in parts.

Source: checkpointing as in A. Griewank, *Achieving logarithmic growth of temporal and spatial
complexity in reverse automatic differentiation*, Optimization Methods and Software 1, 1992, here in
one level.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class CheckpointedTwoStacks(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k, in stretches of g that end at the split.

    With Σ(i, j) the aggregate of v[i] … v[j-1], stacks with their oldest on top, and g the square
    root, rounded up, of how many values the last flip found::

        front[k-1-i]   == v[i]           for 0 <= i < k
        checkpoints[j] == Σ(k - (j+1)g, k)   one for every stretch but the oldest
        near           == Σ(0, k), Σ(1, k), …   for some of the oldest stretch, |near| > 0 if k > 0
        back[j-k]      == v[j]           for k <= j < n
        back_agg       == Σ(k, n)
        |checkpoints| + |near| <= 2√n + 1
    """

    card = Card(
        idea="of the front's suffix aggregates one in √n, and one stretch at a time",
        source="Griewank 1992, in one level, for two_stacks",
        family=Family.STACKS,
        push=Bound(1),
        pop=Bound(1, n=1, sqrt=1),
        eval=Bound(1),
        slide_mean=Bound(4),
        slide_max=Bound(3, n=1, sqrt=1),
        partials=Bound(2, sqrt=2),
        reentrant=True,
    )

    __slots__ = (
        *("_back", "_back_agg", "_checkpoints", "_front", "_near", "_stretch", "aggregation"),
    )

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front: list[Value] = []
        self._stretch = 1
        self._checkpoints: list[Agg] = []
        self._near: deque[Agg] = deque()
        self._back: list[Value] = []
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        back_agg = self.aggregation.combine(self._back_agg, unit)
        self._back.append(value)
        self._back_agg = back_agg

    def pop(self) -> None:
        if not self._front:
            self._flip()
        left = len(self._front) - 1
        if len(self._near) > 1 or not left:
            self._near.pop()
        else:
            # The next stretch: from the values in it and the checkpoint behind it.
            kept = (left - 1) // self._stretch
            near = self._suffixes(
                self._front[kept * self._stretch : left],
                self._checkpoints[kept - 1] if kept else self.aggregation.empty(),
                isqrt(4 * len(self)) - kept,
            )
            # Nothing can fail from here on.
            del self._checkpoints[kept:]
            self._near = near
        self._front.pop()

    def eval(self) -> Out:
        if not self._near:
            return self.aggregation.finalize(self._back_agg)
        return self.aggregation.finalize(self.aggregation.combine(self._near[-1], self._back_agg))

    def __len__(self) -> int:
        return len(self._front) + len(self._back)

    def _suffixes(self, values: Iterable[Value], suffix: Agg, most: int) -> deque[Agg]:
        """Suffix aggregates of values, newest to oldest, in front of `suffix`; the last of them."""
        aggregation = self.aggregation
        suffixes: deque[Agg] = deque(maxlen=most)
        for value in values:
            suffix = aggregation.combine(aggregation.unit(value), suffix)
            suffixes.append(suffix)
        return suffixes

    def _flip(self) -> None:
        """Make the back the front, stretch by stretch, newest to oldest."""
        if not self._back:
            raise IndexError("pop from an empty window")
        empty = suffix = self.aggregation.empty()
        front, size = self._back[::-1], len(self._back)
        stretch = isqrt(size - 1) + 1
        checkpoints: list[Agg] = []
        oldest = (size - 1) // stretch * stretch
        for start in range(0, oldest, stretch):
            suffix = self._suffixes(front[start : start + stretch], suffix, 1)[0]
            checkpoints.append(suffix)
        near = self._suffixes(front[oldest:], suffix, stretch)
        # Nothing can fail from here on.
        self._front, self._stretch, self._checkpoints, self._near = (
            front,
            stretch,
            checkpoints,
            near,
        )
        self._back, self._back_agg = [], empty

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """The aggregates that are kept, oldest first, as `swagbench trace` shows them."""
        return {
            "near": list(self._near)[::-1],
            "checkpoints": self._checkpoints[::-1],
            "back": [self._back_agg],
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), len(self._front), len(self)
        g, near = self._stretch, len(self._near)
        stretches = len(self._checkpoints)
        assert values is None or [*self._front[::-1], *self._back] == list(values)
        assert self._checkpoints == [aggregate(k - (j + 1) * g, k) for j in range(stretches)]
        assert list(self._near)[::-1] == [aggregate(i, k) for i in range(near)]
        assert stretches == max(0, k - 1) // g
        assert bool(near) == bool(k)
        assert near <= k - stretches * g
        assert stretches + near <= isqrt(4 * n) + 1
        assert self._back_agg == aggregate(k, n)
