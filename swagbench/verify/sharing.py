"""Sharing: between windows, between copies, and of aggregates, which never change."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

from swagbench.boxed import Box, Boxed
from swagbench.verify.carriers import Hooked, Listed, WithNone
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, moderate_words, told
from swagbench.verify.conformance import follow
from swagbench.verify.tracked import Tracked
from swagbench.verify.words import ASK, POP, PUSH, asked_after_each, valid_words

BEHIND = 3
"""How many steps the second of two windows is behind the first."""


def _test_two_instances(subject: Subject, word: str) -> Wrong | None:
    step = 0
    try:
        one, other = Tracked(subject), Tracked(subject, first=1000)
        for step, letter in enumerate(word, start=1):
            wrong = one.take(letter)
            if step > BEHIND:
                wrong = wrong or other.take(word[step - BEHIND - 1])
            if wrong is not None:
                return Wrong(step, *wrong, note="with a second window, three steps behind")
        fresh = Tracked(subject, first=2000)
        for tracked in (fresh, one, other):
            if wrong := tracked.measure() or tracked.settle():
                return Wrong(step + 1, *wrong, note="with a second and a third window")
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error), "with a second window, three steps behind")
    return None


# --- copies ---------------------------------------------------------------------------------------


def _pickled(window: Any) -> Any:
    return pickle.loads(pickle.dumps(window))  # noqa: S301 - made just now


COPIES: dict[str, Callable[[Any], Any]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": _pickled,
}


def _to_be_copied(_subject: Subject, profile: Profile) -> Iterator[str]:
    for length in range(5 if profile.name == "fast" else 7):
        yield from valid_words(length)
    yield from (PUSH * 9 + ASK + POP * 4 + PUSH * 3, PUSH * 17 + POP * 2 + ASK)
    # The next push closes what is kept in sixteens, or eights.
    yield PUSH * 17 + POP + PUSH * 14


def _test_copies(subject: Subject, word: str) -> Wrong | None:
    """The copy does as the original did, and each goes its own way from then on."""
    for name, duplicate in COPIES.items():
        try:
            original = Tracked(subject)
            if name == "pickle" and "<locals>" in type(original.window).__qualname__:
                continue  # A class that only a function knows cannot be found again.
            for letter in word:
                original.take(letter)
            twin = Tracked(subject)
            twin.window = duplicate(original.window)
            twin.held, twin.pushed = original.held.copy(), original.pushed
            wrong = twin.measure() or twin.ask()
            for letter in POP * bool(word and twin.held) + PUSH * 2 + ASK:
                wrong = wrong or twin.take(letter)
            wrong = wrong or original.take(PUSH) or original.settle() or twin.settle()
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
            wrong = NO_ERROR, told(error)
        if wrong is not None:
            return Wrong(len(word) + 1, *wrong, note=f"of the window or its twin made by {name}")
    return None


# --- aggregates -----------------------------------------------------------------------------------


def _test_unchanged(subject: Subject, word: str) -> Wrong | None:
    for shares_empty in (False, True):
        listed = Listed(subject.aggregation, shares_empty=shares_empty)
        wrong = follow(subject, word, listed)
        if changed := listed.changed():
            return Wrong(len(word) + 1, "every aggregate stays as it was made", changed)
        if wrong is not None:
            return wrong
    return None


def _test_empty_shared(subject: Subject, word: str) -> Wrong | None:
    for shares_empty, note in (
        (True, "where empty() returns one object"),
        (False, "where empty() returns a new object each time"),
    ):
        wrong = follow(subject, word, Listed(subject.aggregation, shares_empty=shares_empty))
        if wrong is not None:
            return wrong._replace(note=note)
    return None


class _BoxedArena:
    """An arena whose values come in boxes too."""

    def __init__(self, arena: Any) -> None:
        self.id = arena.id
        self.letters = arena.letters
        self.aggregation = Boxed(arena.aggregation)
        self._arena = arena

    def value(self, letter: str, index: int) -> Box:
        return Box(self._arena.value(letter, index))

    def is_right(self, held: Any, answer: Any) -> bool:
        return bool(self._arena.is_right([box.content for box in held], answer))

    def tell(self, held: Any) -> str:
        return str(self._arena.tell([box.content for box in held]))


def _test_opaque(subject: Subject, word: str) -> Wrong | None:
    arena = subject.arena
    wrong = follow(Subject(subject.algorithm, _BoxedArena(arena)), word)
    if wrong is not None:
        return wrong
    aggregation = arena.aggregation
    for agg in (aggregation.empty(), aggregation.unit(arena.value(PUSH, 1))):
        if wrong := _where_none(subject, word, agg):
            return wrong
    if FILLED_AND_DRAINED.fullmatch(word):
        for agg in _combined(subject, word):
            if wrong := _where_none(subject, word, agg):
                return wrong
    return None


FILLED_AND_DRAINED = re.compile(f"({PUSH}{ASK})+({POP}{ASK})*")
"""Words in which each aggregate is None once. In every word that would be too many."""


def _where_none(subject: Subject, word: str, agg: Any) -> Wrong | None:
    aggregation = subject.aggregation
    wrong = follow(subject, word, WithNone(aggregation, agg))
    if wrong is None:
        return None
    values = ", ".join(map(repr, aggregation.finalize(agg)))
    return wrong._replace(note=f"where the aggregate of [{values}] is None")


def _combined(subject: Subject, word: str) -> list[Any]:
    """All aggregates that are combined when a word is taken."""
    seen: list[Any] = []

    def look(name: str, arguments: tuple[Any, ...]) -> None:
        if name == "combine":
            seen.extend(arguments)

    follow(subject, word, Hooked(subject.aggregation, look))
    return list(dict.fromkeys(seen))


def _looked_into(subject: Subject, profile: Profile) -> Iterator[str]:
    yield from moderate_words(subject, profile)
    for size in (9,) if profile.name == "fast" else (9, 33):
        yield asked_after_each(PUSH * size + POP * size)


TWO_INSTANCES = Check(
    id="oracle.two_instances",
    promise="Windows share nothing: each is right whatever happens to others.",
    words=moderate_words,
    test=_test_two_instances,
)
COPY = Check(
    id="copy",
    promise="Copies (copy, deepcopy, pickle) are equal to the original and independent of it.",
    words=_to_be_copied,
    test=_test_copies,
)
UNCHANGED = Check(
    id="arguments.unchanged",
    promise="An aggregate, once made, is never changed.",
    words=moderate_words,
    test=_test_unchanged,
)
EMPTY_SHARED = Check(
    id="empty.shared",
    promise="It does not matter whether empty() returns one object or a new one each time.",
    words=moderate_words,
    test=_test_empty_shared,
)
OPAQUE = Check(
    id="opaque",
    promise="Values and aggregates are only handed on, never looked into.",
    words=_looked_into,
    test=_test_opaque,
)
