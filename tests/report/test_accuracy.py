"""Answers in floats as tables and in words."""

import pytest

from swagbench.records import LEAVING, NAN_LEAVES, Accuracy, Unexplained
from swagbench.report import accuracy, markdown, tables
from swagbench.report.page import page
from swagbench.run_file import read_run, write_run


def judged(algorithm="two_stacks", stream="normal", *, aggregation="float_sum", **facts):
    """A row in which all is explained, but for what is given."""
    facts = {"window": 16, "answers": 1000, "judged": 1000, "worst_error": 2e-16, **facts}
    return Accuracy(algorithm=algorithm, aggregation=aggregation, stream=stream, **facts)


def unexplained(algorithm="subtract_on_evict", stream="normal", *, poisoner=17, **facts):
    """A row in which some is not."""
    cause = "not from outside: the window's own values already give it"
    if poisoner is not None:
        cause = f"value {poisoner} (1e+20), which has left, is in it"
    first = Unexplained(window_begins=18, right="2.0", given="0.0", cause=cause, poisoner=poisoner)
    return judged(algorithm, stream, **{"unexplained": 100, "first": first, **facts})


def cell(row):
    """The one cell of a table of one row."""
    ((*_, only),) = accuracy.table([row]).rows
    return only


@pytest.mark.parametrize(
    ("row", "text", "tone"),
    [
        (judged(), "0 %, 2e-16", "right"),
        (judged(worst_error=0.0), "0 %, 0", "right"),
        (judged(worst_error=None), "0 %, ∞", "right"),
        (unexplained(), "FAILED: 10 %, 2e-16", "failed"),
        (unexplained(is_lossy=True), "wrong: 10 %, 2e-16", "wrong"),
        (unexplained(unexplained=1), "FAILED: 0.1 %, 2e-16", "failed"),
        (unexplained(unexplained=1, judged=9999), "FAILED: <0.1 %, 2e-16", "failed"),
        (unexplained(unexplained=999), "FAILED: 99.9 %, 2e-16", "failed"),
        (unexplained(unexplained=1000), "FAILED: 100 %, 2e-16", "failed"),
        (unexplained(worst_error=None), "FAILED: 10 %, ∞", "failed"),
        (unexplained(impossible=3), "FAILED: 10 %, 2e-16, 3 cannot be", "failed"),
        (judged(stream=NAN_LEAVES), "✓", "right"),
        (unexplained(stream=NAN_LEAVES), "FAILED: stays", "failed"),
        (unexplained(stream=NAN_LEAVES, is_lossy=True), "wrong: stays", "wrong"),
        (judged(kind="n/a", reason="needs order"), "n/a", "none"),
        (judged(kind="error", reason="raised"), "error", "failed"),
        (judged(kind="skipped", reason="interrupted"), "skipped", "none"),
    ],
)
def test_a_cell_says_in_words_what_its_colour_says(row, text, tone):
    assert (cell(row), tables.tone(text)) == (text, tone)


def test_a_table_has_a_row_for_each_pair_and_nan_and_infinity_last():
    rows = [
        judged(algorithm, stream, aggregation=aggregation)
        for aggregation in ("float_sum", "mean")
        for stream in ("normal", *LEAVING, "wind")
        for algorithm in ("two_stacks", "daba")
    ]
    table = accuracy.table(rows)
    assert table.header == ["algorithm", "aggregation", "normal", "wind", *LEAVING]
    assert [row[:2] for row in table.rows] == [
        ["two_stacks", "float_sum"],
        ["daba", "float_sum"],
        ["two_stacks", "mean"],
        ["daba", "mean"],
    ]
    titles = {title: shown.header for title, shown in accuracy.tables(rows)}
    assert list(titles) == [
        f"{name}, windows of 16: share not explained, worst error" for name in ("float_sum", "mean")
    ]
    assert set(map(tuple, titles.values())) == {("algorithm", "normal", "wind", *LEAVING)}


def test_several_windows_are_rows_of_their_own():
    table = accuracy.table([judged(window=16), judged(window=256), judged("daba", window=16)])
    assert table.header[:3] == ["algorithm", "aggregation", "window"]
    assert [row[2] for row in table.rows] == ["16", "256", "16"]
    assert len(list(accuracy.tables([judged(window=16), judged(window=256)]))) == 2


def test_a_row_that_is_not_there_is_an_empty_cell():
    table = accuracy.table([judged(), judged("daba", "wind")])
    assert [row[2:] for row in table.rows] == [["0 %, 2e-16", ""], ["", "0 %, 2e-16"]]


def test_a_failure_in_words_names_the_value_that_poisoned_the_answer():
    (told,) = accuracy.failures([judged(), unexplained(), unexplained(stream="wind")])
    assert told == (
        "subtract_on_evict × float_sum on normal, windows of 16: 100 of 1,000 answers not "
        "explained; first for the window that begins with value 18: right 2.0, given 0.0; "
        "containment: value 17 (1e+20), which has left, is in it"
    )
    (told,) = accuracy.failures([unexplained(is_lossy=True, stream=NAN_LEAVES)])
    assert "on plain values, one NaN among them, windows of 16" in told
    assert "not explained, as its lossy inverse declares;" in told


def test_what_came_from_outside_is_told_before_what_did_not():
    inside = unexplained(poisoner=None)
    (told,) = accuracy.failures([inside, unexplained(stream="wind"), unexplained(stream="spikes")])
    assert "on wind" in told
    (told,) = accuracy.failures([inside])
    assert "containment" not in told
    assert "not from outside" in told


def test_the_summary_counts_what_is_judged_declared_and_impossible():
    assert accuracy.summary([judged(), judged(kind="n/a", judged=0, answers=0)])[0] == (
        "1,000 answers judged of 1,000 that were given."
    )
    assert not any("cannot be" in sentence for sentence in accuracy.summary([judged()]))
    told = accuracy.summary([unexplained(is_lossy=True, impossible=3), unexplained("daba")])
    assert "200 are not explained; 100 of them by an inverse that says itself" in told[1]
    assert told[2].startswith("3 cannot be: less than the values can give at all")
    assert "200 are not explained; all of them" in " ".join(
        accuracy.summary([unexplained(is_lossy=True, unexplained=200)])
    )


def test_what_was_not_judged_says_why_once():
    rows = [
        judged(kind="error", reason="raised", stream=stream, aggregation=aggregation)
        for stream in ("normal", "wind")
        for aggregation in ("float_sum", "mean")
    ]
    assert accuracy.errors([judged(), judged(kind="n/a"), *rows]) == [
        f"two_stacks × {name}: error on normal, wind: raised" for name in ("float_sum", "mean")
    ]


@pytest.mark.parametrize(
    ("row", "is_broken"),
    [
        (judged(), False),
        (unexplained(), True),
        (unexplained(is_lossy=True), False),
        (judged(kind="error"), True),
        (judged(kind="n/a"), False),
        (judged(kind="skipped"), False),
    ],
)
def test_only_what_is_wrong_and_not_declared_is_broken(row, is_broken):
    assert row.is_broken == is_broken


# --- in the page ----------------------------------------------------------------------------------


def test_the_page_and_the_readme_show_the_table_and_the_failures(make):
    rows = [judged(), unexplained(is_lossy=True), judged("daba", kind="error", reason="it hung")]
    run = make.run(make.timed("two_stacks"), accuracy=rows)
    for shown in (page(run, {}), markdown.readme(run)):
        text = shown.replace("\\", "")
        assert "How true are floats?" in text
        assert "wrong: 10 %, 2e-16" in text
        assert "containment: value 17 (1e+20), which has left, is in it" in text
        assert "two_stacks × float_sum" not in text
        assert "daba × float_sum: error on normal: it hung" in text
        assert "Fastest, by window size" in text
        assert "judged by exact rationals" in text
    assert '<td class="wrong">wrong: 10 %, 2e-16</td>' in page(run, {})


def test_a_run_without_accuracy_says_nothing_of_it(make):
    run = make.run(make.timed("two_stacks"))
    for shown in (page(run, {}), markdown.readme(run)):
        assert "How true are floats?" not in shown
        assert "exact rationals" not in shown


def test_a_run_that_timed_nothing_says_nothing_of_times(make):
    run = make.run(accuracy=[judged()])
    for shown in (page(run, {}), markdown.readme(run)):
        assert "Fastest, by window size" not in shown
        assert "rounds" not in shown
        assert "How true are floats?" in shown


def test_all_text_in_it_is_escaped(make, names):
    everything = " ".join(names)
    first = Unexplained(
        window_begins=1, right=everything, given=everything, cause=everything, poisoner=0
    )
    rows = [
        unexplained(name, name, aggregation=name, first=first, kind=kind, reason=everything)
        for name in names
        for kind in ("", "error")
    ]
    shown = page(make.run(accuracy=rows), {})
    assert "<script>alert(1)" not in shown
    assert "</script><img" not in shown


def test_records_of_accuracy_are_kept_and_older_runs_have_none(make, tmp_path):
    rows = [judged(), unexplained(worst_error=None)]
    path = write_run(make.run(accuracy=rows), tmp_path)
    assert read_run(path).swagbench.accuracy == rows
    older = path.read_text().replace('"accuracy"', '"unknown"')
    path.write_text(older)
    assert read_run(path).swagbench.accuracy == []
