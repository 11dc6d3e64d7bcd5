"""Exceptions: the aggregation's functions are other people's code and may raise at any call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from swagbench.core import Guarantee
from swagbench.verify.carriers import Hooked
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Test, Wrong, told
from swagbench.verify.tracked import Tracked
from swagbench.verify.words import (
    ASK,
    POP,
    PUSH,
    asked_after_each,
    valid_words,
    words_by_size,
)


class Interrupted(BaseException):
    """What a function of the aggregation raises when its call's turn has come."""


KINDS: tuple[type[BaseException], ...] = (
    Exception,
    StopIteration,
    IndexError,
    KeyError,
    AttributeError,
    ValueError,
    ZeroDivisionError,
    BaseException,
)
"""It is an error of one of these kinds, too: some are swallowed by loops, or taken for an end."""

_INTERRUPTED = tuple(
    type(
        f"Interrupted{kind.__name__}",
        (Interrupted,) if kind is BaseException else (Interrupted, kind),
        {},
    )
    for kind in KINDS
)


class _Fuse:
    """Raises once, at the call of a function that comes after so many others."""

    def __init__(self, function: str, calls_before: int, kind: int) -> None:
        self._function = function
        self._left = calls_before
        self._error = _INTERRUPTED[kind % len(KINDS)]
        self.kind = KINDS[kind % len(KINDS)].__name__
        self.is_blown = False

    def __call__(self, name: str, _arguments: tuple[Any, ...]) -> None:
        if name == self._function and not self.is_blown:
            self._left -= 1
            if self._left < 0:
                # Once: what comes after finds out what is left of the window.
                self.is_blown = True
                raise self._error


def _words(_subject: Subject, profile: Profile) -> Iterator[str]:
    length = 4 if profile.name == "fast" else 6
    for shorter in range(1, length + 1):
        yield from map(asked_after_each, valid_words(shorter))
    yield from valid_words(length)
    yield from words_by_size(2 if profile.name == "fast" else 5)
    # What is put together in larger pieces, or all at once, is met only here.
    for size in (17,) if profile.name == "fast" else (9, 17, 33):
        yield PUSH * size + POP * 3 + ASK + PUSH * (size // 2) + POP


def raising(function: str, kind: type[Tracked] = Tracked) -> Test:
    """The test of a word with `function` raising at its first, second, … call.

    `kind` is of the windows, which may know more letters than others.
    """

    def test(subject: Subject, word: str) -> Wrong | None:
        for number in count():
            for asks_first in (True, False):
                fuse = _Fuse(function, number, 2 * (len(word) + number) + asks_first)
                wrong = _interrupted(subject, word, fuse, kind, asks_first=asks_first)
                if wrong is not None:
                    note = f"after call {number + 1} of {function} raised (as {fuse.kind})"
                    return wrong._replace(note=note)
            if not fuse.is_blown:
                return None
        raise AssertionError("unreachable")

    return test


def _interrupted(
    subject: Subject, word: str, fuse: _Fuse, kind: type[Tracked], *, asks_first: bool
) -> Wrong | None:
    """Take a word; once the fuse has blown, look at what it has left behind."""
    is_strong = subject.card.guarantee is Guarantee.STRONG
    step = 0
    try:
        try:
            tracked = kind(subject, Hooked(subject.aggregation, fuse))
        except Interrupted:
            return None  # There is no window that it could have harmed.
        for step, letter in enumerate(word + ASK, start=1):
            was_blown = fuse.is_blown
            try:
                wrong = tracked.take(letter)
            except (TimeIsUp, KeyboardInterrupt, MemoryError):
                raise
            except BaseException as error:
                if was_blown or not fuse.is_blown or not _comes_of_the_fuse(error):
                    raise
                if not is_strong:
                    wrong = _is_usable(tracked)
                    return None if wrong is None else Wrong(step, *wrong)
                if not asks_first:
                    # Not taken again, which might mend what was left half done.
                    wrong = tracked.measure() or tracked.settle()
                    return None if wrong is None else Wrong(step, *wrong)
                wrong = tracked.ask() or tracked.measure() or tracked.take(letter)
            if wrong is not None:
                return Wrong(step, *wrong)
        wrong = tracked.settle() if fuse.is_blown else None
    except (Exception, Interrupted) as error:  # noqa: BLE001 - whatever a plug-in raises
        return Wrong(step, NO_ERROR, told(error))
    return None if wrong is None else Wrong(step + 1, *wrong)


def _comes_of_the_fuse(error: BaseException | None) -> bool:
    """Whether an error is the one that was raised, or was made of it, as a generator makes another
    of a StopIteration. Where that was swallowed, what is raised later is a fault of its own."""
    while error is not None and not isinstance(error, Interrupted):
        error = error.__cause__ or error.__context__
    return error is not None


def _is_usable(tracked: Tracked) -> tuple[str, str] | None:
    """The basic guarantee: whatever it holds, it can be emptied, and is right from then on."""
    for _ in range(len(tracked.held) + 2):
        if not len(tracked.window):
            break
        tracked.window.pop()
    tracked.held.clear()
    return tracked.measure() or tracked.settle()


BASIC_PROMISE = "After an operation that raises, the window can be emptied, and is right then."
PROMISE = "An operation that raises, because {} did, leaves the window as it was."


def _check(function: str) -> Check:
    return Check(
        id=f"exceptions.{function}",
        promise=PROMISE.format(function),
        words=_words,
        test=raising(function),
        longest_known=12,
    )


EXCEPTIONS = {
    name: _check(name)
    for name in ("empty", "unit", "combine", "uncombine", "finalize", "sort_key", "pick")
}
"""By the function that raises; only those are asked that the arena offers."""
