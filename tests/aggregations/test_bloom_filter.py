"""Membership: never no for what was seen, and rarely yes for what was not."""

import copy
import math
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.aggregations.bloom_filter import BloomFilter, Seen, places
from swagbench.core import InputError
from swagbench.oracle import fold, recompute

# Half of a surrogate pair too.
texts = st.lists(st.text(st.characters(exclude_categories=())), max_size=30)


@given(texts, st.integers(8, 300), st.integers(1, 8))
def test_what_was_seen_is_found(values, bits, hashes):
    seen = recompute(BloomFilter(bits, hashes), values)
    assert all(value in seen for value in values)


@given(texts, texts)
def test_the_filter_of_a_union_is_the_union_of_filters(older, newer):
    subject = BloomFilter()
    merged = subject.combine(fold(subject, older), fold(subject, newer))
    assert merged == fold(subject, [*newer, *older, *older])


@pytest.mark.parametrize(("bits", "hashes", "distinct"), [(1024, 4, 256), (997, 3, 300)])
def test_what_was_not_seen_is_found_as_rarely_as_theory_says(bits, hashes, distinct):
    seen = recompute(BloomFilter(bits, hashes), [f"name {number}" for number in range(distinct)])
    chance = (1 - math.exp(-hashes * distinct / bits)) ** hashes
    trials = 10_000
    found = sum(f"other {number}" in seen for number in range(trials))
    # Four standard errors, and those of how full this one filter happens to be.
    assert found / trials == pytest.approx(chance, rel=0.2)


def test_nothing_is_in_what_has_seen_nothing():
    seen = recompute(BloomFilter(), [])
    assert "" not in seen
    assert repr(seen) == "Seen()"


def test_the_empty_string_is_a_string_and_what_is_no_string_was_never_seen():
    seen = recompute(BloomFilter(8, 1), [""])
    assert "" in seen
    assert all(other not in seen for other in (None, 3, b"", (), ["ann"]))


def test_answers_are_equal_by_value_and_cannot_be_changed():
    ann, again, bob = (recompute(BloomFilter(), [name]) for name in ("ann", "ann", "bob"))
    assert ann == again
    assert hash(ann) == hash(again)
    assert ann != bob
    assert recompute(BloomFilter(2048), ["ann"]) != ann
    assert recompute(BloomFilter(8), []) != recompute(BloomFilter(8, 5), [])
    with pytest.raises(FrozenInstanceError):
        ann.marks = 0
    assert pickle.loads(pickle.dumps(ann)) == copy.deepcopy(ann) == ann  # noqa: S301


def test_an_answer_is_told_in_a_line_that_no_other_answer_has():
    told = {repr(recompute(BloomFilter(2**20, 32), [f"{number}"])) for number in range(50)}
    assert len(told) == 50
    assert max(map(len, told)) < 50
    assert repr(Seen(0b101, 8, 1)).startswith("Seen(2 of 8 bits, ")


@pytest.mark.parametrize("bits", [8, 9, 1024])
def test_places_are_bits_of_the_filter(bits):
    found = {place for number in range(500) for place in places(f"{number}", bits, 3)}
    assert found <= {*range(bits)}
    assert len(found) > 0.7 * bits


def test_hashes_are_the_same_in_every_process():
    code = "from swagbench.aggregations.bloom_filter import two_hashes; print(two_hashes('ann')[0])"
    told = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.parametrize("bits", [7, 2**20 + 1, 64.0, "64", None, True])
def test_bits_are_an_integer_in_range(bits):
    with pytest.raises(InputError, match=r"^bits is .*; it is an integer 8 to 1048576$"):
        BloomFilter(bits)


@pytest.mark.parametrize("hashes", [0, 33, 4.0, "4", None, True])
def test_hashes_are_an_integer_in_range(hashes):
    with pytest.raises(InputError, match=r"^hashes is .*; it is an integer 1 to 32$"):
        BloomFilter(hashes=hashes)
