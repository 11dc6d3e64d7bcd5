"""Cost: the combine calls and partials that a card promises, counted. No clock is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from swagbench.boxed import Box, Boxed
from swagbench.core import Algorithm, Bound
from swagbench.counting import Counting
from swagbench.verify.checking import Check, Profile, Subject, Wrong
from swagbench.verify.probes import Arena
from swagbench.verify.words import (
    ASK,
    POP,
    PUSH,
    SLIDE,
    VALUES,
    asked_after_each,
    held_after,
    sizes_up_to,
    valid_words,
    walk,
    words_by_size,
)

PERIODS = 3
GROWTH_SIZES = (4, 16, 64, 256)


class SlideCalls(NamedTuple):
    """Combine calls per slide (pop, push, eval) in steady state, over whole periods."""

    mean: float
    max: int


def count_slides(algorithm: Algorithm, arena: Arena, size: int) -> SlideCalls:
    """Count the combine calls of periods of n slides of a window of n = `size` values.

    The first period is not counted in the mean: what filling has put off may be paid in it.
    """
    counting = Counting(arena.aggregation)
    window = algorithm(counting)
    for index in range(size):
        window.push(arena.value(PUSH, index))
    counting.take()
    calls = []
    for index in range(size, size + PERIODS * size):
        window.pop()
        window.push(arena.value(PUSH, index))
        window.eval()
        calls.append(counting.take())
    steady = calls[size:]
    return SlideCalls(sum(steady) / len(steady), max(calls))


def growth_of_calls(subject: Subject) -> str:
    """What slides cost as the window grows, for an algorithm that promises nothing."""
    counted = [count_slides(subject.algorithm, subject.arena, size) for size in GROWTH_SIZES]
    shown = ", ".join(f"{calls.mean:.3g}" for calls in counted)
    return f"{shown} calls a slide at {_sizes()}"


def growth_of_worst(subject: Subject) -> str:
    """What the dearest slide costs as the window grows."""
    counted = [count_slides(subject.algorithm, subject.arena, size) for size in GROWTH_SIZES]
    worst = ", ".join(str(calls.max) for calls in counted)
    return f"at most {worst} calls a slide at {_sizes()}"


def growth_of_eval(subject: Subject) -> str:
    """What the dearest question costs in steady slides as the window grows."""
    dearest = []
    for size in GROWTH_SIZES:
        word = PUSH * size + SLIDE * PERIODS * size
        asked = [calls for letter, _, calls in _counted(subject, word) if letter == ASK]
        dearest.append(str(max(asked)))
    return f"at most {', '.join(dearest)} calls an eval at {_sizes()}"


def growth_of_partials(subject: Subject) -> str:
    """How many partials are held after slides as the window grows."""
    held = []
    for size in GROWTH_SIZES:
        *_, (_, most) = _partials(subject, PUSH * size + SLIDE * size)
        held.append(str(most))
    return f"{', '.join(held)} partials at {_sizes()}"


def _sizes() -> str:
    return "windows of " + ", ".join(map(str, GROWTH_SIZES))


def _counted(subject: Subject, word: str) -> Iterator[tuple[str, int, int]]:
    """Each letter with the size of the window before it and the combine calls that it took."""
    counting = Counting(subject.aggregation)
    window = subject.algorithm(counting)
    counting.take()
    held = pushed = 0
    for letter in word:
        before = held
        if letter == ASK:
            window.eval()
        elif letter == POP:
            window.pop()
            held -= 1
        else:
            window.push(subject.arena.value(letter, pushed))
            pushed += 1
            held += 1
        yield letter, before, counting.take()


def at_most(bound: Bound, size: int, what: str) -> str:
    """What a bound allows at a size, as what was expected."""
    return f"at most {bound.at(size):g} {what} ({bound})"


def _slides(_subject: Subject, profile: Profile) -> Iterator[str]:
    for size in sizes_up_to(32 if profile.name == "fast" else 128):
        yield PUSH * size + SLIDE * (PERIODS * size)
    # Not only when it is new.
    used = walk(profile.walk_steps // 5, profile.seed)
    size = 64 + held_after(used)
    yield used + PUSH * 64 + SLIDE * (PERIODS * size)


def slides_at_end(word: str, slide: str = SLIDE) -> tuple[int, int]:
    """Where the slides that a word ends with begin, and how many they are.

    >>> slides_at_end("uuqouqouq")
    (3, 2)
    """
    match = re.fullmatch(f"(.*?)((?:{slide})*)", word)
    assert match is not None
    return len(match[1]), len(match[2]) // len(slide)


def _test_amortized(subject: Subject, word: str) -> Wrong | None:
    return mean_kept(subject.card.slide_mean, word, (one[-1] for one in _counted(subject, word)))


def mean_kept(
    bound: Bound | None, word: str, counted: Iterable[int], slide: str = SLIDE
) -> Wrong | None:
    """Whether whole periods of slides of a full window at the end of a word keep to their mean, but
    for the first of them; `counted` are the calls of each letter. Other words show nothing."""
    start, slides = slides_at_end(word, slide)
    size = held_after(word[:start])
    if bound is None or not size or slides < 2 * size or slides % size:
        return None
    mean = sum([*counted][start + len(slide) * size :]) / (slides - size)
    if mean <= bound.at(size):
        return None
    return Wrong(len(word), at_most(bound, size, "combine calls a slide on average"), f"{mean:g}")


def _operations(subject: Subject, profile: Profile) -> Iterator[str]:
    is_fast = profile.name == "fast"
    if hasattr(subject.arena, "sort_key"):
        yield VALUES[1:] + VALUES[0]
    yield from map(asked_after_each, valid_words(6 if is_fast else 8))
    yield from words_by_size(16 if is_fast else 64)
    for size in sizes_up_to(16 if is_fast else 64):
        yield PUSH * size + SLIDE * (size + 2)
    yield walk(500 if is_fast else 5_000, profile.seed)


def _test_worst(subject: Subject, word: str) -> Wrong | None:
    card = subject.card
    bounds = {PUSH: card.push, POP: card.pop}
    last: list[tuple[str, int, int]] = []
    for step, one in enumerate(_counted(subject, word), start=1):
        letter, size, calls = one
        bound = bounds.get(letter)
        if bound is not None and calls > bound.at(size):
            return Wrong(step, at_most(bound, size, "combine calls"), str(calls))
        last = [*last[-2:], one]
        if card.slide_max is not None and "".join(each[0] for each in last) == SLIDE:
            size, calls = last[0][1], sum(each[2] for each in last)
            if calls > card.slide_max.at(size):
                expected = at_most(card.slide_max, size, "combine calls a slide")
                return Wrong(step, expected, str(calls))
    return None


def _test_eval(subject: Subject, word: str) -> Wrong | None:
    bound = subject.card.eval
    for step, (letter, size, calls) in enumerate(_counted(subject, word), start=1):
        if letter == ASK and bound is not None and calls > bound.at(size):
            return Wrong(step, at_most(bound, size, "combine calls"), str(calls))
    return None


# --- space ----------------------------------------------------------------------------------------


def _partials(subject: Subject, word: str) -> Iterator[tuple[int, int]]:
    """After each letter, the size of the window and the partials that are held."""
    boxed = Boxed(subject.aggregation)
    window = subject.algorithm(boxed)
    held = pushed = 0
    for letter in word:
        if letter == ASK:
            window.eval()
        elif letter == POP:
            window.pop()
            held -= 1
        else:
            window.push(Box(subject.arena.value(letter, pushed)))
            pushed += 1
            held += 1
        yield held, boxed.count


def _test_partials(subject: Subject, word: str) -> Wrong | None:
    bound = subject.card.partials
    for step, (size, partials) in enumerate(_partials(subject, word), start=1):
        if bound is not None and partials > bound.at(size):
            return Wrong(step, at_most(bound, size, "partials held"), str(partials))
    return None


def _drains(_subject: Subject, profile: Profile) -> Iterator[str]:
    for size in sizes_up_to(16 if profile.name == "fast" else 128):
        yield (PUSH * size + ASK + POP * size) * 2


def _long_slides(_subject: Subject, profile: Profile) -> Iterator[str]:
    for size in (1, 2, 7, 8, 9, 64):
        yield PUSH * size + SLIDE * (size * (3 if profile.name == "fast" else 10))


def _check(id: str, promise: str, words: Any, test: Any) -> Check:  # noqa: A002 - as everywhere here
    return Check(id=id, promise=promise, words=words, test=test)


AMORTIZED = _check(
    "budget.amortized",
    "Slides take no more combine calls on average than the card says.",
    _slides,
    _test_amortized,
)
WORST = _check(
    "budget.worst",
    "No push, pop or slide takes more combine calls than the card says.",
    _operations,
    _test_worst,
)
EVAL = _check(
    "budget.eval",
    "No eval takes more combine calls than the card says.",
    _operations,
    _test_eval,
)
PARTIALS = _check(
    "space.partials",
    "No more partials are held than the card says.",
    _operations,
    _test_partials,
)
DRAIN = _check(
    "space.drain",
    "A window that was emptied holds no more partials than the card says of an empty one.",
    _drains,
    _test_partials,
)
SLIDES = _check(
    "space.slide",
    "Sliding on and on takes no more partials than the card says.",
    _long_slides,
    _test_partials,
)
