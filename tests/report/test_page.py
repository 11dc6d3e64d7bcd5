import base64
import json
import re
import zlib
from collections import Counter, defaultdict
from html.parser import HTMLParser
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
import vl_convert

from swagbench.records import Status, Twin
from swagbench.report import charts
from swagbench.report.page import drawings, page, write_report
from swagbench.report.tables import FLOOR, groups, tone
from swagbench.run_file import read_run

FETCHING = r"""\bimport\s*\(\s*["'`]|\bimport\s*["']|@import|url\(\s*["']?\s*(?:https?:)?//"""
"""What fetches something by itself, in a script or a style."""


class Document(HTMLParser):
    """A page as a browser reads it: its tags, attributes, and text by kind."""

    def __init__(self, source):
        super().__init__()
        self.tags = Counter()
        self.attributes = []
        self.texts = defaultdict(str)
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data):
        kind = self.cdata_elem if self.cdata_elem in {"script", "style"} else "shown"
        self.texts[kind] += data

    def values(self, *names):
        """The values of all attributes of these names."""
        return [value for name, value in self.attributes if name in names]


@pytest.fixture(scope="module")
def source(hostile_report):
    """The page of the hostile run as it stands in its file."""
    return (hostile_report / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def document(source):
    """The page of the hostile run as a browser reads it."""
    return Document(source)


def unpacked(source, name):
    """What the page holds packed under a name."""
    (packed,) = re.findall(rf'id="{name}">([^<]*)</script>', source)
    return zlib.decompress(base64.b64decode(packed)).decode()


@pytest.fixture(scope="module")
def embedded(source):
    """The charts as the page of the hostile run holds them: specifications, and rows apart."""
    return json.loads(unpacked(source, "drawings"))


@pytest.fixture
def shown(make, monkeypatch):
    """The text of a page without charts, made of records and what a run is made of."""
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")

    def show(*parts, **facts):
        return Document(page(make.run(*parts, **facts), {})).texts["shown"]

    return show


# --- text that is up to no good -------------------------------------------------------------------


def test_a_name_is_shown_as_itself(document, name):
    assert name in document.texts["shown"]


def test_no_name_becomes_an_element(source, document):
    assert "<script>alert" not in source
    assert (document.tags["script"], document.tags["style"]) == (3, 1)
    assert "img" not in document.tags
    assert not [name for name, _ in document.attributes if name.startswith("on")]


def test_every_table_is_whole(source):
    (body,) = re.findall(r"<body>.*</body>", source, flags=re.DOTALL)
    for table in re.findall(r"<table.*?</table>", body, flags=re.DOTALL):
        widths = {len(re.findall(r"<t[hd][ >]", row)) for row in re.findall(r"<tr>.*?</tr>", table)}
        assert len(widths) == 1


def test_the_charts_hold_the_names_as_they_are(embedded, hostile_run, names):
    for group in groups(hostile_run):
        chart = embedded["charts"][f"{group.file_name}-ns_per_slide"]
        assert {row["a"] for row in embedded["rows"][chart["rows"]]} >= set(names)


def test_every_chart_has_its_place(source, embedded):
    places = re.findall(r'<div class="chart" id="([^"]*)"', source)
    assert places == [*embedded["charts"]]
    assert len(places) == len(set(places))


def test_rows_that_charts_share_are_there_once(embedded, hostile_run):
    drawn = drawings(hostile_run)
    assert len(embedded["rows"]) == len({id(drawing.rows) for drawing in drawn.values()})
    assert len(embedded["rows"]) < len(drawn)
    for name, chart in embedded["charts"].items():
        assert chart["specification"] == drawn[name].specification
        assert embedded["rows"][chart["rows"]] == drawn[name].rows


def test_the_page_fetches_nothing(source, document):
    assert all(value.startswith("#") for value in document.values("src", "href", "srcset"))
    assert not {"link", "iframe", "object", "embed", "base"} & set(document.tags)
    library = unpacked(source, "library")
    assert "vegaEmbed" in library
    for text in (library, document.texts["script"], document.texts["style"]):
        assert text
        assert not re.search(FETCHING, text)


def test_an_image_is_whole_fetches_nothing_and_shows_the_names(hostile_report, names):
    images = list(hostile_report.glob("*.svg"))
    for image in images:
        elements = list(ET.fromstring(image.read_bytes()).iter())  # noqa: S314 - just made
        assert not [one for one in elements if "script" in one.tag]
        assert not [key for one in elements for key in one.attrib if key.endswith("href")]
        if image.stem.endswith("-ns_per_slide"):
            assert set(names) <= {one.text for one in elements}
    assert images


# --- what a page says -----------------------------------------------------------------------------


def test_a_finished_run_is_not_said_to_be_unfinished(shown):
    assert "not finished" not in shown(is_complete=True)


def test_an_unfinished_run_says_so(shown):
    assert "This run is not finished" in shown(is_complete=False)


def test_a_run_without_verification_says_so(shown):
    assert "This run was not verified" in shown()


def test_a_verified_run_shows_how_its_checks_ended(make, shown):
    text = shown(make.checked("two_stacks"), make.checked(None, check="law.identity"))
    assert "2 checks: 2 passed." in text
    assert "Laws of the aggregations" in text
    assert "not verified" not in text
    assert "Failed" not in text
    assert "Wrong, as declared" not in text


HEADINGS = {
    **{status: "Failed" for status in Status if status.is_broken},
    Status.XFAIL: "Wrong, as declared",
}


@pytest.mark.parametrize("algorithm", ["subtract", None])
@pytest.mark.parametrize(("status", "heading"), HEADINGS.items())
def test_what_broke_is_shown_with_all_that_tells_why(make, shown, status, heading, algorithm):
    facts = {
        "history": "push 1e+20, push 1.0, pop",
        "expected": "1.0",
        "given": "0.0",
        "reason": "lost in the sum",
        "certificate": "no shorter word fails",
    }
    text = shown(make.checked(algorithm, "float_sum", status=status, **facts))
    _, found, told = text.partition(f"\n{heading}\n")
    assert found
    ways = (algorithm or "", "float_sum", "oracle.small", status.value, *facts.values())
    assert all(way in told for way in ways)
    assert not [one for one in HEADINGS.values() if one != heading and f"\n{one}\n" in text]


def test_what_broke_without_a_history_is_shown_with_its_word_or_reason(make, shown):
    reason = "float_sum declares that its inverse is lossy, but nothing is wrong here"
    assert reason in shown(make.checked("subtract", status=Status.XPASS, reason=reason))
    assert "u40 o39" in shown(make.checked("subtract", status=Status.TIMEOUT, word="u40 o39"))


def test_what_is_not_broken_is_not_said_to_be(make, shown):
    ends = [status for status in Status if status not in HEADINGS]
    text = shown(
        *(make.checked(algorithm, status=end) for algorithm in ("a", None) for end in ends)
    )
    assert not [one for one in HEADINGS.values() if f"\n{one}\n" in text]


def test_promises_aggregations_laws_and_conduct_have_a_table_each(make, shown):
    text = shown(
        make.checked("two_stacks", "my_sum", "my_check", status=Status.UNCLAIMED, reason="waived"),
        make.checked(None, "my_max", "law.my_law"),
        make.checked(None, "my_max", "my_conduct", status=Status.ERROR),
    )
    captions = (
        *("Promises of the algorithms", "Algorithms by aggregation"),
        *("Laws of the aggregations", "What else is asked of an aggregation"),
    )
    places = [text.index(caption) for caption in captions]
    assert places == sorted(places)
    promises, by_aggregation, laws, conduct = (
        text[start:end] for start, end in zip(places, [*places[1:], len(text)], strict=True)
    )
    assert "my_check" in promises
    assert "not claimed: waived" in promises
    assert "my_sum" in by_aggregation
    assert "my_law" in laws
    assert "my_conduct" not in laws
    assert "ERROR" in conduct


def test_a_cell_without_a_time_is_shown_with_its_reason(make, shown):
    text = shown(make.timed("a"), make.untimed("recompute", "skipped", reason="needs about 12 s"))
    assert "Without a time" in text
    assert "needs about 12 s" in text


def test_nothing_is_said_to_be_without_a_time_where_all_have_one(make, shown):
    assert "Without a time" not in shown(make.timed("a"))


@pytest.mark.parametrize(("times", "word", "tone"), [(1.0, "Quiet", ""), (1.5, "NOISY", "warning")])
def test_first_of_all_a_page_says_how_noisy_the_run_is(make, monkeypatch, times, word, tone):
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")
    rounds = [[100.0] * 9]
    cell = make.timed("a", measures={"rounds_ns": rounds})
    twin = Twin(cell=cell.params, rounds_ns=[[100.0 * times] * 9])
    source = page(make.run(cell, twins=[twin]), {})
    (kind, said) = re.findall(r'</h1>\s*<p(?: class="(\w*)")?>(.*)</p>', source)[0]
    assert said.startswith(word)
    assert kind == tone


def test_everything_that_can_be_hidden_has_a_box_of_its_own(make, monkeypatch):
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")
    run = make.run(
        *(make.timed(FLOOR), make.timed("a"), make.timed("b", aggregation="max", stream="wind")),
        *(make.untimed("c", "n/a"), make.checked("d", "probe"), make.checked(None, "min")),
    )
    boxes = re.findall(r'<input type="checkbox" value="(\w+)" checked>', page(run, {}))
    assert boxes == ["a", "b", "c", "d", FLOOR, "sum", "max", "uniform", "wind"]


def test_without_a_script_nothing_is_there_that_needs_one(source, document):
    assert document.tags["noscript"] == 1
    outside = re.sub(r"<(form|p)\b[^>]* hidden>.*?</\1>", "", source, flags=re.DOTALL)
    assert not re.search(r"<(button|input)\b", outside)


def test_headings_do_not_leave_out_a_level(source):
    levels = [int(level) for level in re.findall(r"<h([1-6])>", source)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_contents_lead_to_every_section(source):
    sections = re.findall(r'<section id="([^"]+)"', source)
    assert re.findall(r'<li[^>]*><a href="#([^"]+)">', source) == sections
    assert len(sections) == source.count("<section") == len(set(sections))


def test_a_table_that_is_too_wide_can_be_scrolled_by_keyboard(source):
    regions = re.findall(r'<div class="wide" tabindex="0" role="region" aria-label="[^"]', source)
    assert len(regions) == source.count("<table")


def test_every_cell_of_a_head_says_what_it_is_the_head_of(document, source):
    assert document.tags["th"] == len(re.findall(r'<th scope="(?:col|row)">', source))


def test_every_chart_says_how_to_read_it(source):
    figures = re.findall(r"<figure>.*?</figure>", source, flags=re.DOTALL)
    assert len(figures) == source.count('class="chart"')
    for figure in figures:
        assert re.search(r"<figcaption><bdi>.+</bdi></figcaption>", figure)
        assert re.search(r"<details><summary>How to read this</summary><p>.+</p>", figure)


def test_the_machine_is_shown_with_all_that_is_known_of_it(shown):
    text = shown(cpu="Abacus 9000")
    assert "2026-11-30 · Abacus 9000, 2 cores, CPython 3.11.7" in text
    assert "cpu brand_raw" in text


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("passed", "right"),
        ("✓", "right"),
        ("FAILED", "failed"),
        ("FAILED: sum", "failed"),
        ("ERROR", "failed"),
        ("ERROR: sum, max and 3 more", "failed"),
        ("TIMEOUT: a\nb", "failed"),
        ("XPASS: sum", "failed"),
        ("error", "failed"),
        ("wrong", "wrong"),
        ("xfail", "wrong"),
        ("xfail: sum", "wrong"),
        ("n/a", "none"),
        ("n/a: needs order", "none"),
        ("skipped", "none"),
        ("not claimed", "none"),
        ("not claimed: waived", "none"),
        ("–", "none"),
        ("wrong_way", ""),
        ("wrong at slide 3: expected 1", ""),
        ("passed no test", ""),
        ("failed", ""),
        ("ERRORS", ""),
        ("xfail sum", ""),
        ("xpass", ""),
        ("XPASSED", ""),
        ("not claimed by me", ""),
        ("a\nFAILED", ""),
        ("2.94 (18)", ""),
        ("", ""),
    ],
)
def test_only_a_cell_that_says_how_something_ended_is_coloured(cell, expected):
    assert tone(cell) == expected


# --- what is written ------------------------------------------------------------------------------


def test_a_report_is_these_files_and_no_others(hostile_report, hostile_run):
    drawn = drawings(hostile_run)
    kinds = {f"{group.file_name}-{kind}" for group in groups(hostile_run) for kind in charts.HOW}
    assert drawn
    assert set(drawn) <= {"overview", *kinds}
    written = {path.name for path in hostile_report.iterdir()}
    assert written == {"run.json", "report.html", "README.md", *(f"{name}.svg" for name in drawn)}


def test_a_report_holds_the_run_that_it_is_of(hostile_report, hostile_run):
    assert read_run(hostile_report) == hostile_run


def test_a_report_made_again_is_the_same_to_the_byte(hostile_report, tmp_path):
    written = list(write_report(read_run(hostile_report), tmp_path))
    assert {path.name for path in written} == {path.name for path in hostile_report.iterdir()}
    for path in written:
        assert path.read_bytes() == (hostile_report / path.name).read_bytes()


def test_the_readme_shows_images_that_are_there(hostile_report, hostile_run):
    readme = (hostile_report / "README.md").read_text(encoding="utf-8")
    images = re.findall(r"\]\(([^()\s]+\.svg)\)", readme)
    assert len(images) >= len(groups(hostile_run))
    assert all((hostile_report / unquote(image)).is_file() for image in images)


def test_a_chart_with_nothing_to_show_is_not_drawn(make, tmp_path, monkeypatch):
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")
    run = make.run(make.timed("sorted_window", measures={"combine_calls_mean": 0}))
    names = {path.name for path in write_report(run, tmp_path)}
    assert "sum-uniform-ns_per_slide.svg" in names
    assert "sum-uniform-combine_calls.svg" not in names


@pytest.mark.parametrize("name", ["a\x01b", "a\x1bb", "a\uffffb"])
def test_a_character_that_xml_has_no_place_for_is_no_obstacle(make, tmp_path, name):
    for path in write_report(make.run(make.timed(name)), tmp_path):
        if path.suffix == ".svg":
            ET.fromstring(path.read_bytes())  # noqa: S314 - just made


def test_a_run_of_a_machine_that_nothing_is_known_of_has_a_page(make, monkeypatch):
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")
    run = make.run(make.timed("a"))
    run.machine_info = {"node": "here"}
    assert "<h2><bdi>sum</bdi> on <bdi>uniform</bdi></h2>" in page(run, {})


def test_a_run_of_nothing_has_a_report(make, tmp_path, monkeypatch):
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda *_, **__: "")
    names = {path.name for path in write_report(make.run(), tmp_path)}
    assert names == {"run.json", "report.html", "README.md"}
