from __future__ import annotations

import pytest

from swagbench.core import InputError
from swagbench.registry import aggregation, algorithm
from swagbench.trace import as_table, trace


def test_the_state_is_shown_at_each_question():
    rows = list(trace(algorithm("two_stacks"), aggregation("sum"), [1, 2, 3], window=2, drain=True))
    assert [(row.state["front"], row.state["back"], row.answer) for row in rows] == [
        ([], [], 0),
        ([], [1], 1),
        ([], [1, 2], 3),
        ([2], [3], 5),
        ([], [3], 3),
        ([], [], 0),
    ]


def test_a_batch_has_no_state():
    with pytest.raises(InputError, match="no state to trace"):
        list(trace(algorithm("block_scan"), aggregation("sum"), [1]))


def test_without_a_window_size_nothing_leaves():
    rows = trace(algorithm("recompute"), aggregation("count"), "abc")
    assert [row.answer for row in rows] == [0, 1, 2, 3]


def test_an_algorithm_without_a_state_shows_its_answers_alone():
    class Silent(algorithm("recompute")):
        @property
        def state(self):
            raise AttributeError

    table = as_table(trace(Silent, aggregation("expression"), [1, 2]))
    assert table.splitlines() == ["  answer", "= 0", "= 1", "= 1 + 2"]


def test_aggregates_that_are_not_lists_are_shown_as_they_are():
    table = as_table(trace(algorithm("subtract_on_evict"), aggregation("sum"), [2, 3]))
    assert table.splitlines()[-1].split() == ["[2,", "3]", "5", "=", "5"]


def test_an_empty_aggregate_can_be_seen():
    table = as_table(trace(algorithm("flatfat"), aggregation("expression"), [1, 2, 3], window=2))
    assert table.splitlines()[1].strip() == "[[–], [–, –]] = 0"
    assert table.splitlines()[-1].strip() == "[[–], [3, 2]] = 2 + 3"
