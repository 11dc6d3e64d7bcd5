"""What the documents say is true: code runs, commands parse, links lead somewhere."""

from __future__ import annotations

import fnmatch
import re
import shlex
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from swagbench import cards, summaries
from swagbench.checks import PromiseBroken, check_aggregation, check_window
from swagbench.cli import cli
from swagbench.records import Status
from swagbench.report.tables import hints
from swagbench.verify import conformance
from swagbench.verify.exchange import read_expected
from swagbench.verify.laws import LAWS
from swagbench.verify.promises import (
    BATCH_CHECKS,
    PROBE_CHECKS,
    REAL_BATCH_CHECKS,
    REFUSAL,
    REFUSES,
    all_check_ids,
)

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "results" / "README.md"]


def blocks(language):
    """Every code block of a language in the documents, with its page."""
    return [
        pytest.param(code, id=f"{page.stem}-{number}")
        for page in PAGES
        for number, code in enumerate(
            re.findall(
                rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
            )
        )
    ]


@pytest.mark.parametrize("code", blocks("python"))
def test_code_runs_and_plug_ins_are_right(code, tmp_path):
    named = re.match(r"# (\w+\.py)", code)
    if named is None:
        exec(compile(code, "a document", "exec"), {})  # noqa: S102 - that is what is tested
        return
    path = tmp_path / named[1]
    path.write_text(code)
    if "def push" in code:
        check_window(str(path), profile="fast")
    else:
        check_aggregation(str(path), profile="fast")
        check_window("two_stacks", str(path), profile="fast")


@pytest.mark.parametrize("code", blocks("sh"))
def test_commands_are_understood(code):
    for line in re.findall(r"(?:^|bin/)(swagbench .*)$", code, re.MULTILINE):
        arguments = shlex.split(line.partition("#")[0])[1:]
        # Options are parsed before --help ends the command: an unknown one raises.
        assert cli.main([*arguments, "--help"], standalone_mode=False) == 0


def test_checks_that_commands_name_are_there():
    for page in PAGES:
        for patterns in re.findall(r"--(?:check|exclude)[ =]([^\s`]+)", page.read_text("utf-8")):
            for pattern in shlex.split(patterns)[0].split(","):
                assert fnmatch.filter(all_check_ids(), pattern), f"{page.name}: {pattern}"


def test_the_plug_in_of_the_readme_takes_fifteen_lines_and_keeps_every_promise(tmp_path):
    readme = (ROOT / "README.md").read_text("utf-8")
    code = re.search(r"^```python\n# (my_window\.py)\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    lines = [line for line in code[2].splitlines() if line.strip()]
    class_body = lines[next(n for n, line in enumerate(lines) if line.startswith("class ")) :]
    assert len(class_body) <= 15
    path = tmp_path / code[1]
    path.write_text(code[2], "utf-8")
    rows = check_window(str(path), profile="fast")
    assert {row.status for row in rows} <= {Status.PASSED, Status.UNCLAIMED, Status.UNSERVED}


def test_the_verdict_in_the_readme_is_the_one_that_verify_gives(tmp_path, monkeypatch):
    readme = (ROOT / "README.md").read_text("utf-8")
    code = re.search(r"^```python\n# (my_window\.py)\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    verdict = re.search(r"^```text\n(FAILED .*?)^```", readme, re.DOTALL | re.MULTILINE)[1]
    wrong = code[2].replace("del self.units[0]", "del self.units[-1]")
    assert wrong != code[2]
    (tmp_path / code[1]).write_text(wrong, "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PromiseBroken) as caught:
        check_window("my_window.py:MyWindow", "sum", checks="oracle.small", profile="fast")
    told, _, _ = str(caught.value).partition("  in plain Python:")
    assert told == verdict


OWN = (ROOT / "docs" / "your-own-aggregation.md").read_text("utf-8")


def of_own(language, beginning):
    """The code block of the page on one's own aggregations that begins so."""
    pattern = rf"^```{language}\n({beginning}.*?)^```"
    return re.search(pattern, OWN, re.DOTALL | re.MULTILINE)[1]


def test_ones_own_aggregation_takes_five_lines():
    assert len(of_own("python", "# my_mean").splitlines()) == 5


@pytest.mark.parametrize("name", ["bad_mean", "bad_max"])
def test_the_faults_on_the_page_get_the_verdict_that_it_shows(name, tmp_path, monkeypatch):
    (tmp_path / f"{name}.py").write_text(of_own("text", f"# {name}"), "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PromiseBroken) as caught:
        check_aggregation(f"{name}.py")
    told, _, _ = str(caught.value).partition("  in plain Python:")
    assert told == of_own("text", f"FAILED {name}")


def test_the_hint_on_the_page_is_the_one_that_is_given(tmp_path, monkeypatch):
    (tmp_path / "my_mean.py").write_text(of_own("python", "# my_mean"), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert f"{hints(check_aggregation('my_mean.py'))[0]}\n" in OWN


def test_the_tables_of_checks_hold_every_check_with_its_promise():
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", page, re.MULTILINE)
    made = (*PROBE_CHECKS, conformance.DRAWN, *BATCH_CHECKS, *REAL_BATCH_CHECKS)
    promises = {check.id: check.promise for check in made}
    checks = [(REFUSAL, REFUSES), *promises.items(), *((law.id, law.promise) for law in LAWS)]
    assert set(checks) <= set(rows)
    assert {name for name, _ in rows} - {"passed", "xfail"} == set(all_check_ids())


def test_the_table_of_verdicts_holds_every_way_to_end():
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    table = page.partition("| status | means |")[2].partition("\n\n")[0]
    words = {status.value.upper() if status.is_broken else status.value for status in Status}
    assert {word for word in words if f"`{word}`" not in table} == set()


@pytest.mark.parametrize("code", blocks("toml"))
def test_lists_of_known_failures_are_read(code, tmp_path):
    tomllib.loads(code)
    if "[[expected]]" in code:
        (tmp_path / "known.toml").write_text(code, "utf-8")
        assert read_expected(tmp_path / "known.toml")


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_page_of_algorithms_is_what_the_command_makes():
    assert (ROOT / "docs" / "ALGORITHMS.md").read_text("utf-8") == cards.page()


@pytest.mark.skipif(find_spec("datasketches") is None, reason="its sketches are on the page, too")
def test_the_page_of_aggregations_is_what_the_command_makes():
    assert (ROOT / "docs" / "AGGREGATIONS.md").read_text("utf-8") == summaries.page()
