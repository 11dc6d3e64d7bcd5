from __future__ import annotations

import pytest

from swagbench.bench.plan import Contestants, unfinalized
from swagbench.core import Ability, Functions, InputError, abilities
from swagbench.records import span_seconds
from swagbench.registry import aggregation, aggregation_ids, algorithm


def test_contestants_of_one_comparison_stand_side_by_side_from_small_windows_to_large(plan):
    both = plan(algorithms=["recompute", "two_stacks"], aggregations=["mean"], windows=[8, 2])
    contests, _ = Contestants(both).contests()
    assert [[cell.id for cell in cells] for cells in contests] == [
        [
            f"{algorithm}-mean-wind-{window}{ending}"
            for algorithm, ending in (
                ("floor", ""),
                ("recompute", ""),
                ("recompute", "-unfinalized"),
                ("two_stacks", ""),
                ("two_stacks", "-unfinalized"),
            )
        ]
        for window in (2, 8)
    ]


def test_what_finalize_does_not_change_is_not_timed_without_it(plan):
    ((floor, finalized),), _ = Contestants(plan(aggregations=["sum"])).contests()
    assert floor.answer
    assert finalized.answer


def test_a_batch_is_not_timed_among_windows(plan):
    contests, (unmeasured,) = Contestants(plan(algorithms=["block_scan"])).contests()
    assert [[cell.algorithm for cell in cells] for cells in contests] == [["floor"]]
    assert (unmeasured.cell.algorithm, unmeasured.kind) == ("block_scan", "n/a")
    assert unmeasured.reason.startswith("a batch:")


def test_a_repeated_window_is_one_comparison(plan):
    contests, _ = Contestants(plan(windows=[4, 4])).contests()
    assert len(contests) == 1


def test_the_cards_of_the_algorithms_go_along(plan):
    cards = Contestants(plan(algorithms=["two_stacks", "daba"])).cards()
    assert cards == {name: algorithm(name).card for name in ("two_stacks", "daba")}


def test_what_cannot_be_served_says_what_it_needs(plan):
    everyone = ["sorted_window", "subtract_on_evict", "two_stacks"]
    _, unmeasured = Contestants(plan(algorithms=everyone, aggregations=["sum", "max"])).contests()
    assert {(one.cell.algorithm, one.cell.aggregation, one.reason) for one in unmeasured} == {
        ("sorted_window", "sum", "needs order"),
        ("subtract_on_evict", "max", "needs uncombine"),
    }
    assert {one.kind for one in unmeasured} == {"n/a"}


def test_a_stream_that_an_aggregation_does_not_take_is_said(plan):
    _, unmeasured = Contestants(plan(aggregations=["sum"], streams=["wind"])).contests()
    assert {one.reason for one in unmeasured} == {"sum does not take float values"}


def test_a_span_needs_a_stream_with_times(plan):
    _, unmeasured = Contestants(plan(streams=["uniform"], windows=[], spans=["1h"])).contests()
    assert {one.reason for one in unmeasured} == {"uniform has no times, which a span needs"}


def test_without_streams_each_aggregation_gets_the_first_that_it_takes(plan):
    contestants = Contestants(plan(aggregations=["sum", "max", "distinct_count", "affine"]))
    assert set(contestants.streams) == {
        ("sum", "uniform"),
        ("max", "wind"),
        ("distinct_count", "tail_numbers"),
        ("affine", "examples"),
    }


@pytest.mark.parametrize("name", aggregation_ids())
def test_without_finalize_an_aggregation_hands_out_the_aggregate_and_offers_no_order(name):
    whole = aggregation(name)
    twin = unfinalized(whole)
    agg = twin.unit(whole.examples[0])
    assert twin.finalize(agg) is agg
    assert abilities(twin) == abilities(whole) - {Ability.ORDER}


def test_what_has_no_class_to_derive_from_is_timed_with_finalize_only():
    class Namespace:
        empty = unit = combine = finalize = staticmethod(lambda: 0)

    assert unfinalized(Namespace) is None


def test_four_plain_functions_can_be_timed_without_finalize():
    doubled = Functions(lambda: 0, lambda x: x, lambda x, y: x + y, lambda agg: 2 * agg)
    twin = unfinalized(doubled)
    assert twin.finalize(twin.combine(1, 2)) == 3


@pytest.mark.parametrize(
    ("text", "seconds"), [("30s", 30), ("15m", 900), ("24h", 86400), ("7d", 604800), ("0.5", 0.5)]
)
def test_spans_have_units(text, seconds):
    assert span_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "0", "0h", "-1h", "h", "1w", "1 h", "nan", "inf"])
def test_what_is_not_a_length_of_time_is_refused_with_an_example(text):
    with pytest.raises(InputError, match="24h"):
        span_seconds(text)
