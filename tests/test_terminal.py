import io

import pytest
from rich.console import Console

from swagbench.records import CheckResult, Status
from swagbench.report.tables import Table
from swagbench.terminal import print_failures, print_known, print_table

NAMES = (
    "[red]",
    "[/]",
    "[bold]a[/bold]",
    "a[0]",
    "[link=https://example.org]a[/link]",
    "[@click=a]b",
    "\\[red]",
    "a\\",
    "👩‍🚀",
    "שלום",
)

FACTS = {"history": "push 1, pop", "expected": "1", "given": "None"}


def printed(show, *arguments, **options):
    """What is printed on a console 120 characters wide."""
    console = Console(record=True, width=120, file=io.StringIO(), **options)
    show(console, *arguments)
    return console.export_text(styles=bool(options))


def result(status, *, algorithm="two_stacks", **facts):
    return CheckResult(
        algorithm=algorithm, aggregation="sum", check="oracle", status=status, **facts
    )


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_table_prints_as_itself(name):
    table = Table(["check", name], [[name, f"passed {name}"], ["sum", f"n/a: {name}."]])
    assert printed(print_table, table).count(name) == 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("show", "status"), [(print_failures, Status.FAILED), (print_known, Status.XFAIL)]
)
def test_a_name_in_a_result_prints_as_itself(name, show, status):
    facts = {"history": name, "expected": name, "given": name}
    shown = CheckResult(algorithm=name, aggregation=name, check=name, status=status, **facts)
    assert printed(show, [shown]).count(name) == 6


@pytest.mark.parametrize("name", ["[red]", "[/]"])
def test_a_name_in_a_title_prints_as_itself(name):
    title = f"{name} on uniform"
    assert title in printed(print_table, Table(["window", "1,024 values"], []), title)


def test_colons_around_a_word_print_as_themselves():
    assert ":smile:" in printed(print_table, Table(["check"], [[":smile:"]]))
    shown = [result(Status.FAILED, history="push ':smile:'")]
    assert ":smile:" in printed(print_failures, shown)


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_prints_its_title_header_and_rows_in_order():
    table = Table(["window", "16"], [["two_stacks", "300 ± 1"], ["floor", "94 ± 1"]])
    lines = [line.split() for line in printed(print_table, table, "Time").splitlines()]
    assert lines == [
        ["Time"],
        ["window", "16"],
        ["two_stacks", "300", "±", "1"],
        ["floor", "94", "±", "1"],
    ]


def test_a_long_cell_is_folded_and_not_cut():
    for reason in ("x" * 300, "x " * 300):
        text = printed(print_table, Table(["check", "reason"], [["cost", reason]]))
        assert text.count("x") == 300


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("passed", "32"),
        ("FAILED: sum", "1;31"),
        ("error", "1;31"),
        ("wrong, as declared", "33"),
        ("n/a: needs order", "2"),
        ("skipped", "2"),
        ("not claimed", "2"),
    ],
)
def test_a_cell_is_coloured_by_the_word_it_begins_with(cell, code):
    options = {"force_terminal": True, "color_system": "standard"}
    text = printed(print_table, Table(["check", ""], [["sum", cell]]), **options)
    assert f"\x1b[{code}m{cell}\x1b[0m" in text


# --- results --------------------------------------------------------------------------------------


def test_a_failure_is_printed_with_all_that_is_known_of_it():
    lines = printed(print_failures, [result(Status.FAILED, reason="why", **FACTS)]).splitlines()
    assert lines[0] == "FAILED two_stacks × sum, oracle"
    facts = [line.split(maxsplit=1) for line in lines[1:]]
    assert facts == [[name, fact] for name, fact in {**FACTS, "reason": "why"}.items()]


def test_a_failure_leaves_out_what_is_not_known():
    text = printed(print_failures, [result(Status.FAILED, reason="nothing was lost")])
    assert [line.split()[0] for line in text.splitlines()] == ["FAILED", "reason"]


def test_a_failed_law_is_named_by_its_aggregation_alone():
    assert (
        printed(print_failures, [result(Status.FAILED, algorithm=None)]) == "FAILED sum, oracle\n"
    )


def test_a_known_fault_is_one_line_under_a_heading_that_says_so():
    heading, line = printed(print_known, [result(Status.XFAIL, **FACTS)]).splitlines()
    assert heading == "Wrong, as declared: facts, not failures"
    assert line == "  two_stacks × sum, oracle: push 1, pop: right 1, given None"


@pytest.mark.parametrize(
    ("show", "own"), [(print_failures, Status.FAILED), (print_known, Status.XFAIL)]
)
def test_other_results_print_nothing(show, own):
    assert printed(show, [result(status) for status in Status if status is not own]) == ""


@pytest.mark.parametrize(
    ("show", "status"), [(print_failures, Status.FAILED), (print_known, Status.XFAIL)]
)
def test_names_and_histories_stay_on_one_line_to_be_copied(show, status):
    name, history = "x" * 200, ", ".join(["push 1"] * 60)
    lines = printed(show, [result(status, algorithm=name, history=history)]).splitlines()
    assert any(f"{name} × sum, oracle" in line for line in lines)
    assert any(history in line for line in lines)


def test_nothing_in_a_name_is_obeyed_by_the_terminal():
    hostile = "x\x1b]0;title\x07y"
    shown = printed(print_table, Table([hostile], [[hostile]]), hostile)
    assert "\x1b" not in shown
    assert shown.count("x\\x1b]0;title\\x07y") == 3


def test_a_title_longer_than_its_table_stays_on_one_line():
    title = "float_sum on uniform: ns per slide"
    assert title in printed(print_table, Table(["window", "16"], [["a", "1"]]), title)
