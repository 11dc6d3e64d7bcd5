from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import Functions, aggregation
from swagbench.core import Ability, abilities
from swagbench.oracle import fold, recompute
from swagbench.verify.probes import (
    PLAIN_EXAMPLES,
    PROBES,
    Broken,
    FreeMonoid,
    FreeMonoidWithInverse,
    MultisetsWithInverse,
    Real,
    examples_of,
    probe_for,
    shown,
    takes_floats,
)

LENGTH = 5
each_probe = pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)


def windows(probe, letters="u" * LENGTH):
    """Every window that can be met while these are pushed, the empty one included."""
    values = [probe.value(letter, index) for index, letter in enumerate(letters)]
    return [(), *(tuple(values[start:end]) for start, end in combinations(range(LENGTH + 1), 2))]


def adjacent(probe, parts):
    """Every way to cut a window into so many adjacent parts, some of them empty, folded."""
    values = [probe.value("u", index) for index in range(LENGTH)]
    for cuts in product(range(LENGTH + 1), repeat=parts + 1):
        if list(cuts) == sorted(cuts):
            yield [fold(probe, values[start:end]) for start, end in pairwise(cuts)]


@each_probe
def test_combining_is_associative_wherever_parts_are_adjacent(probe):
    combine = probe.combine
    for one, two, three in adjacent(probe, 3):
        assert combine(combine(one, two), three) == combine(one, combine(two, three))


@each_probe
def test_empty_is_the_identity_on_both_sides(probe):
    for window in windows(probe):
        agg = fold(probe, window)
        assert probe.combine(probe.empty(), agg) == agg == probe.combine(agg, probe.empty())


@each_probe
def test_the_answer_is_what_folding_gives_for_every_window(probe):
    for window in windows(probe):
        answer = probe.answer(window)
        assert recompute(probe, window) == answer
        assert type(recompute(probe, window)) is type(answer)
        assert probe.is_right(window, answer)
        assert probe.tell(window) == shown(answer)


@each_probe
def test_no_answer_for_another_window_is_right(probe):
    for window, other in product(windows(probe), repeat=2):
        same = probe.answer(window) == probe.answer(other)
        assert probe.is_right(window, probe.answer(other)) == same


@each_probe
def test_values_aggregates_and_answers_are_of_different_types(probe):
    for window in windows(probe)[1:]:
        value, agg = window[0], fold(probe, window)
        assert len({type(value), type(agg), type(probe.finalize(agg))}) == 3
        # So a forgotten unit or finalize shows.
        assert not probe.is_right(window, agg)
        assert not probe.is_right(window, value)
    assert not probe.is_right((), probe.empty())
    assert not probe.is_right((), None)


@pytest.mark.parametrize(
    "probe", [one for one in PROBES if hasattr(one, "uncombine")], ids=lambda probe: probe.id
)
def test_the_inverse_takes_the_oldest_part_out_again(probe):
    for oldest, rest in adjacent(probe, 2):
        assert probe.uncombine(probe.combine(oldest, rest), oldest) == rest


def with_flag(flag):
    return [probe for probe in PROBES if getattr(probe, flag, False)]


@pytest.mark.parametrize("probe", with_flag("commutative"), ids=lambda probe: probe.id)
def test_what_commutes_does(probe):
    for one, other in product([fold(probe, window) for window in windows(probe)], repeat=2):
        assert probe.combine(one, other) == probe.combine(other, one)


@pytest.mark.parametrize("probe", with_flag("idempotent"), ids=lambda probe: probe.id)
def test_what_is_idempotent_is(probe):
    for one, other in product([fold(probe, window) for window in windows(probe)], repeat=2):
        assert probe.combine(one, one) == one
        # Parts that overlap do no harm.
        whole = probe.combine(one, other)
        assert probe.combine(whole, one) == whole


@pytest.mark.parametrize("probe", with_flag("selective"), ids=lambda probe: probe.id)
def test_what_selects_gives_one_of_its_two_and_the_older_on_a_tie(probe):
    for older, newer in adjacent(probe, 2):
        assert probe.combine(older, newer) in (older, newer)
    for letters in product("AB", repeat=2):
        older, newer = (probe.unit(probe.value(letter, at)) for at, letter in enumerate(letters))
        expected = newer if letters == ("B", "A") else older
        assert probe.combine(older, newer) is expected


@pytest.mark.parametrize(
    "probe", [one for one in PROBES if hasattr(one, "pick")], ids=lambda probe: probe.id
)
@pytest.mark.parametrize("letters", [*map("".join, product("ABC", repeat=LENGTH))])
def test_what_is_ordered_is_picked_from_the_sorted_window(probe, letters):
    for window in windows(probe, letters)[1:]:
        ordered = sorted(window, key=probe.sort_key)
        assert probe.pick(ordered) == probe.answer(window) == recompute(probe, window)
    # Ties can be told apart.
    values = windows(probe, letters)[LENGTH]
    assert len(set(values)) == len(values)


def test_keys_of_an_ordered_probe_rise_fall_and_tie():
    probe = probe_for({Ability.ORDER})
    keys = [probe.sort_key(probe.value("u", index)) for index in range(13)]
    steps = [after - before for before, after in pairwise(keys)]
    assert max(steps) > 0 > min(steps)
    assert 0 in steps
    assert [probe.sort_key(probe.value(letter, 7)) for letter in "ABZ"] == [0, 1, 25]


@pytest.mark.parametrize(
    ("older", "newer"), [((1, 2), (0, 1)), ((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 1), (0, 1))]
)
def test_combining_what_is_not_adjacent_is_broken_at_once(older, newer):
    with pytest.raises(Broken, match="the newer part does not follow the older one"):
        FreeMonoid().combine(older, newer)


@pytest.mark.parametrize(
    ("whole", "oldest"), [((0, 3), (2, 3)), ((0, 3), (1, 2)), ((), (0, 1)), ((0, 1), (0, 2))]
)
def test_taking_out_what_is_not_the_oldest_part_is_broken_at_once(whole, oldest):
    with pytest.raises(Broken, match="this is not the oldest part"):
        FreeMonoidWithInverse().uncombine(whole, oldest)


@pytest.mark.parametrize(("whole", "oldest"), [((), (1,)), ((1, 2), (3,)), ((1, 2), (2, 2))])
def test_taking_out_what_is_not_there_is_broken_at_once(whole, oldest):
    with pytest.raises(Broken, match="is not in it"):
        MultisetsWithInverse().uncombine(whole, oldest)


@pytest.mark.parametrize(
    ("needs", "probe"),
    [
        ((), "free_monoid"),
        ((Ability.EXACT,), "free_monoid"),
        ((Ability.UNCOMBINE,), "free_monoid_with_inverse"),
        ((Ability.COMMUTATIVE,), "multisets"),
        ((Ability.COMMUTATIVE, Ability.UNCOMBINE), "multisets_with_inverse"),
        ((Ability.COMMUTATIVE, Ability.IDEMPOTENT), "sets"),
        ((Ability.IDEMPOTENT,), "sets"),
        ((Ability.ORDER,), "sorted_windows"),
        ((Ability.SELECTIVE,), "weak_orders"),
        ((Ability.SELECTIVE, Ability.ORDER), "weak_orders"),
        ((Ability.SELECTIVE, Ability.UNCOMBINE), None),
    ],
)
def test_a_need_is_probed_by_the_most_telling_that_offers_it(needs, probe):
    found = probe_for(needs)
    assert (found and found.id) == probe


@each_probe
def test_no_probe_is_there_in_vain(probe):
    assert probe_for(abilities(probe)) is probe


def test_a_real_aggregation_is_judged_by_the_oracle_with_its_own_examples():
    arena = Real("max", aggregation("max"))
    examples = aggregation("max").examples
    assert [arena.value("u", index) for index in range(len(examples))] == [*examples]
    assert arena.value("A", 99) is examples[0]
    assert arena.value("C", 99) is examples[2]
    assert arena.value("u", len(examples)) is examples[0]
    assert arena.is_right([1, 3, 2], 3)
    assert not arena.is_right([1, 3, 2], 2)
    assert arena.tell([1, 3, 2]) == "3"


def test_a_real_aggregation_that_explains_answers_decides_itself():
    arena = Real("float_sum", aggregation("float_sum"))
    summed = 0.1 + 0.2 + 0.3
    assert arena.is_right([0.1, 0.2, 0.3], summed)
    assert arena.is_right([0.1, 0.2, 0.3], 0.1 + (0.2 + 0.3))
    assert not arena.is_right([0.1, 0.2, 0.3], 0.61)


def test_an_aggregation_without_examples_is_tried_with_plain_ones():
    assert examples_of(object()) == PLAIN_EXAMPLES
    assert examples_of(aggregation("collect")) == aggregation("collect").examples


def test_only_aggregations_of_floats_take_floats():
    assert takes_floats(aggregation("float_sum"))
    assert takes_floats(aggregation("max"))
    assert not takes_floats(aggregation("sum"))
    assert not takes_floats(aggregation("distinct_count"))
    # Without examples nothing is known of floats.
    assert not takes_floats(Functions(int, int, int, int))


@given(st.lists(st.integers(0, 9999), min_size=9) | st.tuples(*[st.integers(0, 9999)] * 12))
def test_of_a_long_window_the_ends_are_shown(answer):
    text = shown(answer)
    assert len(text) < 80
    assert text.endswith(f"({len(answer)} values)")
    assert text[1:].startswith(f"{answer[0]!r}, {answer[1]!r}, {answer[2]!r}, …")
    assert f"{answer[-3]!r}, {answer[-2]!r}, {answer[-1]!r}" in text


@given(st.lists(st.integers(0, 9999), max_size=8) | st.text(max_size=40) | st.none() | st.floats())
def test_a_short_answer_is_shown_as_it_is(answer):
    assert shown(answer) == repr(answer)


@given(st.text(min_size=250) | st.dictionaries(st.integers(), st.text(min_size=60), min_size=5))
def test_a_long_text_is_cut(answer):
    assert len(shown(answer)) == 183


def test_a_number_too_long_to_write_is_told_all_the_same():
    assert shown((7, 10**5000)) == "a number of more digits than can be shown"
