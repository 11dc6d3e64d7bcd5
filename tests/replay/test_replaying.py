"""Reports replayed: the algorithms here are right, and a fault would be seen."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

import pytest

from swagbench.peer_records import GROSS, RIGHT, UNSERVED, Replayed
from swagbench.peers.known import LIBRARIES
from swagbench.peers.serving import Library
from swagbench.registry import Found, algorithm_ids, find_algorithm
from swagbench.replay.corpus import reports
from swagbench.replay.replaying import DECLARED, by_algorithm, by_library, judges, news

CASES = [one for one in reports().values() if one.is_case]

pytestmark = pytest.mark.once


@cache
def right_for(name):
    """What is right for each window of a report, worked out for all algorithms together."""
    return judges(reports()[name])


def replayed(report, found):
    """What an algorithm makes of a report."""
    return by_algorithm(report, found, right_for(report.id))


@pytest.mark.parametrize("name", algorithm_ids())
def test_an_algorithm_here_is_right_for_every_report(name):
    found = find_algorithm(name)
    rows = [replayed(report, found) for report in CASES]
    wrong = [row for row in rows if row.verdict not in (RIGHT, UNSERVED, DECLARED)]
    assert not wrong
    assert RIGHT in {row.verdict for row in rows}
    lossy = {"subtract_on_evict", "slick_deque"}
    assert all(row.verdict != DECLARED for row in rows) or name in lossy


def test_every_case_is_served_by_some_algorithm():
    everyone = [find_algorithm(name) for name in algorithm_ids()]
    for report in CASES:
        assert any(replayed(report, one).verdict == RIGHT for one in everyone), report.id


class ForgetsToPop:
    """Keeps the oldest value when more than one leaves at once."""

    def __init__(self, aggregation):
        self.aggregation, self.values, self.pops = aggregation, [], 0

    def push(self, value):
        self.values.append(value)
        self.pops = 0

    def pop(self):
        self.pops += 1
        if self.pops != 2:
            self.values.pop(0)

    def eval(self):
        agg = self.aggregation.empty()
        for value in self.values:
            agg = self.aggregation.combine(agg, self.aggregation.unit(value))
        return self.aggregation.finalize(agg)

    def __len__(self):
        return len(self.values)


def test_a_planted_fault_is_caught_by_the_reports_about_it():
    found = Found("forgets", "forgets", ForgetsToPop)
    caught = {r.id for r in CASES if replayed(r, found).verdict in (GROSS, "error")}
    assert {"D01", "D02"} <= caught


class Raises(ForgetsToPop):
    def push(self, value):
        raise RuntimeError("no")


def test_an_algorithm_that_raises_has_a_row():
    row = replayed(reports()["N01"], Found("raises", "raises", Raises))
    assert (row.verdict, row.reason) == ("error", "RuntimeError: no")


def installed(known):
    try:
        return version(known.versions_of)
    except PackageNotFoundError:
        return None


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_was_seen_of_a_version_is_seen_again(name):
    """Of any other version nothing is expected: what is fixed shows as fixed."""
    known = LIBRARIES[name]
    expected = {
        report.id: report.seen[name].partition(" ")[2]
        for report in CASES
        if report.seen.get(name, "").partition(" ")[0] == installed(known)
    }
    if not expected:
        pytest.skip(f"nothing was seen of {known.versions_of} {installed(known)}")
    with Library(known, 60) as library:
        found = {one: by_library(reports()[one], library).verdict for one in expected}
    assert found == expected


def test_a_library_is_asked_only_what_it_has(honest_peer):
    with Library(honest_peer, 20) as library:
        rows = [by_library(report, library) for report in CASES]
    # Python's own max and min are of another opinion where NaN is among the values.
    ordered = {report.id for report in CASES if report.aggregation in ("min", "max")}
    asked = [row for row in rows if row.verdict != UNSERVED and row.report not in ordered]
    assert {row.verdict for row in asked} == {RIGHT}
    assert {"N01", "D10", "X01", "S02"} & {row.report for row in asked}


@pytest.mark.parametrize(
    ("seen", "verdict", "now", "told"),
    [
        ("1.0 gross", "right", "1.1", "fixed since 1.0"),
        ("1.0 gross", "gross", "1.1", ""),
        ("1.0 right", "gross", "1.1", "wrong since 1.0"),
        ("1.0 right", "right", "1.0", ""),
        ("1.0 gross", "right", "1.0", "was gross here"),
        ("1.0 policy", "right", "1.1", "policy in 1.0"),
        ("", "gross", "1.1", ""),
    ],
)
def test_what_changed_since_a_version_is_told(seen, verdict, now, told):
    assert news(Replayed(report="N01", subject="x", verdict=verdict, seen=seen), now) == told
