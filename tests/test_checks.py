"""For other people's tests: functions that check, and pytest tests made of checks."""

from __future__ import annotations

import subprocess
import sys

import pytest

import swagbench
from swagbench.checks import OneCheck, check_aggregation, check_window, each_check_of
from swagbench.core import Card, Functions, InputError
from swagbench.records import Status

pytest_plugins = ["pytester"]


class Newest:
    """Faulty: it lets the newest go."""

    def __init__(self, aggregation):
        self.aggregation = aggregation
        self.units = []

    def push(self, value):
        self.units.append(self.aggregation.unit(value))

    def pop(self):
        self.units.pop()

    def eval(self):
        agg = self.aggregation.empty()
        for unit in self.units:
            agg = self.aggregation.combine(agg, unit)
        return self.aggregation.finalize(agg)

    def __len__(self):
        return len(self.units)


class Sharing(Newest):
    """Right, but for its plain copies, which share the list."""

    def pop(self):
        del self.units[0]


def statuses(rows):
    return {row.check: row.status for row in rows}


def test_a_right_window_gives_its_rows():
    rows = check_window(swagbench.algorithm("two_stacks"), "sum", profile="fast")
    assert {row.aggregation for row in rows} == {"probes", "free_monoid", "sum"}
    assert {row.status for row in rows} == {Status.PASSED}


def test_a_wrong_window_raises_with_the_shortest_history():
    with pytest.raises(swagbench.PromiseBroken) as caught:
        check_window(Newest, "sum", profile="fast")
    told = str(caught.value)
    assert "FAILED newest × free_monoid, oracle.small" in told
    assert "push 0, 1, pop  (u2 o)" in told
    assert "holds 0" not in told.partition("expected  [1]")[0]
    assert "also: newest × sum, oracle.small" in told
    assert isinstance(caught.value, AssertionError)
    assert {row.status for row in caught.value.rows} == {Status.FAILED}


def test_without_aggregations_all_that_are_built_in_are_tried():
    rows = check_window("two_stacks", checks="oracle.small", profile="fast")
    tried = {row.aggregation for row in rows} - {"probes", "free_monoid"}
    assert tried == set(swagbench.registry.aggregation_ids())


def test_a_known_failure_is_no_broken_promise_as_long_as_it_fails():
    known = {"copy": "shares its list"}
    rows = check_window(Sharing, "sum", profile="fast", expected_failures=known)
    assert statuses(rows)["copy"] is Status.XFAIL
    with pytest.raises(swagbench.PromiseBroken, match="but nothing is wrong here"):
        check_window("two_stacks", "sum", profile="fast", expected_failures=known)


def test_a_promise_that_is_waived_is_not_claimed():
    class Waiving(Sharing):
        card = Card(waives=frozenset({"copy"}))

    rows = check_window(Waiving, "sum", checks="copy", profile="fast")
    assert [(row.status, row.reason) for row in rows if row.check == "copy"] == [
        (Status.UNCLAIMED, "waived")
    ]


def test_only_what_can_be_declined_can_be_waived():
    with pytest.raises(InputError, match=r"a card cannot waive 'oracle\.small'"):
        Card(waives=frozenset({"oracle.small"}))


def test_an_aggregation_at_hand_is_checked():
    spread = Functions(
        empty=lambda: 0,
        unit=lambda value: value,
        combine=max,
        finalize=lambda agg: agg,
    )
    with pytest.raises(swagbench.PromiseBroken, match=r"law\.identity"):
        check_aggregation(spread, profile="fast")
    assert statuses(check_aggregation("sum", profile="fast"))["law.inverse"] is Status.PASSED


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"profile": "slow"}, "no profile is called 'slow'; there are fast, default, thorough"),
        ({"checks": "orcale.*"}, "no check is called 'orcale.*'; there are refusal, oracle.small,"),
        ({"exclude": "nothing"}, "no check is called 'nothing'"),
        ({"expected_failures": {"cpoy": "typo"}}, "no check is called 'cpoy'"),
        ({"expected_failures": {"copy": " "}}, "the failure of copy has no reason"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, told):
    with pytest.raises(InputError, match=told.replace("*", r"\*").replace(".", r"\.")):
        check_window("two_stacks", "sum", **arguments)


def test_checks_have_stable_names_and_are_found_without_running_the_algorithm():
    class Untouchable(Newest):
        def __init__(self, aggregation):
            raise AssertionError("it was run")

    checks = list(each_check_of(Untouchable))
    assert [one.id for one in checks[:3]] == [
        "Untouchable-refusal",
        "Untouchable-oracle.small",
        "Untouchable-oracle.sizes",
    ]
    # It claims no cost.
    assert not [one.id for one in checks if "budget" in one.id]
    assert all(isinstance(one, OneCheck) for one in checks)


TESTS = """
import swagbench
from mine import Mine, Wrong

@swagbench.each_check(Mine, expected_failures={"copy": "shares its list", "eval.pure": "no longer"})
def test_mine(check):
    check()

@swagbench.each_check(Wrong, "nowhere.py:Nothing", aggregations=("sum",))
def test_others(check):
    check()

def test_of_something_else():
    pass
"""


def test_the_plug_in_makes_a_test_of_each_check(pytester):
    import inspect  # noqa: PLC0415

    source = inspect.getsource(Newest) + inspect.getsource(Sharing)
    mine = source.replace("Newest", "Wrong").replace("Sharing", "Mine")
    pytester.makepyfile(mine=mine, test_them=TESTS)
    options = ("-p", "no:cacheprovider", "--swagbench-profile=fast", "-W", "error", "-rA")
    result = pytester.runpytest_subprocess(*options)
    result.stdout.fnmatch_lines_random(
        [
            "PASSED test_them.py::test_mine?Mine-oracle.small?",
            "PASSED test_them.py::test_of_something_else",
            "XFAIL test_them.py::test_mine?Mine-copy? - shares its list",
            "FAILED test_them.py::test_mine?Mine-eval.pure?*",
            "FAILED test_them.py::test_others?Wrong-oracle.small?*",
            "FAILED test_them.py::test_others?nowhere.py:Nothing-refusal?*",
            "E * history   push 0, 1, pop  (u2 o)",
            "E * reason    nowhere.py is not a file",
        ]
    )
    assert "budget" not in result.stdout.str()


def test_a_run_that_does_not_use_the_plug_in_does_not_pay_for_it():
    code = (
        "import sys, pytest; before = set(sys.modules)\n"
        "import swagbench.pytest_plugin\n"
        "new = set(sys.modules) - before\n"
        "assert not {'hypothesis', 'numpy', 'msgspec', 'rich', 'click'} & new, new\n"
        "assert len(new) <= 6, new"
    )
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
