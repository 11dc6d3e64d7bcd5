"""Hostile streams: short ones, each of a kind that real libraries have been wrong about.

What each is for has its public reports in `swagbench.replay`. The same on every machine.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from swagbench.streams import Stream
from swagbench.streams.synthetic import seeded

COUNT = 240
"""Values of a stream."""

SIZES = (1, 2, 3, 10)
"""Windows: one value, the smallest that slide, and one of some length."""

Draw = Callable[[random.Random, int], Any]


def _far_apart(rng: random.Random, _: int) -> float:
    return rng.choice((1.0, 2.0, 0.1, -3.0, 1e16, -1e16, 1e20, 1e-8, 0.0))


def _outliers(rng: random.Random, place: int) -> float:
    return 1e10 if place % 60 == 20 else rng.uniform(0, 1)


def _offset(rng: random.Random, _: int) -> float:
    return 1e9 + rng.uniform(0, 1)


def _then_zeros(rng: random.Random, place: int) -> float:
    return rng.uniform(0, 10) if place % 60 < 40 else 0.0


def _then_constant(rng: random.Random, place: int) -> float:
    return rng.uniform(0, 1e6) if place % 60 < 40 else 5.1


def _fading(rng: random.Random, place: int) -> float:
    return math.ldexp(1 + rng.random(), -(place % 80))


def _ties(rng: random.Random, _: int) -> float:
    return float(rng.randrange(4))


def _near_overflow(rng: random.Random, _: int) -> float:
    return rng.choice((1e308, 1e308, -1e308, 1.0, 2.0))


def _nan(rng: random.Random, place: int) -> float:
    return math.nan if place % 40 == 20 else float(rng.randrange(1, 6))


def _infinity(rng: random.Random, place: int) -> float:
    plain = float(rng.randrange(1, 6))
    return math.copysign(math.inf, place % 80 - 40) if place % 40 == 20 else plain


def _integers(rng: random.Random, _: int) -> int:
    return rng.randrange(-1000, 1000)


def _large_integers(rng: random.Random, _: int) -> int:
    return rng.choice((2**62, 2**62, -(2**62), 2**53 + 1, 2**63 - 1, 1, 7))


_KINDS: dict[str, tuple[Draw, str]] = {
    "far_apart": (_far_apart, "1e20, 1e16 and 1 beside one another"),
    "outliers": (_outliers, "one of 1e10 among values below 1"),
    "offset": (_offset, "small differences far from 0"),
    "then_zeros": (_then_zeros, "plain values, then zeros"),
    "then_constant": (_then_constant, "large values, then one constant"),
    "fading": (_fading, "halved again and again"),
    "ties": (_ties, "four values, over and over"),
    "near_overflow": (_near_overflow, "sums that leave the range of floats"),
    "nan": (_nan, "NaN now and then"),
    "infinity": (_infinity, "an infinity now and then"),
    "integers": (_integers, "small integers"),
    "large_integers": (_large_integers, "integers of 64 bits"),
}


def _drawn(name: str, draw: Draw, count: int) -> list[Any]:
    rng = seeded(f"hostile {name}")
    return [draw(rng, place) for place in range(count)]


def hostile_streams() -> dict[str, Stream]:
    """All of them, by name. Integers are a stream's kind where all of its values are."""
    return {
        name: Stream(
            name=name,
            about=about,
            kind=int if name.endswith("integers") else float,
            take=partial(_drawn, name, draw),
        )
        for name, (draw, about) in _KINDS.items()
    }
