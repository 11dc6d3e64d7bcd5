"""Cases written down: as plain Python that shows a fault, and for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from swagbench.verify.laws.cases import LONG_RUN, Case
from swagbench.verify.laws.formulas import name
from swagbench.verify.probes import shown

_PLAIN = (int, float, str, bytes, bool, type(None))
_FUNCTIONS = ("empty", "unit", "combine", "uncombine", "finalize")
_IMPORTS = {
    "reduce(": "from functools import reduce",
    "islice(": "from itertools import cycle, islice",
    **{f"{module}.": f"import {module}" for module in ("numpy", "copy", "pickle")},
}


def value_written(pool: Sequence[Any], position: int) -> str:
    """A value as Python: as it is shown if that is code, else where the aggregation has it."""
    value = pool[position]
    return repr(value) if _is_plain(value) else f"aggregation.examples[{position}]"


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list, set):
        return all(map(_is_plain, value)) and value != set()
    if type(value) is dict:
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    return type(value) in _PLAIN


def list_written(pool: Sequence[Any], positions: Iterable[int]) -> str:
    """A list of values as Python; a long one in which the same ones come in turn is not spelt out.

    >>> list_written("ab", [1, *[0, 1] * 50])
    "[*islice(cycle(['a', 'b']), 1, 102)]"
    """
    run = [*positions]
    if len(run) > max(LONG_RUN, few := max(run, default=0) + 1):
        first, end = run[0], run[0] + len(run)
        if run == [at % few for at in range(first, end)]:
            return f"[*islice(cycle({list_written(pool, range(few))}), {first}, {end})]"
    return f"[{', '.join(value_written(pool, position) for position in run)}]"


def fold_written(pool: Sequence[Any], positions: Sequence[int], *, of: str = "") -> str:
    """The aggregate of a run, as Python; `of` stands before each function's name.

    >>> fold_written("xyz", (0, 2))
    "combine(unit('x'), unit('z'))"
    """
    if len(positions) > 3:
        return f"reduce({of}combine, map({of}unit, {list_written(pool, positions)}))"
    text = ""
    for position in positions:
        unit = f"{of}unit({value_written(pool, position)})"
        text = f"{of}combine({text}, {unit})" if text else unit
    return text or f"{of}empty()"


def runs_written(case: Case) -> list[str]:
    """Lines that make the aggregate of each run, by its name."""
    names = [*map(name, range(len(case.runs)))]
    if len(names) > 1 and all(len(run) == 1 for run in case.runs):
        values = list_written(case.pool, [position for (position,) in case.runs])
        return [f"{', '.join(names)} = map(unit, {values})"]
    folds = (fold_written(case.pool, run) for run in case.runs)
    return [f"{one} = {text}" for one, text in zip(names, folds, strict=True)]


def told_runs(case: Case, text: str) -> str:
    """The runs that are named in a text, to be read by people: "a of [1], b of [2]"."""
    named = [run for run in range(len(case.runs)) if _is_named(name(run), text)]
    return ", ".join(f"{name(run)} of {shown(case.values(run))}" for run in named)


def caught(lines: Iterable[str], kind: str = "Exception") -> list[str]:
    """Lines that try others, and call what they raise ``given``."""
    return [
        "try:",
        *(f"    {line}" for line in lines),
        f"except {kind} as error:",
        '    given = f"{type(error).__name__}: {error}"',
    ]


def script(lines: Iterable[str]) -> str:
    """Lines of Python, after those that make the aggregation and what the lines use."""
    body = "\n".join(lines)
    head = ["{make}", *(line for used, line in _IMPORTS.items() if used in body)]
    if _is_named("nan", body) or _is_named("inf", body):
        head.append('nan, inf = float("nan"), float("inf")')
    if used := [function for function in _FUNCTIONS if _is_named(function, body)]:
        owned = ", ".join(f"aggregation.{function}" for function in used)
        head.append(f"{', '.join(used)} = {owned}")
    return "\n".join([*head, body]) + "\n"


def _is_named(what: str, text: str) -> bool:
    """Whether a name stands in a text by itself, not as a part of another or an attribute."""
    return re.search(rf"(?<![\w.]){what}\b", text) is not None
