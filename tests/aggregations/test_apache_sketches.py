"""Apache's sketches: what merges without loss to the bit, what throws coins by its rank."""

import importlib.util
import math
import runpy
from collections import Counter
from functools import reduce
from random import Random

import pytest
from brackets import bracketed
from hypothesis import given
from hypothesis import strategies as st

from swagbench.aggregations import apache_sketches
from swagbench.aggregations.apache_sketches import OPTIONAL, ApacheHLL, CountMin, KLLQuantile
from swagbench.core import InputError
from swagbench.oracle import recompute

NAN, INF = math.nan, math.inf

installed = pytest.mark.skipif(
    importlib.util.find_spec("datasketches") is None,
    reason="the extra swagbench[datasketches] is not installed",
)
texts = st.lists(st.text(st.characters(codec="utf-8")), max_size=30)
plain = st.floats(allow_nan=False)


# --- where the library is not installed -----------------------------------------------------------


def test_without_the_library_there_are_none(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert runpy.run_path(apache_sketches.__file__)["__all__"] == []


@pytest.mark.parametrize("name", OPTIONAL)
def test_without_the_library_it_is_said_what_to_install(name, monkeypatch):
    monkeypatch.setattr(apache_sketches, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match=r"pip install 'swagbench\[datasketches\]'$"):
        getattr(apache_sketches, name)()


@installed
def test_with_the_library_all_of_them_are_there():
    assert sorted(apache_sketches.__all__) == sorted(OPTIONAL)


# --- HLL ------------------------------------------------------------------------------------------


@installed
@pytest.mark.parametrize("precision", [4, 7, 8, 10, 12])
@pytest.mark.parametrize("distinct", [1, 7, 8, 9, 20, 40, 100, 400])
def test_the_count_of_hll_does_not_depend_on_the_order(precision, distinct):
    subject, rng = ApacheHLL(precision), Random(distinct)
    values = [f"name {number}" for number in range(distinct)]
    answers = {bracketed(subject, values, rng) for _ in range(4)}
    answers.add(bracketed(subject, [*values, *values[::2]], rng))
    assert answers == {subject.definition(values)}
    assert answers == {subject.definition([*values, *reversed(values)])}


@installed
@given(texts, st.sampled_from([4, 12, 21]))
def test_few_strings_are_counted_as_they_are(values, precision):
    distinct = len({*values})
    answer = recompute(ApacheHLL(precision), values)
    assert answer == pytest.approx(distinct, rel=1e-6 if precision > 4 else 1, abs=1e-6)


@installed
@pytest.mark.parametrize("precision", [8, 12])
@pytest.mark.parametrize("distinct", [100, 1000, 5000])
def test_hll_errs_as_its_theory_says(precision, distinct):
    values = [f"name {number}" for number in range(distinct)]
    answer = recompute(ApacheHLL(precision), [*values, *values])
    assert abs(answer - distinct) <= 3 * 1.04 / 2 ** (precision / 2) * distinct


@installed
def test_the_empty_string_is_one():
    assert recompute(ApacheHLL(), ["", ""]) == 1.0
    assert recompute(CountMin(""), ["", "", "a"]) == 2
    assert recompute(ApacheHLL(), []) == 0.0
    assert recompute(CountMin(""), []) == 0


# --- count-min ------------------------------------------------------------------------------------


@installed
@given(st.lists(st.sampled_from("abcdefgh"), max_size=60), st.integers(3, 20), st.integers(1, 5))
def test_a_count_is_never_too_small_whatever_the_order(values, buckets, hashes):
    subject = CountMin("a", buckets, hashes)
    answer = bracketed(subject, values, Random(len(values)))
    assert answer == subject.definition(values)
    assert values.count("a") <= answer <= len(values)
    assert isinstance(answer, int)


@installed
def test_a_count_errs_as_seldom_as_theory_says():
    rng, buckets, hashes = Random(1), 30, 2
    values = [f"name {int(rng.paretovariate(0.5))}" for _ in range(1000)]
    merged = reduce(
        CountMin("", buckets, hashes).combine, map(CountMin("", buckets, hashes).unit, values)
    )
    true = Counter(values)
    wrong = sum(
        CountMin(item, buckets, hashes).finalize(merged) - count > math.e / buckets * len(values)
        for item, count in true.items()
    )
    assert wrong <= math.exp(-hashes) * len(true)


# --- KLL ------------------------------------------------------------------------------------------


@installed
@given(st.lists(plain, min_size=1, max_size=40), st.floats(0, 1), st.randoms(use_true_random=False))
def test_up_to_k_values_the_quantile_is_the_one_of_that_rank(values, q, rng):
    answer = bracketed(KLLQuantile(q, 40), values, rng)
    assert answer == sorted(values)[max(0, math.ceil(q * len(values)) - 1)]
    assert KLLQuantile(q, 40).explains(values, answer)


@installed
@given(st.lists(plain, min_size=1, max_size=12), st.floats(0, 1), plain)
def test_up_to_k_values_no_other_answer_is_explained(values, q, other):
    ordered = sorted(values)
    right = ordered[max(0, math.ceil(q * len(values)) - 1)]
    explained = {answer for answer in [*values, other] if KLLQuantile(q).explains(values, answer)}
    assert explained == {right}


@installed
@pytest.mark.parametrize("k", [20, 200])
@pytest.mark.parametrize("q", [0, 0.1, 0.5, 0.9, 1])
def test_beyond_k_values_the_answer_is_explained(k, q):
    subject, rng = KLLQuantile(q, k), Random(k)
    for size in (k + 1, 2 * k, 5 * k):
        values = [float(rng.randrange(10 * size)) for _ in range(size)]
        assert subject.explains(values, recompute(subject, values))
        assert subject.explains(values, bracketed(subject, values, rng))


@installed
def test_beyond_k_values_an_answer_is_explained_by_its_rank():
    values = [float(number) for number in range(1, 1001)]
    explains = KLLQuantile(0.5).explains
    off = 2 * 0.013294757464848584 * 1000  # what the library states for k = 200
    assert explains(values, 500.0 + int(off))
    assert explains(values, 500.0 - int(off))
    assert not explains(values, 501.0 + int(off))
    assert not explains(values, 499.0 - int(off))
    assert not explains(values, 500.5)  # no value of the window
    assert not explains(values, 500)  # a float it is


@installed
def test_of_equal_values_every_rank_counts():
    values = [1.0] * 300 + [2.0] * 400 + [3.0] * 300
    assert KLLQuantile(0.5).explains(values, 2.0)
    assert KLLQuantile(0.32).explains(values, 1.0)
    assert KLLQuantile(0.32).explains(values, 2.0)
    assert not KLLQuantile(0.34).explains(values, 1.0)
    assert not KLLQuantile(0.66).explains(values, 3.0)


@installed
def test_what_explains_an_answer_that_is_no_plain_number():
    explains = KLLQuantile().explains
    assert explains([], None)
    assert not explains([], NAN)
    assert not explains([1.0], None)
    assert not explains([1.0], NAN)
    assert explains([1.0, NAN], NAN)
    assert not explains([1.0, NAN], 1.0)
    assert explains([INF, -INF, INF], INF)
    assert explains([0.0, -0.0], -0.0)


@installed
@given(st.lists(st.floats(), max_size=12))
def test_nan_propagates_and_nothing_answers_none(values):
    answer = recompute(KLLQuantile(), values)
    if any(map(math.isnan, values)):
        assert math.isnan(answer)
    else:
        assert (answer is None) is (not values)


# --- arguments ------------------------------------------------------------------------------------


@installed
@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: ApacheHLL(3), r"^precision is 3; it is an integer 4 to 21$"),
        (lambda: ApacheHLL(22), r"^precision is 22; it is an integer 4 to 21$"),
        (lambda: ApacheHLL(True), r"^precision is True; it is an integer 4 to 21$"),
        (lambda: CountMin(3), r"^item is 3; it is a string$"),
        (lambda: CountMin("a", 2), r"^buckets is 2; it is an integer 3 to 1048576$"),
        (lambda: CountMin("a", 3, 65), r"^hashes is 65; it is an integer 1 to 64$"),
        (lambda: CountMin("a", 3, 0), r"^hashes is 0; it is an integer 1 to 64$"),
        (lambda: KLLQuantile(1.5), r"^q is 1.5; a quantile's q is a number from 0 to 1$"),
        (lambda: KLLQuantile(True), r"^q is True; a quantile's q is a number from 0 to 1$"),
        (lambda: KLLQuantile(0.5, 7), r"^k is 7; it is an integer 8 to 65535$"),
        (lambda: KLLQuantile(0.5, 8.0), r"^k is 8.0; it is an integer 8 to 65535$"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(make, told):
    with pytest.raises(InputError, match=told):
        make()


@installed
@pytest.mark.parametrize("value", [None, 3, 1.5, b"", ()])
def test_what_is_no_string_is_refused(value):
    for subject in (ApacheHLL(), CountMin()):
        with pytest.raises(TypeError):
            subject.unit(value)


@installed
@pytest.mark.parametrize("value", [None, "1", 10**400, b"", ()])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(TypeError):
        KLLQuantile().unit(value)
