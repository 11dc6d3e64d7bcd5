"""A ring: a list that is gone round and round, from a head to a tail, one slot at least empty."""

from __future__ import annotations

from typing import Any

SMALLEST = 8


def capacity_for(held: int, capacity: int) -> int:
    """The capacity for so many items: doubled if they fill it, halved if a quarter would do."""
    if held >= capacity:
        return 2 * capacity
    return capacity // 2 if capacity > SMALLEST and 4 * held <= capacity else capacity


def items(ring: list[Any], head: int, tail: int) -> list[Any]:
    """What a ring holds from its head on; all of it where its tail has come to its head. O(n)."""
    return ring[head:tail] if head < tail else ring[head:] + ring[:tail]


def laid_out(held: list[Any], capacity: int) -> list[Any]:
    """A ring whose head is at 0, and its tail behind what it holds."""
    return held + [None] * (capacity - len(held))
