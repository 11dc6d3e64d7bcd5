"""Every planted fault is caught, with the shortest history that shows it.

A fault is a small edit of the real file, so that it follows the code; it must fit exactly once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from swagbench.registry import find_aggregation, find_algorithm
from swagbench.verify.conformance import find_fault

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Planted:
    """An edit of an algorithm's file, and the fault that must be found with an aggregation."""

    name: str
    algorithm: str
    before: str
    after: str
    aggregation: str
    history: str
    expected: str
    given: str


PLANTED = (
    Planted(
        name="flip in the wrong order",
        algorithm="two_stacks.py:TwoStacks",
        before="suffix = combine(unit, suffix)",
        after="suffix = combine(suffix, unit)",
        aggregation="expression",
        history="push 1 twice, push 2, pop, eval",
        expected="'1 + 2'",
        given="'2 + 1'",
    ),
    Planted(
        name="back aggregate not reset after a flip",
        algorithm="two_stacks.py:TwoStacks",
        before="self._front, self._back, self._back_agg = front, [], empty",
        after="self._front, self._back = front, []",
        aggregation="sum",
        history="push 3, pop, eval",
        expected="0",
        given="3",
    ),
    Planted(
        name="wrong only beyond window 64",
        algorithm="two_stacks.py:TwoStacks",
        before="return self.aggregation.finalize(self._back_agg)",
        after="return self.aggregation.finalize(self._back_agg if len(self) <= 64 else 0)",
        aggregation="sum",
        history="push 3 65 times, eval",
        expected="195",
        given="0",
    ),
)


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_fault_is_caught_with_its_shortest_history(planted, tmp_path):
    file, _, name = planted.algorithm.partition(":")
    source = (ROOT / "algorithms" / file).read_text(encoding="utf-8")
    assert source.count(planted.before) == 1
    edited = tmp_path / file
    edited.write_text(source.replace(planted.before, planted.after), encoding="utf-8")
    algorithm = find_algorithm(f"{edited}:{name}").item
    fault = find_fault(algorithm, find_aggregation(planted.aggregation).item)
    assert fault == (planted.history, planted.expected, planted.given)
