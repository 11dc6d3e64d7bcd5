"""Named streams of values: real data and synthetic patterns, all repeatable.

A stream has a name, a kind of value, and, where it is real, the time of each value. It is as long
as asked: a real one starts over from its beginning when it ends.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from swagbench.core import InputError


@dataclass(frozen=True, slots=True)
class Stream:
    """Where values come from.

    ``take(count)`` gives `count` values. ``kind`` is their type (int, float or str). ``times`` are
    the times in seconds of one pass over the data, or None where the stream knows no time.
    ``length()`` is the number of values in a pass, 0 where there is no end to new ones.
    """

    name: str
    about: str
    kind: type
    take: Callable[[int], list[Any]]
    times: Callable[[], Sequence[float]] | None = None
    length: Callable[[], int] = lambda: 0


def streams() -> dict[str, Stream]:
    """All named streams, the real ones first."""
    from swagbench.streams import real, synthetic  # noqa: PLC0415 - they need Stream

    return {stream.name: stream for stream in (*real.STREAMS, *synthetic.STREAMS)}


def stream(name: str) -> Stream:
    """The stream called `name`.

    Raises:
        InputError: there is none; names the nearest.
    """
    known = streams()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.5) or list(known)
        raise InputError(f"no stream is called {name!r}; near: {', '.join(near)}")
    return known[name]


def fits(stream: Stream, aggregation: object) -> bool:
    """Whether an aggregation takes the stream's values, judged by its own examples.

    One that states no examples is taken to accept anything. Ints pass where floats do.
    """
    examples = getattr(aggregation, "examples", None)
    if not examples:
        return True
    kinds = {type(example) for example in examples}
    return stream.kind in kinds or (stream.kind is int and float in kinds)


def stream_for(aggregation: object) -> Stream:
    """The first stream whose values an aggregation takes, real data before synthetic.

    Where none fits, its own examples, drawn at random, are the stream.
    """
    for candidate in streams().values():
        if fits(candidate, aggregation):
            return candidate
    return stream_of_examples(aggregation)


def stream_of_examples(aggregation: Any) -> Stream:
    """An aggregation's own examples in a repeatable random order."""
    from swagbench.streams.synthetic import seeded  # noqa: PLC0415 - it needs Stream

    examples = aggregation.examples
    return Stream(
        name="examples",
        about="the aggregation's own examples, at random",
        kind=type(examples[0]),
        take=lambda count: seeded("examples").choices(examples, k=count),
    )
