import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import Functions, aggregation, algorithm
from swagbench.core import (
    Ability,
    Aggregation,
    Bound,
    Card,
    MissingAbility,
    Window,
    abilities,
    card_of,
    is_batch,
    is_lossy,
    refusal,
    require,
)


class Bare:
    """The four functions and no ability but to be exact."""

    def empty(self):
        return 0

    def unit(self, value):
        return value

    def combine(self, older, newer):
        return older + newer

    def finalize(self, agg):
        return agg


def method(*arguments):
    return None


def mean():
    return Functions(
        empty=lambda: (0, 0),
        unit=lambda value: (value, 1),
        combine=lambda older, newer: (older[0] + newer[0], older[1] + newer[1]),
        finalize=lambda agg: agg[0] / agg[1] if agg[1] else None,
    )


@pytest.mark.parametrize(
    ("declarations", "declared"),
    [
        ({}, set()),
        ({"uncombine": method}, {Ability.UNCOMBINE}),
        ({"sort_key": method, "pick": method}, {Ability.ORDER}),
        ({"commutative": True}, {Ability.COMMUTATIVE}),
        ({"selective": True}, {Ability.SELECTIVE}),
        ({"idempotent": True}, {Ability.IDEMPOTENT}),
        ({"units": method}, {Ability.UFUNC}),
    ],
)
@pytest.mark.parametrize("of_class", [True, False])
def test_each_ability_is_declared_by_its_methods_or_flag(declarations, declared, of_class):
    subject = type("Able", (Bare,), declarations)
    assert abilities(subject if of_class else subject()) == declared | {Ability.EXACT}


def test_a_ufunc_that_is_a_property_is_not_asked_for():
    def loads(_self):
        raise AssertionError

    able = type("Able", (Bare,), {"units": method, "ufunc": property(loads)})()
    assert Ability.UFUNC in abilities(able)


def test_what_rolls_and_does_not_push_is_a_batch():
    assert is_batch(type("Rolls", (), {"roll": method}))
    assert not is_batch(type("Both", (), {"roll": method, "push": method}))
    assert not is_batch(type("Pushes", (), {"push": method}))
    assert not is_batch(type("Names", (), {"roll": "a sushi"}))


@pytest.mark.parametrize(
    "declarations",
    [
        {"pick": method},
        {"ufunc": method},
        {"sort_key": method},
        {"uncombine": "not a method"},
        {"commutative": False},
        {"commutative": "yes"},
    ],
)
def test_half_a_declaration_declares_nothing(declarations):
    assert abilities(type("Half", (Bare,), declarations)()) == {Ability.EXACT}


def test_an_aggregation_with_a_rule_for_its_answers_is_not_exact():
    assert abilities(type("Rough", (Bare,), {"explains": method})()) == set()


def test_require_names_the_missing_ability_and_the_aggregation():
    with pytest.raises(MissingAbility, match=r"^needs uncombine, which Bare does not offer$"):
        require(Bare(), Ability.EXACT, Ability.UNCOMBINE, Ability.ORDER)


def test_require_accepts_what_is_offered():
    require(Bare(), Ability.EXACT)
    require(Bare())


def test_refusal_is_short_enough_for_a_table():
    assert refusal(algorithm("subtract_on_evict"), Bare()) == "needs uncombine"
    assert refusal(algorithm("sorted_window"), Bare()) == "needs order"
    assert refusal(algorithm("two_stacks"), Bare()) is None


def test_refusal_gives_a_foreign_type_error_in_full():
    def picky(aggregation):
        raise TypeError("only sums, please")

    assert refusal(picky, Bare()) == "only sums, please"


def test_other_errors_of_a_constructor_are_no_refusal():
    def broken(aggregation):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        refusal(broken, Bare())


@pytest.mark.parametrize(
    ("name", "flag", "is_wrong"),
    [
        ("subtract_on_evict", True, True),
        ("subtract_on_evict", False, False),
        ("subtract_on_evict", "yes", False),
        ("two_stacks", True, False),
    ],
)
def test_wrong_answers_are_expected_of_a_lossy_inverse_only_where_it_is_used(name, flag, is_wrong):
    subject = type("Lossy", (Bare,), {"uncombine": method, "inverse_is_lossy": flag})()
    assert is_lossy(algorithm(name), subject) is is_wrong


@pytest.mark.parametrize(
    ("bound", "text", "at_ten"),
    [
        (Bound(3), "3", 3),
        (Bound(0), "0", 0),
        (Bound(0, n=1), "n", 10),
        (Bound(2, n=1), "n + 2", 12),
        (Bound(0.5, n=2.5), "2.5n + 0.5", 25.5),
    ],
)
def test_a_bound_reads_as_its_formula_and_has_its_value(bound, text, at_ten):
    assert (str(bound), bound.at(10)) == (text, at_ten)


def test_a_card_is_even_if_its_mean_slide_is_its_worst():
    one, two = Bound(1), Bound(2)

    def slides(mean, worst):
        return Card(idea="", source="", partials=one, slide_mean=mean, slide_max=worst)

    assert slides(one, one).is_even
    assert not slides(one, two).is_even
    assert not slides(None, None).is_even


def test_only_a_card_is_a_card():
    assert card_of(algorithm("two_stacks")).needs == frozenset()
    assert card_of(type("Uncarded", (), {})) is None
    assert card_of(type("Odd", (), {"card": "two of hearts"})) is None


@given(st.lists(st.integers(-100, 100)), st.integers(1, 5))
def test_the_articles_mean_of_four_plain_functions_slides_in_two_stacks(values, size):
    window = algorithm("two_stacks")(mean())
    assert window.eval() is None
    for end, value in enumerate(values, start=1):
        window.push(value)
        if len(window) > size:
            window.pop()
        held = values[max(0, end - size) : end]
        assert window.eval() == sum(held) / len(held)


def test_plug_ins_meet_the_protocols_without_importing_them():
    assert isinstance(Bare(), Aggregation)
    assert isinstance(mean(), Aggregation)
    assert isinstance(algorithm("two_stacks")(aggregation("sum")), Window)
    assert not isinstance(object(), Aggregation | Window)


def test_only_an_algorithm_that_uses_a_lossy_inverse_is_expected_to_be_wrong():
    class LossyAndOrdered:
        """A sum of one value, say: what counts is what it offers."""

        inverse_is_lossy = True
        unit = combine = finalize = uncombine = sort_key = pick = staticmethod(max)

        def empty(self):
            return 0

    assert is_lossy(algorithm("subtract_on_evict"), LossyAndOrdered())
    assert not is_lossy(algorithm("sorted_window"), LossyAndOrdered())
    assert not is_lossy(algorithm("two_stacks"), LossyAndOrdered())
