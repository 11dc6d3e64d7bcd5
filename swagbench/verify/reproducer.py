"""Reproducers: scripts that show a fault with plain Python, without the suite's runner."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from swagbench.plugin_file import FILE_PREFIX
from swagbench.verify.checking import Check, Subject, Wrong
from swagbench.verify.probes import Arena, Real
from swagbench.verify.words import ASK, POP

MOST_STEPS = 12
"""Runs of like steps that are written out; more become a loop over the word."""


def steps_in_words(arena: Arena, word: str) -> str:
    """A word with its values, for people: ``push 0, 1, 2, pop, eval``."""
    parts = []
    pushed = 0
    for kind, letters in groupby(word, key=lambda letter: letter if letter in POP + ASK else "u"):
        run = list(letters)
        if kind in POP + ASK:
            verb = {POP: "pop", ASK: "eval"}[kind]
            count = {1: "", 2: " twice"}.get(len(run), f" {len(run)} times")
            parts.append(verb + count)
            continue
        values = [arena.value(letter, pushed + index) for index, letter in enumerate(run)]
        pushed += len(run)
        few = values if len(values) <= 4 else values[:2]
        shown = ", ".join(map(repr, few))
        if len(values) > 4:
            shown += f", …, {values[-1]!r} ({len(values)} values)"
        parts.append(f"push {shown}")
    return ", ".join(parts)


def window_lines(algorithm: Any) -> list[str]:
    """Lines that make `Window` what makes the window."""
    module = sys.modules.get(getattr(algorithm, "__module__", ""))
    name = getattr(algorithm, "__qualname__", "")
    if module is None or not name.isidentifier():
        return [f"Window = …  # {algorithm!r}"]
    return _imported(module, name, "Window")


def aggregation_lines(aggregation: Any, spec: str) -> list[str]:
    """Lines that make `aggregation`."""
    if spec:
        return ["import swagbench", f"aggregation = swagbench.aggregation({spec!r})"]
    kind = type(aggregation)
    module = sys.modules.get(kind.__module__)
    if module is None or not kind.__qualname__.isidentifier():
        return [f"aggregation = …  # {aggregation!r}"]
    return [*_imported(module, kind.__qualname__, "Aggregation"), "aggregation = Aggregation()"]


def _imported(module: ModuleType, name: str, wanted: str) -> list[str]:
    if not module.__name__.startswith(FILE_PREFIX):
        return [f"from {module.__name__} import {name} as {wanted}"]
    path = Path(inspect.getfile(module))
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return ["import runpy", f"{wanted} = runpy.run_path({str(path)!r})[{name!r}]"]


def script_for(check: Check, subject: Subject, word: str, wrong: Wrong) -> str:
    """A script that shows what went wrong: it prints what was expected, and then what is given."""
    lines = [*window_lines(subject.algorithm), *_arena_lines(subject.arena)]
    asked = word[: wrong.step - 1] if word[wrong.step - 1 : wrong.step] == ASK else word
    lines += ["window = Window(aggregation)", *_step_lines(subject.arena, asked)]
    lines += [f"print('expected', {wrong.expected!r})", "print('given   ', window.eval())"]
    return "\n".join(lines) + "\n"


def _arena_lines(arena: Arena) -> list[str]:
    if isinstance(arena, Real):
        return aggregation_lines(arena.aggregation, arena.spec)
    return [
        "from types import SimpleNamespace",
        "aggregation = SimpleNamespace(empty=tuple, unit=lambda value: (value,), "
        "combine=lambda older, newer: older + newer, finalize=list, "
        "uncombine=lambda whole, oldest: whole[len(oldest):])",
    ]


def _step_lines(arena: Arena, word: str) -> Iterator[str]:
    pushed = 0
    for letter in word:
        if letter == ASK:
            yield "window.eval()"
        elif letter == POP:
            yield "window.pop()"
        else:
            yield f"window.push({arena.value(letter, pushed)!r})"
            pushed += 1
