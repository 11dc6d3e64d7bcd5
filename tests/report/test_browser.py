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
    "--virtual-time-budget=10000",
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
const lines = chart => chart.querySelectorAll("svg .mark-line path[d^=M]").length;
setTimeout(() => {
  const drawn = [...document.querySelectorAll(".chart")];
  const seen = drawn.map(chart => ({
    paths: chart.querySelectorAll("svg path[d]").length,
    texts: [...chart.querySelectorAll("svg text")].map(text => text.textContent),
    lines: lines(chart),
  }));
  const click = new MouseEvent("click", {bubbles: true});
  drawn.forEach(chart => chart.querySelector(".role-legend-label text").dispatchEvent(click));
  setTimeout(() => {
    const told = document.createElement("output");
    const shown = document.querySelector("main").innerText;
    const left = drawn.map(lines);
    told.textContent = JSON.stringify({seen, left, shown, troubles});
    document.body.append(told);
  }, 1000);
}, 5000);
</script>
"""
"""Stands last in the page: tells what is seen, and how many lines are left after a click in each
legend. Time is the browser's virtual time; nobody waits for it."""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the path to open the page with")
def test_a_browser_draws_every_chart_offline_and_shows_every_name_as_text(
    hostile_report, names, tmp_path
):
    source = (hostile_report / "report.html").read_text(encoding="utf-8")
    watched = tmp_path / "report.html"
    watched.write_text(source.replace("<head>", f"<head>{WATCH}", 1) + TELL, encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = [CHROMIUM, *OPTIONS, profile, "--dump-dom", watched.as_uri()]
    dumped = subprocess.run(command, capture_output=True, check=True, timeout=120)  # noqa: S603
    (told,) = re.findall(r"<output>(.*?)</output>", dumped.stdout.decode())
    told = json.loads(html.unescape(told))

    assert told["troubles"] == []
    assert len(told["seen"]) == len(list(hostile_report.glob("*.svg")))
    for chart, left in zip(told["seen"], told["left"], strict=True):
        assert chart["paths"] > 0
        assert set(names) <= set(chart["texts"])
        assert left == chart["lines"] - 1
    assert all(name in told["shown"] for name in names)
