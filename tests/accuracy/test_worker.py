"""Rows, judged apart: what is wrong is told with its poisoner, and a plug-in costs its own rows."""

from __future__ import annotations

import math

import pytest

from swagbench import aggregation, algorithm
from swagbench.accuracy import contest as contests
from swagbench.accuracy.contest import Contest, Row, default_aggregations, worth_judging
from swagbench.accuracy.worker import judge_apart
from swagbench.core import InputError
from swagbench.poison import NOT_FROM_OUTSIDE
from swagbench.records import INFINITY_LEAVES, LEAVING, NAN_LEAVES
from swagbench.streams import Stream

RECOMPUTE = """
class {name}:
    def __init__(self, aggregation):
        self.aggregation, self.values = aggregation, []
    def push(self, value): self.values.append(value)
    def pop(self): del self.values[0]
    def eval(self):
        {body}
    def __len__(self): return len(self.values)
"""


class NeverForgets:
    """Adds what comes and subtracts what goes, whatever the aggregation offers."""

    def __init__(self, aggregation):
        self.aggregation, self.values, self.total = aggregation, [], 0.0

    def push(self, value):
        self.values.append(value)
        self.total += value

    def pop(self):
        self.total -= self.values.pop(0)

    def eval(self):
        return self.total

    def __len__(self):
        return len(self.values)


def planted(number, poison, count=400):
    """Plain values but for one."""
    values = [1.0 + index % 4 for index in range(count)]
    values[number] = poison
    return Stream("planted", "", float, lambda wanted: (values * 9)[:wanted])


@pytest.mark.parametrize("poison", [1e20, math.nan, math.inf, -1e300])
@pytest.mark.parametrize("number", [0, 5, 100])
def test_an_algorithm_that_never_forgets_is_told_with_the_value_that_poisoned_it(
    judge, poison, number
):
    found = judge(NeverForgets, aggregation("float_sum"), planted(number, poison))
    assert found.unexplained > 0
    assert found.is_broken
    assert found.first.poisoner == number
    assert found.first.window_begins == number + 1
    assert found.first.cause == f"value {number} ({poison!r}), which has left, is in it"


def test_what_is_declared_to_be_lossy_is_a_fact_with_its_poisoner(judge):
    found = judge(algorithm("subtract_on_evict"), aggregation("float_sum"), planted(30, 1e20))
    assert found.is_lossy
    assert not found.is_broken
    assert found.first.poisoner == 30


def test_a_batch_that_does_not_contain_is_told_with_its_poisoner(judge):
    class Prefixes:
        """Differences of prefix sums: whatever a prefix lost is lost in all after it."""

        def __init__(self, aggregation):
            pass

        def roll(self, values, size):
            sums = [0.0]
            for value in values:
                sums.append(sums[-1] + value)
            return [sums[i + size] - sums[i] for i in range(len(values) - size + 1)]

    found = judge(Prefixes, aggregation("float_sum"), planted(30, 1e20))
    assert found.first.poisoner == 30


def test_an_answer_that_its_own_window_gives_is_no_containment_failure(judge):
    class OneTooMany(algorithm("recompute")):
        def eval(self):
            return super().eval() + 1.0

    found = judge(OneTooMany, aggregation("float_sum"))
    assert found.unexplained == found.judged == found.answers
    assert (found.first.poisoner, found.first.cause) == (None, NOT_FROM_OUTSIDE)
    assert (found.first.window_begins, found.is_broken) == (0, True)


@pytest.mark.parametrize("stream", LEAVING)
def test_nan_and_infinity_leave_what_contains_them_and_stay_in_what_does_not(judge, stream):
    right = judge(algorithm("two_stacks"), aggregation("float_sum"), stream)
    assert (right.kind, right.unexplained) == ("", 0)
    # All answers count from when the poison has left the window, and none before.
    assert right.judged == right.answers - 17
    wrong = judge(NeverForgets, aggregation("float_sum"), stream)
    assert wrong.unexplained == wrong.judged
    assert wrong.first.poisoner == 16


def test_an_aggregation_that_refuses_nan_is_not_tried_with_it(judge):
    class Careful(type(aggregation("float_sum"))):
        def unit(self, value):
            if math.isnan(value):
                raise ValueError("no NaN here")
            return value

    row = judge(algorithm("two_stacks"), Careful(), NAN_LEAVES)
    assert (row.kind, row.reason) == ("n/a", "refuses nan: ValueError: no NaN here")
    assert judge(algorithm("two_stacks"), Careful(), INFINITY_LEAVES).kind == ""


def test_what_cannot_be_served_or_taken_is_said(judge):
    row = judge(algorithm("sorted_window"), aggregation("float_sum"))
    assert (row.kind, row.reason) == ("n/a", "needs order")
    row = judge(algorithm("two_stacks"), aggregation("sum"))
    assert (row.kind, row.reason) == ("n/a", "aggregation does not take float values")
    assert judge(algorithm("two_stacks"), aggregation("sum"), NAN_LEAVES).kind == "n/a"
    assert judge(algorithm("two_stacks"), aggregation("sum"), "uniform").unexplained == 0


def test_a_stream_that_ends_is_judged_to_its_end_unless_it_is_to_be_quick(judge):
    ending = Stream("ending", "", float, lambda count: [1.0] * count, length=lambda: 5000)
    whole = judge(algorithm("two_stacks"), aggregation("exact_sum"), ending, quick=False)
    assert whole.answers == whole.judged == 5000 - 15
    assert judge(algorithm("two_stacks"), aggregation("exact_sum"), ending).answers == 1024
    endless = judge(algorithm("two_stacks"), aggregation("exact_sum"), quick=False)
    assert endless.answers == 2048


def test_answers_are_counted_and_those_judged_where_not_all_can_be(judge, monkeypatch):
    monkeypatch.setattr("swagbench.accuracy.judging.VALUES_JUDGED", 2000)
    row = judge(algorithm("two_stacks"), aggregation("float_sum"))
    assert (row.answers, row.judged) == (1024, 114)


@pytest.mark.parametrize("summary", ["float_sum", "exact_sum", "mean"])
def test_the_worst_error_of_what_adds_well_is_a_rounding(judge, summary):
    row = judge(algorithm("two_stacks"), aggregation(summary), "price_walk")
    assert row.worst_error < 1e-14


def test_an_error_without_end_is_none(judge):
    row = judge(NeverForgets, aggregation("float_sum"), planted(30, math.nan))
    assert row.worst_error is None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('no idea')", "RuntimeError: no idea"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import os; os._exit(9)", "its process ended with exit code 9"),
        ("while True: pass", "took more than 0.5 s"),
        ("return [0] * 10**12", "needs more than 2 GiB"),
    ],
    ids=["raises", "exits", "dies", "hangs", "eats memory"],
)
def test_a_plug_in_costs_its_own_rows_and_no_others(plan, plugin, body, reason):
    bad = plugin("Bad", RECOMPUTE.format(name="Bad", body=body))
    wanted = plan([bad, "two_stacks"], streams=["normal"], budget_seconds=0.5)
    rows, *judged = judge_apart(wanted, quick=True)
    assert [Row(*(getattr(one, name) for name in Row._fields)) for one in judged] == rows
    ends = {(one.algorithm, one.kind, one.reason) for one in judged}
    assert ends == {("bad", "error", reason), ("two_stacks", "", "")}
    assert [one.is_broken for one in judged] == [True, False] * 3


def test_a_truth_that_cannot_be_had_costs_the_rows_that_need_it(plan, plugin):
    spec = plugin(
        "Bad",
        """
        from swagbench import aggregation
        class Bad(type(aggregation("float_sum"))):
            def truth(self, values):
                raise ZeroDivisionError("no truth")
        """,
    )
    _, *judged = judge_apart(plan(["two_stacks", "daba"], [spec, "float_sum"]), quick=True)
    ends = {(one.aggregation, one.reason) for one in judged}
    assert ends == {("bad", "ZeroDivisionError: no truth"), ("float_sum", "")}


def test_what_cannot_be_judged_or_loaded_is_refused_in_one_line(plan, plugin):
    spec = plugin(
        "Vague",
        """
        from swagbench import aggregation
        class Vague(type(aggregation("sum"))):
            def explains(self, values, answer): return True
        """,
    )
    leaving = plugin("Leaving", "import os\nos._exit(3)")
    for wanted, told in (
        (plan(["two_stacks"], [spec]), "vague cannot be judged: it says by explains, but not by"),
        (plan(["two_stack"]), "no algorithm is called 'two_stack'"),
        (plan(["two_stacks"], streams=["winde"]), "no stream is called 'winde'"),
        (plan([leaving]), "what is to be judged cannot be loaded: its process ended with exit"),
    ):
        with pytest.raises(InputError, match=told) as caught:
            next(judge_apart(wanted, quick=True))
        assert "\n" not in str(caught.value)


def test_rows_that_share_their_truths_come_one_after_the_other(plan):
    wanted = plan(["two_stacks", "daba"], ["mean", "float_sum"], ["normal"], windows=[8, 4, 8])
    rows = Contest(wanted, quick=True).rows()
    assert len(rows) == len(set(rows)) == 2 * 2 * 3 * 2
    assert [row.algorithm for row in rows[:4]] == ["two_stacks", "daba"] * 2
    assert [row.stream for row in rows[:6:2]] == ["normal", *LEAVING]
    assert [row.window for row in rows[:12:6]] == [4, 8]


def test_by_default_what_is_there_of_sums_means_and_variances_is_judged():
    assert default_aggregations()[:4] == ["float_sum", "compensated_sum", "exact_sum", "mean"]
    assert worth_judging(None) == default_aggregations()
    assert worth_judging(["sum", "mean", "max", "exact_sum"]) == ["mean", "exact_sum"]
    assert worth_judging(["max"]) == []


def test_the_streams_of_the_default_are_there(plan):
    made = Contest(plan(["two_stacks"], streams=contests.STREAMS), quick=True)
    assert list(made.streams) == list(contests.STREAMS)
