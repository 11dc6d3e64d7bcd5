"""Laws: what every aggregation must keep, and what each ability it declares brings with it.

Laws are tried on reachable aggregates, those that windows make: bracketings of runs of the
aggregation's own examples. Aggregates are never compared, as only answers have a meaning: an
aggregate is right if its answer is right for the values that it stands for, also after more is
combined with it.
"""

from __future__ import annotations

import copy
import pickle
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import chain, cycle, islice
from random import Random
from typing import Any, NamedTuple

from swagbench.core import Ability, abilities
from swagbench.oracle import fold, is_right, is_same, recompute
from swagbench.verify.bracketings import (
    GONE,
    Case,
    Equation,
    aggregate,
    all_bracketings,
    associative,
    bracketed,
    combine,
    draw,
    equations,
    fold_written,
    list_written,
    runs_written,
    script,
    single_runs,
    single_values,
    told_runs,
    uncombine,
    value_written,
    with_empties,
    without_empties,
    written,
)
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Profile
from swagbench.verify.probes import examples_of, shown, takes_floats

EXPLAINED = "an answer that explains() accepts"


class LawFault(NamedTuple):
    """A counterexample: the formula and the runs of values it is about, and plain Python for it.

    The script begins with ``{make}``, in place of the lines that make the name ``aggregation``.
    """

    history: str
    expected: str
    given: str
    script: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A promise of an aggregation, by name. `find` gives the simplest counterexample found.

    `trials` says how many cases `find` goes through if there is none; 0 if there is nothing to try.
    `ability` is set for the law of an ability.
    """

    id: str
    promise: str
    find: Callable[[Any, Profile], LawFault | None]
    trials: Callable[[Any, Profile], int]
    ability: Ability | None = None


def laws_of(aggregation: Any) -> Iterator[tuple[Law, str]]:
    """Every law that can be tried with an aggregation, and why it is not claimed, "" if it is.

    An inverse and an order can be tried only where their methods are, the sign of zero only where
    there are floats.
    """
    offered = abilities(aggregation)
    for law in LAWS:
        if law.ability in {Ability.UNCOMBINE, Ability.ORDER} and law.ability not in offered:
            continue
        if law.id == "signed_zero" and not takes_floats(aggregation):
            continue
        is_lacking = law.ability is not None and law.ability not in offered
        why = _WHY_NOT_CLAIMED.get(law.id, lambda _: "")
        yield law, "not claimed" if is_lacking else why(aggregation)


def growth(aggregation: Any) -> str:
    """How the size of an aggregate grows with the number of its values, in words."""
    examples = examples_of(aggregation)

    def bytes_of(*values: Any) -> int:
        # Each has its own copy: an impure one that doubles its own values would have no end.
        return len(pickle.dumps(fold(aggregation, map(copy.deepcopy, values)), protocol=3))

    try:
        one = max(map(bytes_of, examples))
        few, many = (bytes_of(*islice(cycle(examples), count)) for count in (16, 256))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return f"how aggregates grow is not known: {_told_error(error)}"
    # Mixed values can come to less than the largest one of them takes alone.
    times = " and ".join(f"{max(1.0, size / one):.1f}" for size in (few, many))
    return f"aggregates of 16 and of 256 values take {times} times the bytes of one"


# --- how a law is tried ---------------------------------------------------------------------------


class _Wrong(NamedTuple):
    """What went wrong: as text for people, and what is expected as Python."""

    expected: str
    given: str
    expected_code: str
    about: _About | None = None


class _About(NamedTuple):
    """What a case asks: in short, the lines before it, and the expression that is asked for."""

    saying: str
    setup: Sequence[str]
    asked: str


Cases = Callable[[Any, Profile], Iterator[Case]]
Test = Callable[[Any, Case], "_Wrong | None"]
About = Callable[[Any, Case], _About]


def _law(
    id: str,  # noqa: A002 - as everywhere here
    promise: str,
    tried: tuple[Cases, Test, About],
    ability: Ability | None = None,
) -> Law:
    cases, test, about = tried

    def find(aggregation: Any, profile: Profile) -> LawFault | None:
        fails = partial(_try, aggregation, test, about)
        with warnings.catch_warnings():
            # What examples far apart in size and hostile values give rise to is no finding.
            warnings.simplefilter("ignore")
            return _simplest(cases(aggregation, profile), fails)

    def trials(aggregation: Any, profile: Profile) -> int:
        return sum(1 for _ in cases(aggregation, profile))

    return Law(id=id, promise=promise, find=find, trials=trials, ability=ability)


def _simplest(cases: Iterator[Case], fails: Callable[[Case], LawFault | None]) -> LawFault | None:
    """The fault of the first case that fails, cut down as long as a simpler one fails too."""
    found = next(((case, fault) for case in cases if (fault := fails(case))), None)
    while found is not None:
        case, fault = found
        found = next(((one, told) for one in case.simpler() if (told := fails(one))), None)
        if found is None:
            return fault
    return None


def _try(aggregation: Any, test: Test, about: About, case: Case) -> LawFault | None:
    """The fault that a case shows. An error of the aggregation's is one."""
    try:
        wrong = test(aggregation, case)
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return _raised(case, about(aggregation, case), error)
    return None if wrong is None else _fault(case, wrong.about or about(aggregation, case), wrong)


def _history(case: Case, about: _About) -> str:
    runs = told_runs(case, about.saying)
    return f"{about.saying}; {runs}" if runs else about.saying


def _fault(case: Case, about: _About, wrong: _Wrong) -> LawFault:
    lines = [
        *about.setup,
        f'print("expected", {wrong.expected_code})',
        f'print("given", {about.asked})',
    ]
    return LawFault(_history(case, about), wrong.expected, wrong.given, script(lines))


def _raised(case: Case, about: _About, error: Exception) -> LawFault:
    lines = [
        "try:",
        *(f"    {line}" for line in about.setup),
        f"    given = {about.asked}",
        "except Exception as error:",
        '    given = f"{type(error).__name__}: {error}"',
        'print("expected", "no error")',
        'print("given", given)',
    ]
    return LawFault(_history(case, about), "no error", _told_error(error), script(lines))


def _told_error(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _unless_right(aggregation: Any, case: Case, answer: Any) -> _Wrong | None:
    """What is wrong with an answer for the values that a case stands for."""
    held = case.held
    if is_right(aggregation, held, answer):
        return None
    expected = recompute(aggregation, held)
    if not is_right(aggregation, held, expected):
        return _Wrong(EXPLAINED, shown(answer), repr(EXPLAINED))
    code = f"repr(finalize({fold_written(case.pool, case.held_positions)}))"
    return _Wrong(shown(expected), shown(answer), code)


# --- equations: a formula, and the runs that it stands for ----------------------------------------

COMMUTES: tuple[Equation, ...] = (
    (combine(1, 0), (0, 1)),
    (combine(combine(1, 0), 2), (0, 1, 2)),
    (combine(0, combine(2, 1)), (0, 1, 2)),
)
REPEATS: tuple[Equation, ...] = (
    (combine(0, 0), (0,)),
    (combine(combine(0, 0), 1), (0, 1)),
    (combine(0, combine(1, 1)), (0, 1)),
)
PAIRS: tuple[Equation, ...] = ((combine(0, 1), (0, 1)),)
UNCOMBINES: tuple[Equation, ...] = (
    (uncombine(0, 0), ()),
    (uncombine(combine(0, 1), 0), (1,)),
    (combine(uncombine(combine(0, 1), 0), 2), (1, 2)),
)


def _equals(aggregation: Any, case: Case) -> _Wrong | None:
    agg = aggregate(aggregation, case.formula, case.aggs(aggregation))
    return _unless_right(aggregation, case, aggregation.finalize(agg))


def _equals_without(aggregation: Any, case: Case) -> _Wrong | None:
    """Whether a formula is right that would be so without what is empty in it."""
    wrong = _equals(aggregation, case)
    plain = without_empties(case.formula)
    if wrong is None or plain == GONE or not _equals(aggregation, replace(case, formula=plain)):
        return wrong
    return None


def _about_formula(_: Any, case: Case) -> _About:
    text = written(case.formula)
    return _About(text, runs_written(case), f"repr(finalize({text}))")


# --- one run --------------------------------------------------------------------------------------


def _picks(aggregation: Any, case: Case) -> _Wrong | None:
    answer = aggregation.pick(sorted(case.values(), key=aggregation.sort_key))
    return _unless_right(aggregation, case, answer)


def _about_picking(_: Any, case: Case) -> _About:
    values = list_written(case.pool, case.runs[0])
    setup = [f"ordered = sorted({values}, key=aggregation.sort_key)"]
    return _About("pick(sorted(a))", setup, "repr(aggregation.pick(ordered))")


def _defined(aggregation: Any, case: Case) -> _Wrong | None:
    """Whether folding agrees with what the aggregation says itself is right."""
    values, answer = case.values(), recompute(aggregation, case.values())
    explains = getattr(aggregation, "explains", None)
    definition = getattr(aggregation, "definition", None)
    if explains is None and definition is not None:
        expected = definition(tuple(values))
        if _is_strictly_same(expected, answer):
            return None
        code = f"repr(aggregation.definition({list_written(case.pool, case.runs[0])}))"
        return _Wrong(shown(expected), shown(answer), code)
    if explains is not None and not explains(values, answer):
        return _Wrong(EXPLAINED, shown(answer), repr(EXPLAINED))
    if definition is not None and not is_right(aggregation, values, given := definition(values)):
        asked = f"aggregation.definition({list_written(case.pool, case.runs[0])})"
        about = _About("definition(a)", (), f"repr({asked})")
        return _Wrong(EXPLAINED, shown(given), repr(EXPLAINED), about)
    return None


def _definitions(aggregation: Any, profile: Profile) -> Iterator[Case]:
    if not _why_undefined(aggregation):
        yield from single_runs(aggregation, profile, shortest=0)


def _about_folding(_: Any, case: Case) -> _About:
    return _About("fold of a", (), f"repr(finalize({fold_written(case.pool, case.runs[0])}))")


def _is_strictly_same(expected: Any, given: Any) -> bool:
    """Whether two answers are the same in type too, and in the sign of zero."""
    if type(expected) is not type(given):
        return False
    if isinstance(expected, list | tuple):
        same_length = len(expected) == len(given)
        return same_length and all(map(_is_strictly_same, expected, given))
    if isinstance(expected, float):
        return repr(expected) == repr(given)
    return is_same(expected, given)


# --- an answer asked for again --------------------------------------------------------------------

_SPOILERS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "list": ("answer.append(None)", lambda answer: answer.append(None)),
    "dict": ("answer.update({None: None})", lambda answer: answer.update({None: None})),
    "set": ("answer.add(None)", lambda answer: answer.add(None)),
    "bytearray": ("answer.append(0)", lambda answer: answer.append(0)),
    "ndarray": ("answer.fill(7)", lambda answer: answer.fill(7)),
}
"""How a caller may change an answer, by the name of its type: as it is written, and done."""


def _kind(answer: Any) -> str:
    """The kind of answer, of those that a caller can change; "" for all others."""
    kinds = (one.__name__ for one in type(answer).__mro__)
    return next((kind for kind in kinds if kind in _SPOILERS), "")


def _asked_again(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Runs whose answers are asked for twice, as they are and with the first one changed."""
    yield from single_runs(aggregation, profile, shortest=0, share=2, variants=("", "changed"))


def _repeats(aggregation: Any, case: Case) -> _Wrong | None:
    agg = fold(aggregation, case.values())
    answer = aggregation.finalize(agg)
    first, kind = _kept(answer), _kind(answer) if case.variant else ""
    if kind:
        with suppress(Exception):  # what cannot be changed is safe
            _SPOILERS[kind][1](answer)
    again = aggregation.finalize(agg)
    if _is_alike(first, again):
        return None
    return _Wrong(shown(first), shown(again), "first", _about_asking(case, kind))


def _about_asking_again(_: Any, case: Case) -> _About:
    return _about_asking(case, "")


def _about_asking(case: Case, kind: str) -> _About:
    setup = [*runs_written(case), "answer = finalize(a)", "first = repr(answer)"]
    if not kind:
        return _About("finalize(a), asked twice", setup, "repr(finalize(a))")
    setup.append(_SPOILERS[kind][0])
    return _About("finalize(a), its first answer changed", setup, "repr(finalize(a))")


def _kept(answer: Any) -> Any:
    """A copy of an answer that no one else has, if it can be copied."""
    try:
        return copy.deepcopy(answer)
    except Exception:  # noqa: BLE001 - it is other people's
        return answer


def _is_alike(expected: Any, given: Any) -> bool:
    """Whether an answer is the same as before: equal, or else the same when written down."""
    try:
        if is_same(expected, given):
            return True
    except Exception:  # noqa: BLE001, S110 - arrays have no truth: they are written down
        pass
    return type(expected) is type(given) and bool(_fingerprint(expected) == _fingerprint(given))


def _fingerprint(thing: Any) -> bytes | str:
    """Something that shows whether a thing has changed."""
    try:
        return pickle.dumps(thing)
    except Exception:  # noqa: BLE001 - whatever cannot be pickled is described instead
        return repr(thing)


# --- selecting ------------------------------------------------------------------------------------


def _pairs(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Two runs; as no formula is on trial, neither of them can be left out."""
    return (replace(case, formula=0) for case in equations(PAIRS, aggregation, profile))


def _selects(aggregation: Any, case: Case) -> _Wrong | None:
    a, b = case.aggs(aggregation)
    chosen = aggregation.combine(a, b)
    is_tie = is_same(aggregation.finalize(a), aggregation.finalize(b))
    if chosen is a or (chosen is b and not is_tie):
        return None
    expected = "a, the older of equals" if is_tie else "a or b"
    given = "b" if chosen is b else f"neither: {shown(aggregation.finalize(chosen))}"
    return _Wrong(expected, given, repr(expected))


def _about_selecting(_: Any, case: Case) -> _About:
    setup = [*runs_written(case), "chosen = combine(a, b)"]
    neither = 'f"neither: {finalize(chosen)!r}"'
    asked = f'"a" if chosen is a else "b" if chosen is b else {neither}'
    return _About("combine(a, b)", setup, asked)


# --- arguments ------------------------------------------------------------------------------------

_VALUES = "xyz"
_USES = [
    line.split()
    for line in """
        a unit x
        b unit y
        c unit z
        d combine a b
        e combine d c
        f combine b c
        g combine a f
        h combine b a
        _ finalize a
        _ finalize e
        i uncombine d a
        j uncombine e a
        k uncombine e d
        l empty
        m combine l a
        n combine a l
        _ finalize l
        o combine e m
        p combine o a
    """.splitlines()
    if line.strip()
]
"""What windows may do with three values: a name for what is made, a function, its arguments."""

Line = list[str]


def _triples(aggregation: Any, profile: Profile) -> Iterator[Case]:
    pool, rng = examples_of(aggregation), Random(profile.seed)
    firsts = [0] * 3, [at % len(pool) for at in range(3)]
    drawn = (draw(rng, pool, 3) for _ in range(profile.law_trials // 5))
    for positions in chain(firsts, drawn):
        yield Case(pool, tuple((position,) for position in positions))


def _usable(aggregation: Any) -> list[Line]:
    has_inverse = Ability.UNCOMBINE in abilities(aggregation)
    return [line for line in _USES if has_inverse or line[1] != "uncombine"]


class _Change(NamedTuple):
    """How many lines it took to change what has a name."""

    lines: int
    name: str


def _unchanged(aggregation: Any, case: Case) -> _Wrong | None:
    """Whether all that was ever made stays as it was, whatever is called."""
    lines = _usable(aggregation)
    change = _first_change(aggregation, case, lines)
    if change is None:
        return None
    lines = lines[: change.lines]
    # What these two are made from is enough, unless something else had a hand in it.
    needed, fewer = {change.name}, list[Line]()
    for line in reversed(lines):
        if line is lines[-1] or line[0] in needed:
            needed.update(line[2:])
            fewer.insert(0, line)
    if _first_change(aggregation, case, fewer) == (len(fewer), change.name):
        lines = fewer
    return _told_change(aggregation, case, lines, change.name)


def _made(aggregation: Any, case: Case, lines: Sequence[Line]) -> Iterator[dict[str, Any]]:
    """What there is by name, at first and after each line."""
    made = {one: case.values(run)[0] for run, one in enumerate(_VALUES)}
    yield made
    for given_name, function, *arguments in lines:
        result = getattr(aggregation, function)(*(made[one] for one in arguments))
        if given_name != "_":
            made[given_name] = result
        yield made


def _first_change(aggregation: Any, case: Case, lines: Sequence[Line]) -> _Change | None:
    marks: dict[str, Any] = {}
    for count, made in enumerate(_made(aggregation, case, lines)):
        for one, thing in made.items():
            mark = _fingerprint(thing)
            if marks.setdefault(one, mark) != mark:
                return _Change(count, one)
    return None


def _told_change(aggregation: Any, case: Case, lines: Sequence[Line], changed: str) -> _Wrong:
    """What changed, as it was when it was made and as it is after the last line."""
    before = after = None
    for made in _made(aggregation, case, lines):
        if changed in made:
            after = made[changed]
            before = before or (shown(after), _fingerprint(after))
    assert before is not None
    is_seen = before[0] != shown(after)
    code = f"repr({changed})" if is_seen else f"pickle.dumps({changed})"
    setup = [f"before = {code}", _line_written(case, lines[-1], changed)]
    setup[:0] = [_line_written(case, line, changed) for line in lines[:-1]]
    if changed in _VALUES:
        value = value_written(case.pool, case.runs[_VALUES.index(changed)][0])
        setup.insert(0, f"{changed} = {value}")
    formulas = _formulas(lines)
    saying = f"{formulas['last']} changes {formulas[changed]}"
    expected, given = (before[0], shown(after)) if is_seen else ("no change", "a change inside")
    return _Wrong(expected, given, "before", _About(saying, setup, code))


def _line_written(case: Case, line: Line, changed: str = "") -> str:
    """A line as Python, with its value in it unless that has to have a name."""
    given_name, function, *arguments = line
    for at, one in enumerate(arguments):
        if one in _VALUES and one != changed:
            arguments[at] = value_written(case.pool, case.runs[_VALUES.index(one)][0])
    call = f"{function}({', '.join(arguments)})"
    return call if given_name == "_" else f"{given_name} = {call}"


def _formulas(lines: Sequence[Line]) -> dict[str, str]:
    """What each line makes, as a formula of the runs; a run is named like its value."""
    told = {value: f"the value of {run}" for value, run in zip(_VALUES, "abc", strict=True)}
    for given_name, function, *arguments in lines:
        told["last"] = f"{function}({', '.join(told[one] for one in arguments)})"
        told[given_name] = given_name if function == "unit" else told["last"]
    return told


def _about_uses(aggregation: Any, case: Case) -> _About:
    lines = [_line_written(case, line) for line in _usable(aggregation)]
    return _About("what windows do with a, b, c", lines, '"no error"')


# --- empty aggregates -----------------------------------------------------------------------------


def _empties(aggregation: Any, profile: Profile) -> Iterator[Case]:
    return single_runs(aggregation, profile, share=2, variants=("empty()", "none"))


def _stays_fresh(aggregation: Any, case: Case) -> _Wrong | None:
    """Whether empty() answers as it did at first, the old one and a new one, after much use."""
    empty = aggregation.empty()
    first = _kept(aggregation.finalize(empty))
    units = [*map(aggregation.unit, case.values())]
    aggregation.finalize(reduce(aggregation.combine, units, empty))
    aggregation.finalize(aggregation.combine(units[0], empty))
    again = aggregation.finalize(aggregation.empty() if case.variant == "empty()" else empty)
    return None if _is_alike(first, again) else _Wrong(shown(first), shown(again), "first")


def _about_empty(_: Any, case: Case) -> _About:
    units = list_written(case.pool, case.runs[0])
    setup = [
        "none = empty()",
        "first = repr(finalize(none))",
        f"units = [*map(unit, {units})]",
        "finalize(reduce(combine, units, none))",
        "finalize(combine(units[0], none))",
    ]
    saying = "empty() made again" if case.variant == "empty()" else "empty() kept"
    asked = f"repr(finalize({case.variant}))"
    return _About(f"{saying}, after combining it with units of a", setup, asked)


# --- copies ---------------------------------------------------------------------------------------

_COPIES: dict[str, Callable[[Any], Any]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle.loads(pickle.dumps": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301
}
_AGGREGATION = " aggregation"


def _copied(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Copies of the aggregation itself, of aggregates, and of those that more is combined with."""
    variants = [kind + of for of in ("", _AGGREGATION) for kind in _COPIES]
    yield from single_runs(aggregation, profile, shortest=0, longest=5, share=10, variants=variants)
    for case in equations(PAIRS, aggregation, profile, share=30):
        yield from (replace(case, variant=kind) for kind in _COPIES)


def _copies(aggregation: Any, case: Case) -> _Wrong | None:
    kind = case.variant.removesuffix(_AGGREGATION)
    if kind != case.variant:
        try:
            twin = _COPIES[kind](aggregation)
        except Exception:  # noqa: BLE001 - modules and lambdas are not there to be copied
            return None
        wrong = _unless_right(aggregation, case, recompute(twin, case.held))
        return wrong if wrong and not _equals(aggregation, case) else None
    aggs = case.aggs(aggregation)
    aggs[0] = _COPIES[kind](aggs[0])
    answer = aggregation.finalize(aggregate(aggregation, case.formula, aggs))
    wrong = _unless_right(aggregation, case, answer)
    # What is wrong without copies too is not for this law to tell.
    return wrong if wrong and not _equals(aggregation, case) else None


def _about_copying(_: Any, case: Case) -> _About:
    kind = case.variant.removesuffix(_AGGREGATION)
    closed = "))" if kind.count("(") else ")"
    if kind != case.variant:
        agg = fold_written(case.pool, case.runs[0], of="twin.")
        saying = f"fold of a, by {kind}(aggregation{closed}"
        setup = [f"twin = {kind}(aggregation{closed}"]
        return _About(saying, setup, f"repr(twin.finalize({agg}))")
    text = written(case.formula)
    copied = f"{kind}(a{closed}"
    setup = [*runs_written(case), f"a = {copied}"]
    return _About(re.sub(r"\ba\b", copied, text), setup, f"repr(finalize({text}))")


# --- the sign of zero -----------------------------------------------------------------------------

ZEROS = (0.0, -0.0, 1.0)


def _zeros(_: Any, profile: Profile) -> Iterator[Case]:
    """Every bracketing of every few of these."""
    for size in range(3, 4 if profile.name == "fast" else 5):
        for positions in single_values(ZEROS, size, len(ZEROS) ** size):
            for formula in all_bracketings(size)[:-1]:
                yield bracketed(ZEROS, formula, positions)


def _keeps_sign(aggregation: Any, case: Case) -> _Wrong | None:
    agg = aggregate(aggregation, case.formula, case.aggs(aggregation))
    expected, answer = recompute(aggregation, case.held), aggregation.finalize(agg)
    if repr(expected) == repr(answer):
        return None
    code = f"repr(finalize({fold_written(case.pool, case.held_positions)}))"
    return _Wrong(shown(expected), shown(answer), code)


# --- hostile values -------------------------------------------------------------------------------

HOSTILE: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "''": str,
    "'x'": lambda: "x",
    "2**2000": lambda: 2**2000,
    "-2**2000": lambda: -(2**2000),
    "1e308": lambda: 1e308,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "True": lambda: True,
    "b''": bytes,
    "()": tuple,
    "[]": list,
    "{}": dict,
    "object()": object,
}
"""Values that no aggregation is made for, as they are written. Each use has its own."""

_NUMPY: dict[str, Callable[[Any], Any]] = {
    "numpy.float64('nan')": lambda numpy: numpy.float64("nan"),
    "numpy.int8(-128)": lambda numpy: numpy.int8(-128),
    "numpy.bool_(True)": lambda numpy: numpy.bool_(True),
}
_ATTEMPTS = ("finalize({})", "finalize(combine(a, {}))", "finalize(combine({}, a))")


def _hostile(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Each hostile value between those of a run; of NumPy only what is there already."""
    values = [*HOSTILE, *(_NUMPY if "numpy" in sys.modules else ())]
    kept = [f"{attempt}; {kept}" for attempt in _ATTEMPTS for kept in ("a", "empty()")]
    variants = [f"{value}; {attempt}" for value in values for attempt in kept]
    yield from single_runs(aggregation, profile, share=150, variants=variants)


def _survives(aggregation: Any, case: Case) -> _Wrong | None:
    """Whether own aggregates answer as before, once a hostile value has been refused."""
    value, attempt, kept = case.variant.split("; ")
    make = HOSTILE.get(value) or partial(_NUMPY[value], sys.modules.get("numpy"))
    agg = fold(aggregation, case.values())

    def ask() -> Any:
        return aggregation.finalize(agg if kept == "a" else aggregation.empty())

    try:
        before = _kept(ask())
    except Exception:  # noqa: BLE001 - this is for other laws to tell
        return None
    try:
        unit = aggregation.unit(make())
        parts = {_ATTEMPTS[0]: (unit,), _ATTEMPTS[1]: (agg, unit), _ATTEMPTS[2]: (unit, agg)}
        aggregation.finalize(reduce(aggregation.combine, parts[attempt]))
    except Exception:  # noqa: BLE001 - to refuse it is fine, if nothing has changed
        after = ask()
    except (KeyboardInterrupt, TimeIsUp):
        raise
    except BaseException as error:  # noqa: BLE001 - no value may end the program
        about = _about_ending(case, attempt.format(f"unit({value})"))
        return _Wrong("an answer or an Exception", _told_error(error), '"an Exception"', about)
    else:
        return None
    return None if _is_alike(before, after) else _Wrong(shown(before), shown(after), "before")


def _about_hostility(_: Any, case: Case) -> _About:
    value, attempt, kept = case.variant.split("; ")
    tried = attempt.format(f"unit({value})")
    setup = [
        *runs_written(case),
        f"before = repr(finalize({kept}))",
        "try:",
        f"    {tried}",
        "except Exception as error:",
        '    print("raised", type(error).__name__)',
    ]
    return _About(f"finalize({kept}) after {tried}", setup, f"repr(finalize({kept}))")


def _about_ending(case: Case, tried: str) -> _About:
    setup = [
        *runs_written(case),
        "try:",
        f"    given = {tried}",
        "except BaseException as error:",
        '    given = f"{type(error).__name__}: {error}"',
    ]
    return _About(tried, setup, "given")


# --- the laws -------------------------------------------------------------------------------------


def _nothing(_: Any, __: Any) -> Iterator[Case]:
    return iter(())


def _why_undefined(aggregation: Any) -> str:
    stated = hasattr(aggregation, "explains") or hasattr(aggregation, "definition")
    return "" if stated else "states no definition"


def _why_unsigned(aggregation: Any) -> str:
    inexact = hasattr(aggregation, "explains")
    return "the sign of zero may depend on the order of adding" if inexact else ""


_WHY_NOT_CLAIMED: dict[str, Callable[[Any], str]] = {
    "definition": _why_undefined,
    # Its text is asked for by itself: to list the laws runs nothing of the aggregation.
    "growth": lambda _: "told, not promised",
    "signed_zero": _why_unsigned,
}

LAWS: tuple[Law, ...] = (
    _law(
        "law.associative",
        "however adjacent runs of values are bracketed, the answer is that of the plain fold",
        (associative, _equals, _about_formula),
    ),
    _law(
        "law.identity",
        "empty() changes no answer, wherever it is combined with",
        (with_empties, _equals_without, _about_formula),
    ),
    _law(
        "law.commutative",
        "combine(b, a) is combine(a, b)",
        (partial(equations, COMMUTES), _equals, _about_formula),
        Ability.COMMUTATIVE,
    ),
    _law(
        "law.idempotent",
        "combine(a, a) is a",
        (partial(equations, REPEATS), _equals, _about_formula),
        Ability.IDEMPOTENT,
    ),
    _law(
        "law.selective",
        "combine(a, b) is a or b themselves, and a, the older, if they answer the same",
        (_pairs, _selects, _about_selecting),
        Ability.SELECTIVE,
    ),
    _law(
        "law.inverse",
        "uncombine(combine(a, b), a) is b",
        (partial(equations, UNCOMBINES), _equals, _about_formula),
        Ability.UNCOMBINE,
    ),
    _law(
        "law.order",
        "the pick of the values sorted by key, equal keys in order of arrival, is the answer",
        (single_runs, _picks, _about_picking),
        Ability.ORDER,
    ),
    _law(
        "finalize.repeatable",
        "finalize asked twice answers the same, also if its first answer is changed meanwhile",
        (_asked_again, _repeats, _about_asking_again),
    ),
    _law(
        "arguments.unchanged",
        "no function changes its arguments or any other aggregate, then or later",
        (_triples, _unchanged, _about_uses),
    ),
    _law(
        "empty.fresh",
        "empty() answers after much use as it did at first",
        (_empties, _stays_fresh, _about_empty),
    ),
    _law(
        "definition",
        "the fold of values is what the aggregation's own definition says, to the type and sign",
        (_definitions, _defined, _about_folding),
    ),
    _law(
        "growth",
        "how many bytes an aggregate takes as its values become more: told, not promised",
        (_nothing, _equals, _about_formula),
    ),
    _law(
        "copy",
        "copy, deepcopy and pickle keep the answers of aggregates, and of the aggregation",
        (_copied, _copies, _about_copying),
    ),
    _law(
        "signed_zero",
        "the sign of a zero does not depend on the bracketing",
        (_zeros, _keeps_sign, _about_formula),
    ),
    _law(
        "hostile",
        "a value that is not its own is answered or refused, and changes no other answer",
        (_hostile, _survives, _about_hostility),
    ),
)
