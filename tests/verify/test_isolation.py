"""A plug-in costs its own checks and nothing else, whatever it does to the process."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import apart
from swagbench.core import InputError, SuiteBroken
from swagbench.records import CheckResult, Status
from swagbench.registry import algorithm_ids
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
CEILINGS = Ceilings(timeout=60, memory_gib=1)
SOON_OVER = replace(CEILINGS, timeout=1)
ROOMY = replace(CEILINGS, timeout=4)
"""Over soon for what hangs, and not before a word is made short while others are at work."""


def verified(*given):
    """All rows in their order."""
    return isolation.in_order(isolation.verify_apart(*given))


def untimed(rows):
    """Rows without what no two runs have in common."""
    return [msgspec.structs.replace(row, seconds=0) for row in rows]


@pytest.fixture
def plug_in(tmp_path):
    """The spec of a plug-in that does something at five values."""

    def write(what, name="Plug", before=""):
        path = tmp_path / f"{name.lower()}.py"
        path.write_text(before + PLUG_IN.format(what=what).replace("Plug", name))
        return f"{path}:{name}"

    return write


@pytest.fixture
def verify(plug_in):
    """The rows of a plug-in that does something at five values, beside those of two_stacks."""

    def run(what, ceilings=CEILINGS, options=QUICK):
        selection = Selection([plug_in(what), "two_stacks"], ["sum"], laws=False)
        rows = verified(selection, options, ceilings)
        keys = Counter((row.algorithm, row.aggregation, row.check) for row in rows)
        assert set(keys.values()) == {1}
        good = [row for row in rows if row.algorithm == "two_stacks"]
        assert {row.check for row in good} == {"refusal", *options.checks}
        assert {row.status for row in good} == {Status.PASSED}
        return {(row.aggregation, row.check): row for row in rows if row.algorithm == "plug"}

    return run


@pytest.mark.parametrize(
    ("what", "status", "told"),
    [
        ("while True: pass", Status.TIMEOUT, "no end within 1 s"),
        ("self.units = [0]\n            while True: self.units *= 2", Status.ERROR, "MemoryError"),
        ("sys.exit(7)", Status.ERROR, "SystemExit: 7"),
        ("os._exit(0)", Status.ERROR, "its process ended with exit code 0"),
        ("ctypes.string_at(0)", Status.ERROR, "its process ended by signal 11"),
        ("os.abort()", Status.ERROR, "its process ended by signal 6"),
    ],
    ids=["hangs", "eats memory", "exits", "ends the process", "segfaults", "aborts"],
)
def test_what_a_plug_in_does_to_the_process_is_its_own_row(verify, what, status, told):
    rows = verify(what, SOON_OVER if status is Status.TIMEOUT else CEILINGS)
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


def test_what_cannot_be_interrupted_is_ended_from_outside(verify, monkeypatch):
    monkeypatch.setattr(isolation, "GRACE_SECONDS", 0.2)
    rows = verify(
        "sum(itertools.repeat(0))",
        replace(CEILINGS, timeout=0.5),
        replace(QUICK, checks=("oracle.small",)),
    )
    row = rows["free_monoid", "oracle.small"]
    assert row.status is Status.TIMEOUT
    assert row.reason == "no end within 1.2 s, and it could not be interrupted"
    assert row.word == "u4 q u"


def test_after_two_bad_ends_the_other_checks_are_not_run(plug_in):
    selection = Selection([plug_in("os._exit(1)")], ["sum", "max", "mean"], laws=False)
    options = Options(checks=("oracle.*", "len", "empty.eval"))
    rows = verified(selection, options, CEILINGS)
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
        selection = Selection([f"{tmp_path}/bad.py:Bad", "two_stacks"], ["sum"], laws=False)
        with pytest.raises(InputError, match=told):
            verified(selection, QUICK, CEILINGS, 2)
        assert not multiprocessing.active_children()


def test_what_can_be_loaded_only_once_is_told_so_after_the_rows_that_are_there(plug_in, tmp_path):
    once = f"import os\nif os.path.exists('{tmp_path}/there'): os._exit(4)\n"
    spec = plug_in(f"open('{tmp_path}/there', 'w'); os._exit(3)", before=once)
    rows = isolation.verify_apart(Selection([spec], ["sum"], laws=False), QUICK, CEILINGS)
    ends = [(row.check, row.reason) for _, row in (next(rows), next(rows))]
    assert ends == [("refusal", ""), ("oracle.small", "its process ended with exit code 3")]
    with pytest.raises(InputError, match="cannot be loaded: its process ended with exit code 4"):
        next(rows)


@pytest.mark.parametrize("jobs", [1, 2])
def test_when_all_time_is_spent_the_rest_is_not_run_and_says_so(jobs):
    selection = Selection(["two_stacks", "daba"], ["sum"], laws=True)
    rows = verified(selection, QUICK, Ceilings(max_time=0), jobs)
    assert {row.algorithm for row in rows} == {"two_stacks", "daba"}
    assert {row.status for row in rows} == {Status.TIMEOUT}
    assert {row.reason for row in rows} == {"not run: 0 s were over"}


def test_a_fault_of_the_suite_is_no_verdict():
    selection = Selection(["two_stacks", "daba"], ["sum"], laws=False)
    broken = Options(profile=None)
    with pytest.raises(SuiteBroken, match=r"AttributeError: 'NoneType' object"):
        verified(selection, broken, CEILINGS, 2)
    assert not multiprocessing.active_children()


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
        rows = verified(selection, options, SOON_OVER)
        ends = {(row.aggregation, row.check): row.status for row in rows}
        assert ends[name, "law.identity"] is status
        assert ends[name, "oracle.small"] is status
        assert {end for (aggregation, _), end in ends.items() if aggregation != name} == {
            Status.PASSED
        }


# --- at the same time -----------------------------------------------------------------------------


@given(st.lists(st.integers(0, 4)))
def test_rows_of_a_part_stay_as_they_came_and_parts_come_in_their_order(places):
    came = [
        (
            place,
            CheckResult(
                algorithm=str(place), aggregation="sum", status=Status.PASSED, check=str(number)
            ),
        )
        for number, place in enumerate(places)
    ]
    rows = isolation.in_order(came)
    assert [row.algorithm for row in rows] == [str(place) for place in sorted(places)]
    for place in places:
        assert [row for row in rows if row.algorithm == str(place)] == [
            row for at, row in came if at == place
        ]


def test_however_many_are_at_work_rows_and_their_order_are_the_same(plug_in):
    ends = {
        "Dies": "os._exit(1)",
        "Fails": "return self.aggregation.finalize(self.aggregation.empty())",
        "Hangs": "while True: pass",
    }
    dies, *others = (plug_in(what, name) for name, what in ends.items())
    selection = Selection([dies, "two_stacks", *others, "daba"], ["max", "sum"], laws=True)
    options = replace(QUICK, checks=("law.identity", "oracle.small"))
    alone, together = (untimed(verified(selection, options, ROOMY, jobs)) for jobs in (1, 3))
    assert alone == together
    bad = {row.algorithm: row.status for row in alone if row.status is not Status.PASSED}
    assert bad == {"dies": Status.ERROR, "fails": Status.FAILED, "hangs": Status.TIMEOUT}
    assert list(dict.fromkeys((row.algorithm, row.aggregation) for row in alone)) == [
        (None, "max"),
        (None, "sum"),
        *(
            (algorithm, aggregation)
            for algorithm in ("dies", "two_stacks", "fails", "hangs", "daba")
            for aggregation in ("probes", "free_monoid", "max", "sum")
        ),
    ]


def test_those_that_die_at_the_same_time_are_each_told_with_their_own_word(plug_in, tmp_path):
    # Neither dies before the other one is at its word too.
    meet = (
        f"open('{tmp_path}/' + type(self).__name__, 'w').close()\n"
        "            while True:\n"
        f"                if {{'One', 'Two'}} <= {{*os.listdir('{tmp_path}')}}: os._exit(1)"
    )
    sooner = f"pass\n        if len(self.units) == 3:\n            {meet}"
    selection = Selection([plug_in(meet, "One"), plug_in(sooner, "Two")], ["sum"], laws=False)
    options = replace(QUICK, checks=("oracle.small",))
    rows = verified(selection, options, CEILINGS, 2)
    words = {row.algorithm: row.word for row in rows if row.aggregation == "free_monoid"}
    assert words == {"one": "u4 q u", "two": "u3"}


@pytest.mark.parametrize(
    ("algorithms", "jobs", "started"),
    [(1, None, 1), (1, 8, 1), (2, 8, 2), (3, 1, 1), (3, None, 2)],
)
def test_no_more_processes_are_started_than_will_be_busy(monkeypatch, algorithms, jobs, started):
    starts = []

    def process(*given):
        starts.append(given)
        return apart.process(*given)

    monkeypatch.setattr(isolation, "process", process)
    monkeypatch.setattr(isolation, "processors", lambda: 2)
    selection = Selection(algorithm_ids()[:algorithms], ["sum", "max"], laws=True)
    assert verified(selection, replace(QUICK, checks=("empty.eval",)), CEILINGS, jobs)
    assert len(starts) == started


def test_what_is_named_twice_is_verified_once():
    twice = Selection(
        ["two_stacks", "two_stacks", " two_stacks"], ["sum", "sum", "sum "], laws=True
    )
    once = Selection(["two_stacks"], ["sum"], laws=True)
    rows, same = (untimed(verified(one, QUICK, CEILINGS, 2)) for one in (twice, once))
    assert rows == same


def test_whoever_asks_for_no_more_rows_leaves_no_process_behind():
    selection = Selection(["two_stacks", "daba"], ["sum"], laws=False)
    rows = isolation.verify_apart(selection, QUICK, CEILINGS, 2)
    next(rows)
    assert len(multiprocessing.active_children()) == 2
    rows.close()
    assert not multiprocessing.active_children()


def test_processors_are_those_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert apart.processors() == 3
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 5}, raising=False)
    assert apart.processors() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert apart.processors() == 1
