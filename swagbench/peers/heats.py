"""What all libraries are asked: an aggregation, a stream, a window size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from swagbench.accuracy.contest import POISONS, STREAMS, plain_values
from swagbench.accuracy.judging import Trial
from swagbench.rolling.hostile import COUNT, SIZES, hostile_streams
from swagbench.rolling.judging import trial_of
from swagbench.rolling.questions import QUESTIONS, Question, judging, question
from swagbench.streams import fits, stream

SIZE = 16
ANSWERS = 2_048
"""On the streams of `swagbench accuracy`: windows of so many values, and so many of them."""


class Heat(NamedTuple):
    """A stream at one window size, that all libraries are asked about."""

    asked: Question
    stream: str
    values: Sequence[Any]
    size: int
    judged_from: int = 0

    def trial(self) -> Trial:
        """What is right for each of its windows."""
        return trial_of(self.asked, self.values, self.size, judged_from=self.judged_from)


def questions(names: Sequence[str] | None) -> list[Question]:
    """The aggregations of those names, or all.

    Raises:
        InputError: there is no such one.
    """
    return [question(name) for name in names] if names else list(QUESTIONS.values())


def hostile_heats(asked: Sequence[Question]) -> Iterator[Heat]:
    """What `verify --peers` asks: every hostile stream at every small window."""
    for one in asked:
        for name, source in hostile_streams().items():
            values = source.take(COUNT)
            if fits(source, judging(one, values)):
                for size in SIZES:
                    yield Heat(one, name, values, size)


def long_heats(asked: Sequence[Question]) -> Iterator[Heat]:
    """What `accuracy --peers` asks: the streams of `swagbench accuracy`, and what has left."""
    for one in asked:
        for name in STREAMS:
            source = stream(name)
            values = source.take(ANSWERS + SIZE - 1)
            if fits(source, judging(one, values)):
                yield Heat(one, name, values, SIZE)
        for name, poison in POISONS.items():
            yield Heat(one, name, plain_values(SIZE, poison), SIZE, SIZE + 1)
