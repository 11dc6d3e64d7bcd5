"""How much of what is allowed the aggregations of floats use: the table in docs/floats.md.

    python tests/aggregations/bound_usage.py

Each window of a hard stream is combined in random brackets, one after the other, and in halves.
Told is the worst error in units of `Truth.allowed`: more than 1 would be a wrong bound.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from swagbench.aggregations.exact import ExactSum
from swagbench.aggregations.float_product import FloatProduct
from swagbench.aggregations.float_sums import CompensatedSum, FloatSum
from swagbench.aggregations.means import GeometricMean, HarmonicMean, LogSumExp
from swagbench.aggregations.moments import Mean, Std, Variance
from swagbench.aggregations.paired import Correlation, Covariance, Slope
from swagbench.aggregations.shape import Kurtosis, Skewness

SIZES = (2, 3, 4, 5, 9, 33, 256, 1024)


def _walk(rng: Random, size: int) -> list[float]:
    prices = [100.0]
    for _ in range(size - 1):
        prices.append(prices[-1] + rng.gauss(0, 0.1))
    return prices


def _each(draw: Callable[[Random], float]) -> Callable[[Random, int], list[float]]:
    return lambda rng, size: [draw(rng) for _ in range(size)]


STREAMS: dict[str, Callable[[Random, int], list[float]]] = {
    "normal": _each(lambda rng: rng.gauss(0, 1)),
    "prices": _walk,
    "lognormal": _each(lambda rng: rng.lognormvariate(0, 4)),
    "Pareto": _each(lambda rng: rng.paretovariate(1.1)),
    "spikes": _each(lambda rng: 1e12 if rng.random() < 0.05 else rng.gauss(0, 1)),
    "zeros": _each(lambda rng: 0.0 if rng.random() < 0.8 else rng.gauss(0, 1)),
    "±1e18": _each(lambda rng: rng.choice((1e18, -1e18)) + rng.gauss(0, 1)),
    "offset": _each(lambda rng: 1e9 + rng.gauss(0, 1)),
    "equal": lambda rng, size: [rng.gauss(0, 1)] * size,
    "tiny": _each(lambda rng: rng.uniform(-1e-310, 1e-310)),
    "1e-160": _each(lambda rng: rng.gauss(0, 1e-160)),
    "1e300": _each(lambda rng: rng.gauss(0, 1e300)),
}
"""By name: the values of a window, drawn by a random generator."""


def bracketed(subject: Any, values: list[Any], how: str, rng: Random) -> Any:
    """The answer for values, combined in one way or another."""
    aggs = [subject.unit(value) for value in values]
    while len(aggs) > 1:
        if how == "halves":
            pairs = zip(aggs[::2], aggs[1::2], strict=False)
            aggs = [subject.combine(*pair) for pair in pairs] + aggs[len(aggs) // 2 * 2 :]
        elif how == "in turn":
            aggs = [_folded(subject, aggs)]
        else:
            # Runs of any length side by side: each is left as it is, or one with the next.
            at, joined = 0, []
            while at < len(aggs):
                width = rng.choice((1, 2, 2, 5))
                joined.append(_folded(subject, aggs[at : at + width], newest=rng.random() < 0.5))
                at += width
            aggs = joined
    return subject.finalize(aggs[0])


def _folded(subject: Any, aggs: list[Any], *, newest: bool = False) -> Any:
    """One aggregate from the oldest on, or from the newest back, as a flip does."""
    whole = aggs[-1] if newest else aggs[0]
    for one in reversed(aggs[:-1]) if newest else aggs[1:]:
        whole = subject.combine(one, whole) if newest else subject.combine(whole, one)
    return whole


def usage(subject: Any, values: list[Any], rng: Random) -> float:
    """The worst error of four ways to combine, in units of what is allowed; inf: not explained."""
    truth, worst = subject.truth(values), 0.0
    for how in ("in turn", "halves", "random", "random"):
        answer = bracketed(subject, values, how, rng)
        if not truth.explains(answer) or truth.is_impossible(answer):
            return math.inf
        if isinstance(truth.exact, Fraction) and answer is not None and math.isfinite(answer):
            error = abs(Fraction(answer) - truth.exact)
            worst = max(worst, float(error / truth.allowed) if error else 0.0)
    return worst


def subjects() -> dict[str, tuple[Any, str]]:
    """By name as in a spec: what is measured, and how its values are made of a stream's."""
    return {
        "float_sum": (FloatSum(), ""),
        "compensated_sum": (CompensatedSum(), ""),
        "mean": (Mean(), ""),
        "mean(compensated_sum)": (Mean(CompensatedSum()), ""),
        "mean(exact_sum)": (Mean(ExactSum()), ""),
        "float_product": (FloatProduct(), ""),
        "variance": (Variance(), ""),
        "std": (Std(), ""),
        "skewness": (Skewness(), ""),
        "kurtosis": (Kurtosis(), ""),
        "geometric_mean": (GeometricMean(), "sizes"),
        "harmonic_mean": (HarmonicMean(), "sizes"),
        "log_sum_exp": (LogSumExp(), ""),
        "covariance": (Covariance(), "pairs"),
        "correlation": (Correlation(), "pairs"),
        "slope": (Slope(), "pairs"),
    }


def worst_usage(subject: Any, kind: str, stream: str, sizes: tuple[int, ...], seed: int) -> float:
    """The worst over windows of these sizes."""
    rng, worst = Random(f"{stream} {seed}"), 0.0
    for size in sizes:
        values: list[Any] = STREAMS[stream](rng, size)
        if kind == "sizes":
            values = [abs(value) for value in values]
        elif kind == "pairs":
            values = [(value, 0.5 * value + rng.gauss(0, 1)) for value in values]
        worst = max(worst, usage(subject, values, rng))
    return worst


def main() -> None:
    """Print the table."""
    lines = [f"| | {' | '.join(STREAMS)} |", "|---" * (len(STREAMS) + 1) + "|"]
    for name, (subject, kind) in subjects().items():
        cells = [
            max(worst_usage(subject, kind, stream, SIZES, seed) for seed in range(3))
            for stream in STREAMS
        ]
        lines.append(f"| `{name}` | {' | '.join(f'{cell:.1g}' for cell in cells)} |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
