"""The shortest input: it fails, it is no longer than what it began with, nothing can be spared."""

from __future__ import annotations

import planted
from hypothesis import assume, given
from hypothesis import strategies as st

from swagbench.rolling import shortest as module
from swagbench.rolling.counterexample import counterexample, last_is_wrong
from swagbench.rolling.judging import Verdict
from swagbench.rolling.questions import question
from swagbench.rolling.shortest import shortest

VALUES = st.lists(st.sampled_from([1.0, 2.0, 0.1, 1e16, -1e16, 1e20, 3.5]), min_size=3, max_size=30)


@given(values=VALUES, size=st.integers(1, 4))
def test_it_fails_still_and_every_value_is_needed(values, size):
    fails = last_is_wrong(planted.subtracts, question("sum"), [], Verdict.GROSS)
    assume(len(values) >= size and fails(values, size))
    found, window = shortest(fails, values, size)
    assert fails(found, window)
    assert len(found) <= len(values)
    assert window <= size
    for place in range(len(found)):
        fewer = found[:place] + found[place + 1 :]
        assert len(fewer) < window or not fails(fewer, window)


def test_what_began_gross_ends_gross():
    values = [1.0, -1e16, 2.0, 1.0, 1.0]
    found = counterexample(planted.compensates, question("sum"), [], values, 3, wrong=Verdict.GROSS)
    assert (len(found.values), found.size, found.right, found.given) == (5, 3, "4.0", 2.0)


def test_what_began_tiny_ends_tiny():
    values = [1000.0, 7.0, 0.1, 0.1]
    found = counterexample(planted.subtracts, question("sum"), [], values, 2, wrong=Verdict.TINY)
    assert found.given != float(found.right)
    assert abs(found.given - float(found.right)) < 1e-6
    assert max(found.values) <= 1000


def test_a_search_that_takes_too_long_gives_what_it_has(monkeypatch):
    monkeypatch.setattr(module, "MOST_TRIES", 5)
    found, size = shortest(lambda values, _: 7 in values, [*range(50)], 3)
    assert 7 in found
    assert size <= 3


def test_integers_stay_integers():
    found, _ = shortest(lambda values, _: sum(values) >= 2**63, [2**62, 5, 2**62, 2**62], 3)
    assert all(type(value) is int for value in found)
    assert sum(found) >= 2**63
