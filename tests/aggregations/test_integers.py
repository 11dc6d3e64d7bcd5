import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import swagbench
from swagbench.core import abilities
from swagbench.oracle import fold, recompute

PRODUCT, GCD, AND, OR, XOR = map(
    swagbench.aggregation, ("product", "gcd", "bit_and", "bit_or", "bit_xor")
)
ALL = (PRODUCT, GCD, AND, OR, XOR)
BITS = (AND, OR, XOR)
WITH_UFUNC = (GCD, *BITS)

ids = {"ids": lambda subject: type(subject).__name__}
wide = st.integers() | st.integers(-(2**70), 2**70)
small = st.integers(-6, 6)
runs = st.lists(wide | small, max_size=12)


def set_bits(values, rule):
    """The number with just those bits that `rule` finds set, given that bit of each value."""
    width = 1 + max((value.bit_length() for value in values), default=0)
    columns = ([bool(value >> place & 1) for value in values] for place in range(width))
    *bits, sign = map(rule, columns)
    return sum(1 << place for place, bit in enumerate(bits) if bit) - (sign << len(bits))


RULES = {AND: all, OR: any, XOR: lambda column: sum(column) % 2 == 1}


@pytest.mark.parametrize(
    ("subject", "offers", "answer"),
    [
        (PRODUCT, "commutes exact uncombine", 1),
        (GCD, "commutes exact idempotent ufunc", 0),
        (AND, "commutes exact idempotent ufunc", -1),
        (OR, "commutes exact idempotent ufunc", 0),
        (XOR, "commutes exact ufunc uncombine", 0),
    ],
)
def test_an_aggregation_offers_what_it_can_keep_and_answers_for_nothing(subject, offers, answer):
    assert " ".join(sorted(one.value for one in abilities(subject))) == offers
    assert recompute(subject, []) == answer == subject.definition([])


# --- each against a definition of its own ---------------------------------------------------------


@given(runs)
def test_a_product_is_multiplied_up_exactly(values):
    expected = 1
    for value in values:
        expected *= value
    assert recompute(PRODUCT, values) == expected


def test_one_zero_and_many_make_the_product_zero():
    assert [recompute(PRODUCT, values) for values in ([0], [0, 0], [5, 0, -3])] == [0, 0, 0]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5), st.integers(0, 2**80))
def test_the_greatest_common_divisor_is_the_largest_that_divides_all(values, scale):
    common = max(one for one in range(1, 61) if all(value % one == 0 for value in values))
    assert recompute(GCD, [value * scale for value in values]) == common * scale


@given(runs)
def test_the_greatest_common_divisor_knows_no_sign(values):
    answer = recompute(GCD, values)
    assert answer >= 0
    assert answer == recompute(GCD, [-value for value in values]) == math.gcd(*values)


def test_the_greatest_common_divisor_of_zeros_is_zero():
    assert recompute(GCD, [0, 0]) == 0
    assert recompute(GCD, [0, -4]) == 4


@pytest.mark.parametrize("subject", BITS, **ids)
@given(runs)
@example([-1])
@example([-(2**63), 2**63])
def test_each_bit_is_decided_by_itself_and_so_is_the_sign(subject, values):
    assert recompute(subject, values) == set_bits(values, RULES[subject])


@pytest.mark.parametrize("subject", ALL, **ids)
@given(runs, st.integers(0, 12))
def test_the_definition_is_what_halves_combine_to(subject, values, cut):
    older, newer = fold(subject, values[:cut]), fold(subject, values[cut:])
    whole = subject.finalize(subject.combine(older, newer))
    assert whole == subject.definition(values)


# --- what leaves ----------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", [PRODUCT, XOR], **ids)
@given(runs, runs)
def test_what_leaves_leaves_no_trace(subject, leaving, staying):
    whole = fold(subject, [*leaving, *staying])
    rest = subject.uncombine(whole, fold(subject, leaving))
    assert rest == fold(subject, staying)


@pytest.mark.parametrize(
    ("leaving", "staying", "answer"), [([0], [7], 7), ([0], [0, 7], 0), ([0, 0], [], 1)]
)
def test_a_zero_that_leaves_gives_back_what_it_hid(leaving, staying, answer):
    whole = fold(PRODUCT, [*leaving, *staying])
    assert PRODUCT.finalize(PRODUCT.uncombine(whole, fold(PRODUCT, leaving))) == answer


def test_a_window_of_products_that_slides_over_zeros_is_right_at_every_step():
    window = swagbench.algorithm("subtract_on_evict")(PRODUCT)
    values = [3, 0, -2, 5, 0, 0, 7, 1, -1, 4, 9]
    for at, value in enumerate(values):
        window.push(value)
        if at >= 3:
            window.pop()
        assert window.eval() == math.prod(values[max(0, at - 2) : at + 1])


# --- what is taken --------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", ALL, **ids)
@pytest.mark.parametrize("value", [None, 1.0, math.nan, "3", b"3", (), 1j])
def test_what_is_no_integer_is_refused_at_once(subject, value):
    with pytest.raises(TypeError):
        subject.unit(value)


@pytest.mark.parametrize("subject", ALL, **ids)
def test_integers_of_all_types_are_taken_as_pythons_own(subject):
    for value in (True, np.int8(-128), np.uint64(2**64 - 1)):
        answer = recompute(subject, [value])
        assert type(answer) is int
        assert answer == recompute(subject, [int(value)])


def test_numpys_integers_do_not_overflow():
    assert recompute(PRODUCT, [np.int64(2**62)] * 3) == 2**186
    assert recompute(GCD, [np.int8(-128), np.int8(-128)]) == 128


# --- arrays ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", WITH_UFUNC, **ids)
@given(st.lists(st.integers(-(2**63) + 1, 2**63 - 1) | small, min_size=1, max_size=9))
def test_an_array_of_units_combines_to_the_answer(subject, values):
    for given_values in (values, np.array(values, np.int64)):
        units = subject.units(given_values)
        assert units.tolist() == [*map(subject.unit, values)]
        assert subject.finalize(subject.ufunc.reduce(units).item()) == subject.definition(values)


@pytest.mark.parametrize("subject", WITH_UFUNC, **ids)
@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.uint64])
def test_an_array_of_any_integers_is_combined_as_its_numbers_are(subject, kind):
    lowest, highest = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    values = [lowest, highest, 12, 18]
    units = subject.units(np.array(values, kind))
    if units is not None:
        assert units.tolist() == [*map(subject.unit, values)]
        assert subject.ufunc.reduce(units).item() == subject.definition(values)
    assert (units is None) == (subject is GCD and kind is np.int64)


@pytest.mark.parametrize("subject", WITH_UFUNC, **ids)
@pytest.mark.parametrize(
    "values",
    [[1.0, 2.0], [2**70, 1], [1, 2.0], ["a"], np.array([1.5]), np.array([[1]]), np.array(["a"])],
)
def test_there_is_no_array_of_what_none_would_hold_as_it_is(subject, values):
    assert subject.units(values) is None


@pytest.mark.parametrize("subject", WITH_UFUNC, **ids)
def test_the_array_that_was_given_is_not_changed(subject):
    values = np.array([-4, 6, -8])
    subject.units(values)
    assert values.tolist() == [-4, 6, -8]
