import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from swagbench.core import Bound, Card
from swagbench.records import Status, Twin
from swagbench.report.markdown import readme
from swagbench.report.tables import Group

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])

FOLDING = re.compile(r"<details><summary>[A-Za-z ,()✓]+</summary>\n?|</details>\n?")
"""The report's own HTML: what folds a table."""

ODD = {
    "pipe": "a|b||",
    "pipe after backslash": "a\\|b\\",
    "backticks": "`code` ``x`` `",
    "link": "[text](https://example.org)",
    "image": "![text](x.svg)",
    "emphasis": "*a* **b** _c_ __d__",
    "element": "<b onclick=alert(1)>a</b><!-- b -->",
    "newlines": "a\n\n# b\r\n| c |\n",
    "heading": "# a #",
    "quotation": "> a",
    "address": "<https://example.org>",
}


def words(token):
    """The text that an inline token shows."""
    return "".join(child.content for child in token.children)


def elements(source, kind):
    """The text of all headings, cells or items, whichever `kind` of tag is asked for."""
    tokens = MARKDOWN.parse(source)
    found = []
    for position, token in enumerate(tokens):
        if token.type == f"{kind}_open":
            inline = next(one for one in tokens[position:] if one.type == "inline")
            found.append(words(inline))
    return found


def markup(source):
    """The kinds of inline markup and of raw HTML in a text."""
    tokens = [one for token in MARKDOWN.parse(source) for one in (token, *(token.children or ()))]
    plain = {"text", "text_special", "softbreak", "code_inline", "image"}
    own = {"link_open", "link_close", "strong_open", "strong_close"}
    inline = {one.type for token in tokens for one in token.children or ()}
    html = {one.content for one in tokens if one.type.startswith("html")}
    return inline - plain - own | {one for one in html if not FOLDING.fullmatch(one)}


def on_one_line(text):
    return " ".join(text.split())


def readme_of(make, name):
    """The README of a run in which every name and reason is this one."""
    place = {"aggregation": name, "stream": name}
    return readme(
        make.run(
            make.timed(name, measures={"latency": make.latency()}, **place),
            make.untimed(name, "error", 256, reason=name, **place),
            make.checked(name, name, name, status=Status.FAILED),
            cpu=name,
            command=name,
            cards={name: Card()},
        ),
        [f"{Group(name, name).file_name}-ns_per_slide"],
    )


@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
def test_a_name_is_shown_as_itself_in_headings_cells_and_items(make, name):
    source, line = readme_of(make, name), on_one_line(name)
    heading = on_one_line(f"2026-11-30 on {name}, 2 cores, CPython 3.11.7")
    assert heading in elements(source, "heading")
    assert f"{line} on {line}" in elements(source, "heading")
    assert elements(source, "td").count(line) >= 9
    assert elements(source, "th").count(line) == 2
    assert elements(source, "td").count(f"FAILED: {line}") == 2
    assert elements(source, "list_item")[0].startswith(f"{line} on {line}")


@pytest.mark.parametrize("name", [ODD[kind] for kind in ODD if kind != "newlines"])
def test_a_name_is_never_markup(make, name):
    assert markup(readme_of(make, name)) == set()


def test_a_command_of_several_lines_is_never_markup(make):
    assert markup(readme(make.run(command="swagbench bench '\n\n<b>'"))) == set()


@pytest.mark.parametrize("name", ["&lt;b&gt;", "~~a~~"])
def test_a_character_reference_or_a_strike_is_shown_as_itself(make, name):
    assert name in elements(readme_of(make, name), "td")


text = st.text(
    st.sampled_from("|\\`*_[]()<>#!-:+. \n\t")
    | st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="&~"),
    max_size=12,
)


@given(algorithm=text, aggregation=text, reason=text)
@settings(max_examples=60)
def test_a_table_keeps_its_columns_whatever_is_in_it(make, algorithm, aggregation, reason):
    cell = make.untimed(algorithm, "error", reason=reason, aggregation=aggregation)
    source = readme(make.run(cell))
    (table,) = re.findall(r"^(?:\|.*\|\n)+", source, flags=re.MULTILINE)
    expected = [algorithm, aggregation, "uniform", "16", "error", reason]
    assert elements(table, "td") == [on_one_line(part) for part in expected]


def test_a_table_has_a_row_an_algorithm_and_a_column_a_window(make):
    source = readme(make.run(make.timed("two_stacks", 300), make.timed("two_stacks", 310, 256)))
    assert (
        "| window | 16 | 256 |\n| :-- | --: | --: |\n| two\\_stacks | 300 ± 0 | 310 ± 0 |" in source
    )


def test_a_group_shows_its_time_its_ratios_its_worst_slides_its_calls_and_its_memory(make):
    source = readme(
        make.run(
            make.timed("a", 100, measures={"latency": make.latency(ns=7, calls=1)}),
            make.timed("b", 250),
        )
    )
    cells = elements(source, "td")
    for cell in ("100 ± 0", "2.50", "350 (5)", "2 (3)", "8 (16)"):
        assert cell in cells


def test_the_charts_that_were_drawn_are_shown_each_with_its_group(make):
    run = make.run(make.timed("a"), make.timed("a", stream="wind"))
    drawn = ["overview", "sum-uniform-ns_per_slide", "sum-uniform-timeline", "sum-wind-spectrum"]
    source = readme(run, drawn)
    assert re.findall(r"\(([^()\s]+)\.svg\)", source) == drawn
    first, second = source.split("## sum on wind")
    assert "![sum on uniform: timeline](sum-uniform-timeline.svg)" in first
    assert "![sum on wind: spectrum](sum-wind-spectrum.svg)" in second
    assert ".svg" not in readme(run)


def test_a_noisy_run_says_so_before_anything_else(make):
    cell = make.timed("a", measures={"rounds_ns": [[100.0] * 9]})
    twin = Twin(cell=cell.params, rounds_ns=[[150.0] * 9])
    first, *_ = elements(readme(make.run(cell, twins=[twin])), "paragraph")
    assert first.startswith("NOISY: contestants differ by up to 50.0 %")
    first, *_ = elements(readme(make.run(cell)), "paragraph")
    assert first.startswith("Made by")


def test_what_the_algorithms_promise_is_shown_where_it_is_known(make):
    promising = make.run(cards={"two_stacks": Card(pop=Bound(0, n=1), waives=frozenset({"copy"}))})
    assert {"two_stacks", "n", "strong", "copy"} <= set(elements(readme(promising), "td"))
    assert "promise" not in readme(make.run())


def test_tables_of_words_are_folded_and_open_to_markdown(make):
    source = readme(make.run(make.checked("a"), make.untimed("b", "error"), cards={"c": Card()}))
    assert source.count("<details>") == source.count("</details>") == 4
    assert {"a", "b", "c"} <= {*elements(source, "td"), *elements(source, "th")}


def test_an_unfinished_run_says_so_and_a_finished_one_does_not(make):
    assert "not finished" in readme(make.run(is_complete=False))
    assert "not finished" not in readme(make.run(is_complete=True))


def test_a_verified_run_tells_how_its_checks_ended(make):
    checks = [make.checked(name) for name in ("two_stacks", "recompute")]
    assert "2 checks: 2 passed." in readme(make.run(*checks))
    assert "Is it right?" not in readme(make.run())


@pytest.mark.parametrize("status", [status for status in Status if status.is_broken])
def test_what_broke_is_shown_by_check_and_by_aggregation(make, status):
    word = status.value.upper()
    source = readme(make.run(make.checked("two_stacks", "sum", "copy", status=status)))
    assert f"1 check: 1 {word}." in source
    assert [cell for cell in elements(source, "td") if word in cell] == [
        f"{word}: sum",
        f"{word}: copy",
    ]


def test_an_aggregation_that_broke_a_law_is_shown(make):
    checks = [
        make.checked(None, f"my_{status.name}", "law.identity", status=status)
        for status in Status
        if status.is_broken
    ]
    cells = elements(readme(make.run(*checks)), "td")
    for check in checks:
        assert check.aggregation in cells
        assert any(check.status.name in cell for cell in cells)


def test_what_is_wrong_as_declared_or_not_claimed_is_shown_as_that(make):
    source = readme(
        make.run(
            make.checked("subtract", "float_sum", "oracle.sizes", status=Status.XFAIL),
            make.checked("subtract", "sum", "reentrant", status=Status.UNCLAIMED, reason="waived"),
        )
    )
    cells = elements(source, "td")
    assert {"xfail: float_sum", "xfail: oracle.sizes", "not claimed: waived"} <= set(cells)


def test_nothing_is_said_to_be_without_a_time_where_all_have_one(make):
    assert "Without a time" not in readme(make.run(make.timed("two_stacks")))
    assert "Without a time" in readme(make.run(make.untimed("two_stacks", "error")))


def test_the_command_that_made_the_run_is_told(make):
    assert "`swagbench bench -g 'sum'`" in readme(make.run(command="swagbench bench -g `sum`"))


@pytest.mark.parametrize("name", ["+", "-", "1.", "2)"])
def test_a_name_at_the_beginning_of_an_item_makes_no_list_of_it(make, name):
    assert any(item.startswith(name) for item in elements(readme_of(make, name), "list_item"))
