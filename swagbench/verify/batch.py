"""Batches: does one call answer as recompute-from-scratch does for each window of a stream?

A word tells what a stream would do: windows of 3 over 7 values are ``u3 q (o u q)4``. It is rolled
in one call, and a step is that of the question which an answer is to. Words of another shape show
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple, cast

from swagbench.boxed import Box, Boxed
from swagbench.core import Batch
from swagbench.counting import Counting
from swagbench.oracle import is_same
from swagbench.verify.carriers import Listed
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.conformance import check_answers
from swagbench.verify.containment import POISONS
from swagbench.verify.cost import GROWTH_SIZES, PERIODS
from swagbench.verify.probes import Arena, FreeMonoid, Real, shown
from swagbench.verify.words import ASK, POP, PUSH, SLIDE, VALUES, sizes_up_to

SHAPE = re.compile(f"([{PUSH}{VALUES}]+){ASK}((?:{POP}[{PUSH}{VALUES}]{ASK})*)")
REFUSED: tuple[Any, ...] = (0, -1, 1.5, True, None)
"""What is no size."""

LIST, ARRAY = "a list", "an array"
CALL = "call {} of one batch, values in {}"
UNCHANGED_AGGS = "every aggregate as it was made"


class Stream(NamedTuple):
    """Values, and the size of the windows over them."""

    values: list[Any]
    size: int

    def held(self, number: int) -> list[Any]:
        """What the window of a number holds."""
        return self.values[number : number + self.size]

    def step(self, number: int) -> int:
        """The step at which the window of a number is asked."""
        return self.size + 1 + len(SLIDE) * number

    def number(self, step: int) -> int:
        """The number of the window that is asked at a step."""
        return (step - self.size - 1) // len(SLIDE)


def stream_of(arena: Arena, word: str) -> Stream | None:
    """The stream that a word is of; None if it is of another shape."""
    match = SHAPE.fullmatch(word if word.endswith(ASK) else word + ASK)
    if match is None:
        return None
    letters = match[1] + match[2][1 :: len(SLIDE)]
    values = [arena.value(letter, index) for index, letter in enumerate(letters)]
    return Stream(values, len(match[1]))


def made(subject: Subject, aggregation: Any = None) -> Batch[Any, Any]:
    """A batch, with the arena's aggregation unless another one is given."""
    batch: Any = subject.algorithm(subject.aggregation if aggregation is None else aggregation)
    return cast("Batch[Any, Any]", batch)


def word_for(size: int, letters: str) -> str:
    """
    >>> word_for(2, "uuuu")
    'uuqouqouq'
    """
    return letters[:size] + ASK + "".join(POP + letter + ASK for letter in letters[size:])


def _roll(subject: Subject, word: str) -> Wrong | None:
    """Roll what a word says, and say what was first wrong."""
    stream = stream_of(subject.arena, word)
    if stream is None:
        return None
    try:
        batch = made(subject)
        wrong = compare(subject, stream, batch.roll([*stream.values], stream.size))
        if wrong is None and len(stream.values) == stream.size:
            for few in ([], stream.values[:-1]):
                if given := [*batch.roll(few, stream.size)]:
                    expected = f"no answer: there are {len(few)} values for {stream.size}"
                    return Wrong(stream.size, expected, shown(given))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(len(word), NO_ERROR, told(error))
    return wrong


def compare(subject: Subject, stream: Stream, answers: Any) -> Wrong | None:
    """What is first wrong with the answers for a stream."""
    arena, windows = subject.arena, len(stream.values) - stream.size + 1
    if hasattr(answers, "tolist"):
        # As Python's own numbers: one of NumPy's is equal to an int that it is only near.
        answers = answers.tolist()
    for number, answer in enumerate(answers[:windows]):
        held = stream.held(number)
        if not arena.is_right(held, answer):
            return Wrong(stream.step(number), arena.tell(held), shown(answer))
    if len(answers) != windows:
        return Wrong(stream.step(windows - 1), f"{windows} answers", f"{len(answers)} answers")
    return None


# --- words ----------------------------------------------------------------------------------------


def _streams(subject: Subject, profile: Profile) -> Iterator[str]:
    """All small sizes and lengths, then sizes next to powers of two, then a long stream."""
    is_real = isinstance(subject.arena, Real)
    is_cheap = isinstance(subject.arena, FreeMonoid)
    for size in range(1, 5 if is_real else 10 if profile.name == "fast" else 21):
        for length in range(size, 3 * size + 2):
            yield word_for(size, PUSH * length)
    for size in sizes_up_to(profile.sizes_up_to if is_cheap else profile.real_size):
        for length in (size, 2 * size - 1, 2 * size, 2 * size + 1, 3 * size + size // 2):
            yield word_for(size, PUSH * length)
    if is_real:
        yield from _drawn_streams(subject.arena.letters, profile)
    elif is_cheap:
        for size in (3, 65):
            yield word_for(size, PUSH * (profile.walk_steps // 2))


def _drawn_streams(letters: str, profile: Profile) -> Iterator[str]:
    """Streams of the first few values, so that they are of one kind for once, and of all."""
    draw = Random(profile.seed).random
    for few in range(1, len(letters) + 1):
        for size in (1, 2, 3, 5):
            yield word_for(size, "".join(letters[int(draw() * few)] for _ in range(4 * size)))


def _few_streams(_subject: Subject, profile: Profile) -> Iterator[str]:
    for size in (1, 2, 3, 4, 7, 8, 9, *(() if profile.name == "fast" else (65,))):
        for length in (size, 2 * size, 3 * size + 1):
            yield word_for(size, PUSH * length)


def _poisoned_streams(_subject: Subject, _profile: Profile) -> Iterator[str]:
    """Streams in which one value, or two, are poisons."""
    for size in (1, 2, 3, 4):
        length = 3 * size + 1
        for at in range(length):
            for poison in VALUES[: len(POISONS)]:
                letters = PUSH * at + poison + PUSH * (length - at - 1)
                yield word_for(size, letters)
                yield word_for(size, letters[: at + 1] + VALUES[1] + letters[at + 2 :])


# --- tests ----------------------------------------------------------------------------------------


def _test_unchanged(subject: Subject, word: str) -> Wrong | None:
    """Three calls of one batch, with values in a list, and numbers in an array: see `_three_calls`.

    The array of the units may be the very one of the values.
    """
    stream = stream_of(subject.arena, word)
    if stream is None:
        return None
    kinds = (LIST, ARRAY) if isinstance(subject.arena, Real) else (LIST,)
    return next(filter(None, (_three_calls(subject, stream, kind) for kind in kinds)), None)


def others_of(arena: Arena, stream: Stream) -> Stream:
    """As many other values."""
    values = [arena.value(PUSH, 1 + index) for index in range(len(stream.values))]
    return Stream(values, stream.size)


def _three_calls(subject: Subject, stream: Stream, kind: str) -> Wrong | None:
    """Roll, change the answers, roll other values, and roll the first ones again."""
    values, size = stream
    last, call = stream.step(len(values) - size), 1
    others = others_of(subject.arena, stream)
    try:
        given = _in(kind, values)
        listed = None if isinstance(subject.arena, Real) else Listed(subject.aggregation)
        batch = made(subject, listed)
        _spoil(batch.roll(given, size))
        left = [*given] if kind == LIST else given.tolist()
        if not is_same((*values,), (*left,)):
            return Wrong(last, shown(values), shown(left), CALL.format(call, kind))
        if listed is not None and (changed := listed.changed()) is not None:
            return Wrong(last, UNCHANGED_AGGS, changed, CALL.format(call, kind))
        for one, rolled in ((others, others.values), (stream, given)):
            call += 1
            if wrong := compare(subject, one, batch.roll(rolled, size)):
                return wrong._replace(note=CALL.format(call, kind))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(last, NO_ERROR, told(error), CALL.format(call, kind))
    return None


def _in(kind: str, values: list[Any]) -> Any:
    if kind == LIST:
        return [*values]
    import numpy as np  # noqa: PLC0415 - slow to import

    return np.array(values)


def _spoil(answers: Any) -> None:
    """Change answers, as a caller may: they are his."""
    if isinstance(answers, list):
        answers.clear()
    elif hasattr(answers, "fill"):
        answers.fill(7)


def _test_refuses(subject: Subject, word: str) -> Wrong | None:
    stream = stream_of(subject.arena, word)
    if stream is None:
        return None
    for size in REFUSED:
        given = NO_ERROR
        try:
            made(subject).roll(stream.values, size)
        except ValueError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
            given = told(error)
        return Wrong(len(word), "ValueError", given, f"windows of {size}")
    return None


def calls_of(subject: Subject, stream: Stream) -> int:
    """The combine calls of rolling a stream."""
    counting = Counting(subject.aggregation)
    made(subject, counting).roll(stream.values, stream.size)
    return counting.calls


def _test_budget(subject: Subject, word: str) -> Wrong | None:
    bound, stream = subject.card.slide_mean, stream_of(subject.arena, word)
    if bound is None or stream is None:
        return None
    allowed, calls = bound.at(stream.size) * len(stream.values), calls_of(subject, stream)
    if calls <= allowed:
        return None
    return Wrong(len(word), f"at most {allowed:g} combine calls ({bound} a value)", str(calls))


def growth_of_calls(subject: Subject) -> str:
    """What a value costs as the windows grow, for an algorithm that promises nothing."""
    counted = []
    for size in GROWTH_SIZES:
        stream = stream_of(subject.arena, word_for(size, PUSH * (1 + PERIODS) * size))
        assert stream is not None
        counted.append(f"{calls_of(subject, stream) / len(stream.values):.3g}")
    sizes = ", ".join(map(str, GROWTH_SIZES))
    return f"{', '.join(counted)} calls a value at windows of {sizes}"


def _test_opaque(subject: Subject, word: str) -> Wrong | None:
    stream = stream_of(subject.arena, word)
    if stream is None:
        return None
    boxes = [*map(Box, stream.values)]
    answers = made(subject, Boxed(subject.aggregation)).roll(boxes, stream.size)
    return compare(subject, stream, answers)


ORACLE = Check(
    id="batch.oracle",
    promise="Every full window has one answer, that of its values, oldest to youngest.",
    words=_streams,
    test=partial(check_answers, follow=_roll),
)
POISON = Check(
    id="batch.poison",
    promise="A value that poisons answers (NaN, infinity) shows in no window but its own.",
    words=_poisoned_streams,
    test=_roll,
)
UNCHANGED = Check(
    id="batch.unchanged",
    promise="Rolling changes nothing: no value, no aggregate, and no answer of another call.",
    words=_few_streams,
    test=_test_unchanged,
)
REFUSES = Check(
    id="batch.refuses",
    promise="A size that is not a whole number of at least 1 is refused with a ValueError.",
    words=lambda _subject, _profile: [PUSH],
    test=_test_refuses,
)
BUDGET = Check(
    id="batch.budget",
    promise="Rolling takes no more combine calls a value than the card says.",
    words=_few_streams,
    test=_test_budget,
)
OPAQUE = Check(
    id="batch.opaque",
    promise="Values and aggregates are only handed on, never looked into, by batches too.",
    words=_few_streams,
    test=_test_opaque,
)
