"""What is said of all aggregations: what is there, what they answer for nothing, what NaN does."""

import inspect
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import abilities
from swagbench.oracle import recompute
from swagbench.registry import aggregation, aggregation_ids
from swagbench.summaries import summary
from swagbench.verify.probes import takes_floats

WANTED = """
    sum count mean product min max range first last arg_min arg_max min_count any all gcd
    bit_and bit_or bit_xor variance std skewness kurtosis geometric_mean harmonic_mean log_sum_exp
    covariance correlation slope mode histogram median quantile top_k distinct collect concat affine
    matrix_product count_above distinct_count distinct_count_plus_plus min_hash dd_sketch
    bloom_filter float_sum compensated_sum exact_sum exact_mean exact_variance skip_missing
    count_missing
"""

NAN_IS_A_VALUE = {
    # Only there or not, kept as it is, or in its place in the order.
    *("count", "count_missing", "count_above", "collect", "expression", "first", "last", "any"),
    *("all", "mode", "histogram", "distinct", "top_k", "arg_min", "arg_max", "skip_missing"),
    "min_count",
}


def test_what_people_really_use_is_there():
    assert {*WANTED.split()} - {*aggregation_ids()} == set()


@pytest.mark.parametrize("name", aggregation_ids())
def test_the_first_sentence_says_what_an_empty_window_answers(name):
    subject = aggregation(name)
    assert f"{recompute(subject, ())!r} for an empty window" in summary(subject)


@pytest.mark.parametrize("name", aggregation_ids())
def test_where_numbers_are_reckoned_with_nan_propagates(name):
    subject = aggregation(name)
    if not takes_floats(subject) or name in NAN_IS_A_VALUE:
        pytest.skip("takes no floats, or NaN is a value like others")
    plain, poisoned = [1.0, 3.0, 2.0], [1.0, math.nan, 2.0]
    assert not math.isnan(recompute(subject, plain))
    assert math.isnan(recompute(subject, poisoned))


@pytest.mark.parametrize("name", aggregation_ids())
def test_it_is_told_in_words_and_by_an_example(name):
    told = inspect.getdoc(type(aggregation(name))) or ""
    assert ">>> " in told or name in inspect.getmodule(type(aggregation(name))).__doc__


@pytest.mark.parametrize(
    ("name", "offers"),
    [
        ("sum", "commutes exact ufunc uncombine"),
        ("count", "commutes exact ufunc uncombine"),
        ("float_sum", "commutes ufunc uncombine"),
        ("compensated_sum", "commutes"),
        ("mean", "commutes"),
        ("min", "commutes exact idempotent order selects ufunc"),
        ("max", "commutes exact idempotent order selects ufunc"),
        ("median", "commutes exact order"),
        ("quantile", "commutes exact order"),
        ("collect", "exact uncombine"),
        ("affine", "exact"),
        ("expression", "exact"),
        ("distinct_count", "commutes exact idempotent"),
    ],
)
def test_an_aggregation_offers_what_it_can_keep(name, offers):
    assert " ".join(sorted(one.value for one in abilities(aggregation(name)))) == offers


def test_to_list_what_there_is_takes_no_numpy():
    code = (
        "import sys; from swagbench import catalogue; catalogue.aggregation_table();"
        "catalogue.algorithm_table(); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603


VALUES = {
    "sum": st.integers(),
    "count": st.none() | st.integers() | st.text(),
    "min": st.integers() | st.floats(),
    "max": st.integers() | st.floats(),
    "median": st.integers(-(2**60), 2**60) | st.floats(),
    "quantile": st.integers(-(2**60), 2**60) | st.floats(),
    "collect": st.integers() | st.text(),
    "affine": st.tuples(st.integers(), st.integers()),
    "expression": st.integers() | st.text(min_size=1),
    "distinct_count": st.text(),
}


@pytest.mark.parametrize("name", VALUES)
@given(st.data())
def test_the_definition_that_it_states_is_what_combining_gives(name, data):
    values = data.draw(st.lists(VALUES[name], max_size=12))
    subject = aggregation(name)
    # As text: the sign of zero and the type count too.
    assert repr(subject.definition(values)) == repr(recompute(subject, values))


def test_every_exact_one_states_a_definition_and_every_other_explains():
    for name in aggregation_ids():
        subject = aggregation(name)
        assert hasattr(subject, "definition") is not hasattr(subject, "explains")
