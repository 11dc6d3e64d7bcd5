import math
import operator

import pytest

from swagbench.boxed import Box, Boxed, LookedInside
from swagbench.core import abilities
from swagbench.counting import Counting
from swagbench.oracle import recompute
from swagbench.verify.carriers import Hooked, Listed, MutableAnswers, WithNone
from swagbench.verify.probes import PROBES, probe_for

FREE, WITH_INVERSE = PROBES[:2]
WEAK_ORDERS = PROBES[-1]
each_probe = pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)

CARRIERS = {
    "Boxed": Boxed,
    "Boxed, remembering": lambda probe: Boxed(probe, remembers=True),
    "Listed": Listed,
    "Listed, sharing": lambda probe: Listed(probe, shares_empty=True),
    "Hooked": lambda probe: Hooked(probe, lambda name, arguments: None),
    "MutableAnswers": MutableAnswers,
    "WithNone, for no values": lambda probe: WithNone(probe, probe.empty()),
    "WithNone, for the first": lambda probe: WithNone(probe, probe.unit(probe.value("u", 0))),
    "Counting": Counting,
}
each_carrier = pytest.mark.parametrize("carrier", CARRIERS.values(), ids=CARRIERS)


@each_probe
@each_carrier
def test_a_wrapped_aggregation_offers_what_it_offers_and_no_more(carrier, probe):
    # An algorithm that chooses its way by what is offered must not be led astray.
    assert abilities(carrier(probe)) == abilities(probe)


@each_probe
@each_carrier
def test_a_wrapped_aggregation_answers_the_same(carrier, probe):
    values = [probe.value("u", index) for index in range(4)]
    wrapped = carrier(probe)
    pushed = [Box(value) for value in values] if isinstance(wrapped, Boxed) else values
    for size in range(5):
        answer = recompute(wrapped, pushed[:size])
        expected = probe.answer(values[:size])
        assert answer == (list(expected) if isinstance(answer, list) else expected)
    if hasattr(probe, "pick"):
        ordered = sorted(pushed, key=wrapped.sort_key)
        assert wrapped.pick(ordered) == probe.answer(values)


@pytest.mark.parametrize(
    "operation",
    [
        lambda box: box == box,  # noqa: PLR0124 - that is the question
        lambda box: box != 3,
        lambda box: box < 3,
        lambda box: box >= 3,
        hash,
        bool,
        len,
        iter,
        list,
        tuple,
        int,
        float,
        math.sqrt,
        lambda box: box[0],
        lambda box: 3 in box,
        lambda box: box + box,
        lambda box: 3 + box,
        lambda box: box - 3,
        lambda box: 3 - box,
        lambda box: box * 2,
        lambda box: operator.iadd(box, box),
        range,
        lambda box: {box},
        {3: 4}.get,
        lambda box: sorted([box, box]),
        lambda box: box or 3,
        lambda box: not box,
        lambda box: sum([box]),
        lambda box: max(box, box),
    ],
)
def test_a_box_can_only_be_held(operation):
    with pytest.raises(LookedInside, match="an algorithm may hold values and aggregates"):
        operation(Box(3))


def test_boxed_aggregates_are_counted_while_they_are_alive():
    boxed = Boxed(FREE)
    one, two = boxed.unit(Box(0)), boxed.unit(Box(1))
    assert boxed.count == 2
    both = boxed.combine(one, two)
    assert boxed.count == 3
    del one, two
    assert boxed.count == 1
    assert boxed.finalize(both) == range(2)
    del both
    assert boxed.count == 0


@pytest.mark.parametrize("carrier", ["Boxed", "Listed"])
def test_a_selection_is_one_of_the_two_objects(carrier):
    wrapped = CARRIERS[carrier](WEAK_ORDERS)

    def unit(value):
        return wrapped.unit(Box(value) if carrier == "Boxed" else value)

    low, high, empty = unit(1.0), unit(2.000001), wrapped.empty()
    assert wrapped.combine(high, low) is low
    assert wrapped.combine(low, high) is low
    assert wrapped.combine(empty, high) is high
    assert wrapped.combine(high, empty) is high


@pytest.mark.parametrize("carrier", ["Boxed", "Listed"])
def test_a_combination_is_a_new_object(carrier):
    wrapped = CARRIERS[carrier](FREE)
    values = [Box(0), Box(1)] if carrier == "Boxed" else [0, 1]
    one, two = map(wrapped.unit, values)
    both = wrapped.combine(one, two)
    assert both is not one
    assert both is not two


def test_a_remembering_box_keeps_the_values_alive_that_are_in_it():
    boxed = Boxed(WITH_INVERSE, remembers=True)
    values = [Box(index) for index in range(3)]
    one, two, three = map(boxed.unit, values)
    whole = boxed.combine(boxed.combine(one, two), three)
    assert [box.content for box in whole.holds] == [0, 1, 2]
    rest = boxed.uncombine(whole, one)
    assert [box.content for box in rest.holds] == [1, 2]
    assert Boxed(WITH_INVERSE).unit(values[0]).holds == ()


@pytest.mark.parametrize("shares_empty", [True, False])
def test_a_list_that_was_changed_is_told_as_it_was_made(shares_empty):
    listed = Listed(FREE, shares_empty=shares_empty)
    one, two = listed.unit(0), listed.unit(1)
    both = listed.combine(one, two)
    assert listed.changed() is None
    two.append(7)
    assert listed.changed() == "[1, 2] has become [1, 2, 7]"
    del two[2:]
    both[:] = ()
    assert listed.changed() == "[0, 2] has become []"


@pytest.mark.parametrize("shares_empty", [True, False])
def test_the_empty_list_is_shared_if_that_is_asked_for(shares_empty):
    listed = Listed(FREE, shares_empty=shares_empty)
    empty = listed.empty()
    assert (listed.empty() is empty) == shares_empty
    assert listed.combine(empty, listed.empty()) == []
    empty.append(3)
    assert listed.changed() == "[] has become [3]"


def test_a_hook_sees_each_call_before_it_is_made():
    calls = []
    hooked = Hooked(probe_for({}), lambda *call: calls.append(call))
    recompute(hooked, [0, 1])
    recompute(hooked, [])
    assert calls == [
        ("unit", (0,)),
        ("unit", (1,)),
        ("combine", ((0, 1), (1, 2))),
        ("finalize", ((0, 2),)),
        ("empty", ()),
        ("finalize", ((),)),
    ]


@each_probe
def test_a_hook_sees_every_function_that_is_offered(probe):
    seen = set()
    hooked = Hooked(probe, lambda name, arguments: seen.add(name))
    value = probe.value("u", 0)
    agg = hooked.combine(hooked.empty(), hooked.unit(value))
    hooked.finalize(agg)
    expected = {"empty", "unit", "combine", "finalize"}
    if hasattr(probe, "uncombine"):
        hooked.uncombine(agg, agg)
        expected |= {"uncombine"}
    if hasattr(probe, "pick"):
        hooked.pick([value])
        hooked.sort_key(value)
        expected |= {"pick", "sort_key"}
    assert seen == expected


def test_a_hook_that_raises_keeps_the_call_from_being_made():
    made = []

    class Noted(type(FREE)):
        def unit(self, value):
            made.append(value)
            return super().unit(value)

    def refuse(name, arguments):
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        Hooked(Noted(), refuse).unit(3)
    assert made == []


@each_probe
def test_one_aggregate_is_none_and_no_other(probe):
    wrapped = WithNone(probe, probe.empty())
    unit = wrapped.unit(probe.value("u", 0))
    assert wrapped.empty() is None
    assert wrapped.combine(None, None) is None
    assert wrapped.combine(None, unit) == unit == wrapped.combine(unit, None)
    if hasattr(probe, "uncombine"):
        assert wrapped.uncombine(unit, unit) is None


def test_a_mutable_answer_is_a_new_list_each_time():
    answers = MutableAnswers(FREE)
    first = answers.finalize((0, 3))
    first.append("mine")
    assert answers.finalize((0, 3)) == [0, 1, 2]
    picking = MutableAnswers(WEAK_ORDERS)
    assert picking.pick([1.0]) == [1.0]
    assert picking.pick(ordered := [1.0]) is not ordered
