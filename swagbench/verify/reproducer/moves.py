"""Moves of windows, one by one: what a script does, found by doing it until something is wrong."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any, NamedTuple

from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import NO_ERROR, Subject, Wrong, told
from swagbench.verify.exceptions import Interrupted
from swagbench.verify.tracked import Tracked, settling
from swagbench.verify.words import ASK, POP

MEASURE = "n"
"""The letter for asking for the length."""


class Move(NamedTuple):
    """Letters for one of the windows, or else a line of its own.

    `number`: of the value that is pushed first. `spares`: the kind of error that may come of it.
    """

    word: str = ""
    who: str = "window"
    number: int = 0
    spares: str = ""
    line: str = ""


def made(who: str = "window") -> Move:
    """A window is made."""
    return Move(who=who, line=f"{who} = Window(aggregation)")


def moves_of(word: str, who: str = "window", *, cuts: Sequence[int] = ()) -> list[Move]:
    """A window is made, and does what a word says: in one move, or in more where it is cut."""
    moves, number = [made(who)], 0
    for start, end in pairwise((0, *cuts, len(word))):
        part = word[start:end]
        moves.append(Move(part, who, number))
        number += len(part) - part.count(POP) - part.count(ASK)
    return moves


class _Shown(BaseException):
    """Something is wrong with the last move."""


class Run:
    """Windows and the values that they should hold; all their moves are kept.

    Whatever is wrong ends it, with `wrong` set.
    """

    def __init__(self, subject: Subject, aggregation: Any = None) -> None:
        self._subject = subject
        self._aggregation = aggregation
        self.windows: dict[str, Tracked] = {}
        self.moves: list[Move] = []
        self.wrong: Wrong | None = None

    def until_wrong(self, go: Callable[[Run], None], otherwise: Wrong) -> tuple[list[Move], Wrong]:
        """The moves up to the one that is wrong. If none is when it is done again: `otherwise`."""
        with suppress(_Shown, TimeIsUp):
            go(self)
        return self.moves, self.wrong or otherwise

    def fails(self, expected: str, given: str) -> None:
        self.wrong = Wrong(len(self.moves), expected, given)
        raise _Shown

    def make(self, who: str = "window", first: int = 0) -> None:
        self.moves.append(made(who))
        with self._told():
            self.windows[who] = Tracked(self._subject, self._aggregation, first=first)

    def copy(self, who: str, line: str, duplicate: Callable[[Any], Any]) -> None:
        """Another window, made of the first one as a line says."""
        original = self.windows["window"]
        twin = Tracked(self._subject, self._aggregation)
        self.moves.append(Move(who=who, line=line))
        with self._told():
            twin.window = duplicate(original.window)
        twin.held, twin.pushed = original.held.copy(), original.pushed
        self.windows[who] = twin

    def held(self) -> deque[Any]:
        return self.windows["window"].held

    def take(
        self,
        letter: str,
        who: str = "window",
        *,
        spares: str = "",
        is_spared: Callable[[BaseException], bool] = lambda _error: False,
    ) -> bool:
        """Do what a letter says; whether it was done, and did not raise what it may."""
        one = self.windows[who]
        self.moves.append(Move(letter, who, one.pushed))
        is_empty = letter == POP and not one.held
        try:
            if is_empty:
                one.window.pop()
                self.fails("IndexError", NO_ERROR)
            elif wrong := one.take(letter):
                self.fails(*wrong)
        except (Exception, Interrupted) as error:  # noqa: BLE001 - whatever a plug-in raises
            if not is_spared(error):
                self.fails("IndexError" if is_empty else NO_ERROR, told(error))
            self.moves[-1] = self.moves[-1]._replace(spares=spares)
            return False
        return True

    def empty(self) -> None:
        """Pop whatever the window says that it holds."""
        self.moves.append(Move(line="for _ in range(len(window)): window.pop()"))
        window = self.windows["window"].window
        with self._told():
            for _ in range(len(window)):
                window.pop()
        self.held().clear()

    def measure(self, who: str = "window") -> None:
        self.moves.append(Move(MEASURE, who))
        with self._told():
            if wrong := self.windows[who].measure():
                self.fails(*wrong)
        self.moves.pop()  # It does nothing.

    def settle(self, who: str = "window") -> None:
        """Ask, drain and refill: whatever is wrong inside shows by then."""
        for letter in settling(len(self.windows[who].held)):
            self.take(letter, who)
        self.measure(who)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever a plug-in raises is what it gave."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - other people's code
            self.fails(NO_ERROR, told(error))
