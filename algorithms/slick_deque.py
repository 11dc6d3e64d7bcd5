"""SlickDeque: a running aggregate where there is an inverse, a monotonic deque where there is not.

==================== ==================== ================
                     combine calls        amortized
==================== ==================== ================
push                 1, or n              1, or 2
pop                  1 (uncombine), or 0  1, or 0
eval                 0                    0
==================== ==================== ================

Stores n + 1 partials with an inverse, without it 1 to n. Needs uncombine or selection, and looks
for them in this order.

Source: A. U. Shein, P. K. Chrysanthis, A. Labrinidis, *SlickDeque: High Throughput and Low Latency
Incremental Sliding-Window Aggregation*, EDBT 2018. The two are `subtract_on_evict` and
`monotonic_deque`.
"""

from __future__ import annotations

from typing import Any

from swagbench.core import (
    Ability,
    Agg,
    Bound,
    Card,
    Family,
    MissingAbility,
    Out,
    Value,
    offers,
)

from .monotonic_deque import MonotonicDeque
from .subtract_on_evict import SubtractOnEvict


class SlickDeque(SubtractOnEvict[Value, Agg, Out]):
    """A window of values v[0] … v[n-1]: `SubtractOnEvict` itself, or in its place `MonotonicDeque`.

    Which one is decided as it is made, so that no operation pays for the choice; the invariant is
    that of the one.

    Raises:
        MissingAbility: (a TypeError) the aggregation offers neither an inverse nor a selection.
    """

    card = Card(
        idea="a running aggregate where there is an inverse, a monotonic deque where there is not",
        source="Shein, Chrysanthis, Labrinidis, EDBT 2018",
        family=Family.ORDERED,
        either=frozenset({Ability.UNCOMBINE, Ability.SELECTIVE}),
        push=Bound(1, n=1),
        pop=Bound(1),
        eval=Bound(0),
        slide_mean=Bound(2),
        slide_max=Bound(1, n=1),
        partials=Bound(1, n=1),
        reentrant=True,
    )

    __slots__ = ()

    def __new__(cls, aggregation: Any) -> Any:
        if offers(aggregation, Ability.UNCOMBINE):
            return super().__new__(cls)
        if offers(aggregation, Ability.SELECTIVE):
            return MonotonicDeque(aggregation)
        name = getattr(aggregation, "__name__", type(aggregation).__name__)
        raise MissingAbility(f"needs {cls.card.needed}, neither of which {name} offers")

    def __getnewargs__(self) -> tuple[Any]:
        """What copies are made with."""
        return (self.aggregation,)
