import re
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import Ability, Bound, Card, Family, Guarantee
from swagbench.records import Status
from swagbench.report import tables
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")

BROKEN = [status for status in Status if status.is_broken]
PASSED, FAILED, XFAIL = Status.PASSED, Status.FAILED, Status.XFAIL
UNSERVED, UNCLAIMED = Status.UNSERVED, Status.UNCLAIMED


def row(table, name):
    """The cells of a row by its name."""
    (cells,) = [cells for first, *cells in table.rows if first == name]
    return cells


# --- promises -------------------------------------------------------------------------------------


def test_promises_have_a_row_a_check_in_order_and_a_column_an_algorithm(make):
    checks = [
        make.checked(algorithm, aggregation, check)
        for algorithm in ("two_stacks", "recompute")
        for aggregation in ("free_monoid", "sum")
        for check in ("refusal", "oracle.small", "time")
    ]
    table = tables.promises([make.checked(None, "sum", "law.associative"), *checks])
    assert table.header == ["check", "two_stacks", "recompute"]
    assert table.rows == [[name, "✓", "✓"] for name in ("refusal", "oracle.small", "time")]


def test_condensed_a_row_tells_how_many_kept_it_and_who_did_not_the_worst_first():
    table = tables.Table(
        ["check", *"abcdef"],
        [
            ["kept", *"✓✓✓✓✓✓"],
            ["not", "✓", "n/a: needs order", "xfail: sum", "✓", "FAILED: max", "n/a: needs order"],
            ["not tried", "✓", "", "", "✓", "", ""],
        ],
    )
    assert tables.condensed(table) == (
        ["check", "✓", "otherwise"],
        [
            ["kept", "6 of 6", ""],
            ["not", "2 of 6", "FAILED: max (e); xfail: sum (c); n/a: needs order (b, f)"],
            ["not tried", "2 of 2", ""],
        ],
    )


@given(
    st.lists(st.lists(st.sampled_from(["", "✓", "xfail: sum", "error"]), min_size=3, max_size=3))
)
def test_condensed_nothing_is_lost(cells):
    table = tables.Table(["check", "a", "b", "c"], [[str(n), *row] for n, row in enumerate(cells)])
    for row, (_, count, told) in zip(cells, tables.condensed(table).rows, strict=True):
        assert count == f"{row.count('✓')} of {len(row) - row.count('')}"
        for name, cell in zip("abc", row, strict=True):
            assert (cell in ("", "✓")) or re.search(rf"{cell} \([abc, ]*{name}", told)


def test_served_has_a_row_an_aggregation_and_a_column_an_algorithm(make):
    checks = [
        make.checked(algorithm, aggregation, check)
        for algorithm in ("two_stacks", "recompute")
        for aggregation in ("free_monoid", "sum")
        for check in ("refusal", "oracle.small", "time")
    ]
    table = tables.served([make.checked(None, "max", "law.associative"), *checks])
    assert table.header == ["aggregation", "two_stacks", "recompute"]
    assert table.rows == [[name, "✓", "✓"] for name in ("free_monoid", "sum")]


@pytest.mark.parametrize("table", [tables.promises, tables.served])
def test_what_is_about_no_algorithm_is_no_promise_of_one(make, table):
    assert table([make.checked(None, "sum", "law.associative")]).rows == []
    assert table([]).rows == []


@pytest.mark.parametrize(
    ("results", "shown"),
    [
        ({"sum": PASSED, "mean": PASSED}, "✓"),
        ({"sum": FAILED, "mean": XFAIL, "max": PASSED}, "FAILED: sum"),
        ({"sum": XFAIL, "mean": FAILED, "max": FAILED}, "FAILED: mean, max"),
        ({"sum": Status.ERROR, "mean": FAILED}, "FAILED: mean"),
        ({"sum": Status.TIMEOUT, "mean": Status.ERROR}, "ERROR: mean"),
        ({"sum": Status.XPASS, "mean": Status.TIMEOUT}, "TIMEOUT: mean"),
        ({"sum": XFAIL, "mean": Status.XPASS}, "XPASS: mean"),
        ({"sum": PASSED, "mean": XFAIL, "max": XFAIL}, "xfail: mean, max"),
        ({"sum": UNCLAIMED, "mean": PASSED}, "✓"),
        ({"sum": UNSERVED, "mean": PASSED}, "✓"),
        ({"sum": UNSERVED, "mean": UNCLAIMED}, "not claimed"),
        ({"sum": UNCLAIMED, "mean": UNCLAIMED}, "not claimed"),
        ({"sum": UNSERVED}, "n/a"),
    ],
)
def test_a_check_with_many_aggregations_shows_the_worst_and_names_them(make, results, shown):
    checks = [
        make.checked("two_stacks", name, "copy", status=status) for name, status in results.items()
    ]
    assert row(tables.promises(checks), "copy") == [shown]


def test_an_aggregation_with_many_checks_shows_the_worst_and_names_them(make):
    ends = {"oracle.small": FAILED, "oracle.sizes": PASSED, "refusal": PASSED, "copy": FAILED}
    checks = [
        make.checked("two_stacks", "sum", name, status=status) for name, status in ends.items()
    ]
    assert row(tables.served(checks), "sum") == ["FAILED: oracle.small, copy"]


@pytest.mark.parametrize("status", [*BROKEN, XFAIL])
def test_three_names_are_told_and_of_more_the_number(make, status):
    word = status.value.upper() if status.is_broken else status.value
    for count, more in ((3, ""), (4, " and 1 more"), (9, " and 6 more")):
        names = [f"n{number}" for number in range(count)]
        by_aggregation = [make.checked("a", name, "copy", status=status) for name in names]
        by_check = [make.checked("a", "sum", name, status=status) for name in names]
        shown = [f"{word}: n0, n1, n2{more}"]
        assert row(tables.promises(by_aggregation), "copy") == shown
        assert row(tables.served(by_check), "sum") == shown


def test_a_name_is_told_once_however_often_its_check_failed(make):
    checks = [make.checked("two_stacks", "sum", "copy", status=FAILED)] * 5
    assert row(tables.promises(checks), "copy") == ["FAILED: sum"]
    assert row(tables.served(checks), "sum") == ["FAILED: copy"]


@pytest.mark.parametrize(
    ("status", "shown"), [(UNCLAIMED, "not claimed: why not"), (UNSERVED, "n/a: why not")]
)
def test_what_is_not_claimed_or_cannot_be_served_says_why(make, status, shown):
    check = make.checked("sorted_window", status=status, reason="why not")
    assert row(tables.promises([check]), "oracle.small") == [shown]
    assert row(tables.served([check]), "sum") == [shown]


def test_a_check_that_was_not_made_is_blank(make):
    checks = [make.checked("two_stacks", "sum"), make.checked("flatfit", "max", "copy")]
    assert tables.promises(checks).rows == [["oracle.small", "✓", ""], ["copy", "", "✓"]]
    assert tables.served(checks).rows == [["sum", "✓", ""], ["max", "", "✓"]]


# --- aggregations ---------------------------------------------------------------------------------


def test_laws_have_a_tick_where_they_hold_and_a_dash_where_an_ability_is_not_claimed(make):
    table = tables.laws(
        [
            make.checked(None, "sum", "law.identity"),
            make.checked(None, "sum", "law.order", status=UNCLAIMED, reason="not claimed"),
            make.checked(None, "float_sum", "law.inverse", status=XFAIL),
            make.checked(None, "float_sum", "law.identity", status=FAILED),
            make.checked(None, "float_sum", "law.order", status=Status.TIMEOUT),
            make.checked("two_stacks", "sum", "law.identity"),
        ]
    )
    assert table.header == ["aggregation", "identity", "order", "inverse"]
    assert table.rows == [
        ["sum", "✓", "–", ""],
        ["float_sum", "FAILED", "TIMEOUT", "xfail"],
    ]


def test_each_check_of_an_aggregation_is_a_law_or_conduct_and_never_both(make):
    names = ["law.identity", "definition", "law.order", "empty.fresh", "lawless"]
    checks = [make.checked(None, "sum", name) for name in names]
    assert tables.laws(checks).header == ["aggregation", "identity", "order"]
    assert tables.conduct(checks).header == ["aggregation", "definition", "fresh", "lawless"]
    assert tables.conduct(checks).rows == [["sum", "✓", "✓", "✓"]]


@pytest.mark.parametrize("table", [tables.laws, tables.conduct])
def test_what_is_about_an_algorithm_is_no_check_of_an_aggregation(make, table):
    assert table([make.checked("a", check=name) for name in ("law.order", "copy")]).rows == []


def test_what_seems_to_hold_and_is_not_claimed_is_hinted_at_once(make):
    hint = "not claimed; holds in 150 trials, consider claiming it"
    checks = [
        make.checked(None, "mine", "law.commutative", status=UNCLAIMED, reason=hint),
        make.checked(None, "mine", "law.order", status=UNCLAIMED, reason="not claimed"),
        make.checked(None, "mine", "law.identity"),
        make.checked("two_stacks", "mine", "copy", status=UNCLAIMED, reason=hint),
    ]
    assert tables.hints(checks) == [f"mine, law.commutative: {hint}"]


# --- speeds ---------------------------------------------------------------------------------------


def test_the_speed_of_an_algorithm_is_over_its_checks_that_do_little_but_run_words(make):
    checks = [
        make.checked("a", "free_monoid", "oracle.small", steps=300_000, seconds=0.5),
        make.checked("a", "free_monoid", "oracle.long", steps=100_000, seconds=0.5),
        make.checked("a", "free_monoid", "copy", steps=900_000, seconds=60.0),
        make.checked("a", "sum", "oracle.sizes", steps=900_000, seconds=60.0),
        make.checked("b", "free_monoid", "oracle.small", steps=2_000_000, seconds=4.0),
        make.checked(None, "sum", "oracle.small", steps=900_000, seconds=60.0),
    ]
    assert tables.speeds(checks) == [
        "a: 400,000 steps against the oracle, 400,000 a second",
        "b: 2,000,000 steps against the oracle, 500,000 a second",
    ]


def test_there_is_no_speed_of_few_steps_or_of_no_time(make):
    checks = [
        make.checked("a", "free_monoid", "oracle.small", steps=4, seconds=0.1),
        make.checked("b", "free_monoid", "oracle.small", steps=10**6, seconds=0.0),
        make.checked("c", "free_monoid", "copy", steps=10**6, seconds=1.0),
    ]
    assert tables.speeds(checks) == []


# --- how it ended ---------------------------------------------------------------------------------


def test_the_tally_counts_every_way_in_which_a_check_ended(make):
    ends = [PASSED] * 3 + [FAILED] * 2 + [UNSERVED, XFAIL, Status.XPASS]
    told = tables.tally([make.checked("two_stacks", status=status) for status in ends])
    assert told == "8 checks: 3 passed, 2 FAILED, 1 xfail, 1 XPASS, 1 n/a"
    assert tables.tally([make.checked("two_stacks")]) == "1 check: 1 passed"


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("table", [tables.promises, tables.served])
def test_every_cell_that_a_table_of_checks_has_is_coloured(make, table, status):
    tones = {PASSED: "right", XFAIL: "wrong", UNSERVED: "none", UNCLAIMED: "none"}
    for reason in ("", "why not", "two\nlines"):
        checks = [make.checked("a", f"n{n}", status=status, reason=reason) for n in range(5)]
        for _, cell in table(checks).rows:
            assert tables.tone(cell) == tones.get(status, "failed")


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize(("table", "name"), [(tables.laws, "law.order"), (tables.conduct, "copy")])
def test_every_cell_that_a_table_of_laws_has_is_coloured(make, table, name, status):
    tones = {PASSED: "right", XFAIL: "wrong", UNSERVED: "none", UNCLAIMED: "none"}
    ((_, cell),) = table([make.checked(None, check=name, status=status)]).rows
    assert tables.tone(cell) == tones.get(status, "failed")


# --- what algorithms promise ----------------------------------------------------------------------


def test_properties_have_a_row_a_card_and_a_dash_where_nothing_is_promised(make):
    cards = {
        "mine": Card(
            family=Family.STACKS,
            needs=frozenset({Ability.UNCOMBINE}),
            pop=Bound(2, n=1),
            guarantee=Guarantee.BASIC,
            reentrant=True,
            waives=frozenset({"returns", "copy"}),
        ),
        "silent": Card(),
    }
    header, (mine, silent) = tables.properties(make.run(cards=cards))
    assert dict(zip(header, mine, strict=True)) == {
        "algorithm": "mine",
        "family": "stacks",
        "needs": "uncombine",
        "push ≤": "–",
        "pop ≤": "n + 2",
        "eval ≤": "–",
        "slide, mean": "–",
        "slide, max": "–",
        "partials": "–",
        "after an exception": "basic",
        "reentrant": "yes",
        "waives": "copy, returns",
    }
    assert silent == ["silent", "", "", *["–"] * 6, "strong", "–", ""]


def test_a_run_without_cards_has_no_properties(make):
    assert tables.properties(make.run(make.timed("a"))).rows == []


# --- without a time -------------------------------------------------------------------------------


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
