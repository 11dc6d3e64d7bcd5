import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import Bound, Card
from swagbench.records import RANKS
from swagbench.report import figures
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")
BY_WINDOW = [
    figures.throughput,
    figures.beside_the_fastest,
    figures.finalizing,
    figures.combine_calls,
    figures.partials,
    figures.memory,
]
PARTIALS = {"partials_mean": 2.5, "partials_max": 4}


def row(titled, name):
    """The cells of a row by its name."""
    (cells,) = [cells for first, *cells in titled.table.rows if first == name]
    return cells


# --- by window ------------------------------------------------------------------------------------


def test_throughput_is_the_median_and_half_the_width_of_its_interval(make):
    rounds = [[100.0, 200.0, 300.0], [400.0, 500.0], [600.0, 700.0, 800.0, 1900.0]]
    run = make.run(make.timed("recompute", 500, measures={"rounds_ns": rounds}))
    caption, table = figures.throughput(run, GROUP)
    assert "95 % interval" in caption
    assert table.rows == [["recompute", "500 ± 300"]]


def test_throughput_without_rounds_has_half_the_spread_of_the_middle_half(make):
    run = make.run(make.timed("recompute", 1234.4, spread=56))
    caption, table = figures.throughput(run, GROUP)
    assert "middle half of the rounds" in caption
    assert table.rows == [["recompute", "1,234 ± 56"]]


def test_throughput_says_one_thing_of_all_where_some_have_no_rounds(make):
    with_rounds = make.timed("a", 100, measures={"rounds_ns": [[50.0, 100.0, 150.0]]})
    caption, table = figures.throughput(make.run(with_rounds, make.timed("b", spread=7)), GROUP)
    assert "middle half" in caption
    assert table.rows == [["a", "100 ± 0"], ["b", "100 ± 7"]]


def test_beside_the_fastest_tells_ratios_with_intervals_and_who_is_not_separated(make):
    times = {"a": [100, 100, 100], "b": [108, 109, 112], "c": [98, 101, 104], "d": [9000] * 3}
    run = make.run(
        *(
            make.timed(name, rounds[1], measures={"rounds_ns": [rounds * 15]})
            for name, rounds in times.items()
        ),
        make.timed(FLOOR, 10),
    )
    assert figures.beside_the_fastest(run, GROUP).table.rows == [
        ["a", "1"],
        ["b", "1.09 (1.08–1.12)"],
        ["c", "≈ 1.01 (0.98–1.04)"],
        ["d", "90.0"],
    ]


def test_beside_the_fastest_without_rounds_says_what_it_goes_by(make):
    run = make.run(make.timed("a", spread=5), make.timed("b", 104, spread=5), make.timed("c", 200))
    caption, table = figures.beside_the_fastest(run, GROUP)
    assert "median by median" in caption
    assert table.rows == [["a", "1"], ["b", "≈ 1.04"], ["c", "2.00"]]


@pytest.mark.parametrize(
    ("mean", "largest", "shown"),
    [
        (2.9375, 18, "2.94 (18)"),
        (4096, 4096, "4,096 (4,096)"),
        (2.9999, 65538, "3 (65,538)"),
        (2.5, 4, "2.5 (4)"),
        (100, 100, "100 (100)"),
        (0, 0, "0 (0)"),
    ],
)
def test_what_is_counted_is_told_as_the_mean_and_the_largest(make, mean, largest, shown):
    kinds = {"combine_calls": figures.combine_calls, "partials": figures.partials}
    for kind, table in kinds.items():
        counts = {f"{kind}_mean": mean, f"{kind}_max": largest}
        run = make.run(make.timed("two_stacks", measures=counts))
        assert table(run, GROUP).table.rows == [["two_stacks", shown]]


@pytest.mark.parametrize(
    ("at_rest", "peak", "shown"), [(23.6, 1280, "24 (1,280)"), (0, 0, "0 (0)")]
)
def test_memory_is_bytes_a_value_at_rest_and_at_the_peak(make, at_rest, peak, shown):
    sizes = {"bytes_per_value": at_rest, "peak_bytes_per_value": peak}
    run = make.run(make.timed("two_stacks", measures=sizes))
    assert figures.memory(run, GROUP).table.rows == [["two_stacks", shown]]


def test_finalizing_shows_the_twin_that_was_timed_without_it(make):
    run = make.run(
        make.timed("two_stacks", 300),
        make.timed("two_stacks", 210, answer=False),
        make.timed("sorted_window", 900),
    )
    shown = figures.finalizing(run, GROUP).table.rows
    assert shown == [["two_stacks", "210"], ["sorted_window", ""]]
    assert row(figures.throughput(run, GROUP), "two_stacks") == ["300 ± 0"]


@pytest.mark.parametrize("table", BY_WINDOW)
def test_every_table_by_window_says_why_a_cell_has_no_figure(make, table):
    kinds = {"sorted_window": "n/a", "recompute": "skipped", "float_tricks": "wrong"}
    run = make.run(
        make.timed("two_stacks", measures=PARTIALS),
        make.timed("two_stacks", answer=False),
        *(make.untimed(algorithm, kind) for algorithm, kind in kinds.items()),
        make.untimed("two_stacks", "error", 256),
        make.untimed("two_stacks", "error", answer=False),
        make.untimed("elsewhere", "error", stream="wind"),
    )
    shown = table(run, GROUP)
    assert shown.table.header == ["window", "16", "256"]
    assert row(shown, "two_stacks")[1] == "error"
    assert row(shown, "two_stacks")[0] != "error"
    assert {name: row(shown, name)[0] for name in kinds} == kinds
    assert "elsewhere" not in {first for first, *_ in shown.table.rows}


@pytest.mark.parametrize("table", [figures.throughput, figures.memory])
def test_the_floor_comes_last(make, table):
    cells = [make.timed(name) for name in (FLOOR, "two_stacks", "recompute")]
    names = [first for first, *_ in table(make.run(*cells), GROUP).table.rows]
    assert names == ["two_stacks", "recompute", FLOOR]


@pytest.mark.parametrize(
    "table",
    [
        figures.beside_the_fastest,
        figures.combine_calls,
        figures.finalizing,
        figures.partials,
        figures.growths,
    ],
)
def test_the_floor_is_absent_where_it_has_nothing_to_show(make, table):
    run = make.run(
        *(make.timed(name, window=w, measures=PARTIALS) for w in (1, 16, 256) for name in "ab"),
        *(make.timed(FLOOR, window=w, measures=PARTIALS) for w in (1, 16, 256)),
        make.timed("a", answer=False),
    )
    assert [first for first, *_ in table(run, GROUP).table.rows] == ["a", "b"]


def test_windows_stand_by_size_in_whatever_order_they_were_measured(make):
    run = make.run(
        *(make.timed("two_stacks", window=window) for window in (16, 4096, 256)),
        make.untimed("two_stacks", "error", 1),
    )
    assert figures.throughput(run, GROUP).table.header == ["window", "1", "16", "256", "4096"]


def test_spans_of_time_stand_after_numbers_of_values_by_their_length(make):
    spans = [make.timed("a", window=span, values=100) for span in ("7d", "90m", "24h")]
    run = make.run(*spans, make.timed("a", window=4096))
    assert figures.throughput(run, GROUP).table.header == ["window", "4096", "90m", "24h", "7d"]


# --- single operations ----------------------------------------------------------------------------


@pytest.fixture
def with_latency(make):
    """A cell with single operations of so many nanoseconds and calls."""

    def cell(algorithm, window=16, **facts):
        return make.timed(algorithm, window=window, measures={"latency": make.latency(**facts)})

    return cell


def test_single_operations_have_a_table_a_kind_with_all_ranks_and_the_calls_beside(
    make, with_latency
):
    run = make.run(with_latency("a", ns=1000, calls=2, slow=3))
    push, pop, eval_, slide = figures.operations(run, GROUP)
    for titled, kind in ((push, "push"), (pop, "pop"), (eval_, "eval"), (slide, "slide")):
        assert f"single {kind}" in titled.caption
        assert titled.table.header == ["algorithm", *RANKS, "slow"]
    told = ["1,000 (2)", "2,000 (4)", "3,000 (6)", "4,000 (8)", "5,000 (10)", "3 of 2,048"]
    for titled in (push, pop, eval_):
        assert titled.table.rows == [["a", *told]]
    assert row(slide, "a")[:2] == ["10,000 (2)", "20,000 (4)"]


def test_single_operations_are_those_of_the_largest_window_that_has_any(make, with_latency):
    run = make.run(
        with_latency("a", 256, ns=7),
        with_latency("a", 16),
        with_latency("b", 16),
        make.timed("a", window=4096),
    )
    for titled in (*figures.operations(run, GROUP), figures.responses(run, GROUP)):
        assert " at 256, " in titled.caption
        assert [first for first, *_ in titled.table.rows] == ["a"]


def test_over_time_there_is_no_table_of_pop(make, with_latency):
    run = make.run(with_latency("a", has_pop=False))
    captions = [caption for caption, _ in figures.of_group(run, GROUP)]
    assert sum("single" in caption for caption in captions) == 3
    assert not any("single pop" in caption for caption in captions)


def test_response_times_stand_by_load(make, with_latency):
    run = make.run(with_latency(FLOOR, ns=1), with_latency("a", ns=100))
    caption, table = figures.responses(run, GROUP)
    assert "arrival" in caption
    assert table.header[:4] == ["algorithm", "50 % p50", "50 % p99", "50 % max"]
    assert table.header[-1] == "95 % max"
    assert table.rows == [["a", *["2,000"] * 9], [FLOOR, *["20"] * 9]]


# --- growth ---------------------------------------------------------------------------------------


def growing(make, algorithm, calls, **place):
    """An algorithm at three windows with so many combine calls at each, a nanosecond each."""
    return [
        make.timed(algorithm, calls(n), n, measures={"combine_calls_mean": calls(n)}, **place)
        for n in (16, 256, 4096)
    ]


def test_growth_puts_what_is_claimed_beside_what_was_counted_and_timed(make):
    cells = [*growing(make, "a", lambda _: 3.0), *growing(make, "b", float)]
    cards = {"a": Card(slide_mean=Bound(3)), "b": Card()}
    table = figures.growths(make.run(*cells, cards=cards), GROUP).table
    assert table.header == ["algorithm", "claimed", "combine calls", "time", "contradicted"]
    (_, claimed, calls, ns, contradicted), (_, nothing, *linear, no_verdict) = table.rows
    assert claimed.startswith("3: ")
    assert calls.startswith("constant")
    assert ns.startswith("constant")
    assert nothing == "–"
    assert not any(fit.startswith("constant") for fit in linear)
    assert contradicted == no_verdict == ""


def test_growth_says_where_a_card_is_contradicted(make):
    run = make.run(*growing(make, "a", float), cards={"a": Card(slide_mean=Bound(3))})
    assert row(figures.growths(run, GROUP), "a")[-1] != ""


def test_growth_without_cards_claims_nothing(make):
    run = make.run(*growing(make, "a", float))
    claimed, *_, contradicted = row(figures.growths(run, GROUP), "a")
    assert claimed == contradicted == ""


def test_a_card_is_not_held_against_windows_that_are_spans_of_time(make):
    cells = [
        make.timed("a", window=span, values=n, measures={"combine_calls_mean": float(n)})
        for span, n in (("1h", 10.5), ("10h", 100.5), ("100h", 1000.5))
    ]
    run = make.run(*cells, cards={"a": Card(slide_mean=Bound(3))})
    assert row(figures.growths(run, GROUP), "a")[-1] == ""


def test_of_one_window_no_growth_is_told(make):
    assert figures.growths(make.run(make.timed("a")), GROUP).table.rows == []


# --- a group's tables -----------------------------------------------------------------------------


def test_a_group_with_everything_has_all_tables_in_order(make):
    measures = {**PARTIALS, "latency": make.latency(), "rounds_ns": [[99.0, 100.0, 101.0]]}
    cells = [make.timed("a", window=window, measures=measures) for window in (1, 16, 256)]
    run = make.run(*cells, make.timed("a", answer=False))
    captions = [caption for caption, _ in figures.of_group(run, GROUP)]
    words = ["± half", "fastest", "without finalize", "push", "pop", "eval", "slide", "load"]
    words += ["Combine calls", "Aggregates held", "Bytes", "grows"]
    assert len(captions) == len(words)
    for caption, word in zip(captions, words, strict=True):
        assert word in caption


def test_a_group_leaves_out_what_it_has_nothing_to_show_of(make):
    nothing = dict.fromkeys(("combine_calls_mean", "bytes_per_value", "peak_bytes_per_value"))
    run = make.run(make.timed("a", measures=nothing), make.untimed("b", "error"))
    captions = [caption for caption, _ in figures.of_group(run, GROUP)]
    assert len(captions) == 2
    assert captions[0].startswith("Nanoseconds per slide")
    assert captions[1].startswith("Times as long as the fastest")


def test_where_only_the_floor_was_timed_its_time_is_shown(make):
    run = make.run(make.timed(FLOOR), make.untimed("a", "error"))
    first, *_ = figures.of_group(run, GROUP)
    assert first.table.rows == [["a", "error"], [FLOOR, "100 ± 0"]]


@given(
    cells=st.lists(
        st.tuples(
            st.sampled_from(["a", "b", FLOOR]),
            st.sampled_from(["1", "16", "256", "1h"]),
            st.booleans(),
            st.booleans(),
        ),
        unique_by=lambda cell: cell[:2],
        max_size=9,
    )
)
def test_whatever_was_measured_every_row_is_as_long_as_the_header(make, cells):
    run = make.run(
        *(
            make.timed(
                name,
                window=window,
                values=32,
                measures={
                    "latency": make.latency() if single else None,
                    "rounds_ns": [[90.0, 100.0, 120.0]] if rounds else [],
                },
            )
            for name, window, rounds, single in cells
        )
    )
    for caption, table in figures.of_group(run, GROUP):
        assert caption
        assert {len(cells) for cells in table.rows} == {len(table.header)}
