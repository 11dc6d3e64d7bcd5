"""Synthetic streams: patterns with a name and a picture, the same on every machine.

Floats drawn by way of `math.log` or `math.exp` are so to the last bit where the C library is.
"""

from __future__ import annotations

import random
from itertools import accumulate

from swagbench.streams import Stream

SAWTOOTH_LENGTH = 1000
"""Values in one tooth: longer than small windows, shorter than large ones."""

DISTINCT_STRINGS = 10_000

SPIKE = 1e12
SPIKES = 1 / 500
"""What share of values is a spike: few enough that most windows of some hundred hold none."""

ZEROS = 0.8


def seeded(name: str) -> random.Random:
    """A random generator of its own for each stream, the same in every process."""
    return random.Random(f"swagbench {name}")


def uniform(count: int) -> list[int]:
    """
    ::

        :. :.   .: :   .
        ::.::. :::.: . :
        ::::::.::::::.::     integers from 0 to 999,999, each as likely
    """
    rng = seeded("uniform")
    return [rng.randrange(1_000_000) for _ in range(count)]


def ascending(count: int) -> list[int]:
    """
    ::

                   ..:::
             ..::::::::
        .:::::::::::::::     0, 1, 2, …: the newest is always the largest
    """
    return list(range(count))


def descending(count: int) -> list[int]:
    """
    ::

        :::..
        ::::::::..
        :::::::::::::::.     -1, -2, …: the oldest is always the largest
    """
    return list(range(-1, -1 - count, -1))


def sawtooth(count: int) -> list[int]:
    """
    ::

           .:    .:    .:
         .:::  .:::  .:::
        :::::.:::::.:::::    0 to 999 and over again: each fall ends a long rise
    """
    return [index % SAWTOOTH_LENGTH for index in range(count)]


def zipf_strings(count: int) -> list[str]:
    """
    ::

        :
        :.
        :::.........         of 10,000 names the k-th is drawn in proportion to 1/k
    """
    names = [f"user-{rank}" for rank in range(1, DISTINCT_STRINGS + 1)]
    weights = list(accumulate(1 / rank for rank in range(1, DISTINCT_STRINGS + 1)))
    return seeded("zipf_strings").choices(names, cum_weights=weights, k=count)


# --- floats that a sum finds hard -----------------------------------------------------------------


def normal(count: int) -> list[float]:
    """
    ::

           .    .     .
        .  :: . ::.  .:.
        ::.::.:.:::.:::::    floats around 0, of the standard normal distribution
    """
    rng = seeded("normal")
    return [rng.gauss(0.0, 1.0) for _ in range(count)]


def price_walk(count: int) -> list[float]:
    """
    ::

              .:.     .:
          .:.::::.. .:::
        .:::::::::::::::     from 100.00, up or down by at most 5 cents a step, never below 1.00
    """
    rng = seeded("price_walk")
    cents, prices = 10_000, []
    for _ in range(count):
        prices.append(cents / 100)
        cents = max(100, cents + rng.randint(-5, 5))
    return prices


def lognormal(count: int) -> list[float]:
    """
    ::

              :
              :        .
        ._..__:__._..__:_    exp of a normal one of deviation 4: the largest outweigh all others
    """
    rng = seeded("lognormal")
    return [rng.lognormvariate(0.0, 4.0) for _ in range(count)]


def pareto(count: int) -> list[float]:
    """
    ::

             :
             :      .
        :.:.::.:..:::.:.:    at least 1, beyond x with the chance x⁻¹·¹: the tail never thins out
    """
    rng = seeded("pareto")
    return [rng.paretovariate(1.1) for _ in range(count)]


def spikes(count: int) -> list[float]:
    """
    ::

               |
               |
        :.:.:.:|:.::.:.:.    0.5 to 1.5, and 1e12 in one of 500
    """
    rng = seeded("spikes")
    return [SPIKE if rng.random() < SPIKES else rng.uniform(0.5, 1.5) for _ in range(count)]


def mostly_zeros(count: int) -> list[float]:
    """
    ::

             .        :
             :        :
        _____:____.___:__    0.0 in four of five, and otherwise 5 on average, as rain falls
    """
    rng = seeded("mostly_zeros")
    return [0.0 if rng.random() < ZEROS else rng.expovariate(1 / 5) for _ in range(count)]


def wide_range(count: int) -> list[float]:
    """
    ::

          :      :
        __:__.___:_____._    of both signs and of all sizes from 1e-18 to 1e18, each as likely
                :
    """
    rng = seeded("wide_range")
    return [rng.choice((1.0, -1.0)) * 10.0 ** rng.uniform(-18, 18) for _ in range(count)]


def huge_offset(count: int) -> list[float]:
    """
    ::

        :.::.:.:::.::.:.:
        :::::::::::::::::
        :::::::::::::::::    1e9 and a normal one on top: what varies is in the last digits
    """
    rng = seeded("huge_offset")
    return [1e9 + rng.gauss(0.0, 1.0) for _ in range(count)]


STREAMS = (
    Stream("uniform", "integers 0 to 999,999 at random", int, uniform),
    Stream("ascending", "0, 1, 2, …", int, ascending),
    Stream("descending", "-1, -2, -3, …", int, descending),
    Stream("sawtooth", "0 to 999 and over again", int, sawtooth),
    Stream("zipf_strings", "10,000 names, the k-th drawn in proportion to 1/k", str, zipf_strings),
    Stream("normal", "floats around 0, N(0, 1)", float, normal),
    Stream("price_walk", "prices from 100.00 on, in steps of at most 0.05", float, price_walk),
    Stream("lognormal", "exp of N(0, 4²): 17 powers of ten", float, lognormal),
    Stream("pareto", "at least 1, with a tail of x⁻¹·¹", float, pareto),
    Stream("spikes", "0.5 to 1.5, and 1e12 in one of 500", float, spikes),
    Stream("mostly_zeros", "0.0 in four of five, otherwise 5 on average", float, mostly_zeros),
    Stream("wide_range", "of both signs, sizes from 1e-18 to 1e18", float, wide_range),
    Stream("huge_offset", "1e9 and N(0, 1) on top", float, huge_offset),
)
