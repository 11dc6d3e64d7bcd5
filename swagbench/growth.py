"""How a slide's cost grows with the window, fitted, and what a card claims of it.

Each order of growth is tried as cost ≈ a + b · f(n), by least squares of relative errors, so that
small windows count as much as large ones; neither part may be negative. The slowest growth that
explains the costs about as well as any is the one: a faster one always fits a little better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from swagbench.core import Bound

SMALLEST = 16
"""Windows of fewer values are left out: in them there is less to combine than later on (3 - 1/n is
2 at first), and time is that of method calls."""

LEAST_SPAN = 8
"""Of windows that are not at least so many times as large as others nothing can be said."""

AS_GOOD = 1.5
"""A growth fits as well as the best if its error is not more than so many times that."""

NEGLIGIBLE = 0.01
"""An error that no faster growth need mend."""

ROUGH = 0.15
"""The same of two windows. Through two points a growth that is fast enough passes exactly, so that
it does says nothing; a slower one is given up only if it is clearly off."""

FAR = 0.5
"""If even the best is that far off, as it is from costs like n², nothing else is as good."""

FLAT = 1.5
"""What costs no more than so many times as much over all windows is constant: caches, which small
windows fit into and large ones do not, make as much."""


class Order(Enum):
    """How fast something grows, the slowest first."""

    CONSTANT = "constant"
    LOGARITHMIC = "log n"
    ROOT = "√n"
    LINEAR = "n"

    @property
    def rank(self) -> int:
        """Its place among the orders, the slowest first."""
        return list(Order).index(self)

    def __str__(self) -> str:
        return self.value


class Growth(NamedTuple):
    """An order of growth, and how far costs are from it: root mean square, as a share of them."""

    order: Order
    error: float

    def __str__(self) -> str:
        return f"{self.order} (±{100 * self.error:.0f} %)"


SHAPES: dict[Order, Callable[[float], float]] = {
    Order.CONSTANT: lambda _: 0.0,
    Order.LOGARITHMIC: lambda n: math.log2(max(1.0, n)),
    Order.ROOT: math.sqrt,
    Order.LINEAR: float,
}


def fit(sizes: Sequence[float], costs: Sequence[float]) -> Growth | None:
    """The growth of costs over window sizes, in values; None where they say nothing about it.

    >>> str(fit([16, 256, 4096], [32.0, 512.0, 8192.0])), str(fit([16, 256, 4096], [3, 3, 3]))
    ('n (±0 %)', 'constant (±0 %)')
    """
    large = [(size, cost) for size, cost in zip(sizes, costs, strict=True) if size >= SMALLEST]
    if not large or max(large)[0] < LEAST_SPAN * min(large)[0]:
        return None
    sizes, costs = zip(*large, strict=True)
    if max(costs) <= 0:
        return Growth(Order.CONSTANT, 0.0)
    errors = {order: _error(shape, sizes, costs) for order, shape in SHAPES.items()}
    if max(costs) <= FLAT * min(costs):
        return Growth(Order.CONSTANT, errors[Order.CONSTANT])
    best = min(errors.values())
    least = NEGLIGIBLE if len(set(sizes)) > 2 else ROUGH
    enough = max(AS_GOOD * best, least) if best < FAR else best
    order = next(order for order in Order if errors[order] <= enough)
    return Growth(order, errors[order])


def claimed(bound: Bound) -> Order:
    """How fast a bound grows.

    >>> str(claimed(Bound(2, log2=2))), str(claimed(Bound(3)))
    ('log n', 'constant')
    """
    factors = {Order.LINEAR: bound.n, Order.ROOT: bound.sqrt, Order.LOGARITHMIC: bound.log2}
    return next((order for order, factor in factors.items() if factor > 0), Order.CONSTANT)


def verdict(bound: Bound, sizes: Sequence[float], counts: Sequence[float]) -> str:
    """What counts say against a bound, in words; "" where they agree with it.

    Args:
        bound: what is claimed of a window of n values.
        sizes: windows, in values.
        counts: what was counted at each of them.
    """
    for size, count in sorted(zip(sizes, counts, strict=True)):
        most = bound.at(int(size))
        if count > most + 1e-9:
            # So many figures that what is just above does not read like what it is above.
            return f"{count:,.10g} counted at {size:,.0f}, {most:,.10g} claimed at most"
    found, promised = fit(sizes, counts), claimed(bound)
    if found is not None and found.order.rank > promised.rank:
        return f"grows like {found.order}, claimed {promised}"
    return ""


def _error(
    shape: Callable[[float], float], sizes: Sequence[float], costs: Sequence[float]
) -> float:
    """The least relative error, root mean square, of costs as a + b · shape(n)."""
    # What costs nothing is off by as much as the least that costs something is.
    least = min(cost for cost in costs if cost > 0)
    scales = [max(cost, least) for cost in costs]
    constant = [1 / scale for scale in scales]
    growing = [shape(size) / scale for size, scale in zip(sizes, scales, strict=True)]
    wanted = [cost / scale for cost, scale in zip(costs, scales, strict=True)]

    def error(a: float, b: float) -> float:
        parts = zip(constant, growing, wanted, strict=True)
        squares = [(a * one + b * other - all_) ** 2 for one, other, all_ in parts]
        return math.sqrt(sum(squares) / len(squares))

    cc, cg, gg = _dot(constant, constant), _dot(constant, growing), _dot(growing, growing)
    cw, gw = _dot(constant, wanted), _dot(growing, wanted)
    fits = [(cw / cc, 0.0)]
    if gg > 0:
        fits.append((0.0, gw / gg))
    # Where costs are too far apart for floats to tell the two parts from one, there is one.
    if (determinant := cc * gg - cg * cg) > 0:
        both = (cw * gg - gw * cg) / determinant, (gw * cc - cw * cg) / determinant
        if min(both) >= 0:
            fits.append(both)
    return min(error(*each) for each in fits)


def _dot(ones: Sequence[float], others: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(ones, others, strict=True))
