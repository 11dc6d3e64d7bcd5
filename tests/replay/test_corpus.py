"""The corpus: every entry is whole, and what it says is right is right."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path

import pytest

from swagbench import InputError
from swagbench.accuracy.judging import Judge
from swagbench.registry import find_aggregation
from swagbench.replay.corpus import Part, chosen, reports
from swagbench.verify.promises import known_checks

REPORTS = reports()
CASES = [one for one in REPORTS.values() if one.is_case]
PUBLIC = Path(__file__).parents[3] / "shared" / "replay" / "public-reports.jsonl"


def ids(report):
    return report.id


@pytest.mark.parametrize("report", REPORTS.values(), ids=ids)
def test_an_entry_is_a_case_or_a_law_and_tells_where_it_is_from(report):
    assert report.source
    assert report.essence.endswith(".")
    assert report.is_case or report.law
    assert bool(report.law) == bool(report.checks)
    known_checks(list(report.checks))


@pytest.mark.parametrize("report", CASES, ids=ids)
def test_windows_never_go_back(report):
    windows, count = report.windows(), len(report.stream())
    assert windows
    for begin, end in windows:
        assert 0 <= begin <= end <= count
    for before, after in itertools.pairwise(windows):
        assert before[0] <= after[0]
        assert before[1] <= after[1]


@pytest.mark.parametrize("report", [one for one in CASES if one.right is not None], ids=ids)
def test_what_is_said_to_be_right_is_explained_by_the_window(report):
    aggregation = find_aggregation(report.aggregation).item
    values, answers = report.stream(), report.answers()
    assert len(answers) == len(report.windows())
    for (begin, end), answer in zip(report.windows(), answers, strict=True):
        assert Judge(aggregation, values[begin:end]).verdict(answer).is_explained


def test_a_wrong_answer_would_be_seen():
    report = REPORTS["N01"]
    begin, end = report.windows()[-1]
    judge = Judge(find_aggregation(report.aggregation).item, report.stream()[begin:end])
    assert not judge.verdict(2.0).is_explained


def test_parts_repeat_or_are_drawn_the_same_each_time():
    assert Part(values=[1, 2], times=2).drawn() == [1, 2, 1, 2]
    drawn = Part(uniform=(0.0, 1.0), count=5, seed=3).drawn()
    assert drawn == Part(uniform=(0.0, 1.0), count=5, seed=3).drawn()
    assert all(0 <= value < 1 for value in drawn)


def test_no_value_is_a_text_that_stands_for_something_else():
    for report in CASES:
        values = report.stream()
        assert "missing" not in values
        assert not any(isinstance(one, str) and one in ("nan", "inf", "nothing") for one in values)
        assert all(not isinstance(one, float) or not math.isnan(one) or one for one in values)


def test_a_report_that_is_not_there_is_refused():
    with pytest.raises(InputError, match="no report is called 'Z99'"):
        chosen(("Z99",))


@pytest.mark.skipif(not PUBLIC.exists(), reason="the public reports are not beside this checkout")
def test_every_public_report_is_there():
    lines = PUBLIC.read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["id"] for line in lines} <= REPORTS.keys()
