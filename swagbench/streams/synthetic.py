"""Synthetic streams: patterns with a name and a picture, the same on every machine."""

from __future__ import annotations

import random
from itertools import accumulate

from swagbench.streams import Stream

SAWTOOTH_LENGTH = 1000
"""Values in one tooth: longer than small windows, shorter than large ones."""

DISTINCT_STRINGS = 10_000


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


STREAMS = (
    Stream("uniform", "integers 0 to 999,999 at random", int, uniform),
    Stream("ascending", "0, 1, 2, …", int, ascending),
    Stream("descending", "-1, -2, -3, …", int, descending),
    Stream("sawtooth", "0 to 999 and over again", int, sawtooth),
    Stream("zipf_strings", "10,000 names, the k-th drawn in proportion to 1/k", str, zipf_strings),
)
