"""Reproducers: scripts that show a fault with plain Python, without the suite's runner.

Each prints a line ``expected …`` and then ``given …``, or runs into the error
that was not expected.
"""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from string import Template
from types import ModuleType
from typing import Any

from swagbench.core import Guarantee
from swagbench.plugin_file import FILE_PREFIX
from swagbench.verify import templates
from swagbench.verify.carriers import Listed
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import NO_ERROR, Check, Subject, Wrong, tried
from swagbench.verify.conformance import follow
from swagbench.verify.cost import slides_at_end
from swagbench.verify.exceptions import KINDS
from swagbench.verify.over_time import OVER_TIME, SPAN
from swagbench.verify.probes import Arena, Real, SortedWindows, WeakOrders, shown
from swagbench.verify.words import ASK, POP, PUSH, VALUES

MOST_STEPS = 12
"""Runs of like steps, and values in one of them, that are written out; more become a loop."""

WIDTH = 96
OTHERS_WORD = PUSH * 3 + POP + ASK
"""What an earlier window has seen, where it takes one for the fault to show."""


# --- words, for people and for Python -------------------------------------------------------------


def steps_in_words(arena: Arena, word: str, check_id: str = "") -> str:
    """A word with its values, for people: ``push 0, 1, 2, pop, eval``.

    Over time, which is the check `time`, with the times: ``push 0 at 0, push 1 at 4, time 14``.
    """
    if check_id == OVER_TIME.id:
        return ", ".join(_events_in_words(arena, word))
    parts = []
    pushed = 0
    for kind, letters in groupby(word, key=lambda letter: letter if letter in POP + ASK else PUSH):
        run = list(letters)
        if kind in POP + ASK:
            verb = {POP: "pop", ASK: "eval"}[kind]
            count = {1: "", 2: " twice"}.get(len(run), f" {len(run)} times")
            parts.append(verb + count)
            continue
        values = [arena.value(letter, pushed + index) for index, letter in enumerate(run)]
        pushed += len(run)
        parts.append(f"push {_few(values)}")
    return ", ".join(parts)


def _events_in_words(arena: Arena, word: str) -> Iterator[str]:
    now = pushed = 0
    runs = [(is_push, list(run)) for is_push, run in groupby(word, lambda one: one == PUSH)]
    for number, (is_push, run) in enumerate(runs, start=1):
        if is_push:
            values = [arena.value(PUSH, pushed + index) for index in range(len(run))]
            pushed += len(run)
            yield f"push {_few(values)} at {now}"
        else:
            now += sum(1 + VALUES.index(letter) for letter in run if letter in VALUES)
            if number == len(runs):
                yield f"time {now}"


def _few(values: Sequence[Any]) -> str:
    if len(values) <= 4:
        return ", ".join(map(repr, values))
    return f"{values[0]!r}, {values[1]!r}, …, {values[-1]!r} ({len(values)} values)"


def _expression(word: str) -> str:
    """A word as a Python expression, what is repeated in it written once.

    >>> _expression("u" * 65 + "oqoqoqoqoqoq")
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


# --- scripts --------------------------------------------------------------------------------------


def script_for(check: Check, subject: Subject, word: str, wrong: Wrong) -> str:
    """A script that shows what went wrong: it prints what was expected, and then what is given."""
    if isinstance(subject.arena, Real):
        aggregation = "\n".join(aggregation_lines(subject.arena.aggregation, subject.arena.spec))
    else:
        aggregation, subject, wrong = _spelled_out(check, subject, word, wrong)
    if check.id == "eval.pure":
        word, wrong = _first_future(subject, word, wrong)
    others = _alone_is_right(check, subject, word, wrong)
    family = FAMILIES.get(check.id)
    if family is None or isinstance(subject.arena, Real):
        body = "\n".join(_plain(subject.arena, word, wrong, others=others))
    else:
        before, around, through = family(subject, word, wrong)
        if others:
            # What is left over is seen for certain where it must be adjacent.
            aggregation = templates.IN_RUNS.get(subject.arena.id, aggregation)
            through = _after_others(around, through, wrong)
        body = "\n" + _self_checking(subject.arena, around, through, wrong)
        aggregation += before
    makes = "\n".join(window_lines(subject.algorithm))
    if "import copy, pickle" in body:
        makes = _found_again(makes)
    return f"{makes}\n{aggregation.rstrip()}\n{body}\n"


def _after_others(around: str, through: str, wrong: Wrong) -> str:
    """What goes through the word, after another window has been in use."""
    is_wrapped = "inside = aggregation" in around
    first = _filled(templates.FIRST, aggregation="inside" if is_wrapped else "aggregation")
    expects = f"\nprint('expected', {wrong.expected!r}, flush=True)"
    return expects + first + (templates.OTHERS if "Tried(" in through else "") + through


def _alone_is_right(check: Check, subject: Subject, word: str, wrong: Wrong) -> bool:
    """Whether nothing is wrong in a process that has made no other window before: something is
    shared. Its module is run afresh to find out; if it cannot be, the answer is no."""
    name = getattr(subject.algorithm, "__qualname__", "")
    module = sys.modules.get(subject.algorithm.__module__)
    if not name.isidentifier() or getattr(module, name, None) is not subject.algorithm:
        return False
    try:
        afresh = runpy.run_path(inspect.getfile(subject.algorithm))[name]
        alone = tried(check, replace(subject, algorithm=afresh), word)
    except (Exception, SystemExit, TimeIsUp):  # noqa: BLE001 - other people's code
        return False
    # Something else may be wrong then: it cannot be pickled, for want of a module.
    return alone is None or alone.note not in ("", wrong.note)


class _Spelled:
    """The free monoid as tuples, to be read, in which no wrong combine is refused."""

    commutative = False

    def __init__(self, arena: Any) -> None:
        self.id = arena.id
        self.aggregation = self
        if hasattr(arena, "uncombine"):
            self.uncombine = _without_oldest

    def value(self, _letter: str, index: int) -> int:
        return index

    def empty(self) -> tuple[int, ...]:
        return ()

    def unit(self, value: int) -> tuple[int, ...]:
        return (value,)

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        return older + newer

    def finalize(self, agg: tuple[int, ...]) -> list[int]:
        return list(agg)

    def answer(self, held: Sequence[int]) -> list[int]:
        return list(held)

    def is_right(self, held: Sequence[int], answer: Any) -> bool:
        return bool(answer == list(held))

    def tell(self, held: Sequence[int]) -> str:
        return shown(list(held))


def _without_oldest(whole: tuple[int, ...], oldest: tuple[int, ...]) -> tuple[int, ...]:
    return whole[len(oldest) :]


def _spelled_out(
    check: Check, subject: Subject, word: str, wrong: Wrong
) -> tuple[str, Subject, Wrong]:
    """The probe as text. The free monoid as tuples if the fault shows there too, else as runs."""
    id_ = subject.arena.id
    if id_ not in templates.IN_RUNS:
        return templates.AGGREGATIONS[id_], subject, wrong
    spelled = replace(subject, arena=_Spelled(subject.arena))
    try:
        same = tried(check, spelled, word)
    except TimeIsUp:
        same = None
    if same is None:
        return templates.IN_RUNS[id_], subject, wrong
    return templates.AGGREGATIONS[id_], spelled, same._replace(note=same.note or wrong.note)


def _first_future(subject: Subject, word: str, wrong: Wrong) -> tuple[str, Wrong]:
    """With or without questions, drained or not: where it first goes wrong."""
    drain = (POP + ASK) * (len(word) - word.count(ASK) - 2 * word.count(POP))
    for end in ("", drain):
        for future in (word, word.replace(ASK, "")):
            if same := follow(subject, future + end):
                return future + end, same
    return word, wrong


# --- plain ones: the steps, one question ----------------------------------------------------------


def _plain(arena: Arena, word: str, wrong: Wrong, *, others: bool) -> Iterator[str]:
    """Make a window, take the steps, ask. What raised is done after what was expected is told."""
    if wrong.note and wrong.note.isprintable():
        yield f"# {wrong.note}"
    if others:
        yield "other = Window(aggregation)  # a window alone is right"
        yield from (line.replace("window.", "other.") for line in _steps(arena, OTHERS_WORD))
    expects = f"print('expected', {wrong.expected!r}, flush=True)"
    window = "window = Window(aggregation)"
    if not wrong.step:
        yield from (expects, window)
        return
    yield window
    before, last = word[: wrong.step - 1], word[wrong.step - 1 : wrong.step]
    yield from _steps(arena, before)
    yield expects
    if last and last != ASK:
        value = "" if last == POP else _literal(arena, last, _pushes(before))
        yield f"window.{'pop' if last == POP else 'push'}({value})"
    asks = "f'length {len(window)}'" if wrong.given.startswith("length ") else "window.eval()"
    yield f"print('given   ', {asks})"


def _steps(arena: Arena, word: str) -> Iterator[str]:
    """Lines for the steps of a word: one for each run of like steps, or a loop."""
    runs = [
        (kind, "".join(run))
        for kind, run in groupby(word, lambda letter: letter if letter in POP + ASK else PUSH)
    ]
    pushed = 0
    lines = []
    for kind, run in runs[: MOST_STEPS + 1]:
        if kind == PUSH:
            values = [_literal(arena, letter, pushed + at) for at, letter in enumerate(run)]
            some = _range_of(values) or (f"({', '.join(values)})" if len(run) <= MOST_STEPS else "")
            pushed += len(run)
            if not some:
                break
            each = f"for value in {some}: window.push(value)"
            lines.append(f"window.push({values[0]})" if len(run) == 1 else each)
        else:
            call = "window.pop()" if kind == POP else "window.eval()"
            lines.append(f"for _ in range({len(run)}): {call}" if len(run) > 1 else call)
    if len(lines) == len(runs) <= MOST_STEPS:
        yield from lines
        return
    yield from _values(arena, word)
    yield f"for letter in {_expression(word)}:"
    yield "    if letter == 'o':"
    yield "        window.pop()"
    yield "    elif letter == 'q':"
    yield "        window.eval()"
    yield "    else:"
    yield "        window.push(next(values))"


def _range_of(literals: list[str]) -> str | None:
    """``range(2, 5)`` for three or more whole numbers in a row."""
    if len(literals) < 3 or not all(one.isdigit() for one in literals):
        return None
    first, last = int(literals[0]), int(literals[-1])
    if literals != [*map(str, range(first, first + len(literals)))]:
        return None
    return f"range({first}, {last + 1})" if first else f"range({last + 1})"


def _values(arena: Arena, word: str) -> Iterator[str]:
    """Lines that make `values` give what is pushed, one after the other."""
    letters = [letter for letter in word if letter not in POP + ASK]
    if not isinstance(arena, Real | SortedWindows | WeakOrders):
        yield "from itertools import count"
        yield "values = count()"
    elif type(arena) is Real and set(letters) <= {PUSH}:
        examples = getattr(arena.aggregation, "examples", ()) and "aggregation.examples"
        yield "from itertools import cycle"
        yield f"values = cycle({examples or arena.examples!r})"
    else:
        literals = (_literal(arena, letter, index) for index, letter in enumerate(letters))
        yield _wrapped("values = iter([", ", ".join(literals), "])", opened="[")


def _literal(arena: Arena, letter: str, index: int) -> str:
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


def _pushes(word: str) -> int:
    return len(word) - word.count(POP) - word.count(ASK)


# --- self-checking ones ---------------------------------------------------------------------------


def _self_checking(arena: Arena, around: str, through: str, wrong: Wrong) -> str:
    """What is pushed and right, the window compared with it, and the way through the word."""
    keys = getattr(arena, "KEYS", None)
    values = templates.KEYED if keys else templates.NUMBERED
    parts = ["", _filled(values, keys=repr(keys), count=len(keys or ()))]
    if re.search(r"\b(Tried|compare|show|right)\(", around + through):
        right = templates.RIGHT.get(arena.id, "list(held)")
        parts.append(_filled(templates.COMPARE, right=right))
    parts.append(around)
    if "Tried(" in through:
        parts.append(templates.TRIED)
    if wrong.expected == NO_ERROR and "flush=True" not in through:
        parts.append(f"\nprint('expected', {NO_ERROR!r}, flush=True)")
    parts.append(through)
    return "\n".join(part.strip("\n") + "\n" for part in parts if part).strip("\n")


def _filled(template: str, **names: object) -> str:
    return Template(template).substitute(names)


def _found_again(makes: str) -> str:
    """pickle finds a class by its module, which a file that is only run has none of."""
    before, run, after = makes.partition("Window = runpy.run_path(")
    if not run:
        return makes
    path, _, name = after.rpartition("[")
    return (
        f"{before}import sys\nfrom types import SimpleNamespace\n"
        f"names = runpy.run_path({path}\nWindow = names[{name}\n"
        "sys.modules[Window.__module__] = SimpleNamespace(**names)  # for pickle to find it again"
    )


Blocks = tuple[str, str, str]
"""What comes after the aggregation, around it, and the way through the word."""


def _going(through: str, around: str = "") -> Callable[[Subject, str, Wrong], Blocks]:
    """A family that needs to know the word only."""

    def family(_subject: Subject, word: str, _wrong: Wrong) -> Blocks:
        return "", around, _filled(through, word=_expression(word))

    return family


def _boxed(*, remembers: bool) -> str:
    return _filled(templates.BOXED, held=", (value,)" if remembers else "")


def _listed(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Aggregates as lists. Whether there is one empty one: as the note says, or as it was wrong."""
    through = templates.FOLLOW
    if is_changed := wrong.expected.startswith("every aggregate"):
        through = templates.UNCHANGED
    shares_empty = "one object" in wrong.note
    if not wrong.note:
        listed = Listed(subject.aggregation)
        was_wrong = follow(subject, word, listed)
        shares_empty = not (listed.changed() if is_changed else was_wrong)
    empty = "lambda: shared" if shares_empty else "lambda: new(inside.empty())"
    around = _filled(templates.LISTED, empty=empty)
    return "", around, _filled(through, word=_expression(word))


def _copied(_subject: Subject, word: str, wrong: Wrong) -> Blocks:
    name = wrong.note.rpartition(" ")[2]
    duplicate = f"{name if name.startswith('copy.') else 'copy.copy'}(original.window)"
    if name == "pickle":
        duplicate = "pickle.loads(pickle.dumps(original.window))"
    through = _filled(templates.COPIES, word=_expression(word), duplicate=duplicate)
    return templates.PICKLED if name == "pickle" else "", "", through


def _interrupted(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    number, function, kind = "1", "combine", "Exception"
    if match := re.search(r"call (\d+) of (\w+) raised \(as (\w+)\)", wrong.note):
        number, function, kind = match.groups()
    is_strong = subject.card.guarantee is Guarantee.STRONG
    through = templates.AS_BEFORE if is_strong else templates.USABLE
    # As the check does: every second kind of error is followed by a question.
    asks_first = [one.__name__ for one in KINDS].index(kind) % 2
    asks = "        tried.take('q')\n" * asks_first
    around = _filled(templates.RAISING, number=number, function=function, kind=kind)
    return "", around, _filled(through, word=_expression(word), number=number, asks=asks)


def _opaque(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    around = _boxed(remembers=False) + templates.BOXED_VALUES
    if wrong.note.endswith("is None"):
        second = f"unit({subject.arena.value(PUSH, 1)!r})"
        none = "empty()" if "no values" in wrong.note else second
        around = _filled(templates.WITH_NONE, none=none)
    return "", around, _filled(templates.FOLLOW, word=_expression(word))


def _spent(_subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Counted is the last step, the last slide, or all slides of a full window."""
    start, divided = wrong.step - 1, ""
    if "a slide on average" in wrong.expected:
        start, slides = slides_at_end(word)
        divided = f" / {slides}"
    elif "a slide" in wrong.expected:
        start = wrong.step - 3
    through = _filled(
        templates.BUDGET,
        word=_expression(word[: wrong.step]),
        start=start,
        divided=divided,
        expected=repr(wrong.expected),
    )
    return "", templates.COUNTED, through


def _held(_subject: Subject, word: str, wrong: Wrong) -> Blocks:
    taken = _expression(word[: wrong.step])
    through = _filled(templates.SPACE, word=taken, expected=repr(wrong.expected))
    return "", _boxed(remembers=False), through


def _over_time(_subject: Subject, word: str, _wrong: Wrong) -> Blocks:
    return "", "", _filled(templates.OVER_TIME, word=_expression(word), span=SPAN)


FAMILIES: dict[str, Callable[[Subject, str, Wrong], Blocks]] = {
    "oracle.two_instances": _going(templates.TWO_WINDOWS),
    "opaque": _opaque,
    "empty.pop": _going(templates.POP_FROM_EMPTY),
    "eval.repeatable": _going(templates.ASK_TWICE),
    "answer.isolated": _going(templates.CHANGE_ANSWERS),
    "arguments.unchanged": _listed,
    "empty.shared": _listed,
    "containment.poison": _going(templates.WITH_TOXIC, templates.TOXIC),
    "release": _going(templates.RELEASE, _boxed(remembers=True)),
    **dict.fromkeys(
        (f"exceptions.{name}" for name in ("unit", "combine", "uncombine", "finalize")),
        _interrupted,
    ),
    **dict.fromkeys(("exceptions.sort_key", "exceptions.pick"), _interrupted),
    **dict.fromkeys(("budget.amortized", "budget.worst", "budget.eval"), _spent),
    **dict.fromkeys(("space.partials", "space.drain", "space.slide"), _held),
    "copy": _copied,
    "len": _going(templates.MEASURE),
    "returns": _going(templates.RETURNS),
    "deterministic": _going(templates.SAME_CALLS),
    "reentrant": _going(templates.MEANWHILE, templates.ASKING),
    OVER_TIME.id: _over_time,
}
"""How a check's script is made, where it takes more than the steps and one question."""
