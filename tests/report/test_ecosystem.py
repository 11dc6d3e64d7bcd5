"""The ecosystem report: what is in the records is on the page, and nothing of it is markup."""

from __future__ import annotations

import re

import pytest

from swagbench.peer_records import (
    Choice,
    Ecosystem,
    LibraryCard,
    Replayed,
    ReportCard,
    Row,
    Timed,
    WrongInput,
)
from swagbench.report import ecosystem
from swagbench.report.ecosystem_page import page, readme, write_ecosystem_report
from swagbench.report.tables import tone

EVIL = "<script>alert(1)</script>"


def row(library, aggregation="sum", stream="ties", verdict="right", **more):
    known = {"window": "3", "judged": 100}
    return Row(
        library=library, aggregation=aggregation, stream=stream, verdict=verdict, **known | more
    )


def wrong_input(**more):
    known = {
        "values": "[1e+18, 1.0]",
        "size": 1,
        "right": "1.0",
        "given": "0.0",
        "cause": "value 0 (1e+18), which has left, is in it",
        "script": "print(1)",
    }
    return WrongInput(**known | more)


def card(name, **more):
    known = {"version": "1.0", "home": "", "kind": "batch", "start": "no answer"}
    return LibraryCard(id=name, **known | more)


def timed(library, blocks, **more):
    known = {"kind": "batch", "aggregation": "sum", "window": 16, "values": 1000}
    return Timed(library=library, blocks_ns=blocks, **known | more)


@pytest.fixture
def found():
    return Ecosystem(
        command="swagbench ecosystem",
        datetime="2026-12-01T00:00:00+00:00",
        machine_info={"python_version": "3.11"},
        is_complete=True,
        libraries=[
            card("good"),
            card(
                "bad",
                choices=[
                    Choice(
                        policy="infinity_missing",
                        words="an infinity counts as a missing value",
                        address="https://example.org/policy",
                    )
                ],
            ),
            card("gone", version="", trouble="not installed"),
            card("two_stacks", is_house=True),
        ],
        rows=[
            row("good"),
            row("bad", verdict="gross", wrong=7, gross=2, shortest=wrong_input()),
            row("bad", stream="nan", verdict="tiny", wrong=3),
            row("bad", stream="infinity", verdict="policy", by_policy={"infinity_missing": 12}),
            row("bad", "max", verdict="error", judged=0, reason="Panic: in Rust"),
            row("good", stream="asked twice", is_manner=True),
            row(
                "bad",
                stream="over time",
                window="10 s, right",
                by_policy={"by_row": 1},
                verdict="policy",
                is_manner=True,
            ),
            row("bad", stream="NaN leaves"),
            row("two_stacks"),
        ],
        reports=[
            ReportCard(
                id="N01", source="https://example.org/1", essence="Five values.", aggregation="sum"
            ),
            ReportCard(
                id="K01", source="a study", essence="A law.", law="It holds.", checks=["release"]
            ),
        ],
        replayed=[
            Replayed(report="N01", subject="daba", verdict="right"),
            Replayed(report="N01", subject="slick_deque", verdict="wrong, as declared"),
            Replayed(report="N01", subject="good", verdict="right"),
            Replayed(report="N01", subject="bad", verdict="gross", seen="0.9 gross"),
        ],
        times=[
            timed("good", [10.0 + one / 100 for one in range(13)]),
            timed("good", [10.1 + one / 100 for one in range(13)], is_twin=True),
            timed("bad", [20.0 + one / 100 for one in range(13)]),
            timed("gone", [], trouble="wrong: 1 of 9 answers"),
        ],
    )


def test_the_overview_tells_the_worst_and_on_how_many_streams(found):
    header, rows = ecosystem.overview(found)
    assert header == ["library", "sum", "max"]
    assert rows == [
        ["good", "✓", ""],
        ["bad", "gross: 1 of 4", "error: 1 of 1"],
        ["two_stacks", "✓", ""],
    ]
    assert [tone(cell) for cell in rows[1]] == ["", "failed", "failed"]


def test_by_stream_counts_wrong_answers(found):
    header, rows = ecosystem.by_stream(found, "sum")
    assert header == ["library", "ties", "nan", "infinity", "NaN leaves"]
    assert rows[1] == ["bad", "gross: 7 of 100", "tiny: 3 of 100", "policy", "✓"]


def test_manners_are_apart_from_streams(found):
    header, rows = ecosystem.manners(found)
    assert header == ["library", "asked twice", "over time, right"]
    assert rows == [["good", "✓", ""], ["bad", "", "by row"]]


def test_only_policies_that_were_met_are_told_with_their_address(found):
    assert ecosystem.policies(found) == [
        ("bad", "an infinity counts as a missing value (12 answers)", "https://example.org/policy")
    ]


def test_the_summary_names_what_is_wrong_and_who_was_not_there(found):
    good, bad, gone, house = ecosystem.summary(found)
    assert good == "good 1.0: all 100 answers are right"
    assert bad == (
        "bad 1.0: of 400 answers 10 are wrong; 2 of them by more than a millionth; in sum;"
        " 12 are right by a policy; an error ended 1 of 5 rows"
    )
    assert gone == "gone: not asked: not installed"
    assert house.startswith("two_stacks 1.0: all")


def test_reports_are_a_row_each_with_the_algorithms_here_together(found):
    header, rows = ecosystem.replay(found.replayed, houses=["daba", "slick_deque"])
    assert header == ["report", "here", "good", "bad"]
    assert rows == [["N01", "✓, 1 declared", "✓", "gross"]]
    assert tone("✓, 1 declared") == "right"


def test_a_wrong_algorithm_here_is_a_failure(found):
    assert not ecosystem.wrong_in_house(found)
    found.replayed.append(Replayed(report="N01", subject="daba", verdict="gross"))
    assert ecosystem.wrong_in_house(found)
    found.replayed.pop()
    found.rows.append(row("two_stacks", verdict="tiny", wrong=1))
    assert ecosystem.wrong_in_house(found)


def test_times_are_beside_the_fastest_and_a_copy_tells_the_noise(found):
    ((title, table),) = ecosystem.times(found)
    assert title == "sum, windows of 16, batch, 1,000 values"
    assert [line[0] for line in table.rows] == ["good", "bad", "gone"]
    assert table.rows[0][1:] == ["10.1", "1", ""]
    assert table.rows[1][2].startswith("1.99 (")
    assert table.rows[2][3] == "wrong: 1 of 9 answers"
    assert ecosystem.noise(found).startswith(
        "In each of 1 comparisons one went along twice: the copies differ by 1.0 %"
    )


def test_who_is_not_slower_for_certain_is_not_separated(found):
    found.times[2] = timed("bad", [10.06 + (-1) ** one / 10 for one in range(13)])
    ((_, table),) = ecosystem.times(found)
    assert table.rows[1][3] == "not separated from the fastest"


def test_what_is_wrong_leads_to_its_script(found):
    html = page(found)
    anchor = re.search(r'<a href="#([^"]+)">gross: 1 of 4</a>', html)[1]
    article = re.search(rf'<article id="{anchor}">.*?</article>', html, re.DOTALL)[0]
    assert "right 1.0, given 0.0; value 0 (1e+18), which has left, is in it" in article
    assert "<pre><code>print(1)</code></pre>" in article


def test_the_page_has_all_and_fetches_nothing(found):
    html = page(found)
    for text in ("Who answers what rightly", "Public reports, replayed", "Speed", "It holds."):
        assert text in html
    assert '<a href="https://example.org/1">N01</a>' in html
    assert "src=" not in html
    assert "@import" not in html


def test_text_from_elsewhere_is_escaped_on_the_page_and_in_markdown(found):
    bad = row("bad", stream=EVIL, verdict="gross", reason=EVIL)
    found.rows[1] = row(
        EVIL, verdict="gross", shortest=wrong_input(script=EVIL, cause=EVIL, given=EVIL)
    )
    found.rows.append(bad)
    found.libraries.append(
        card(
            EVIL,
            remarks=EVIL,
            choices=[Choice(policy="x", words=EVIL, address="javascript:alert(1)")],
        )
    )
    found.rows.append(row(EVIL, verdict="policy", by_policy={"x": 1}))
    found.reports[0] = ReportCard(id="N01", source="javascript:alert(1)", essence=EVIL)
    html = page(found)
    assert EVIL not in html
    assert 'href="javascript' not in html
    assert EVIL not in re.sub(r"^    .*$", "", readme(found), flags=re.MULTILINE)


def test_a_report_of_nothing_can_be_written(tmp_path):
    empty = Ecosystem(command="x", datetime="2026-12-01", machine_info={})
    written = [path.name for path in write_ecosystem_report(empty, tmp_path)]
    assert written == ["ecosystem.json", "README.md", "report.html"]
    assert "not finished" in (tmp_path / "report.html").read_text("utf-8")
