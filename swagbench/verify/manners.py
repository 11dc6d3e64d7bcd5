"""Manners: what asking, popping from an empty window and counting may and may not do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from swagbench.verify.carriers import Hooked, MutableAnswers
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.conformance import follow
from swagbench.verify.probes import shown
from swagbench.verify.words import (
    ASK,
    POP,
    PUSH,
    asked_after_each,
    held_after,
    valid_words,
    words_by_size,
)

JUNK = "put in by the caller"


class Tracked:
    """A window and the values that it should hold, done to and asked letter by letter.

    Every method tells what is wrong as (expected, given), or None.
    """

    def __init__(self, subject: Subject, aggregation: Any = None, *, first: int = 0) -> None:
        self.arena = subject.arena
        self.window = subject.algorithm(subject.aggregation if aggregation is None else aggregation)
        self.held: deque[Any] = deque()
        self.pushed = first

    def take(self, letter: str) -> tuple[str, str] | None:
        """Do what a letter says. What the window raises is passed on; nothing has happened then."""
        if letter == ASK:
            return self.ask()
        if letter == POP:
            self.window.pop()
            self.held.popleft()
        else:
            value = self.arena.value(letter, self.pushed)
            self.window.push(value)
            self.held.append(value)
            self.pushed += 1
        return None

    def ask(self) -> tuple[str, str] | None:
        answer = self.window.eval()
        if self.arena.is_right(self.held, answer):
            return None
        return self.arena.tell(self.held), shown(answer)

    def measure(self) -> tuple[str, str] | None:
        length = len(self.window)
        return None if length == len(self.held) else (str(len(self.held)), str(length))

    def settle(self) -> tuple[str, str] | None:
        """Ask, drain and refill: whatever is wrong inside shows by then."""
        for letter in ASK + (POP + ASK) * len(self.held) + (PUSH + ASK) * 3 + (POP + ASK) * 3:
            if wrong := self.take(letter):
                return wrong
        return self.measure()


def stepwise(
    tracked: Tracked, word: str, look: Callable[[str], tuple[str, str] | None]
) -> Wrong | None:
    """Take a word letter by letter; after each, `look(letter)` tells what is wrong, or None.

    What the window raises is wrong; a wrong answer is too.
    """
    step = 0
    try:
        for step, letter in enumerate(word, start=1):
            wrong = tracked.take(letter) or look(letter)
            if wrong is not None:
                return Wrong(step, *wrong)
        wrong = tracked.settle()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None if wrong is None else Wrong(step + 1, *wrong)


# --- empty windows --------------------------------------------------------------------------------


def _empties(_subject: Subject, profile: Profile) -> Iterator[str]:
    yield ""
    for size in (*range(1, 9), 16, 17, min(64, profile.sizes_up_to)):
        yield PUSH * size + POP * size
        yield PUSH * size + ASK + POP * size
        yield asked_after_each(PUSH * size + POP * size)


def _refills(_subject: Subject, _profile: Profile) -> Iterator[str]:
    for sizes in product((1, 2, 3, 5), repeat=3):
        yield "".join((PUSH + ASK) * size + (POP + ASK) * size for size in sizes)
        yield "".join(PUSH * size + POP * size for size in sizes) + PUSH
    yield (PUSH * 9 + ASK + POP * 9) * 20


def _pops_from_empty(_subject: Subject, profile: Profile) -> Iterator[str]:
    for length in range(1, 5 if profile.name == "fast" else 8):
        for letters in product(PUSH + POP, repeat=length):
            word = "".join(letters)
            # Valid ones have no place here: what they show is another check's.
            if any(2 * word[:end].count(POP) > end for end in range(1, length + 1)):
                yield asked_after_each(word)
                yield word


def _test_pops_from_empty(subject: Subject, word: str) -> Wrong | None:
    tracked = Tracked(subject)
    step = 0
    try:
        for step, letter in enumerate(word, start=1):
            if letter != POP or tracked.held:
                wrong = tracked.take(letter)
            else:
                try:
                    tracked.window.pop()
                except IndexError:
                    wrong = tracked.measure()
                    wrong = wrong and (f"length {wrong[0]}", f"length {wrong[1]}")
                except Exception as error:  # noqa: BLE001 - what a plug-in raises is what it gave
                    wrong = "IndexError, as the window is empty", told(error)
                else:
                    wrong = "IndexError, as the window is empty", NO_ERROR
            if wrong is not None:
                return Wrong(step, *wrong)
        wrong = tracked.settle()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None if wrong is None else Wrong(step + 1, *wrong, note="after a pop from empty")


# --- asking ---------------------------------------------------------------------------------------


def _moderate(_subject: Subject, profile: Profile) -> Iterator[str]:
    """Short words, and windows of sizes up to 16: enough for what does not depend on size."""
    length = 6 if profile.name == "fast" else 8
    yield from map(asked_after_each, valid_words(length))
    yield from words_by_size(8 if profile.name == "fast" else 16)


def _test_asked_twice(subject: Subject, word: str) -> Wrong | None:
    tracked = Tracked(subject)

    def ask_again(letter: str) -> tuple[str, str] | None:
        return tracked.ask() if letter == ASK else None

    return stepwise(tracked, word, ask_again)


def _test_asking_changes_nothing(subject: Subject, word: str) -> Wrong | None:
    """The same future with and without questions on the way."""
    wrong = follow(subject, word)
    if wrong is not None:
        return wrong
    drain = (POP + ASK) * held_after(word)
    for note, future in (
        ("not asked on the way", word.replace(ASK, "")),
        ("as it is emptied after that", word + drain),
        ("not asked on the way, as it is emptied after that", word.replace(ASK, "") + drain),
    ):
        wrong = follow(subject, future)
        if wrong is not None:
            return wrong._replace(step=len(word) + 1, note=note)
    return None


def _test_answers_are_the_callers(subject: Subject, word: str) -> Wrong | None:
    tracked = Tracked(subject, MutableAnswers(subject.aggregation))
    step = 0
    try:
        for step, letter in enumerate(word + ASK, start=1):
            if letter != ASK:
                tracked.take(letter)
                continue
            for _ in range(2):
                answer = tracked.window.eval()
                if answer != list(subject.arena.answer(tracked.held)):  # type: ignore[attr-defined]
                    return Wrong(step, subject.arena.tell(tracked.held), shown(answer))
                answer.append(JUNK)
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None


def _test_length(subject: Subject, word: str) -> Wrong | None:
    tracked = Tracked(subject)

    def measure(_letter: str) -> tuple[str, str] | None:
        wrong = tracked.measure()
        return wrong and (f"length {wrong[0]}", f"length {wrong[1]}")

    return stepwise(tracked, word, measure)


def _test_returns(subject: Subject, word: str) -> Wrong | None:
    window = subject.algorithm(subject.aggregation)
    step = pushed = 0
    try:
        for step, letter in enumerate(word, start=1):
            given = None
            if letter == ASK:
                window.eval()
            elif letter == POP:
                given = window.pop()  # type: ignore[func-returns-value]
            else:
                given = window.push(subject.arena.value(letter, pushed))  # type: ignore[func-returns-value]
                pushed += 1
            if given is not None:
                return Wrong(step, "None", shown(given))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None


# --- the same again, and meanwhile ----------------------------------------------------------------


def _calls(subject: Subject, word: str) -> list[tuple[str, tuple[Any, ...]]]:
    calls: list[tuple[str, tuple[Any, ...]]] = []
    hooked = Hooked(subject.aggregation, lambda *call: calls.append(call))
    follow(subject, word, hooked)
    return calls


def _test_deterministic(subject: Subject, word: str) -> Wrong | None:
    first, second = _calls(subject, word), _calls(subject, word)
    if first == second:
        return None
    pairs = zip(first, second, strict=False)
    number = next((at for at, (one, other) in enumerate(pairs, 1) if one != other), 0)
    number = number or min(len(first), len(second)) + 1

    def call(calls: list[tuple[str, tuple[Any, ...]]]) -> str:
        if number > len(calls):
            return "no more calls"
        name, arguments = calls[number - 1]
        return f"{name}({', '.join(map(shown, arguments))})"

    return Wrong(len(word), f"as call {number} again {call(first)}", call(second))


def _test_reentrant(subject: Subject, word: str) -> Wrong | None:
    """Whenever the aggregation is called, it asks the window, which must answer as before."""
    is_asking = True
    wrong: tuple[str, str] | None = None

    def ask_meanwhile(name: str, _arguments: tuple[Any, ...]) -> None:
        nonlocal is_asking, wrong
        if is_asking or name == "empty":
            return
        is_asking = True
        wrong = wrong or tracked.ask() or tracked.measure()
        is_asking = False

    tracked = Tracked(subject, Hooked(subject.aggregation, ask_meanwhile))
    is_asking = False
    return stepwise(tracked, word, lambda _letter: wrong)


EMPTY_EVAL = Check(
    id="empty.eval",
    promise="An empty window answers finalize(empty()).",
    words=_empties,
    test=follow,
)
EMPTY_REFILL = Check(
    id="empty.refill",
    promise="A window that was emptied is as good as new.",
    words=_refills,
    test=follow,
)
EMPTY_POP = Check(
    id="empty.pop",
    promise="pop of an empty window raises IndexError and changes nothing.",
    words=_pops_from_empty,
    test=_test_pops_from_empty,
    pops_from_empty=True,
)
EVAL_REPEATABLE = Check(
    id="eval.repeatable",
    promise="eval asked again answers the same.",
    words=_moderate,
    test=_test_asked_twice,
)
EVAL_PURE = Check(
    id="eval.pure",
    promise="Asking changes nothing: the future is the same with and without questions.",
    words=_moderate,
    test=_test_asking_changes_nothing,
)
ANSWER_ISOLATED = Check(
    id="answer.isolated",
    promise="An answer is the caller's: changing it changes no later one.",
    words=_moderate,
    test=_test_answers_are_the_callers,
)
LENGTH = Check(
    id="len",
    promise="len(window) is the number of values in it, always.",
    words=_moderate,
    test=_test_length,
)
RETURNS = Check(
    id="returns",
    promise="push and pop return None.",
    words=_moderate,
    test=_test_returns,
)
DETERMINISTIC = Check(
    id="deterministic",
    promise="The same history makes the same calls in the same order.",
    words=_moderate,
    test=_test_deterministic,
)
REENTRANT = Check(
    id="reentrant",
    promise="The aggregation's functions may ask the window while they are called by it.",
    words=_moderate,
    test=_test_reentrant,
)
