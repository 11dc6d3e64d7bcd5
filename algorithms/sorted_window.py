"""Sorted window: the values in order of arrival and, beside it, sorted; the answer is an index.

======== ===================== ==========
         comparisons           combine calls
======== ===================== ==========
push     O(log n)              0
pop      O(log n)              0
eval     O(log n)              0
======== ===================== ==========

Stores no partials but every value twice. Needs order: a sort key, and a rule that picks the answer
from the sorted window (min, max, median, quantiles).

Source: G. Jenks, *Python Sorted Containers*, https://grantjenks.com/docs/sortedcontainers/.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Generic, cast

from sortedcontainers import SortedKeyList

from swagbench.core import Ability, Agg, Bound, Card, Family, Ordered, Out, Value, require


class SortedWindow(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1].

    Invariant::

        arrived == v[0] … v[n-1]
        ordered == sorted(arrived, key=sort_key)       equal keys in order of arrival
    """

    card = Card(
        idea="the values in order of arrival and, beside it, sorted; the answer is an index",
        source="sortedcontainers, https://grantjenks.com/docs/sortedcontainers/",
        family=Family.ORDERED,
        needs=frozenset({Ability.ORDER}),
        push=Bound(0),
        pop=Bound(0),
        eval=Bound(0),
        slide_mean=Bound(0),
        slide_max=Bound(0),
        partials=Bound(0),
        reentrant=True,
    )

    __slots__ = ("_arrived", "_ordered", "aggregation")

    def __init__(self, aggregation: Ordered[Value, Agg, Out]) -> None:
        require(aggregation, Ability.ORDER)
        self.aggregation = aggregation
        self._arrived: deque[Value] = deque()
        self._ordered: Any = SortedKeyList(key=aggregation.sort_key)

    def push(self, value: Value) -> None:
        # To the right of its equals: those of one key stay in order of arrival.
        self._ordered.add(value)
        self._arrived.append(value)

    def pop(self) -> None:
        if not self._arrived:
            raise IndexError("pop from an empty window")
        # The oldest value is the first of its equals, so its key finds it: no value is ever asked
        # whether it equals another, which NaN would deny of itself.
        key = self.aggregation.sort_key(self._arrived[0])
        del self._ordered[self._ordered.bisect_key_left(key)]
        self._arrived.popleft()

    def eval(self) -> Out:
        if not self._arrived:
            return self.aggregation.finalize(self.aggregation.empty())
        return self.aggregation.pick(cast("Sequence[Value]", self._ordered))

    def __len__(self) -> int:
        return len(self._arrived)

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """A copy shares no container with its original."""
        orders = {"_arrived": self._arrived.copy(), "_ordered": self._ordered.copy()}
        return None, {"aggregation": self.aggregation, **orders}

    def state(self) -> dict[str, list[Value]]:
        """The window in both orders as `swagbench trace` shows it."""
        return {"arrived": list(self._arrived), "ordered": list(self._ordered)}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above, for the values that it holds, or those that are given."""
        arrived = list(self._arrived)
        assert arrived == list(arrived if values is None else values)
        assert list(self._ordered) == sorted(arrived, key=self.aggregation.sort_key)
