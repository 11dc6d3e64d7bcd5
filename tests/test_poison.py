"""The poisoner of an answer: found wherever it is, with few replays."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.poison import NOT_AGAIN, NOT_FROM_OUTSIDE, Poisoner, find_poisoner


@given(st.data(), st.integers(1, 5000))
def test_one_poisoner_is_found_wherever_it_is_with_few_replays(data, first):
    poisoner = data.draw(st.integers(0, first - 1))
    asked = []

    def is_wrong(begin):
        asked.append(begin)
        return begin <= poisoner

    found = find_poisoner(is_wrong, first, range(first))
    assert found.number == poisoner
    assert f"value {poisoner} ({poisoner}), which has left" in found.words
    assert len(asked) <= 3 + 2 * math.log2(first + 1)
    assert set(asked) <= set(range(first + 1))


@given(st.sets(st.integers(0, 999), min_size=1))
def test_what_is_found_makes_the_difference_however_many_are_to_blame(wrong_from):
    whole = {0, *wrong_from}
    found = find_poisoner(whole.__contains__, 1000, range(1000))
    assert found.number in whole
    assert found.number + 1 not in whole


def test_of_two_poisons_the_later_one_is_named():
    assert find_poisoner(lambda begin: begin <= 17 or begin <= 3, 40, range(40)).number == 17


@pytest.mark.parametrize("first", [0, 1, 300])
def test_an_answer_that_its_own_window_gives_has_no_poisoner(first):
    found = find_poisoner(lambda _: True, first, range(first))
    assert found == Poisoner(None, NOT_FROM_OUTSIDE)


@pytest.mark.parametrize("first", [0, 1, 300])
def test_an_answer_that_does_not_come_again_has_none_either(first):
    assert find_poisoner(lambda _: False, first, range(first)) == Poisoner(None, NOT_AGAIN)


def test_a_long_value_is_told_in_short():
    words = find_poisoner(lambda begin: begin == 0, 1, ["x" * 10_000]).words
    assert len(words) < 120


def test_whatever_a_replay_raises_is_raised():
    def is_wrong(_begin):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        find_poisoner(is_wrong, 3, range(3))
