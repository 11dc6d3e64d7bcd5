"""Block scan: exactly the published number of calls, and the same answers by ufunc."""

import copy
import pickle
import sys

import numpy as np
import pytest

from swagbench import aggregation, algorithm
from swagbench.counting import Counting
from swagbench.oracle import is_right

BLOCK_SCAN = algorithm("block_scan")
SIZES = [*range(1, 20), 63, 64, 65, 66, 100]


def expected_calls(length, size):
    """Suffixes of all whole blocks; prefixes, one value less, and windows of all but the first."""
    blocks, rest = divmod(length, size)
    if size == 1 or not blocks:
        return 0
    last = max(0, rest - 1) + rest
    return blocks * (size - 1) + (blocks - 1) * (size - 2 + size - 1) + last


@pytest.mark.parametrize("at_once", [1, 50, 2**16])
@pytest.mark.parametrize("size", SIZES)
def test_it_combines_3n_less_4_times_a_block_however_many_are_scanned_at_once(
    size, at_once, monkeypatch
):
    monkeypatch.setattr(sys.modules[BLOCK_SCAN.__module__], "AT_ONCE", at_once)
    counting = Counting(aggregation("collect"))
    for length in range(3 * size + 2):
        BLOCK_SCAN(counting).roll(range(length), size)
        assert counting.take() == expected_calls(length, size)
    a_block = expected_calls(9 * size, size) - expected_calls(8 * size, size)
    assert a_block == max(0, 3 * size - 4)


@pytest.mark.parametrize("size", [1, 2, 16, 64, 65, 1000])
@pytest.mark.parametrize("name", ["max", "min", "float_sum", "sum", "count"])
def test_arrays_are_answered_by_ufunc(name, size):
    counting = Counting(aggregation(name))
    values = np.random.default_rng(0).integers(-99, 99, 3000)
    values = values.astype(float) if name == "float_sum" else values
    answers = BLOCK_SCAN(counting).roll(values, size)
    assert isinstance(answers, np.ndarray)
    assert (counting.calls, len(answers)) == (0, 3001 - size)
    for start in {0, 1, size, 1500, len(answers) - 1}:
        held = values[start : start + size].tolist()
        assert is_right(counting, held, answers[start].item())


def test_a_size_may_be_a_number_of_numpy():
    rolled = algorithm("block_scan")(aggregation("max")).roll([3, 1, 2], np.int64(2))
    assert list(rolled) == [3, 2]


def test_what_overflows_is_added_as_pythons_own_ints():
    assert list(BLOCK_SCAN(aggregation("sum")).roll([2**62] * 4, 2)) == [2**63] * 3
    assert list(BLOCK_SCAN(aggregation("sum")).roll([2**70, -1, 5], 2)) == [2**70 - 1, 4]


def test_ints_next_to_floats_are_compared_as_python_does():
    answers = BLOCK_SCAN(aggregation("max")).roll([2.0**53, 2**53 + 1, 1.0], 2)
    assert answers == [2**53 + 1, 2**53 + 1]


def test_a_ufunc_that_does_not_commute_is_not_used():
    class Newest:
        ufunc = np.subtract

        def units(self, values):
            raise AssertionError

        def unit(self, value):
            return value

        def combine(self, older, newer):
            return newer

        finalize = unit

    assert BLOCK_SCAN(Newest()).roll([1, 2, 3, 4, 5], 3) == [3, 4, 5]


@pytest.mark.parametrize("size", [2, 3])
def test_aggregates_may_be_arrays_lists_or_none(size):
    class Odd:
        def unit(self, value):
            return [np.array([value, value]), [value, value], None][value % 3]

        def combine(self, older, newer):
            return None if newer is None else [older, newer]

        finalize = staticmethod(type)

    kinds = [type(None) if value % 3 == 2 else list for value in range(size - 1, 9)]
    assert BLOCK_SCAN(Odd()).roll(range(9), size) == kinds


@pytest.mark.parametrize("size", [0, -1, 1.5, True, None, "3"])
def test_what_is_no_size_is_named(size):
    with pytest.raises(ValueError, match=r"is not a whole number of at least 1, such as 1024"):
        BLOCK_SCAN(aggregation("sum")).roll([1, 2], size)


def pickled(batch):
    return pickle.loads(pickle.dumps(batch))  # noqa: S301 - made just now


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, pickled])
def test_copies_answer_alike(twin_of):
    assert list(twin_of(BLOCK_SCAN(aggregation("max"))).roll([3, 1, 2], 2)) == [3, 2]
