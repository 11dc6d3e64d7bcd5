"""Missing values: they propagate, unless they are to be skipped or counted."""

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.aggregations.extrema import Max
from swagbench.aggregations.missing import SkipMissing
from swagbench.core import InputError, abilities
from swagbench.oracle import is_same, recompute
from swagbench.registry import find_aggregation

NAN = math.nan

holey = st.lists(st.integers(-9, 9).map(float) | st.sampled_from([None, NAN, -NAN]), max_size=12)


def present(values):
    return [value for value in values if value is not None and not math.isnan(value)]


@pytest.mark.parametrize("name", ["mean", "max", "median", "exact_sum", "sum", "collect"])
@given(holey)
def test_skipping_answers_for_the_values_that_are_there(name, values):
    skipping = swagbench.aggregation(f"skip_missing({name})")
    expected = recompute(swagbench.aggregation(name), present(values))
    assert is_same(expected, recompute(skipping, values))


@given(holey)
def test_the_pick_is_of_the_values_that_are_there(values):
    skipping = swagbench.aggregation("skip_missing(median)")
    picked = skipping.pick(sorted(values, key=skipping.sort_key))
    assert picked == recompute(swagbench.aggregation("median"), present(values))


@given(holey)
def test_counting_counts_none_and_nan(values):
    assert recompute(swagbench.aggregation("count_missing"), values) == len(values) - len(
        present(values)
    )


@pytest.mark.parametrize("name", ["sum", "max", "median", "mean", "exact_sum", "float_sum"])
def test_skipping_keeps_what_is_offered_but_for_arrays(name):
    plain = swagbench.aggregation(name)
    skipping = swagbench.aggregation(f"skip_missing({name})")
    kept = {one.value for one in abilities(plain)} - {"ufunc"}
    assert {one.value for one in abilities(skipping)} == kept


def test_what_skips_survives_copies_with_what_it_offers():
    skipping = pickle.loads(pickle.dumps(SkipMissing(Max())))  # noqa: S301 - our own
    assert abilities(skipping) == abilities(SkipMissing(Max()))
    assert recompute(skipping, [1.0, NAN, 3.0, None]) == 3.0


def test_its_id_says_what_it_is_of():
    assert find_aggregation("skip_missing(quantile(0.5))").id == "skip_missing(of=quantile(q=0.5))"


@pytest.mark.parametrize("of", [3, "mean", max])
def test_only_an_aggregation_can_have_its_missing_values_skipped(of):
    with pytest.raises(InputError, match="is no aggregation to skip values of: no "):
        SkipMissing(of)
