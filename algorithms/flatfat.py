"""FlatFAT: a complete binary tree of aggregates over a ring of leaves, flat in an array.

======== ======================= ====================
         combine calls           amortized
======== ======================= ====================
push     3 log2 n + 2            about log2 n
pop      2 log2 n + 1            about log2 n
eval     2 log2 n                about log2 n
======== ======================= ====================

A push takes so many where it doubles the array, and else climbs from a leaf to the root. Stores at
most 2n + 1 partials, in an array of at most 8n slots. Needs nothing of the aggregation.

Source: K. Tangwongsan, M. Hirzel, S. Schneider, K.-L. Wu, *General Incremental Sliding-Window
Aggregation*, VLDB 2015.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from swagbench.core import Agg, Aggregation, Bound, Card, Family, Out, Value, own_state, sigma

SMALLEST = 2


class FlatFAT(Generic[Value, Agg, Out]):
    """A window of values v[0] … v[n-1] at positions front … end-1 of a ring of leaves.

    The leaf of a position is at capacity + (position modulo capacity), a power of two. Invariant::

        tree[leaf of front + i] == unit(v[i])       for 0 <= i < n
        tree[leaf]              == empty()          for all others
        tree[x] == tree[2x] ∘ tree[2x + 1]          for 1 <= x < capacity, but empty() where the
                                                    window comes round: newest left, oldest right

    Where the window comes round there is no answer at the root: then it is that of the oldest leaf
    and all to its right, and after it that of the newest leaf and all to its left.
    """

    card = Card(
        idea="a complete binary tree of aggregates over a ring of leaves, flat in an array",
        source="Tangwongsan, Hirzel, Schneider, Wu, VLDB 2015",
        family=Family.TREES,
        push=Bound(2, log2=3),
        pop=Bound(1, log2=2),
        eval=Bound(0, log2=2),
        slide_mean=Bound(2, log2=3),
        slide_max=Bound(2, log2=4),
        partials=Bound(1, n=2),
        reentrant=True,
    )

    __slots__ = ("_empty", "_end", "_front", "_tree", "aggregation")

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation
        self._front = 0
        self._end = 0
        self._empty = aggregation.empty()
        self._tree = [self._empty] * (2 * SMALLEST)

    def push(self, value: Value) -> None:
        unit = self.aggregation.unit(value)
        size, capacity = len(self), len(self._tree) // 2
        tree = self._tree if size < capacity else self._resized(2 * capacity, self._front)
        self._put(tree, self._end, unit, self._front, self._end + 1)

    def pop(self) -> None:
        if self._front == self._end:
            raise IndexError("pop from an empty window")
        front, size, capacity = self._front + 1, len(self), len(self._tree) // 2
        if capacity > SMALLEST and 4 * size <= capacity:
            self._tree = self._resized(capacity // 2, front)
            self._front = front
        else:
            self._put(self._tree, front - 1, self._empty, front, self._end)

    def eval(self) -> Out:
        combine, tree, capacity = self.aggregation.combine, self._tree, len(self._tree) // 2
        oldest = capacity + self._front % capacity
        newest = capacity + (self._end - 1) % capacity
        if oldest <= newest or self._front == self._end:
            return self.aggregation.finalize(tree[1])
        suffix, prefix = tree[oldest], tree[newest]
        while oldest > 1:
            if not oldest & 1:
                suffix = combine(suffix, tree[oldest + 1])
            if newest & 1:
                prefix = combine(tree[newest - 1], prefix)
            oldest >>= 1
            newest >>= 1
        return self.aggregation.finalize(combine(suffix, prefix))

    def __len__(self) -> int:
        return self._end - self._front

    def _put(self, tree: list[Agg], position: int, agg: Agg, front: int, end: int) -> None:
        """Set a leaf and all above it, and make the tree and the two ends those of the window."""
        combine, capacity = self.aggregation.combine, len(tree) // 2
        node = capacity + position % capacity
        oldest, newest = capacity + front % capacity, capacity + (end - 1) % capacity
        levels = capacity.bit_length() - 1
        if newest < oldest and front < end:
            # From the node on that has both below it the window comes round.
            levels = max((node ^ oldest).bit_length(), (node ^ newest).bit_length()) - 1
        leaf, path = node, [agg]
        for _ in range(levels):
            agg = combine(tree[node - 1], agg) if node & 1 else combine(agg, tree[node + 1])
            node >>= 1
            path.append(agg)
        path += [self._empty] * (node.bit_length() - 1)
        # Nothing can fail from here on.
        for agg in path:
            tree[leaf] = agg
            leaf >>= 1
        self._tree, self._front, self._end = tree, front, end

    def _resized(self, capacity: int, front: int) -> list[Agg]:
        """A tree of another capacity for the values from `front` on.

        A node stands for a block of positions, and moves as it is where that is full of values. On
        each level only the first and the last block may not be, and are combined anew.
        """
        combine, old, end = self.aggregation.combine, self._tree, self._end
        tree = [self._empty] * (2 * capacity)
        width, nodes, old_nodes = 1, capacity, len(old) // 2
        while nodes:
            first, last = front // width, (end - 1) // width
            # A first and a last block in one node: there the window comes round.
            for block in range(first, last + 1) if last - first < nodes else ():
                node = nodes + block % nodes
                if front <= block * width and (block + 1) * width <= end and old_nodes:
                    tree[node] = old[old_nodes + block % old_nodes]
                else:
                    tree[node] = combine(tree[2 * node], tree[2 * node + 1])
            width, nodes, old_nodes = 2 * width, nodes // 2, old_nodes // 2
        return tree

    __getstate__ = own_state

    def state(self) -> dict[str, list[list[Agg]]]:
        """The tree, level by level from the root, as `swagbench trace` shows it."""
        levels = range(len(self._tree).bit_length() - 1)
        return {"tree": [self._tree[2**level : 2 ** (level + 1)] for level in levels]}

    def check_invariant(self, values: Sequence[Value] | None = None) -> None:
        """The equations above; of the partials only their number if no values are given."""
        aggregate, n, capacity = sigma(self.aggregation, values), len(self), len(self._tree) // 2
        assert 0 <= n <= capacity
        assert capacity == SMALLEST or 4 * n > capacity - 4
        # The values below each node, in the order of the leaves.
        below: list[list[int]] = [[] for _ in self._tree]
        for i in range(n):
            below[capacity + (self._front + i) % capacity] = [i]
        for x in range(capacity - 1, 0, -1):
            below[x] = below[2 * x] + below[2 * x + 1]
        for node, held in zip(self._tree[1:], below[1:], strict=True):
            comes_round = bool(held) and held[-1] < held[0]
            run = (0, 0) if comes_round or not held else (held[0], held[-1] + 1)
            assert node == aggregate(*run)
