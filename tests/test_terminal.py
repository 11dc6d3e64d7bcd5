import io

import pytest
from rich.console import Console

from swagbench.records import CheckResult, Status
from swagbench.report.tables import Table
from swagbench.terminal import MOST_OTHERS, print_failures, print_known, print_table

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
BROKEN = [status for status in Status if status.is_broken]
HOSTILE = "x\x1b]0;title\x07\r\n\x9b2Jy\x00"
HARMLESS = r"x\x1b]0;title\x07\r\n\x9b2Jy\x00"


def printed(show, *arguments, **options):
    """What is printed on a console 120 characters wide."""
    console = Console(record=True, width=120, file=io.StringIO(), **options)
    show(console, *arguments)
    return console.export_text(styles=bool(options))


def result(status, *, algorithm="two_stacks", check="oracle.small", **facts):
    return CheckResult(algorithm=algorithm, aggregation="sum", check=check, status=status, **facts)


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
        ("ERROR: sum", "1;31"),
        ("TIMEOUT: sum", "1;31"),
        ("XPASS: sum", "1;31"),
        ("xfail: sum", "33"),
        ("wrong", "33"),
        ("✓", "32"),
        ("–", "2"),
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


@pytest.mark.parametrize("status", BROKEN)
def test_what_broke_is_printed_with_all_that_is_known_of_it(status):
    facts = {
        **FACTS,
        "promise": "Answers are right.",
        "word": "u o",
        "step": 3,
        "reason": "why",
        "certificate": "no shorter word fails",
        "replay": "swagbench verify --replay 'u o'",
        "script": "window = 1\nprint(window)\n",
    }
    assert printed(print_failures, [result(status, **facts)]).splitlines() == [
        f"{status.name} two_stacks × sum, oracle.small",
        "  Answers are right.",
        "  history   push 1, pop  (u o)",
        "  at step   3",
        "  expected  1",
        "  given     None",
        "  reason    why",
        "  shortest  no shorter word fails",
        "  replay    swagbench verify --replay 'u o'",
        "  in plain Python:",
        "    window = 1",
        "    print(window)",
    ]


def test_a_failure_leaves_out_what_is_not_known():
    text = printed(print_failures, [result(Status.FAILED, reason="nothing was lost")])
    assert [line.split()[0] for line in text.splitlines()] == ["FAILED", "reason"]


def test_a_failed_law_is_named_by_its_aggregation_alone():
    failed = result(Status.FAILED, algorithm=None, check="law.identity")
    assert printed(print_failures, [failed]) == "FAILED sum, law.identity\n"


def test_of_each_algorithm_the_first_is_in_full_and_each_other_in_a_line():
    rows = [
        result(Status.FAILED, algorithm="a", check="first", word="u", **FACTS),
        result(Status.PASSED, algorithm="a", check="fine"),
        result(Status.FAILED, algorithm="b", check="first", **FACTS),
        result(Status.TIMEOUT, algorithm="a", check="second", reason="no end within 5 s"),
        result(Status.ERROR, algorithm="a", check="third", given="KeyError: 1"),
        result(Status.FAILED, algorithm="b", check="second", word="u2 o", **FACTS),
        result(Status.FAILED, algorithm=None, check="law", **FACTS),
    ]
    facts = ["  expected  1", "  given     None"]
    assert printed(print_failures, rows).splitlines() == [
        "FAILED a × sum, first",
        "  history   push 1, pop  (u)",
        *facts,
        "  and 2 more of its checks:",
        "    a × sum, second: TIMEOUT  no end within 5 s",
        "    a × sum, third: ERROR  KeyError: 1",
        "FAILED b × sum, first",
        "  history   push 1, pop",
        *facts,
        "  and 1 more of its checks:",
        "    b × sum, second: FAILED  u2 o",
        "FAILED sum, law",
        "  history   push 1, pop",
        *facts,
    ]


@pytest.mark.parametrize("rest", [0, 1, 20])
def test_of_many_others_the_rest_is_counted(rest):
    count = 1 + MOST_OTHERS + rest
    rows = [result(Status.FAILED, check=f"check{number}") for number in range(count)]
    first, told, *others = printed(print_failures, rows).splitlines()
    assert first == "FAILED two_stacks × sum, check0"
    assert told == f"  and {count - 1} more of its checks:"
    if rest:
        assert others.pop() == f"    … and {rest} besides; --json has them all"
    assert [line.split()[3] for line in others] == [
        f"check{number}:" for number in range(1, 1 + MOST_OTHERS)
    ]


def test_a_known_fault_is_one_line_under_a_heading_that_says_so():
    heading, line = printed(print_known, [result(Status.XFAIL, **FACTS)]).splitlines()
    assert heading == "Wrong, as declared: facts, not failures"
    assert line == "  two_stacks × sum, oracle.small: push 1, pop: right 1, given None"


def test_a_known_fault_without_a_history_tells_its_word_and_one_without_answers_its_reason():
    rows = [
        result(Status.XFAIL, word="u o", expected="1", given="2", reason="issue 7"),
        result(Status.XFAIL, word="u9", reason="issue 8; no end within 5 s"),
    ]
    _, by_word, by_reason = printed(print_known, rows).splitlines()
    assert by_word.startswith("  two_stacks × sum, oracle.small: u o: right 1, given 2")
    assert "u9" in by_reason
    assert "issue 8; no end within 5 s" in by_reason
    assert "right ," not in by_reason


@pytest.mark.parametrize(("show", "own"), [(print_failures, BROKEN), (print_known, [Status.XFAIL])])
def test_other_results_print_nothing(show, own):
    assert printed(show, [result(status) for status in Status if status not in own]) == ""


@pytest.mark.parametrize(
    ("show", "status"), [(print_failures, Status.FAILED), (print_known, Status.XFAIL)]
)
def test_names_and_histories_stay_on_one_line_to_be_copied(show, status):
    name, history = "x" * 200, ", ".join(["push 1"] * 60)
    lines = printed(show, [result(status, algorithm=name, history=history)]).splitlines()
    assert any(f"{name} × sum, oracle" in line for line in lines)
    assert any(history in line for line in lines)


def test_nothing_in_a_table_is_obeyed_by_the_terminal():
    shown = printed(print_table, Table([HOSTILE], [[HOSTILE]]), HOSTILE)
    assert shown.count(HARMLESS) == 3
    assert not set("\x1b\x07\r\x9b\x00") & set(shown)


@pytest.mark.parametrize(
    ("show", "status"), [(print_failures, Status.FAILED), (print_known, Status.XFAIL)]
)
def test_nothing_in_a_result_is_obeyed_by_the_terminal(show, status):
    texts = ("promise", "word", "history", "expected", "given", "reason", "certificate", "replay")
    facts = dict.fromkeys(texts, HOSTILE)
    row = CheckResult(algorithm=HOSTILE, aggregation=HOSTILE, check=HOSTILE, status=status, **facts)
    shown = printed(show, [row, row])
    assert shown.count(HARMLESS) >= 12
    assert not set("\x1b\x07\r\x9b\x00") & set(shown)


def test_half_a_character_is_no_obstacle_to_a_terminal_that_is_strict():
    letter = "\udce9"
    facts = {"given": f"ValueError: {letter}", "history": "push 1", "expected": "1"}
    failed = printed(print_failures, [result(Status.FAILED, **facts)])
    known = printed(print_known, [result(Status.XFAIL, **facts)])
    table = printed(print_table, Table([letter], [[letter]]), letter)
    assert (failed + known + table).encode("utf-8", "strict")


def test_a_script_keeps_its_lines_and_nothing_else_in_it_is_obeyed():
    script = "window.push('a\x1b[2J')\nprint(window.eval())\n"
    shown = printed(print_failures, [result(Status.FAILED, script=script)])
    assert shown.splitlines()[-2:] == [r"    window.push('a\x1b[2J')", "    print(window.eval())"]


def test_a_title_longer_than_its_table_stays_on_one_line():
    title = "float_sum on uniform: ns per slide"
    assert title in printed(print_table, Table(["window", "16"], [["a", "1"]]), title)


def test_checks_that_were_not_run_are_one_line():
    rows = [
        result(Status.TIMEOUT, check="oracle.small", reason="no end within 10 s"),
        result(Status.TIMEOUT, check="oracle.sizes", reason="no end within 2 s"),
        *(result(Status.TIMEOUT, check=name, reason="not run: why") for name in ("len", "copy")),
    ]
    *_, more, other, not_run = printed(print_failures, rows).splitlines()
    assert more == "  and 1 more of its checks:"
    assert "oracle.sizes: TIMEOUT  no end within 2 s" in other
    assert not_run == "  and 2 that were not run: why"
