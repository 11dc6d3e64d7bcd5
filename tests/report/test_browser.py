import html
import json
import re
import shutil
import subprocess

import pytest

CHROMIUM = shutil.which("chromium")

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=20000",
)

WATCH = """
<meta http-equiv="Content-Security-Policy" content="default-src 'none';
  script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'">
<script>
const troubles = [];
alert = said => troubles.push(`alert ${said}`);
addEventListener("error", event => troubles.push(event.message));
addEventListener("unhandledrejection", event => troubles.push(String(event.reason)));
addEventListener("securitypolicyviolation", event => troubles.push(event.blockedURI));
</script>
"""
"""Stands first in the page: nothing may be fetched, and whatever goes wrong is noted."""

TELL = """
<script>
const count = (part, what) => part.querySelectorAll(what).length;
const lines = () => places.map(place => count(place, "svg .mark-line path[d^=M]"));
const drawn = () => places.map(place => count(place, "svg path[d]"));
const soon = () => new Promise(done => setTimeout(done, 2000));
const all = () => { dispatchEvent(new Event("beforeprint")); return soon(); };
const visible = what => [...document.querySelectorAll(what)].filter(one => one.checkVisibility());
const named = () => [".figures tbody th", "[data-across] thead th"].map(what =>
  visible(what).map(cell => cell.textContent));
const box = kind => filters.querySelector(`[name=${kind}] input`);
const style = getComputedStyle(document.body);
const colours = () => [style.color, style.backgroundColor];

async function tell() {
  const told = {troubles};
  await soon();
  told.at_first = drawn();
  await all();
  told.drawn = drawn();
  told.texts = places.map(place =>
    [...place.querySelectorAll("svg text")].map(text => text.textContent));
  told.shown = document.querySelector("main").innerText;
  told.lines = lines();

  const algorithm = box("algorithm");
  told.algorithm = algorithm.value;
  told.named = named();
  algorithm.click();
  told.named_without = named();
  told.hash = location.hash;
  await all();
  told.lines_without = lines();
  location.hash = "#method";
  await soon();
  told.hash_after_a_jump = location.hash;
  algorithm.click();
  told.named_again = named();
  const click = new MouseEvent("click", {bubbles: true});
  for (const place of places)
    place.querySelector(".role-legend-label text")?.dispatchEvent(click);
  await all();
  told.lines_after_a_click_in_the_legend = lines();

  const sections = () => visible("main section").map(one => one.dataset.aggregation ?? "");
  told.aggregation = box("aggregation").value;
  told.sections = sections();
  box("aggregation").click();
  told.sections_without = sections();
  location.hash = told.hash;
  await soon();
  told.sections_by_hash = sections();
  told.named_by_hash = named();

  told.boxes = [...filters.querySelectorAll("input")].map(one => {
    one.focus();
    return document.activeElement === one && one.tabIndex;
  });
  told.colours = colours();
  document.getElementById("theme").click();
  told.other_colours = colours();
  told.colour_of_text = getComputedStyle(document.querySelector(".role-axis-label text")).fill;
  const output = document.createElement("output");
  output.id = "told";
  output.textContent = JSON.stringify(told);
  document.body.append(output);
}
tell();
</script>
"""
"""Stands last in the page: uses it, and tells what is seen. Time is the browser's virtual time;
nobody waits for it."""


@pytest.fixture(scope="module")
def told(hostile_report, tmp_path_factory):
    """What a browser tells of the page of the hostile run."""
    if CHROMIUM is None:
        pytest.skip("no chromium on the path to open the page with")
    folder = tmp_path_factory.mktemp("browser")
    source = (hostile_report / "report.html").read_text(encoding="utf-8")
    watched = folder / "report.html"
    watched.write_text(source.replace("<head>", f"<head>{WATCH}", 1) + TELL, encoding="utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [CHROMIUM, *OPTIONS, profile, "--dump-dom", watched.as_uri()]
    dumped = subprocess.run(command, capture_output=True, check=True, timeout=120)  # noqa: S603
    (said,) = re.findall(r'<output id="told">(.*?)</output>', dumped.stdout.decode())
    return json.loads(html.unescape(said))


def test_nothing_is_fetched_and_nothing_goes_wrong(told):
    assert told["troubles"] == []


def test_every_name_is_shown_as_text(told, names):
    assert all(name in told["shown"] for name in names)
    for texts, lines in zip(told["texts"], told["lines"], strict=True):
        assert not lines or set(names) <= set(texts)


def test_charts_are_drawn_as_they_come_near_and_all_before_printing(told, hostile_report):
    assert not all(told["at_first"])
    assert all(told["drawn"])
    assert len(told["drawn"]) == len(list(hostile_report.glob("*.svg")))


def test_an_algorithm_that_is_not_wanted_has_no_row_column_or_line(told):
    name = told["algorithm"]
    for named, left in zip(told["named"], told["named_without"], strict=True):
        assert name in named
        assert left == [one for one in named if one != name]
    assert told["lines_without"] == [max(0, lines - 1) for lines in told["lines"]]
    assert any(told["lines"])
    assert told["named_again"] == told["named"]


def test_a_click_in_a_legend_hides_a_line(told):
    left = told["lines_after_a_click_in_the_legend"]
    assert left == [max(0, lines - 1) for lines in told["lines"]]


def test_an_aggregation_that_is_not_wanted_has_no_section(told):
    name = told["aggregation"]
    assert name in told["sections"]
    assert told["sections_without"] == [one for one in told["sections"] if one != name]


def test_the_address_keeps_what_is_hidden(told):
    assert told["hash"].startswith("#?algorithm=")
    assert told["hash_after_a_jump"] == told["hash"].replace("#", "#method", 1)
    assert told["named_by_hash"] == told["named_without"]
    assert told["sections_by_hash"] == told["sections"]


def test_every_filter_is_reached_by_the_keyboard(told):
    assert told["boxes"]
    assert set(told["boxes"]) == {0}


def test_the_theme_can_be_switched(told):
    ink, paper = told["colours"]
    other_ink, other_paper = told["other_colours"]
    assert len({ink, paper, other_ink, other_paper}) == 4
    assert told["colour_of_text"] == other_ink
