"""A window beside the values that it should hold, done to and asked letter by letter."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from swagbench.verify.checking import NO_ERROR, Subject, Wrong, told
from swagbench.verify.probes import shown
from swagbench.verify.words import ASK, POP, PUSH


def settling(held: int) -> str:
    """Ask, drain and refill a window of so many values: whatever is wrong inside shows by then."""
    return ASK + (POP + ASK) * held + (PUSH + ASK) * 3 + (POP + ASK) * 3


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
        expected, given = f"length {len(self.held)}", f"length {len(self.window)}"
        return None if expected == given else (expected, given)

    def settle(self) -> tuple[str, str] | None:
        """Ask, drain and refill: whatever is wrong inside shows by then."""
        for letter in settling(len(self.held)):
            if wrong := self.take(letter):
                return wrong
        return self.measure()


def nothing_more(_letter: str) -> tuple[str, str] | None:
    """Looks at nothing."""
    return None


def stepwise(
    tracked: Tracked, word: str, look: Callable[[str], tuple[str, str] | None] = nothing_more
) -> Wrong | None:
    """Take a word letter by letter; after each, `look(letter)` tells what is wrong, or None.

    What the window raises is wrong, and so is a wrong answer, on the way or when it is drained.
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
