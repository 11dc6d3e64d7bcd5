"""A plug-in costs its own checks and nothing else, whatever it does to the process."""

from __future__ import annotations

from collections import Counter

import pytest

from swagbench.core import InputError, SuiteBroken
from swagbench.records import Status
from swagbench.verify import isolation
from swagbench.verify.ceilings import Ceilings
from swagbench.verify.checking import PROFILES
from swagbench.verify.rows import Options, Selection

PLUG_IN = """\
import ctypes, functools, itertools, os, random, sys

class Plug:
    def __init__(self, aggregation):
        self.aggregation = aggregation
        self.units = []

    def push(self, value):
        self.units.append(self.aggregation.unit(value))

    def pop(self):
        del self.units[0]

    def eval(self):
        if len(self.units) == 5:
            {what}
        agg = functools.reduce(self.aggregation.combine, self.units, self.aggregation.empty())
        return self.aggregation.finalize(agg)

    def __len__(self):
        return len(self.units)
"""
CHECKS = ("oracle.small", "empty.eval")
QUICK = Options(profile=PROFILES["fast"], checks=CHECKS)
CEILINGS = Ceilings(timeout=2, memory_gib=1)


@pytest.fixture
def verify(tmp_path):
    """The rows of a plug-in that does something at five values, then those of two_stacks."""

    def run(what, ceilings=CEILINGS, options=QUICK):
        path = tmp_path / "plug.py"
        path.write_text(PLUG_IN.format(what=what))
        selection = Selection([f"{path}:Plug", "two_stacks"], ["sum"], laws=False)
        rows = list(isolation.verify_apart(selection, options, ceilings))
        keys = Counter((row.algorithm, row.aggregation, row.check) for row in rows)
        assert set(keys.values()) == {1}
        good = [row for row in rows if row.algorithm == "two_stacks"]
        assert {row.check for row in good} == {"refusal", *CHECKS}
        assert {row.status for row in good} == {Status.PASSED}
        return {(row.aggregation, row.check): row for row in rows if row.algorithm == "plug"}

    return run


@pytest.mark.parametrize(
    ("what", "status", "told"),
    [
        ("while True: pass", Status.TIMEOUT, "no end within 2 s"),
        ("self.units = [0]\n            while True: self.units *= 2", Status.ERROR, "MemoryError"),
        ("sys.exit(7)", Status.ERROR, "SystemExit: 7"),
        ("os._exit(0)", Status.ERROR, "its process ended with exit code 0"),
        ("ctypes.string_at(0)", Status.ERROR, "its process ended by signal 11"),
        ("os.abort()", Status.ERROR, "its process ended by signal 6"),
    ],
    ids=["hangs", "eats memory", "exits", "ends the process", "segfaults", "aborts"],
)
def test_what_a_plug_in_does_to_the_process_is_its_own_row(verify, what, status, told):
    rows = verify(what)
    row = rows["free_monoid", "oracle.small"]
    assert (row.status, row.reason) == (status, told)
    assert row.word == "u4 q u"  # the first of those known that comes to five values
    assert row.replay.endswith("plug.py:Plug --check oracle.small --replay 'u4 q u'")
    # The real aggregation was tried too, on words that are long enough or not.
    assert ("sum", "refusal") in rows


def test_endless_recursion_is_an_answer_like_any_other_error(verify):
    row = verify("return self.eval()")["free_monoid", "oracle.small"]
    assert row.status is Status.FAILED
    assert (row.word, row.given) == ("u5", "RecursionError: maximum recursion depth exceeded")


@pytest.mark.parametrize(
    "what",
    [
        "os.fork()",
        "print('boo'); os.write(1, b'boo'); os.write(2, b'boo')",
        "sys.setrecursionlimit(40)",
        "random.seed(0)",
        "os.chdir('/')",
        "sys.stdout.close()",
    ],
)
def test_what_it_does_beside_answering_changes_nothing(verify, capfd, what):
    # Seldom, as a fork is dear.
    rows = verify(f"if len(self.units) == 5 and not hasattr(os, 'x'): os.x = 1; {what}")
    assert {row.status for row in rows.values()} <= {Status.PASSED}
    assert capfd.readouterr() == ("", "")


def test_what_cannot_be_interrupted_is_ended_from_outside(verify):
    rows = verify("sum(itertools.repeat(0))", Ceilings(timeout=0.2, memory_gib=1))
    row = rows["free_monoid", "oracle.small"]
    assert row.status is Status.TIMEOUT
    assert "could not be interrupted" in row.reason


def test_after_two_bad_ends_the_other_checks_are_not_run(tmp_path):
    path = tmp_path / "plug.py"
    path.write_text(PLUG_IN.format(what="os._exit(1)"))
    selection = Selection([f"{path}:Plug"], ["sum", "max", "mean"], laws=False)
    options = Options(checks=("oracle.*", "len", "empty.eval"))
    rows = list(isolation.verify_apart(selection, options, CEILINGS))
    by_aggregation = {row.aggregation: [] for row in rows}
    for row in rows:
        by_aggregation[row.aggregation].append(row.reason.partition(":")[0])
    died, not_run = "its process ended with exit code 1", "not run"
    assert by_aggregation["free_monoid"][:2] == [died, died]
    assert set(by_aggregation["free_monoid"][2:]) == {not_run}
    assert by_aggregation["sum"] == ["", died, died, not_run]
    # Twice that much is enough to know what it is like.
    assert set(by_aggregation["max"] + by_aggregation["mean"]) == {not_run}
    assert {row.status for row in rows if row.reason.startswith(not_run)} == {Status.ERROR}


def test_what_cannot_be_loaded_is_told_as_bad_input(tmp_path, monkeypatch):
    for source, told in (
        ("import os; os._exit(3)", "cannot be loaded: its process ended with exit code 3"),
        ("while True: pass", "cannot be loaded: no end within 1 s"),
        ("raise ValueError('no')", "bad.py cannot be loaded: ValueError: no"),
    ):
        monkeypatch.setattr(isolation, "LOADING_SECONDS", 1 if "while" in source else 60)
        (tmp_path / "bad.py").write_text(source)
        selection = Selection([f"{tmp_path}/bad.py:Bad"], ["sum"], laws=False)
        with pytest.raises(InputError, match=told):
            list(isolation.verify_apart(selection, QUICK, CEILINGS))


def test_when_all_time_is_spent_the_rest_is_not_run_and_says_so():
    selection = Selection(["two_stacks"], ["sum"], laws=True)
    rows = list(isolation.verify_apart(selection, QUICK, Ceilings(max_time=0)))
    assert {row.status for row in rows} == {Status.TIMEOUT}
    assert {row.reason for row in rows} == {"not run: 0 s were over"}


def test_a_fault_of_the_suite_is_no_verdict():
    selection = Selection(["two_stacks"], ["sum"], laws=False)
    broken = Options(profile=None)
    with pytest.raises(SuiteBroken, match=r"AttributeError: 'NoneType' object"):
        list(isolation.verify_apart(selection, broken, CEILINGS))


def test_an_aggregation_that_hangs_or_dies_has_rows_of_its_own(tmp_path):
    source = (
        "import os\n"
        "empty = lambda: 0\n"
        "unit = lambda value: value\n"
        "combine = lambda older, newer: older + newer\n"
        "def finalize(agg):\n"
        "    {}\n"
    )
    for name, what, status in (
        ("hangs", "while True: pass", Status.TIMEOUT),
        ("dies", "os._exit(3)", Status.ERROR),
    ):
        path = tmp_path / f"{name}.py"
        path.write_text(source.format(what))
        selection = Selection(["two_stacks"], [str(path), "sum"], laws=True)
        options = Options(profile=PROFILES["fast"], checks=("law.identity", "oracle.small"))
        rows = isolation.verify_apart(selection, options, Ceilings(timeout=1))
        ends = {(row.aggregation, row.check): row.status for row in rows}
        assert ends[name, "law.identity"] is status
        assert ends[name, "oracle.small"] is status
        assert {end for (aggregation, _), end in ends.items() if aggregation != name} == {
            Status.PASSED
        }
