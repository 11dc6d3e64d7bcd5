import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.core import abilities
from swagbench.oracle import fold, recompute

CONCAT, PRODUCT, AFFINE = map(swagbench.aggregation, ("concat", "matrix_product", "affine"))
MODULUS = 998244353

texts = st.lists(st.text(max_size=3), max_size=10)
entries = st.integers(-2, 2) | st.integers()
rows = st.tuples(entries, entries)
matrices = st.lists(st.tuples(rows, rows), max_size=8)
maps = st.lists(st.tuples(entries, entries), max_size=8)


def in_two_ways(subject, values, cut):
    """The answer of the fold, and that of the folds of two halves."""
    cut = min(cut, len(values))
    yield recompute(subject, values)
    older, newer = fold(subject, values[:cut]), fold(subject, values[cut:])
    yield subject.finalize(subject.combine(older, newer))


@pytest.mark.parametrize(
    ("subject", "offers", "answer"),
    [(CONCAT, "exact uncombine", ""), (PRODUCT, "exact", ((1, 0), (0, 1)))],
)
def test_an_aggregation_offers_what_it_can_keep_and_answers_for_nothing(subject, offers, answer):
    assert " ".join(sorted(one.value for one in abilities(subject))) == offers
    assert recompute(subject, []) == answer


# --- concat ---------------------------------------------------------------------------------------


@given(texts, st.integers(0, 10))
def test_strings_are_joined_in_order(values, cut):
    assert {*in_two_ways(CONCAT, values, cut)} == {"".join(values)} == {CONCAT.definition(values)}


@given(texts, texts)
def test_what_leaves_is_the_beginning(leaving, staying):
    rest = CONCAT.uncombine(fold(CONCAT, [*leaving, *staying]), fold(CONCAT, leaving))
    assert rest == "".join(staying)


def test_what_leaves_leaves_once():
    assert CONCAT.uncombine("aaa", "a") == "aa"


@pytest.mark.parametrize(("whole", "oldest"), [("ab", "b"), ("", "a"), ("a", "ab"), ("ä", "a")])
def test_what_is_not_the_beginning_cannot_leave(whole, oldest):
    message = f"^{oldest!r} cannot leave: it is not what {whole!r} begins with$"
    with pytest.raises(ValueError, match=message):
        CONCAT.uncombine(whole, oldest)


@pytest.mark.parametrize("value", [None, 1, b"a", ["a"], ("a",)])
def test_what_is_no_string_is_refused_by_name(value):
    with pytest.raises(TypeError, match=r"is not a string$"):
        CONCAT.unit(value)


# --- matrix_product -------------------------------------------------------------------------------


@given(matrices, st.integers(0, 8))
def test_the_product_has_the_older_matrix_on_the_left(values, cut):
    product = np.eye(2, dtype=object)
    for value in values:
        product = product @ np.array(value, dtype=object)
    expected = tuple(tuple(int(one) % MODULUS for one in row) for row in product)
    assert {*in_two_ways(PRODUCT, values, cut)} == {expected} == {PRODUCT.definition(values)}


@given(maps)
def test_affine_maps_are_the_matrices_that_rows_are_multiplied_by(values):
    a, b = recompute(AFFINE, values)
    assert recompute(PRODUCT, [((a, 0), (b, 1)) for a, b in values]) == ((a, 0), (b, 1))


@given(st.integers(0, 300))
def test_fibonacci_numbers_are_a_product(count):
    before, number = 0, 1
    for _ in range(count):
        before, number = number, before + number
    ((top, right), (left, bottom)) = recompute(PRODUCT, [((1, 1), (1, 0))] * count)
    assert (right, left) == (before % MODULUS, before % MODULUS)
    assert (top, bottom) == (number % MODULUS, (number - before) % MODULUS)


def test_numpy_ints_become_ones_that_do_not_overflow():
    value = tuple(map(tuple, np.full((2, 2), 2**31 - 1, np.int32)))
    answer = recompute(PRODUCT, [value] * 5)
    assert answer == recompute(PRODUCT, [((2**31 - 1,) * 2,) * 2] * 5)
    assert {type(one) for row in answer for one in row} == {int}


@pytest.mark.parametrize(
    "value", [((1.0, 0), (0, 1)), ("ab", "cd"), ((1, 0),), ((1, 0, 0), (0, 1, 0)), (1, 2), None]
)
def test_what_is_no_matrix_of_ints_is_refused(value):
    with pytest.raises((TypeError, ValueError)):
        PRODUCT.unit(value)
