"""Turns in this process, with what a round does left out or looked at."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from swagbench.bench import throughput
from swagbench.bench.plan import Contestants
from swagbench.bench.throughput import Comparisons, Task, Turn
from swagbench.records import Cell
from swagbench.registry import algorithm

EVERYONE = ("two_stacks", "daba", "recompute")


@pytest.fixture
def take(plan):
    """Takes the first turn of a comparison; what came of it."""

    def taken(process=0, number=0, **given):
        contestants = Contestants(plan(algorithms=EVERYONE, rounds=8, replays=0, **given))
        (cells,), _ = contestants.contests()
        reports = []
        Comparisons(contestants, [], reports.append).take(Task(number, process, cells, {}))
        return reports

    return taken


@pytest.fixture
def order(monkeypatch):
    """The contestants of a turn's rounds in the order that they ran in."""
    ran = []
    run_round = throughput._Runner.run_round

    def noted(self):
        ran.append(self)
        run_round(self)

    monkeypatch.setattr(throughput._Runner, "run_round", noted)
    return ran


def blocks(ran, size):
    """The rounds block by block, as names."""
    names = [one.entrant.cell.algorithm for one in ran]
    return [names[start : start + size] for start in range(0, len(names), size)]


def test_each_block_has_a_round_of_each_contestant_and_one_more_of_the_twin(take, order):
    *_, turn = take()
    assert isinstance(turn, Turn)
    shuffled = blocks(order, 5)
    expected = Counter(["floor", *EVERYONE, turn.twin.algorithm])
    assert [Counter(block) for block in shuffled] == [expected] * 8
    assert len({tuple(block) for block in shuffled}) > 4


def test_the_order_is_another_in_each_process_and_the_same_the_next_time(take, order):
    orders = []
    for process in (0, 1, 0):
        order.clear()
        take(process=process)
        orders.append(blocks(order, 5))
    assert orders[0] == orders[2]
    assert orders[0] != orders[1]


def test_the_twin_is_a_contestant_with_answers_another_one_each_time(take):
    twins = [take(number=number)[-1].twin for number in range(4)]
    assert [one.algorithm for one in twins] == [*EVERYONE, EVERYONE[0]]
    assert all(one.answer for one in twins)


def test_without_a_twin_from_the_first_process_on_there_is_none(plan):
    contestants = Contestants(plan(algorithms=EVERYONE, replays=0))
    (cells,), _ = contestants.contests()
    reports = []
    comparisons = Comparisons(contestants, [], reports.append)
    comparisons.take(Task(0, 0, cells, {}))
    first = reports[-1]
    known = {
        cell: msgspec.structs.replace(found, rounds_ns=[first.rounds_ns[cell]])
        for cell, found in first.found.items()
    }
    for twin in (None, first.twin):
        comparisons.take(Task(0, 1, cells, known, twin))
        assert reports[-1].twin == twin
        assert len(reports[-1].twin_rounds_ns) == (2 if twin else 0)


def test_the_cell_at_work_is_told_before_each_round(take, order):
    reports = take()
    told = sum(isinstance(one, Cell) for one in reports)
    assert told >= len(order)


def test_a_turn_leaves_garbage_collection_as_it_was(take):
    take()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_an_answer_that_turns_wrong_in_a_later_round_takes_the_time_back(take, monkeypatch):
    found = Contestants.algorithm

    class Tired(algorithm("two_stacks")):
        made = 0

        def __init__(self, aggregation):
            super().__init__(aggregation)
            Tired.made += 1

        def eval(self):
            return super().eval() + (Tired.made > 9)

    def tired(self, cell):
        one = found(self, cell)
        return replace(one, item=Tired) if one.id == "daba" else one

    monkeypatch.setattr(Contestants, "algorithm", tired)
    *_, dropped, turn = [one for one in take() if not isinstance(one, Cell)]
    assert (dropped.cell.algorithm, dropped.kind) == ("daba", "error")
    assert dropped.reason.startswith("wrong at slide")
    assert {cell.algorithm for cell in turn.found} == {"floor", "two_stacks", "recompute"}
