"""Panes: values in slices, two stacks over the slices, the oldest slice value by value.

======== ========================= =======================
         combine calls             amortized
======== ========================= =======================
push     2                         1 + 1/g
pop      n/g                       1/g
eval     g + 1                     3, or 2
======== ========================= =======================

With slices of g = 16 values. Stores n/g + g + 1 partials, and the values. Needs nothing of the
aggregation. The oldest slice is taken apart only where it is asked about while a part of it has
left: a window that goes on by whole slices combines 1 + 2/g times a value, and twice a question.
The papers count fewer than 3 a value for these; going on value by value takes the slices apart.

Source: J. Li, D. Maier, K. Tufte, V. Papadimos, P. A. Tucker, *No Pane, No Gain: Efficient
Evaluation of Sliding-Window Aggregates over Data Streams*, SIGMOD Record 34, 2005.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma


class Panes(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], in slices.

    The oldest slice may have lost some of its values, the newest one (open) may still get some; all
    others are whole. With h where the oldest slice, if it has lost any, ends, k where the closed
    slices behind the split begin, and t where the open one does; Σ(i, j) the aggregate of
    v[i] … v[j-1], stacks with their oldest on top::

        broken        v[0] … v[h-1]
        suffixes == Σ(0, k), Σ(1, k), … Σ(h-1, k), or nothing as long as no one has asked
        front         slices over v[h] … v[k-1], each with Σ(from where it begins, k)
        closed        slices over v[k] … v[t-1], each with its aggregate
        closed_agg == Σ(k, t)
        open          v[t] … v[n-1]
        open_agg   == Σ(t, n)
    """

    slice_size: ClassVar[int] = 16

    card = Card(
        idea="values in slices, two stacks over the slices, the oldest slice value by value",
        source="Li, Maier, Tufte, Papadimos, Tucker, SIGMOD Record 2005",
        family=Family.STACKS,
        push=Bound(2),
        pop=Bound(0, n=1 / 16),
        eval=Bound(17),
        slide_mean=Bound(4.25),
        slide_max=Bound(19, n=1 / 16),
        partials=Bound(17, n=1 / 16),
        reentrant=True,
    )

    __slots__ = (
        *("_broken", "_closed", "_closed_agg", "_front", "_open", "_open_agg", "_size"),
        *("_suffixes", "aggregation"),
    )

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._size = 0
        self._broken: list[Value] = []
        self._suffixes: list[Agg] = []
        self._front: list[tuple[list[Value], Agg]] = []
        self._closed: list[tuple[list[Value], Agg]] = []
        self._closed_agg = aggregation.empty()
        self._open: list[Value] = []
        self._open_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        aggregation = self.aggregation
        open_agg = aggregation.combine(self._open_agg, aggregation.unit(value))
        if len(self._open) + 1 < self.slice_size:
            # Nothing can fail from here on.
            self._open.append(value)
            self._open_agg = open_agg
        else:
            closed_agg, empty = aggregation.combine(self._closed_agg, open_agg), aggregation.empty()
            # Nothing can fail from here on.
            self._closed.append(([*self._open, value], open_agg))
            self._closed_agg = closed_agg
            self._open, self._open_agg = [], empty
        self._size += 1

    def pop(self) -> None:
        if not self._size:
            raise IndexError("pop from an empty window")
        if not self._broken:
            self._break()
        self._broken.pop()
        if self._suffixes:
            self._suffixes.pop()
        self._size -= 1

    def eval(self) -> Out:
        combine = self.aggregation.combine
        if self._broken and not self._suffixes:
            self._suffixes = self._made_suffixes()
        answer = combine(self._closed_agg, self._open_agg)
        if self._suffixes:
            answer = combine(self._suffixes[-1], answer)
        elif self._front:
            answer = combine(self._front[-1][1], answer)
        return self.aggregation.finalize(answer)

    def __len__(self) -> int:
        return self._size

    def _break(self) -> None:
        """Make the oldest slice the broken one: of the front, of the closed ones, or the open."""
        aggregation = self.aggregation
        if self._front:
            oldest, _ = self._front.pop()
        elif self._closed:
            empty = suffix = aggregation.empty()
            front = []
            for values, agg in reversed(self._closed):
                suffix = aggregation.combine(agg, suffix)
                front.append((values, suffix))
            # Nothing can fail from here on.
            oldest, _ = front.pop()
            self._front, self._closed, self._closed_agg = front, [], empty
        else:
            empty = aggregation.empty()
            # Nothing can fail from here on.
            oldest, self._open, self._open_agg = self._open, [], empty
        self._broken = oldest[::-1]

    def _made_suffixes(self) -> list[Agg]:
        """The suffix aggregates of the broken slice, newest to oldest."""
        aggregation = self.aggregation
        suffix = self._front[-1][1] if self._front else aggregation.empty()
        suffixes = []
        for value in self._broken:
            suffix = aggregation.combine(aggregation.unit(value), suffix)
            suffixes.append(suffix)
        return suffixes

    __getstate__ = own_state

    def state(self) -> dict[str, object]:
        """Slices and their aggregates, oldest first, as `swagbench trace` shows them."""
        return {
            "broken": self._suffixes[::-1],
            "front": [suffix for _, suffix in reversed(self._front)],
            "closed": [agg for _, agg in self._closed],
            "open": self._open_agg,
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n = sigma(self.aggregation, values), len(self)
        h = len(self._broken)
        front, closed = [[*reversed(self._front)], self._closed]
        whole = [len(held) for held, _ in (*front, *closed)]
        k = h + sum(whole[: len(front)])
        t = h + sum(whole)
        assert t + len(self._open) == n
        assert {*whole} <= {self.slice_size}
        assert len(self._open) < self.slice_size
        if values is not None:
            slices = [self._broken[::-1], *(held for held, _ in (*front, *closed)), self._open]
            assert [value for held in slices for value in held] == list(values)
        assert self._suffixes[::-1] in ([], [aggregate(i, k) for i in range(h)])
        begins = range(h, t, self.slice_size)
        assert [agg for _, agg in front] == [aggregate(i, k) for i in begins if i < k]
        ends = [i + self.slice_size for i in begins]
        runs = zip(begins, ends, strict=True)
        assert [agg for _, agg in closed] == [aggregate(*run) for run in runs if run[0] >= k]
        assert self._closed_agg == aggregate(k, t)
        assert self._open_agg == aggregate(t, n)
