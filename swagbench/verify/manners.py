"""Manners: what asking and counting may do, and what a window does the same each time."""

from __future__ import annotations

from typing import Any

from swagbench.verify.carriers import Hooked, MutableAnswers
from swagbench.verify.checking import NO_ERROR, Check, Subject, Wrong, moderate_words, told
from swagbench.verify.conformance import follow
from swagbench.verify.probes import shown
from swagbench.verify.tracked import Tracked, stepwise
from swagbench.verify.words import (
    ASK,
    POP,
    held_after,
)

JUNK = "put in by the caller"


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

    return stepwise(tracked, word, lambda _letter: tracked.measure())


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


EVAL_REPEATABLE = Check(
    id="eval.repeatable",
    promise="eval asked again answers the same.",
    words=moderate_words,
    test=_test_asked_twice,
)
EVAL_PURE = Check(
    id="eval.pure",
    promise="Asking changes nothing: the future is the same with and without questions.",
    words=moderate_words,
    test=_test_asking_changes_nothing,
)
ANSWER_ISOLATED = Check(
    id="answer.isolated",
    promise="An answer is the caller's: changing it changes no later one.",
    words=moderate_words,
    test=_test_answers_are_the_callers,
)
LENGTH = Check(
    id="len",
    promise="len(window) is the number of values in it, always.",
    words=moderate_words,
    test=_test_length,
)
RETURNS = Check(
    id="returns",
    promise="push and pop return None.",
    words=moderate_words,
    test=_test_returns,
)
DETERMINISTIC = Check(
    id="deterministic",
    promise="The same history makes the same calls in the same order.",
    words=moderate_words,
    test=_test_deterministic,
)
REENTRANT = Check(
    id="reentrant",
    promise="The aggregation's functions may ask the window while they are called by it.",
    words=moderate_words,
    test=_test_reentrant,
    longest_known=12,
)
