"""Okasaki's real-time queue with aggregates (IOA): the back is turned around a step at a time.

======== =============
         combine calls
======== =============
push     at most 3
pop      at most 2
eval     at most 1
======== =============

In the worst case, not only amortized. Stores n + 2 partials. Needs nothing of the aggregation. In a
functional queue, whose lists may be shared, each cell of them knows its aggregate, which is counted
there as 5, 4 and 1, with about 4.4 n partials; here nothing is shared, and one aggregate of the
whole back does instead.

Source: C. Okasaki, *Simple and Efficient Purely Functional Queues and Deques*, JFP 5, 1995; with
aggregates as the imperative Okasaki aggregator in K. Tangwongsan, M. Hirzel, S. Schneider,
*In-Order Sliding-Window Aggregation in Worst-Case Constant Time*, VLDB Journal 30, 2021.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Generic, cast

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class Okasaki(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1]: the front, turned already, and from k on the back.

    A rotation begins as soon as the back is longer than the front: what was the back becomes the
    front's rear, and every partial of the front is to reach over it. One step in every push and pop
    makes one more from the left (`made`, of one of `old`) and one from the right (`turned`, of one
    of `rear`). In the order of the window, with Σ(i, j) the aggregate of v[i] … v[j-1]::

        made    == Σ(i, k)  …
        old     == Σ(i, h)  …          h is where the rear begins
        rear    == unit(v[h])  …
        turned  == Σ(i, k)  …          kept with its oldest on top
        back    == unit(v[k])  …
        rear_agg == Σ(h, k) while there is a rear, else None
        back_agg == Σ(k, n)
        while there is a rear:  |rear| == |old| + 1,  |made| > 0  and  |turned| > 0
        otherwise:              |old| == 0  and  k >= |back|

    `old` is in two parts, as the front before was: what was made then, and what was turned.
    """

    card = Card(
        idea="the back is turned around a step at a time as soon as it is longer than the front",
        source="Okasaki, JFP 1995; Tangwongsan, Hirzel, Schneider, VLDB Journal 2021",
        family=Family.STACKS,
        push=Bound(3),
        pop=Bound(2),
        eval=Bound(1),
        slide_mean=Bound(4),
        slide_max=Bound(6),
        partials=Bound(2, n=1),
        reentrant=True,
    )

    __slots__ = (
        *("_back", "_back_agg", "_made", "_old_made", "_old_turned", "_rear", "_rear_agg"),
        *("_turned", "aggregation"),
    )

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._made: deque[Agg] = deque()
        self._turned: deque[Agg] = deque()
        self._old_made: deque[Agg] = deque()
        self._old_turned: deque[Agg] = deque()
        self._rear: deque[Agg] = deque()
        self._rear_agg: Agg | None = None
        self._back: deque[Agg] = deque()
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        aggregation, size = self.aggregation, len(self._made) + len(self._turned)
        unit = aggregation.unit(value)
        if not size:
            self._turned.append(unit)
            return
        back_agg = aggregation.combine(self._back_agg, unit)
        if not self._rear and size == len(self._back):
            reaching, empty = aggregation.combine(self._oldest(), back_agg), aggregation.empty()
            # Nothing can fail from here on.
            self._back.append(unit)
            self._rotate(reaching, back_agg, empty)
            return
        if self._rear:
            self._step()
        self._back.append(unit)
        self._back_agg = back_agg

    def pop(self) -> None:
        aggregation, size = self.aggregation, len(self._made) + len(self._turned)
        if not size:
            raise IndexError("pop from an empty window")
        if not self._rear and size == len(self._back):
            reaching = empty = aggregation.empty()
            if size > 1:
                reaching = aggregation.combine(self._second(), self._back_agg)
            # Nothing can fail from here on.
            _take(self._made, self._turned)
            self._rotate(reaching, self._back_agg, empty)
            return
        if self._rear:
            self._step()
        _take(self._made, self._turned)

    def eval(self) -> Out:
        if not self._made and not self._turned:
            return self.aggregation.finalize(self._back_agg)
        return self.aggregation.finalize(self.aggregation.combine(self._oldest(), self._back_agg))

    def __len__(self) -> int:
        front = self._made, self._old_made, self._old_turned, self._rear, self._turned
        return sum(map(len, front)) + len(self._back)

    def _oldest(self) -> Agg:
        return self._made[0] if self._made else self._turned[-1]

    def _second(self) -> Agg:
        return self._made[1] if len(self._made) > 1 else self._turned[len(self._made) - 2]

    def _step(self) -> None:
        """One more partial from the left, as long as there are old ones, and one from the right."""
        combine, rear_agg = self.aggregation.combine, cast("Agg", self._rear_agg)
        turned = combine(self._rear[-1], self._turned[-1])
        if self._old_made or self._old_turned:
            old = self._old_made[0] if self._old_made else self._old_turned[-1]
            made = combine(old, rear_agg)
            # Nothing can fail from here on.
            _take(self._old_made, self._old_turned)
            self._made.append(made)
        else:
            self._rear_agg = None
        self._rear.pop()
        self._turned.append(turned)

    def _rotate(self, reaching: Agg, rear_agg: Agg, empty: Agg) -> None:
        """The back becomes the rear of the front. The first step is taken at once: the newest value
        is turned, and the oldest one's partial, if there is one, is `reaching`."""
        self._old_made, self._made = self._made, self._old_made
        self._old_turned, self._turned = self._turned, self._old_turned
        self._rear, self._back = self._back, self._rear
        self._back_agg = empty
        self._turned.append(self._rear.pop())
        if self._rear:
            _take(self._old_made, self._old_turned)
            self._made.append(reaching)
            self._rear_agg = rear_agg

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """Front and back, and how far a rotation is, as `swagbench trace` shows them."""
        return {
            "made": list(self._made),
            "old": [*self._old_made, *reversed(self._old_turned)],
            "rear": list(self._rear),
            "turned": list(self._turned)[::-1],
            "back": list(self._back),
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        old, k = [*self._old_made, *reversed(self._old_turned)], n - len(self._back)
        made, rear, turned = len(self._made), len(self._rear), len(self._turned)
        h = made + len(old)
        assert list(self._made) == [aggregate(i, k) for i in range(made)]
        assert old == [aggregate(i, h) for i in range(made, h)]
        assert list(self._rear) == [aggregate(i, i + 1) for i in range(h, h + rear)]
        assert list(self._turned)[::-1] == [aggregate(i, k) for i in range(h + rear, k)]
        assert list(self._back) == [aggregate(j, j + 1) for j in range(k, n)]
        assert self._rear_agg == (aggregate(h, k) if rear else None)
        assert self._back_agg == aggregate(k, n)
        if rear:
            assert rear == len(old) + 1
            assert made
            assert turned
        else:
            assert not old
            assert k >= len(self._back)


def _take(made: deque[Agg], turned: deque[Agg]) -> None:
    """Remove the first of a front in two parts."""
    if made:
        made.popleft()
    else:
        turned.pop()
