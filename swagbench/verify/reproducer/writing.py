"""Python for scripts: what they import, the moves of windows, and the values that are pushed."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from swagbench.plugin_file import FILE_PREFIX
from swagbench.verify.checking import Wrong
from swagbench.verify.probes import Arena, Real, SortedWindows, WeakOrders
from swagbench.verify.reproducer.moves import MEASURE, Move
from swagbench.verify.words import ASK, POP, PUSH, VALUES

MOST_STEPS = 12
"""Runs of like steps, and values in one of them, that are written out; more become a loop."""

WIDTH = 96


# --- what is imported -----------------------------------------------------------------------------


def window_lines(algorithm: Any) -> list[str]:
    """Lines that make `Window` what makes the window."""
    module = sys.modules.get(getattr(algorithm, "__module__", ""))
    name = getattr(algorithm, "__qualname__", "")
    if module is None or not name.isidentifier():
        return [f"Window = ...  # put in here what makes it: {_one_line(algorithm)}"]
    return _imported(module, name, "Window")


def aggregation_lines(aggregation: Any, spec: str) -> list[str]:
    """Lines that make `aggregation`."""
    if spec:
        return ["import swagbench", f"aggregation = swagbench.aggregation({spec!r})"]
    kind = type(aggregation)
    module = sys.modules.get(kind.__module__)
    if module is None or not kind.__qualname__.isidentifier():
        return [f"aggregation = ...  # put it in here: {_one_line(aggregation)}"]
    return [*_imported(module, kind.__qualname__, "Aggregation"), "aggregation = Aggregation()"]


def _imported(module: ModuleType, name: str, wanted: str) -> list[str]:
    if not module.__name__.startswith(FILE_PREFIX):
        return [f"from {module.__name__} import {name} as {wanted}"]
    path = Path(inspect.getfile(module))
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return ["import runpy", f"{wanted} = runpy.run_path({str(path)!r})[{name!r}]"]


def _one_line(what: object) -> str:
    return " ".join(repr(what).split())


# --- what is done ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hand:
    """How moves are written."""

    push: str = "{who}.push({value})"
    pop: str = "{who}.pop()"
    ask: str = "{who}.eval()"

    def write(self, letter: str, who: str, value: str = "") -> str:
        """One move."""
        form = {POP: self.pop, ASK: self.ask}.get(letter, self.push)
        return form.format(who=who, value=value)


PLAIN = Hand()


def told(
    arena: Arena, moves: Sequence[Move], wrong: Wrong, hand: Hand = PLAIN, given: str = ""
) -> Iterator[str]:
    """Moves, the last of which is wrong: what was expected is told before it, what is given after.

    That is the answer, unless `given` says what it is.
    """
    *before, last = moves
    if wrong.note and wrong.note.isprintable():
        yield f"# {wrong.note}"
    yield from steps(arena, before, hand)
    yield expects(wrong)
    if wrong.expected == "IndexError":
        yield from (
            "try:",
            f"    {last.who}.pop()",
            "    print('given   ', 'no error')",
            "except Exception as error:",
            "    print('given   ', type(error).__name__)",
        )
        return
    if last.word != MEASURE and (given or last.word != ASK):
        yield from steps(arena, [last], hand)
    has_length = last.word == MEASURE or wrong.given.startswith("length ")
    asks = f"f'length {{len({last.who})}}'" if has_length else f"{last.who}.eval()"
    yield f"print('given   ', {given or asks})"


def call(arena: Arena, move: Move, hand: Hand = PLAIN) -> str:
    """A move of one letter, with its value."""
    is_push = move.word not in POP + ASK
    value = literal(arena, move.word, move.number) if is_push else ""
    return hand.write(move.word, move.who, value)


def expects(wrong: Wrong) -> str:
    """The line that tells what was expected, in time for an error."""
    return f"print('expected', {wrong.expected!r}, flush=True)"


def steps(arena: Arena, moves: Iterable[Move], hand: Hand = PLAIN) -> Iterator[str]:
    """Lines for moves: one for each run of like ones, or a loop where they are many."""
    for (who, spares, line), group in groupby(moves, lambda one: (one.who, one.spares, one.line)):
        some = list(group)
        whole = Move("".join(one.word for one in some), who, some[0].number)
        if line:
            yield line
        elif spares:
            yield from (f"with suppress({spares}): {call(arena, move, hand)}" for move in some)
        elif (lines := _in_runs(arena, whole, hand)) is not None:
            yield from lines
        else:
            yield from _looped(arena, whole, hand)


def _in_runs(arena: Arena, move: Move, hand: Hand) -> list[str] | None:
    lines = []
    pushed = move.number
    for kind, letters in groupby(move.word, lambda letter: letter if letter in POP + ASK else PUSH):
        run = "".join(letters)
        if kind != PUSH:
            step = hand.write(kind, move.who)
            lines.append(f"for _ in range({len(run)}): {step}" if len(run) > 1 else step)
        else:
            values = [literal(arena, letter, pushed + at) for at, letter in enumerate(run)]
            some = _range_of(values) or (f"({', '.join(values)})" if len(run) <= MOST_STEPS else "")
            pushed += len(run)
            if not some:
                return None
            each = f"for value in {some}: {hand.write(PUSH, move.who, 'value')}"
            lines.append(hand.write(PUSH, move.who, values[0]) if len(run) == 1 else each)
        if len(lines) > MOST_STEPS:
            return None
    return lines


def _looped(arena: Arena, move: Move, hand: Hand) -> Iterator[str]:
    yield from values(arena, move.word, move.number)
    yield f"for letter in {expression(move.word)}:"
    for condition, letter in (("if letter == 'o'", POP), ("elif letter == 'q'", ASK), ("else", "")):
        yield f"    {condition}:"
        yield f"        {hand.write(letter, move.who, 'next(values)')}"


def expression(word: str) -> str:
    """A word as a Python expression, what is repeated in it written once.

    >>> expression("u" * 65 + "oqoqoqoqoqoq")
    "'u' * 65 + 'oq' * 6"
    """
    repeated = r"(.{1,4}?)\1{4,}"
    parts, plain = [], ""
    at = 0
    while at < len(word):
        match = re.compile(repeated).match(word, at) if len(word) > MOST_STEPS else None
        if match is None:
            plain += word[at]
            at += 1
            continue
        parts += [repr(plain)] * bool(plain)
        parts.append(f"{match[1]!r} * {len(match[0]) // len(match[1])}")
        plain, at = "", match.end()
    parts += [repr(plain)] * bool(plain or not parts)
    if len(parts) > 100:  # Python cannot add up thousands of them in one line.
        return _wrapped("''.join([", ", ".join(parts), "])")
    return _wrapped("", " + ".join(parts), "")


def _wrapped(before: str, text: str, after: str, *, opened: str = "(") -> str:
    """One line if there is room, else many within brackets."""
    if len(text) <= WIDTH - 20 and (before or after or opened == "("):
        return before + text + after
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    inner = "\n".join(f"    {line}" for line in lines)
    return f"{before or '('}\n{inner}\n{after or ')'}"


# --- what is pushed -------------------------------------------------------------------------------


def values(arena: Arena, word: str, first: int = 0) -> Iterator[str]:
    """Lines that make `values` give what a word pushes, one after the other."""
    letters = [letter for letter in word if letter not in POP + ASK]
    if not isinstance(arena, Real | SortedWindows | WeakOrders):
        yield "from itertools import count"
        yield f"values = count({first or ''})"
    elif type(arena) is Real and not first and set(letters) <= {PUSH}:
        examples = getattr(arena.aggregation, "examples", ()) and "aggregation.examples"
        yield "from itertools import cycle"
        yield f"values = cycle({examples or arena.examples!r})"
    else:
        literals = (literal(arena, letter, index) for index, letter in enumerate(letters, first))
        yield _wrapped("values = iter([", ", ".join(literals), "])", opened="[")


def _range_of(literals: list[str]) -> str | None:
    """``range(2, 5)`` for three or more whole numbers in a row."""
    if len(literals) < 3 or not all(one.isdigit() for one in literals):
        return None
    first, last = int(literals[0]), int(literals[-1])
    if literals != [*map(str, range(first, first + len(literals)))]:
        return None
    return f"range({first}, {last + 1})" if first else f"range({last + 1})"


def literal(arena: Arena, letter: str, index: int) -> str:
    """A value as Python text; what has no such text is one of the aggregation's examples."""
    value = arena.value(letter, index)
    text = repr(value)
    if type(value) is float and (value != value or value in (float("inf"), -float("inf"))):  # noqa: PLR0124 - NaN alone differs
        return f"float({text!r})"
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        number = index if letter == PUSH else VALUES.index(letter)
        examples = getattr(arena, "examples", ())
        return f"aggregation.examples[{number % len(examples) if examples else 0}]"
    return text
