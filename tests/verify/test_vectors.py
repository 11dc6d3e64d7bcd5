"""The law of a ufunc: each way to break it is found, and shown in plain Python."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

from swagbench import aggregation
from swagbench.core import Ability
from swagbench.verify.checking import PROFILES
from swagbench.verify.laws import LAWS, laws_of

FAST = PROFILES["fast"]
LAW = next(law for law in LAWS if law.id == "law.ufunc")


class Sums:
    examples = (3, -1, 2.5)
    commutative = True
    ufunc = np.add

    def empty(self):
        return 0

    def unit(self, value):
        return value

    def combine(self, older, newer):
        return older + newer

    def finalize(self, agg):
        return agg

    def units(self, values):
        return np.array(values, float)


class OneTooFew(Sums):
    def units(self, values):
        return np.array(values[1:], float)


class Doubles(Sums):
    def units(self, values):
        return np.array(values, float) * 2


class Subtracts(Sums):
    ufunc = np.subtract


class AnswersText(Sums):
    def finalize(self, agg):
        return str(agg)


class HasNoUfunc(Sums):
    @property
    def ufunc(self):
        raise AttributeError("no ufunc")


class Overflows(Sums):
    examples = (100, 27)

    def units(self, values):
        return np.array(values, np.int8)


class ChangesArrays(Sums):
    examples = (0.5,)

    def units(self, values):
        return values + 1.0 if isinstance(values, np.ndarray) else np.array(values)


@pytest.mark.parametrize("name", ["sum", "count", "float_sum", "min", "max"])
def test_what_is_built_in_keeps_it(name):
    assert LAW.find(aggregation(name), FAST) is None
    assert LAW.trials(aggregation(name), FAST) > 20


def test_the_plainest_one_keeps_it_and_may_leave_it_to_combine():
    assert LAW.find(Sums(), FAST) is None
    assert LAW.find(type("Leaves", (Sums,), {"units": lambda *_: None})(), FAST) is None


def test_it_is_tried_only_where_units_are():
    assert LAW.ability is Ability.UFUNC
    assert LAW not in [law for law, _ in laws_of(aggregation("mean"))]
    assert (LAW, "") in [*laws_of(Sums())]


@pytest.mark.parametrize(
    ("kind", "history", "expected", "given"),
    [
        (OneTooFew, "units(a); a of [3]", "[3]", "[]"),
        (Doubles, "units(a); a of [3]", "[3]", "[6.0]"),
        (Subtracts, "ufunc(units(a)[:-1], units(a)[1:]); a of [3, 3]", "[6]", "[0.0]"),
        (Overflows, "ufunc(units(a)[:-1], units(a)[1:]); a of [100, 100]", "[200]", "[-56]"),
        (ChangesArrays, "units(a); a of [0.5]", "[0.5]", "[1.5]"),
    ],
)
def test_a_fault_is_found_and_shown(kind, history, expected, given):
    fault = LAW.find(kind(), FAST)
    assert (fault.history, fault.expected, fault.given) == (history, expected, given)
    assert printed(fault, kind) == [f"expected {expected}", f"given {given}"]


def test_an_answer_that_is_not_the_aggregate_is_a_fault():
    fault = LAW.find(AnswersText(), FAST)
    assert (fault.expected, fault.given) == ("3.0", "'3.0'")


def test_an_error_is_a_fault():
    fault = LAW.find(HasNoUfunc(), FAST)
    assert (fault.expected, fault.given) == ("no error", "AttributeError: no ufunc")
    assert printed(fault, HasNoUfunc)[-1] == "given AttributeError: no ufunc"


def printed(fault, kind):
    """What a fault's script prints."""
    out = io.StringIO()
    with redirect_stdout(out):
        exec(fault.script.replace("{make}", ""), {"aggregation": kind()})  # noqa: S102
    return out.getvalue().splitlines()
