from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.records import Status
from swagbench.report import tables
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")

KNOWN, FAILED = Status.XFAIL, Status.FAILED
UNSERVED, UNCLAIMED = Status.UNSERVED, Status.UNCLAIMED


def row(table, name):
    """The cells of a row by its name."""
    (cells,) = [cells for first, *cells in table.rows if first == name]
    return cells


# --- conformance ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("results", "shown"),
    [
        ({"sum": FAILED, "mean": KNOWN, "max": Status.PASSED}, "FAILED: sum"),
        ({"sum": KNOWN, "mean": FAILED, "max": FAILED}, "FAILED: mean, max"),
        ({"sum": Status.PASSED, "mean": KNOWN, "max": KNOWN}, "wrong, as declared: mean, max"),
        ({"sum": UNCLAIMED, "mean": Status.PASSED}, "passed"),
        ({"sum": UNCLAIMED, "mean": UNCLAIMED}, "not claimed"),
    ],
)
def test_a_check_over_many_aggregations_shows_the_worst_and_names_them(make, results, shown):
    checks = [
        make.checked("two_stacks", name, "cost", status=status) for name, status in results.items()
    ]
    assert row(tables.conformance(checks), "cost") == [shown]


def test_an_aggregation_is_named_once_however_often_its_check_failed(make):
    checks = [make.checked("two_stacks", "sum", "cost", status=FAILED)] * 2
    assert row(tables.conformance(checks), "cost") == ["FAILED: sum"]


@pytest.mark.parametrize(
    ("status", "shown"),
    [(FAILED, "FAILED"), (KNOWN, "wrong, as declared"), (UNCLAIMED, "not claimed")],
)
def test_a_row_about_one_aggregation_does_not_name_it_again(make, status, shown):
    table = tables.conformance([make.checked("two_stacks", "mean", status=status)])
    assert row(table, "mean") == [shown]


def test_what_cannot_be_served_says_why(make):
    check = make.checked("sorted_window", status=UNSERVED, reason="needs order")
    assert row(tables.conformance([check]), "sum") == ["n/a: needs order"]


def test_conformance_has_a_row_an_aggregation_and_then_one_a_check(make):
    checks = [
        make.checked(algorithm, aggregation, check)
        for algorithm in ("two_stacks", "recompute")
        for aggregation in ("sum", "max")
        for check in ("oracle", "time", "cost")
    ]
    table = tables.conformance([*checks, make.checked(None, "sum", "associativity")])
    assert table.header == ["check", "two_stacks", "recompute"]
    assert [first for first, *_ in table.rows] == ["sum", "max", "time", "cost"]
    assert all(cells == ["passed", "passed"] for _, *cells in table.rows)


def test_a_check_that_was_not_made_is_blank(make):
    table = tables.conformance([make.checked("two_stacks", "sum"), make.checked("flatfit", "max")])
    assert table.rows == [["sum", "passed", ""], ["max", "", "passed"]]


def test_laws_have_a_tick_where_they_hold_and_a_dash_where_an_ability_is_not_claimed(make):
    table = tables.laws(
        [
            make.checked(None, "sum", "identity"),
            make.checked(None, "sum", "order", status=UNCLAIMED),
            make.checked(None, "float_sum", "uncombine", status=KNOWN),
            make.checked(None, "float_sum", "identity", status=FAILED),
            make.checked("two_stacks", "sum"),
        ]
    )
    assert table.header == ["aggregation", "identity", "order", "uncombine"]
    assert table.rows == [
        ["sum", "✓", "–", ""],
        ["float_sum", "FAILED", "", "wrong, as declared"],
    ]


def test_the_tally_counts_every_way_in_which_a_check_ended(make):
    ends = [Status.PASSED] * 3 + [FAILED] * 2 + [UNSERVED, KNOWN]
    told = tables.tally([make.checked("two_stacks", status=status) for status in ends])
    assert told == "7 checks: 3 passed, 2 FAILED, 1 wrong, as declared, 1 n/a"


# --- figures --------------------------------------------------------------------------------------


def test_throughput_is_the_median_and_half_the_spread_of_the_middle_half(make):
    run = make.run(make.timed("recompute", 1234.4, spread=56))
    assert tables.throughput(run, GROUP).rows == [["recompute", "1,234 ± 56"]]


@pytest.mark.parametrize(
    ("mean", "largest", "shown"),
    [
        (2.9375, 18, "2.94 (18)"),
        (4096, 4096, "4,096 (4,096)"),
        (2.9999, 65538, "3 (65,538)"),
        (2.5, 4, "2.5 (4)"),
        (100, 100, "100 (100)"),
        (0, 0, "0 (0)"),
        (None, None, ""),
    ],
)
def test_combine_calls_are_the_mean_and_the_largest(make, mean, largest, shown):
    counts = {"combine_calls_mean": mean, "combine_calls_max": largest}
    run = make.run(make.timed("two_stacks", measures=counts))
    assert tables.combine_calls(run, GROUP).rows == [["two_stacks", shown]]


@pytest.mark.parametrize(
    ("at_rest", "peak", "shown"), [(23.6, 1280, "24 (1,280)"), (0, 0, "0 (0)"), (None, None, "")]
)
def test_memory_is_bytes_a_value_at_rest_and_at_the_peak(make, at_rest, peak, shown):
    sizes = {"bytes_per_value": at_rest, "peak_bytes_per_value": peak}
    run = make.run(make.timed("two_stacks", measures=sizes))
    assert tables.memory(run, GROUP).rows == [["two_stacks", shown]]


def test_finalizing_shows_the_twin_that_was_timed_without_it(make):
    run = make.run(
        make.timed("two_stacks", 300),
        make.timed("two_stacks", 210, answer=False),
        make.timed("sorted_window", 900),
    )
    assert tables.finalizing(run, GROUP).rows == [["two_stacks", "210"], ["sorted_window", ""]]
    assert tables.throughput(run, GROUP).rows[0] == ["two_stacks", "300 ± 0"]


@pytest.mark.parametrize(
    "table", [tables.throughput, tables.combine_calls, tables.memory, tables.finalizing]
)
def test_every_table_says_why_a_cell_has_no_figure(make, table):
    kinds = {"sorted_window": "n/a", "recompute": "skipped", "float_tricks": "wrong"}
    run = make.run(
        make.timed("two_stacks"),
        *(make.untimed(algorithm, kind) for algorithm, kind in kinds.items()),
        make.untimed("two_stacks", "error", 256),
        make.untimed("two_stacks", "error", answer=False),
        make.untimed("elsewhere", "error", stream="wind"),
    )
    shown = table(run, GROUP)
    assert shown.header == ["window", "16", "256"]
    assert row(shown, "two_stacks")[1] == "error"
    assert row(shown, "two_stacks")[0] != "error"
    assert {name: row(shown, name)[0] for name in kinds} == kinds
    assert "elsewhere" not in {first for first, *_ in shown.rows}


@pytest.mark.parametrize("table", [tables.throughput, tables.memory])
def test_the_floor_comes_last(make, table):
    cells = [make.timed(name) for name in (FLOOR, "two_stacks", "recompute")]
    names = [first for first, *_ in table(make.run(*cells), GROUP).rows]
    assert names == ["two_stacks", "recompute", FLOOR]


@pytest.mark.parametrize("table", [tables.combine_calls, tables.finalizing])
def test_the_floor_is_absent_where_it_has_nothing_to_show(make, table):
    run = make.run(make.timed(FLOOR), make.timed("two_stacks"))
    assert [first for first, *_ in table(run, GROUP).rows] == ["two_stacks"]


def test_windows_with_the_same_reason_share_a_row(make):
    run = make.run(
        *(make.untimed("sorted_window", "n/a", w, reason="needs order") for w in (1, 16, 256)),
        make.untimed("recompute", "skipped", 256, reason="needs about 12 s"),
        make.untimed("recompute", "skipped", 4096, reason="needs about 99 s"),
        make.untimed("recompute", "skipped", 4096, reason="needs about 99 s", answer=False),
        make.untimed("recompute", "skipped", 4096, reason="needs about 99 s", stream="wind"),
    )
    table = tables.unmeasured(run)
    assert table.header == ["algorithm", "aggregation", "stream", "window", "", "reason"]
    assert table.rows == [
        ["sorted_window", "sum", "uniform", "1, 16, 256", "n/a", "needs order"],
        ["recompute", "sum", "uniform", "256", "skipped", "needs about 12 s"],
        ["recompute", "sum", "uniform", "4096", "skipped", "needs about 99 s"],
        ["recompute", "sum", "wind", "4096", "skipped", "needs about 99 s"],
    ]


def test_windows_stand_by_size_in_whatever_order_they_were_measured(make):
    run = make.run(
        *(make.timed("two_stacks", window=window) for window in (16, 4096, 256)),
        make.untimed("two_stacks", "error", 1),
    )
    assert tables.throughput(run, GROUP).header == ["window", "1", "16", "256", "4096"]


def test_spans_of_time_stand_after_numbers_of_values_by_their_length(make):
    spans = [make.timed("a", window=span, values=100) for span in ("7d", "90m", "24h")]
    header = tables.throughput(make.run(*spans, make.timed("a", window=4096)), GROUP).header
    assert header == ["window", "4096", "90m", "24h", "7d"]


# --- groups ---------------------------------------------------------------------------------------


def test_groups_stand_in_the_order_measured_each_once(make):
    places = [("sum", "uniform"), ("max", "wind"), ("sum", "wind"), ("max", "wind")]
    cells = [make.timed("two_stacks", aggregation=name, stream=stream) for name, stream in places]
    assert tables.groups(make.run(*cells)) == places[:3]


def test_a_group_holds_its_finalized_cells_and_the_floor(make):
    mine = [make.timed("two_stacks"), make.timed(FLOOR)]
    others = [make.timed("two_stacks", stream="wind"), make.timed("two_stacks", answer=False)]
    assert tables.of_group(make.run(*mine, *others), GROUP) == mine


@given(st.text(), st.text())
def test_a_group_names_a_file_whatever_characters_its_parts_are_of(aggregation, stream):
    name = Group(aggregation, stream).file_name
    assert PurePosixPath(f"{name}.svg").name == f"{name}.svg"
    assert not set(name) & set('/\\:*?"<>|()#%&\0')
    assert not any(character.isspace() for character in name)


def test_a_long_group_names_a_file_that_can_be_made():
    name = f"{Group('x' * 300, 'wind').file_name}-bytes_per_value.svg"
    assert len(name.encode()) <= 255


def test_a_plain_group_is_legible_in_its_file_name():
    assert Group("max", "wind").file_name == "max-wind"
    assert Group("quantile(q=0.9)", "wind").file_name.startswith("quantile_q=0.9_-wind-")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Group("join(sep=',')", "wind"), Group("join(sep=';')", "wind")),
        (Group("a-b", "c"), Group("a", "b-c")),
    ],
)
def test_two_groups_never_share_a_file_name(one, other):
    assert one.file_name != other.file_name
