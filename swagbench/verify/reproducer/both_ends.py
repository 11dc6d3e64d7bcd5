"""How checks of both ends go through a word: the steps at either end, and one question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from swagbench.core import Guarantee
from swagbench.verify.both_ends import (
    METHODS,
    POPS,
    PUSH_OLDEST,
    PUSHES,
    AtBothEnds,
    first_number,
    settling,
)
from swagbench.verify.carriers import Hooked
from swagbench.verify.checking import NO_ERROR, Subject, Wrong, told
from swagbench.verify.empties import REFUSED
from swagbench.verify.exceptions import Interrupted
from swagbench.verify.probes import Arena
from swagbench.verify.reproducer import around
from swagbench.verify.reproducer.retraced import Raised, raised_in
from swagbench.verify.reproducer.through import Blocks, functions
from swagbench.verify.reproducer.writing import MOST_STEPS, expects, expression, literal
from swagbench.verify.words import ASK, POP, PUSH


class Step(NamedTuple):
    """A letter, the value that it pushes, as text, and the kind of error that may come of it.

    `line`: something else that is done, as text.
    """

    letter: str = ""
    value: str = ""
    spares: str = ""
    line: str = ""


def steps_of(arena: Arena, word: str) -> list[Step]:
    """The steps of a word; a pop where nothing is may raise."""
    newest, held = first_number(arena), 0
    oldest = newest - 1
    steps = []
    for letter in word:
        if letter in POPS:
            steps.append(Step(letter, spares="" if held else "IndexError"))
            held -= bool(held)
        elif letter == ASK:
            steps.append(Step(letter))
        else:
            is_oldest = letter == PUSH_OLDEST
            steps.append(Step(letter, literal(arena, PUSH, oldest if is_oldest else newest)))
            oldest, newest = oldest - is_oldest, newest + (not is_oldest)
            held += 1
    return steps


# --- the families ---------------------------------------------------------------------------------


def answered(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """The steps, and an answer, a length, or an error that there must be."""
    return Blocks("", _shown(_up_to(subject, word, wrong), wrong))


def released(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Values in boxes; what is asked is whether those that have left are there."""
    steps = _up_to(subject, word, wrong)
    text = (
        around.boxed(subject.aggregation, around.HOLDING, remembers=True) + around.WATCHED_BY_NAME
    )
    if "still held" not in wrong.given:
        return Blocks(text, _shown(steps, wrong, form=BOXED))
    gone = ", ".join(_gone(steps))
    wrong = wrong._replace(expected="[]")
    return Blocks(text, _shown(steps, wrong, f"kept({gone})", form=BOXED))


def spent(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """The combine calls of the last step, or the partials after it."""
    steps = _up_to(subject, word, wrong)
    if "partials" in wrong.expected:
        text = around.boxed(subject.aggregation, around.COUNTED, has_values=False)
        return Blocks(text, _shown(steps, wrong, "Box.alive"))
    steps.insert(-1, Step(line="calls = 0  # counted from here on"))
    names = [name for name in functions(subject) if name.endswith("combine")]
    return Blocks(around.calls_counted(names), _shown(steps, wrong, "calls"))


def interrupted(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """One call of a function raises, and what the window was then is asked for."""
    raised = raised_in(wrong)
    retraced = _Retraced(subject, raised)
    steps, shown = retraced.until_wrong(word, wrong)
    does = around.filled(around.RAISES, number=raised.number, kind=raised.kind)
    text = around.calls_counted([raised.function], does)
    return Blocks(text, _shown(steps, shown._replace(note=wrong.note)))


class _Retraced:
    """A word, taken again until something is wrong; all steps are kept."""

    def __init__(self, subject: Subject, raised: Raised) -> None:
        self._subject = subject
        self._raised = raised
        self._calls = 0
        self._is_raising = False
        self._steps: list[Step] = []
        self._tracked = AtBothEnds(subject, Hooked(subject.aggregation, self._raise_once))

    def _raise_once(self, name: str, _arguments: tuple[Any, ...]) -> None:
        self._calls += name == self._raised.function
        if name == self._raised.function and self._calls == self._raised.number:
            self._is_raising = True
            raise self._raised.error

    def until_wrong(self, word: str, otherwise: Wrong) -> tuple[list[Step], Wrong]:
        """The steps up to the one that is wrong. If none is when it is done again: `otherwise`."""
        for shown in self._taken(word):
            if shown is not None:
                return self._steps, Wrong(len(self._steps), *shown)
        return self._steps, otherwise

    def _taken(self, word: str) -> Iterator[tuple[str, str] | None]:
        """What is wrong after each step."""
        for letter in word + ASK:
            yield self._take(letter)
            if self._steps[-1].spares in {"", "IndexError"}:
                continue
            if self._subject.card.guarantee is not Guarantee.STRONG:
                # Whatever it holds, it can be emptied, and must be right from then on.
                self._steps.append(Step(line="for _ in range(len(window)): window.pop()"))
                for _ in range(len(self._tracked.window)):
                    self._tracked.window.pop()
                self._tracked.held.clear()
                break
            if self._raised.asks_first:
                yield self._take(ASK)
            yield self._tracked.measure()
            yield self._take(letter)
        for letter in settling(len(self._tracked.held)):
            yield self._take(letter)
        yield self._tracked.measure()

    def _take(self, letter: str) -> tuple[str, str] | None:
        tracked = self._tracked
        value = ""
        if letter in PUSHES:
            value = literal(self._subject.arena, PUSH, tracked.number(letter))
        is_empty = letter in POPS and not tracked.held
        self._is_raising = False
        spares = "IndexError" if is_empty else ""
        try:
            return tracked.take(letter)
        except (Exception, Interrupted) as error:  # noqa: BLE001 - whatever a plug-in raises
            if not self._is_raising:
                return NO_ERROR, told(error)
            # Whatever comes of it: a generator makes another error of a StopIteration.
            spares = "BaseException" if self._raised.kind == "BaseException" else "Exception"
            return None
        finally:
            self._steps.append(Step(letter, value, spares))


# --- writing --------------------------------------------------------------------------------------

PLAIN = "window.{method}({value})"
BOXED = "put_in(window.{method}, {value})"
"""How a push is written."""


def _up_to(subject: Subject, word: str, wrong: Wrong) -> list[Step]:
    """The steps up to the one that is wrong; one after the last is a question."""
    return steps_of(subject.arena, (word + ASK)[: wrong.step])


def _shown(
    steps: Sequence[Step], wrong: Wrong, given: str = "", form: str = PLAIN
) -> Iterator[str]:
    """The steps, the last of which is wrong: what was expected before it, what is given after."""
    *before, last = steps or [Step(ASK)]
    if wrong.note and wrong.note.isprintable():
        yield f"# {wrong.note}"
    yield "window = Window(aggregation)"
    yield from _written(before, form)
    yield expects(wrong)
    if wrong.expected == REFUSED:
        yield from (
            "try:",
            f"    {_call(last, form)}",
            "    print('given   ', 'no error')",
            "except Exception as error:",
            "    print('given   ', type(error).__name__)",
        )
        return
    if given or last.letter != ASK:
        yield from _written([last], form)
    if not given:
        has_length = wrong.given.startswith("length ")
        given = "f'length {len(window)}'" if has_length else "window.eval()"
    yield f"print('given   ', {given})"


def _written(steps: Sequence[Step], form: str) -> list[str]:
    """Lines for steps: one for each run of like ones, or a loop where they are many."""
    lines = []
    for (letter, spares, line), run in groupby(
        steps, lambda one: (one.letter, one.spares, one.line)
    ):
        some = list(run)
        if line:
            lines.append(line)
        elif spares:
            lines += (f"with suppress({spares}): {_call(one, form)}" for one in some)
        elif len(some) == 1:
            lines.append(_call(some[0], form))
        elif letter in PUSHES:
            values = _in_turn([one.value for one in some])
            lines.append(f"for value in {values}: {_call(Step(letter, 'value'), form)}")
        else:
            lines.append(f"for _ in range({len(some)}): {_call(some[0], form)}")
    is_plain = not any(one.line or one.spares for one in steps)
    return [*_looped(steps, form)] if is_plain and len(lines) > MOST_STEPS else lines


def _looped(steps: Sequence[Step], form: str) -> Iterator[str]:
    for name, letter in (("newer", PUSH), ("older", PUSH_OLDEST)):
        yield f"{name} = iter({_in_turn([one.value for one in steps if one.letter == letter])})"
    yield f"for letter in {expression(''.join(one.letter for one in steps))}:"
    values = {PUSH: "next(newer)", PUSH_OLDEST: "next(older)"}
    for number, letter in enumerate((PUSH, PUSH_OLDEST, *POPS, ASK)):
        yield f"    {'elif' if number else 'if'} letter == {letter!r}:"
        yield f"        {_call(Step(letter, values.get(letter, '')), form)}"


def _call(step: Step, form: str) -> str:
    if step.letter in PUSHES:
        return form.format(method=METHODS[step.letter], value=step.value)
    return f"window.{METHODS[step.letter]}()"


def _in_turn(values: Sequence[str]) -> str:
    """Values as a tuple, or as a range where they are whole numbers in a row."""
    if len(values) > 2 and all(re.fullmatch(r"-?\d+", one) for one in values):
        first, last = int(values[0]), int(values[-1])
        way = 1 if last > first else -1
        if [*values] == [*map(str, range(first, last + way, way))]:
            start = f"{first}, " if first else ""
            return f"range({start}{last + 1})" if way > 0 else f"range({first}, {last - 1}, -1)"
    return f"({', '.join(values)}{',' * (len(values) == 1)})"


def _gone(steps: Iterable[Step]) -> list[str]:
    """The values that have left, in the order in which they did."""
    held: list[str] = []
    gone = []
    for step in steps:
        if step.letter == PUSH_OLDEST:
            held.insert(0, step.value)
        elif step.letter == PUSH:
            held.append(step.value)
        elif step.letter in POPS and held:
            gone.append(held.pop(0 if step.letter == POP else -1))
    return gone
