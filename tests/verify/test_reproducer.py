"""Every failure comes with a script that shows it, in plain Python."""

import ast
import io
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import count

import pytest
from planting import faults

from swagbench.records import Status
from swagbench.registry import find_aggregation, find_algorithm
from swagbench.verify.checking import DEFAULT, PROFILES
from swagbench.verify.probes import FreeMonoid, WeakOrders
from swagbench.verify.promises import PROBE_CHECKS
from swagbench.verify.reproducer import steps_in_words
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks

FAST = PROFILES["fast"]

PLAIN = '''
import random
from swagbench.core import Ability, Bound, Card, Guarantee, require

class Plain:
    """Recompute-from-scratch, which the faulty ones differ from."""
    card = Card()
    def __init__(self, aggregation):
        require(aggregation, *self.card.needs)
        self.aggregation, self.held = aggregation, []
    def push(self, value):
        self.held.append(self.aggregation.unit(value))
    def pop(self):
        del self.held[0]
    def eval(self):
        agg = self.aggregation.empty()
        for unit in self.held:
            agg = self.aggregation.combine(agg, unit)
        return self.aggregation.finalize(agg)
    def __len__(self):
        return len(self.held)
    def __getstate__(self):
        return {**vars(self), "held": self.held.copy()}

class Ordered(Plain):
    card = Card(needs=frozenset({Ability.ORDER}))
    def push(self, value):
        self.aggregation.sort_key(value)
        self.held.append(value)
    def eval(self):
        if not self.held:
            return self.aggregation.finalize(self.aggregation.empty())
        return self.aggregation.pick(sorted(self.held, key=self.aggregation.sort_key))

class Ends(Plain):
    def push_oldest(self, value):
        self.held.insert(0, self.aggregation.unit(value))
    def pop_newest(self):
        self.held.pop()

class Inverse(Plain):
    card = Card(needs=frozenset({Ability.UNCOMBINE}))
    def __init__(self, aggregation):
        super().__init__(aggregation)
        self.whole = aggregation.empty()
    def push(self, value):
        unit = self.aggregation.unit(value)
        self.whole = self.aggregation.combine(self.whole, unit)
        self.held.append(unit)
    def pop(self):
        self.whole = self.aggregation.uncombine(self.whole, self.held[0])
        del self.held[0]
    def eval(self):
        return self.aggregation.finalize(self.whole)

'''

FAULTY = {
    "oracle.small": """
class Faulty(Plain):
    def pop(self):
        self.held.pop()
""",
    "oracle.sizes": """
class Faulty(Plain):
    def pop(self):
        del self.held[1 if len(self.held) > 64 else 0]
""",
    "oracle.long": """
class Faulty(Plain):
    pops = 0
    def pop(self):
        self.pops += 1
        del self.held[-1 if self.pops == 1000 else 0]
""",
    "oracle.weak_order": """
class Faulty(Ordered):
    def eval(self):
        if len(self.held) < 2:
            return super().eval()
        key = self.aggregation.sort_key
        return self.aggregation.pick(sorted(reversed(self.held), key=key))
""",
    "oracle.two_instances": """
class Faulty(Plain):
    shared = []
    def __init__(self, aggregation):
        self.aggregation, self.held = aggregation, self.shared
        self.held.clear()
""",
    "opaque": """
class Faulty(Plain):
    def eval(self):
        for unit in self.held:
            if not unit:
                break
        return super().eval()
""",
    "empty.eval": """
class Faulty(Plain):
    def eval(self):
        return super().eval() if self.held else None
""",
    "empty.pop": """
class Faulty(Plain):
    def pop(self):
        self.held.pop(0) if self.held else None
""",
    "empty.refill": """
class Faulty(Plain):
    was_empty = False
    def pop(self):
        super().pop()
        self.was_empty = self.was_empty or not self.held
    def push(self, value):
        if not (self.was_empty and len(self.held) == 3):
            super().push(value)
""",
    "eval.repeatable": """
class Faulty(Plain):
    def eval(self):
        answer = super().eval()
        self.held.reverse()
        return answer
""",
    "eval.pure": """
class Faulty(Plain):
    asked = ()
    def eval(self):
        self.asked += (len(self.held),)
        if self.asked[-3:] == (3, 2, 3):
            self.held.pop()
        return super().eval()
""",
    "answer.isolated": """
class Faulty(Plain):
    known = None
    def push(self, value):
        self.known = None
        super().push(value)
    def pop(self):
        self.known = None
        super().pop()
    def eval(self):
        if self.known is None:
            self.known = super().eval()
        return self.known
""",
    "arguments.unchanged": """
class Faulty(Plain):
    def eval(self):
        for unit in self.held:
            if isinstance(unit, list):
                unit.append(7)
        return self.aggregation.finalize(self.aggregation.empty())
""",
    "empty.shared": """
class Faulty(Plain):
    def eval(self):
        agg = self.aggregation.empty()
        for unit in self.held:
            agg += unit
        return self.aggregation.finalize(agg)
""",
    "containment.poison": """
class Faulty(Plain):
    left = None
    def pop(self):
        self.left = self.held[0]
        super().pop()
    def eval(self):
        if self.left is not None and self.held:
            self.aggregation.combine(self.left, self.held[0])
        return super().eval()
""",
    "release": """
class Faulty(Plain):
    def pop(self):
        self.left = self.held[0]
        super().pop()
""",
    "exceptions.empty": """
class Faulty(Plain):
    def pop(self):
        super().pop()
        self.aggregation.empty()
""",
    "exceptions.unit": """
class Faulty(Plain):
    def push(self, value):
        self.held.append(None)
        self.held[-1] = self.aggregation.unit(value)
""",
    "exceptions.combine": """
class Faulty(Plain):
    def pop(self):
        oldest = self.held.pop(0)
        if self.held:
            self.aggregation.combine(oldest, self.held[0])
""",
    "exceptions.uncombine": """
class Faulty(Inverse):
    def pop(self):
        self.whole = self.aggregation.uncombine(self.whole, self.held.pop(0))
""",
    "exceptions.finalize": """
class Faulty(Plain):
    def eval(self):
        held, self.held = self.held, []
        answer = self.aggregation.finalize(self.fold(held))
        self.held = held
        return answer
    def fold(self, held):
        agg = self.aggregation.empty()
        for unit in held:
            agg = self.aggregation.combine(agg, unit)
        return agg
""",
    "exceptions.sort_key": """
class Faulty(Ordered):
    def push(self, value):
        self.held.append(value)
        self.aggregation.sort_key(value)
""",
    "exceptions.pick": """
class Faulty(Ordered):
    def eval(self):
        held, self.held = self.held, []
        self.aggregation.pick(held) if held else None
        self.held = held
        return super().eval()
""",
    "budget.amortized": """
class Faulty(Plain):
    card = Card(slide_mean=Bound(3))
""",
    "budget.worst": """
class Faulty(Plain):
    card = Card(slide_max=Bound(3))
""",
    "budget.eval": """
class Faulty(Plain):
    card = Card(eval=Bound(3))
""",
    "space.partials": """
class Faulty(Plain):
    card = Card(partials=Bound(5))
""",
    "space.drain": """
class Faulty(Plain):
    card = Card(partials=Bound(0, n=1))
    def pop(self):
        self.left = self.held[0]
        super().pop()
""",
    "space.slide": """
class Faulty(Plain):
    card = Card(partials=Bound(2, n=1))
    left = ()
    def pop(self):
        self.left += (self.held[0],)
        super().pop()
""",
    "space.steady": """
class Faulty(Plain):
    asked = ()
    def eval(self):
        self.asked += (len(self.held),)
        return super().eval()
""",
    "copy": """
class Faulty(Plain):
    def __getstate__(self):
        return vars(self)
""",
    "len": """
class Faulty(Plain):
    def __len__(self):
        return min(2, len(self.held))
""",
    "returns": """
class Faulty(Plain):
    def push(self, value):
        super().push(value)
        return self
""",
    "deterministic": """
class Faulty(Plain):
    def eval(self):
        for _ in range(random.randrange(3)):
            self.aggregation.empty()
        return super().eval()
""",
    "reentrant": """
class Faulty(Plain):
    card = Card(reentrant=True)
    def push(self, value):
        self.held.append(self.aggregation.empty())
        self.held[-1] = self.aggregation.unit(value)
""",
    "time": """
class Faulty(Plain):
    def pop(self):
        self.held.pop()
""",
    "ends.oracle": """
class Faulty(Ends):
    def pop_newest(self):
        self.held.pop(0)
""",
    "ends.exceptions": """
class Faulty(Ends):
    def push_oldest(self, value):
        self.held.insert(0, self.aggregation.empty())
        self.held[0] = self.aggregation.unit(value)
""",
    "ends.release": """
class Faulty(Ends):
    last = None
    def pop_newest(self):
        self.last = self.held.pop()
""",
    "ends.budget": """
class Faulty(Ends):
    card = Card(pop=Bound(0))
    def pop_newest(self):
        self.held.pop()
        if self.held:
            self.aggregation.combine(self.held[-1], self.aggregation.empty())
""",
}
"""By the check, a window that it catches."""

MORE = {
    "copied by pickle": (
        "copy",
        """
class Faulty(Plain):
    def __reduce__(self):
        return Faulty, (self.aggregation,)
    def __copy__(self):
        return self.made(vars(self))
    def __deepcopy__(self, memo):
        return self.made(vars(self))
    def made(self, state):
        one = Faulty(self.aggregation)
        one.held = self.held.copy()
        return one
""",
    ),
    "raises when asked": (
        "oracle.small",
        """
class Faulty(Plain):
    def eval(self):
        return super().eval() if len(self.held) < 2 else 1 / 0
""",
    ),
    "combines what is not adjacent": (
        "oracle.small",
        """
class Faulty(Plain):
    def push(self, v):
        super().push(v)
        if len(self.held) > 1:
            self.aggregation.combine(self.held[-1], self.held[-2])
""",
    ),
    "wrong length": (
        "oracle.small",
        """
class Faulty(Plain):
    def __len__(self):
        return len(self.held) or 1
""",
    ),
    "default argument": (
        "oracle.small",
        """
class Faulty(Plain):
    def __init__(self, aggregation, held=[]):
        self.aggregation, self.held = aggregation, held
""",
    ),
    "not even usable": (
        "exceptions.unit",
        """
class Faulty(Plain):
    card = Card(guarantee=Guarantee.BASIC)
    def push(self, value):
        self.broken = True
        super().push(value)
        self.broken = False
    broken = False
    def eval(self):
        return None if self.broken else super().eval()
    def pop(self):
        super().pop()
""",
    ),
    "not even usable at the other end": (
        "ends.exceptions",
        """
class Faulty(Ends):
    card = Card(guarantee=Guarantee.BASIC)
    is_broken = False
    def push_oldest(self, value):
        self.is_broken = True
        super().push_oldest(value)
        self.is_broken = False
    def eval(self):
        return None if self.is_broken else super().eval()
""",
    ),
    "too many partials at the other end": (
        "ends.budget",
        """
class Faulty(Ends):
    card = Card(partials=Bound(0, n=1))
    last = None
    def pop_newest(self):
        self.last = self.held.pop()
""",
    ),
    "no IndexError at the other end": (
        "ends.oracle",
        """
class Faulty(Ends):
    def pop_newest(self):
        del self.held[-1:]
""",
    ),
    "a wrong length after a refused pop": (
        "ends.oracle",
        """
class Faulty(Ends):
    extra = 0
    def pop_newest(self):
        self.extra += not self.held
        self.held.pop()
    def __len__(self):
        return len(self.held) + self.extra
""",
    ),
    "only after many steps at both ends": (
        "ends.oracle",
        """
class Faulty(Ends):
    steps = 0
    def push_oldest(self, value):
        self.steps += 1
        super().push_oldest(value)
        if self.steps > 20 and self.held[0] == self.held[-1]:
            self.held.pop()
""",
    ),
    "empty() made anew": (
        "empty.shared",
        """
class Faulty(Plain):
    def eval(self):
        made = [self.aggregation.empty() for _ in range(2)]
        return super().eval() if made[0] is made[1] else None
""",
    ),
}
"""More kinds of faults: the check, and a window that it catches."""

_numbers = count()


def planted(folder, source):
    path = folder / f"faulty_{next(_numbers)}.py"
    path.write_text(PLAIN + source, encoding="utf-8")
    return find_algorithm(f"{path}:Faulty")


def failures(found, *checks, aggregations=(), profile=DEFAULT, timeout=10.0):
    options = Options(checks=checks, profile=profile)
    rows = (run(task, timeout) for task in tasks([found], aggregations, options, laws=False))
    return (row for row in rows if row.status is Status.FAILED and row.script)


def shows(script):
    """Whether a script, on its own, prints what was expected and then gives something else."""
    done = subprocess.run(  # noqa: S603 - a script made just now
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        encoding="utf-8",
    )
    return is_shown(done.stdout, raised=done.returncode != 0), done.stdout + done.stderr


def shows_here(script):
    """The same in this process, which is faster."""
    out = io.StringIO()
    raised = None
    with redirect_stdout(out):
        try:
            exec(compile(script, "script", "exec"), {"__name__": "script"})  # noqa: S102
        except SystemExit:
            pass
        except BaseException as error:  # noqa: BLE001 - what a window raised is what is shown
            raised = error
    return is_shown(out.getvalue(), raised=raised is not None), f"{out.getvalue()}{raised!r}"


def is_shown(printed, *, raised):
    lines = [" ".join(line.split()).partition(" ") for line in printed.splitlines()]
    expected = [rest for word, _, rest in lines if word == "expected"]
    given = [rest for word, _, rest in lines if word == "given"]
    if raised:
        return bool(expected) and not given
    return bool(expected and given) and expected[-1] != given[-1]


def assert_shown(row, show):
    compile(row.script, "script", "exec")
    assert "swagbench.verify" not in row.script
    assert not unused(row.script)
    is_so, told = show(row.script)
    assert is_so, f"{row.check} {row.word}: {row.expected} | {row.given}\n{row.script}\n{told}"


def unused(script):
    """Names that a script makes and does nothing with."""
    tree = ast.parse(script)
    made = set()
    for one in tree.body:
        if isinstance(one, ast.Import | ast.ImportFrom):
            made |= {name.asname or name.name for name in one.names}
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            made.add(one.name)
        elif isinstance(one, ast.Assign):
            made |= {name.id for name in ast.walk(one) if isinstance(name, ast.Name)}
    names = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    return made - {name.id for name in names if isinstance(name.ctx, ast.Load)}


def test_every_check_of_a_window_has_a_faulty_one_here():
    assert FAULTY.keys() == {check.id for check in PROBE_CHECKS}


@pytest.mark.parametrize("check", FAULTY)
def test_the_script_of_each_check_shows_the_fault(check, tmp_path):
    rows = [*failures(planted(tmp_path, FAULTY[check]), check)]
    assert rows
    for row in rows:
        assert_shown(row, shows)


@pytest.mark.parametrize("name", MORE)
def test_the_script_shows_faults_of_every_kind(name, tmp_path):
    check, source = MORE[name]
    rows = [*failures(planted(tmp_path, source), check, profile=FAST)]
    assert rows
    for row in rows:
        assert_shown(row, shows)


# A larger sketch shows the same, and takes long.
@pytest.mark.parametrize("aggregation", ["collect", "float_sum", "distinct_count(4)", "mean"])
def test_the_script_shows_what_is_wrong_with_a_real_aggregation(aggregation, tmp_path):
    faulty = planted(
        tmp_path, "class Faulty(Plain):\n    def pop(self):\n        self.held.pop()\n"
    )
    summary, profile = find_aggregation(aggregation), replace(FAST, drawn=10)
    found = failures(faulty, "*", aggregations=[summary], profile=profile)
    rows = [row for row in found if row.aggregation == summary.id]
    assert {"oracle.small", "oracle.sizes"} <= {row.check for row in rows}
    for row in rows:
        assert_shown(row, shows_here)


# One of each kind for each check that is meant to catch it.
ALGORITHM_FAULTS = {
    (fault.kind, fault.caught_by[0]): fault for fault in faults() if fault.is_algorithm
}.values()


# Time may be up while Hypothesis counts what collecting garbage takes, where nothing can be raised.
@pytest.mark.filterwarnings("ignore:Exception ignored in. .function gc_cumulative_time")
@pytest.mark.once
@pytest.mark.parametrize("fault", ALGORITHM_FAULTS, ids=lambda fault: fault.name)
def test_the_script_of_each_planted_fault_shows_it(fault, tmp_path):
    found = fault.plant(tmp_path)
    row = next(failures(found, *fault.caught_by, timeout=2.0), None)
    if row is None:
        aggregations = [find_aggregation(name) for name in ("sum", "mean", "max")]
        row = next(failures(found, *fault.caught_by, aggregations=aggregations, timeout=2.0), None)
    if row is not None:  # One that only ends in a timeout, or is not refused, has no script.
        assert_shown(row, shows if row.check == "copy" else shows_here)


def test_a_history_is_told_with_its_values_and_times():
    assert steps_in_words(FreeMonoid(), "uuuuuoqoo") == (
        "push 0, 1, …, 4 (5 values), pop, eval, pop twice"
    )
    assert steps_in_words(WeakOrders(), "Bu") == "push 1.0, 1.000001"
    told = steps_in_words(FreeMonoid(), "uDuJ", "time")
    assert told == "push 0 at 0, push 1 at 4, time 14"
