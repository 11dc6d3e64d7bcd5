"""AMTA, the amortized monoid tree: perfect trees, merged like a binary counter, taken apart again.

======== ================== ===================
         combine calls      amortized
======== ================== ===================
push     log2 n + 2         2
pop      2 log2 n           1
eval     at most 1          1
======== ================== ===================

Stores at most 2 n + log2 n + 2 partials. Needs nothing of the aggregation. (With whole subtrees
dropped at once, many values could leave in O(log n).)

Source: Á. Villalba, J. L. Berral, D. Carrera, *Constant-Time Sliding Window Framework with Reduced
Memory Footprint and Efficient Bulk Evictions*, IEEE TPDS 30, 2019.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma

Tree = tuple[Any, Any, Any]
"""The aggregate of a perfect tree, its older half and its newer half; a leaf has none."""


class Amta(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1], split at k.

    With Σ(i, j) the aggregate of v[i] … v[j-1], and of every tree its aggregate that of its two
    halves, the older first::

        front: trees over v[0] … v[k-1], the oldest on top and that one a single leaf, each with
               Σ(from where it begins, k)
        back:  trees over v[k] … v[n-1], the oldest first, one for each power of two in n - k, the
               largest first
        back_agg == Σ(k, n)

    Pushing is adding one to a binary counter. What is popped is the top of the front; the next tree
    is then taken apart down its left side, where each newer half stays as a tree of its own.
    """

    card = Card(
        idea="perfect trees, merged like a binary counter, taken apart again",
        source="Villalba, Berral, Carrera, IEEE TPDS 2019",
        family=Family.TREES,
        push=Bound(2, log2=1),
        pop=Bound(0, log2=2),
        eval=Bound(1),
        slide_mean=Bound(4),
        slide_max=Bound(2, log2=2),
        partials=Bound(2, n=2, log2=1),
        reentrant=True,
    )

    __slots__ = ("_back", "_back_agg", "_back_size", "_front", "_front_size", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front: list[tuple[Tree, Agg]] = []
        self._front_size = 0
        self._back: list[Tree] = []
        self._back_size = 0
        self._back_agg = aggregation.empty()

    def push(self, value: Value) -> None:
        combine, back, size = self.aggregation.combine, self._back, self._back_size
        unit = self.aggregation.unit(value)
        back_agg = combine(self._back_agg, unit)
        tree: Tree = (unit, None, None)
        kept = len(back)
        while size % 2:
            kept -= 1
            tree = (combine(back[kept][0], tree[0]), back[kept], tree)
            size //= 2
        # Nothing can fail from here on.
        back[kept:] = [tree]
        self._back_size += 1
        self._back_agg = back_agg

    def pop(self) -> None:
        if not self._front:
            if not self._back:
                raise IndexError("pop from an empty window")
            self._turn()
        front = self._front
        # The leaf on top leaves; what is below it is then taken apart.
        opened = self._opened(front[-2], front[-3:-2]) if len(front) > 1 else []
        # Nothing can fail from here on.
        front[-3:] = opened
        self._front_size -= 1

    def eval(self) -> Out:
        if not self._front:
            return self.aggregation.finalize(self._back_agg)
        _, suffix = self._front[-1]
        return self.aggregation.finalize(self.aggregation.combine(suffix, self._back_agg))

    def __len__(self) -> int:
        return self._front_size + self._back_size

    def _turn(self) -> None:
        """Make the back the front: log2 n trees, newest to oldest."""
        empty = self.aggregation.empty()
        front: list[tuple[Tree, Agg]] = []
        for tree in reversed(self._back):
            front.append((tree, self._reach(tree, front)))
        front[-2:] = self._opened(front[-1], front[-2:-1])
        # Nothing can fail from here on.
        self._front, self._front_size = front, self._back_size
        self._back, self._back_size, self._back_agg = [], 0, empty

    def _opened(
        self, entry: tuple[Tree, Agg], below: list[tuple[Tree, Agg]]
    ) -> list[tuple[Tree, Agg]]:
        """An entry of the front taken apart down its left side, on top of the one below it."""
        opened, (tree, suffix) = [*below], entry
        while tree[1] is not None:
            _, older, newer = tree
            opened.append((newer, self._reach(newer, opened)))
            tree = older
        return [*opened, (tree, suffix)]

    def _reach(self, tree: Tree, below: list[tuple[Tree, Agg]]) -> Agg:
        """The aggregate from where a tree begins to the split, when it is put on what is below."""
        reach: Agg = tree[0]
        return self.aggregation.combine(reach, below[-1][1]) if below else reach

    __getstate__ = own_state

    def state(self) -> dict[str, list[Agg]]:
        """Suffix aggregates and trees, oldest first, as `swagbench trace` shows them."""
        front = self._front[::-1]
        return {
            "suffixes": [suffix for _, suffix in front],
            "front": [tree[0] for tree, _ in front],
            "back": [tree[0] for tree in self._back],
        }

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, k, n = sigma(self.aggregation, values), self._front_size, len(self)
        begins = 0
        for tree, suffix in reversed(self._front):
            assert suffix == aggregate(begins, k)
            begins += _checked(tree, begins, aggregate)
        assert begins == k
        assert not self._front or self._front[-1][0][1] is None
        sizes = []
        for tree in self._back:
            sizes.append(_checked(tree, begins, aggregate))
            begins += sizes[-1]
        assert begins == n
        assert sizes == [
            2**power for power in range(n.bit_length(), -1, -1) if (n - k) >> power & 1
        ]
        assert self._back_agg == aggregate(k, n)


def _checked(tree: Tree, begins: int, aggregate: Callable[[int, int], Any]) -> int:
    """How many leaves a tree has: as many in both halves, and of each node the right aggregate."""
    agg, older, newer = tree
    size = 1
    if older is not None:
        half = _checked(older, begins, aggregate)
        assert half == _checked(newer, begins + half, aggregate)
        size = 2 * half
    assert agg == aggregate(begins, begins + size)
    return size
