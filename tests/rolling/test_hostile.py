"""Hostile streams are the same everywhere, and hold what they are for."""

from __future__ import annotations

import math

import pytest

from swagbench.rolling.hostile import COUNT, SIZES, hostile_streams

STREAMS = hostile_streams()


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_is_of_its_kind_and_repeats(name):
    values = STREAMS[name].take(COUNT)
    assert len(values) == COUNT
    assert {type(value) for value in values} == {STREAMS[name].kind}
    assert repr(values) == repr(STREAMS[name].take(COUNT))
    assert values[:5] == STREAMS[name].take(5) or name == "nan"


def test_what_is_not_finite_comes_and_leaves():
    for name, is_special in (("nan", math.isnan), ("infinity", math.isinf)):
        marks = [is_special(value) for value in STREAMS[name].take(COUNT)]
        longest = max(SIZES)
        windows = [any(marks[at : at + longest]) for at in range(COUNT - longest + 1)]
        assert {True, False} == set(windows)
        assert windows.index(True) < len(windows) - 1 - windows[::-1].index(False)


def test_both_infinities_are_there():
    assert {math.inf, -math.inf} <= set(STREAMS["infinity"].take(COUNT))


def test_integers_reach_the_ends_of_64_bits():
    values = STREAMS["large_integers"].take(COUNT)
    assert max(values) == 2**63 - 1
    assert all(-(2**63) <= value < 2**63 for value in values)
