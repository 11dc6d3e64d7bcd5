"""Arguments: no function changes what it is given, or anything that was ever made."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Any

from swagbench.core import Ability, abilities
from swagbench.oracle import fold
from swagbench.verify.checking import Profile
from swagbench.verify.laws.cases import (
    LONG_RUN,
    LONGER_RUNS,
    Case,
    draw,
    longer_runs,
    one_each,
)
from swagbench.verify.laws.law import About, Trial, Wrong
from swagbench.verify.laws.sameness import fingerprint
from swagbench.verify.laws.writing import list_written, value_written
from swagbench.verify.probes import examples_of, shown

Line = list[str]

FOLD = "fold"

_VALUES = "xyz"


def _lines(text: str) -> list[Line]:
    return [line.split() for line in re.split("[;\n]", text)]


_USES = _lines(
    """a unit x; b unit y; c unit z
    d combine a b; e combine d c; f combine b c; g combine a f; h combine b a
    _ finalize a; _ finalize e
    i uncombine d a; j uncombine e a; k uncombine e d
    l empty; m combine l a; n combine a l; _ finalize l
    o combine e m; p combine o a
    q combine d f; _ finalize q; r combine f d"""
)
"""What windows may do with three values: a name for what is made, a function, its arguments."""

_USES_OF_RUNS = _lines(
    """a fold x; b fold y; c unit z
    d combine a b; _ finalize d; e combine d c; _ finalize e; f combine b a
    _ finalize a; _ finalize f; g uncombine d a"""
)
"""The same with runs of many values, whose aggregates may have another form than those of few."""


def _triples(aggregation: Any, profile: Profile) -> Iterator[Case]:
    pool, rng = examples_of(aggregation), Random(profile.seed)
    firsts = [0] * 3, [at % len(pool) for at in range(3)]
    drawn = (draw(rng, pool, 3) for _ in range(profile.law_trials // 5))
    for positions in chain(firsts, drawn):
        yield Case(pool, one_each(positions))
    for run in longer_runs(pool, profile, sizes=(LONG_RUN, LONGER_RUNS[0])):
        half = len(run) // 2
        yield Case(pool, (run[:half], run[half:], run[:1]))


def _usable(aggregation: Any, case: Case) -> list[Line]:
    has_inverse = Ability.UNCOMBINE in abilities(aggregation)
    uses = _USES if all(len(run) == 1 for run in case.runs) else _USES_OF_RUNS
    return [line for line in uses if has_inverse or line[1] != "uncombine"]


def _unchanged(aggregation: Any, case: Case) -> Wrong | None:
    """Whether all that was ever made stays as it was, whatever is called."""
    lines = _usable(aggregation, case)
    change = _first_change(aggregation, case, lines)
    if change is None:
        return None
    count, changed = change
    lines = lines[:count]
    # What these two are made from is enough, unless something else had a hand in it.
    needed, fewer = {changed}, list[Line]()
    for line in reversed(lines):
        if line is lines[-1] or line[0] in needed:
            needed.update(line[2:])
            fewer.insert(0, line)
    if _first_change(aggregation, case, fewer) == (len(fewer), changed):
        lines = fewer
    return _told_change(aggregation, case, lines, changed)


def _made(aggregation: Any, case: Case, lines: Sequence[Line]) -> Iterator[dict[str, Any]]:
    """What there is by name, at first and after each line."""
    folded = _folded(lines)
    runs = map(case.values, range(len(_VALUES)))
    made = {one: run if one in folded else run[0] for one, run in zip(_VALUES, runs, strict=True)}
    yield made
    for given_name, function, *arguments in lines:
        call = partial(fold, aggregation) if function == FOLD else getattr(aggregation, function)
        result = call(*(made[one] for one in arguments))
        if given_name != "_":
            made[given_name] = result
        yield made


def _folded(lines: Sequence[Line]) -> set[str]:
    """Which of the values are whole runs."""
    return {arguments[0] for _, function, *arguments in lines if function == FOLD}


def _first_change(aggregation: Any, case: Case, lines: Sequence[Line]) -> tuple[int, str] | None:
    """How many lines it takes to change what has a name, and that name."""
    marks: dict[str, Any] = {}
    for count, made in enumerate(_made(aggregation, case, lines)):
        for one, thing in made.items():
            mark = fingerprint(thing)
            if marks.setdefault(one, mark) != mark:
                return count, one
    return None


def _told_change(aggregation: Any, case: Case, lines: Sequence[Line], changed: str) -> Wrong:
    """What changed, as it was when it was made and as it is after the last line."""
    before = after = None
    for made in _made(aggregation, case, lines):
        if changed in made:
            after = made[changed]
            before = before or (shown(after), fingerprint(after))
    assert before is not None
    is_seen = before[0] != shown(after)
    code = f"repr({changed})" if is_seen else f"pickle.dumps({changed})"
    *firsts, last = (_line_written(case, line, changed) for line in lines)
    setup = [*firsts, f"before = {code}", last]
    if changed in _VALUES:
        written = _run_written if changed in _folded(lines) else _value_written
        setup.insert(0, f"{changed} = {written(case, changed)}")
    formulas = _formulas(lines)
    saying = f"{formulas['last']} changes {formulas[changed]}"
    expected, given = (before[0], shown(after)) if is_seen else ("no change", "a change inside")
    return Wrong(expected, given, "before", About(saying, setup, code))


def _line_written(case: Case, line: Line, changed: str = "") -> str:
    """A line as Python, with its value in it unless that has to have a name."""
    given_name, function, *arguments = line
    if function == FOLD:
        run = changed if changed == arguments[0] else _run_written(case, arguments[0])
        return f"{given_name} = reduce(combine, map(unit, {run}))"
    for at, one in enumerate(arguments):
        if one in _VALUES and one != changed:
            arguments[at] = _value_written(case, one)
    call = f"{function}({', '.join(arguments)})"
    return call if given_name == "_" else f"{given_name} = {call}"


def _value_written(case: Case, value: str) -> str:
    return value_written(case.pool, case.runs[_VALUES.index(value)][0])


def _run_written(case: Case, value: str) -> str:
    return list_written(case.pool, case.runs[_VALUES.index(value)])


def _formulas(lines: Sequence[Line]) -> dict[str, str]:
    """What each line makes, as a formula of the runs; a run is named like its value."""
    told = {value: f"the value of {run}" for value, run in zip(_VALUES, "abc", strict=True)}
    for given_name, function, *arguments in lines:
        told["last"] = f"{function}({', '.join(told[one] for one in arguments)})"
        told[given_name] = given_name if function in ("unit", FOLD) else told["last"]
    return told


def _about_uses(aggregation: Any, case: Case) -> About:
    lines = [_line_written(case, line) for line in _usable(aggregation, case)]
    return About("what windows do with a, b, c", lines, '"no error"')


UNCHANGED = Trial(_triples, _unchanged, _about_uses)
