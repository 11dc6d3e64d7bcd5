"""The command line as a person meets it: what it prints, and how it ends."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from swagbench.accuracy.worker import judge_apart
from swagbench.core import SuiteBroken
from swagbench.records import Status
from swagbench.registry import aggregation_ids, algorithm_ids
from swagbench.run_file import read_run
from swagbench.verify.isolation import verify_apart

ROOT = Path(__file__).parents[1]

ARTICLE = """\
                front back           answer
                   [] []           = 0
                   [] [1]          = 1
                   [] [1, 2]       = 1 + 2
                   [] [1, 2, 3]    = 1 + 2 + 3
                   [] [1, 2, 3, 4] = 1 + 2 + 3 + 4
[4, 3 + 4, 2 + 3 + 4] [5]          = 2 + 3 + 4 + 5
           [4, 3 + 4] [5, 6]       = 3 + 4 + 5 + 6
                  [4] [5, 6, 7]    = 4 + 5 + 6 + 7
                   [] [5, 6, 7, 8] = 5 + 6 + 7 + 8
[8, 7 + 8, 6 + 7 + 8] [9]          = 6 + 7 + 8 + 9
           [8, 7 + 8] [9, 10]      = 7 + 8 + 9 + 10
                  [8] [9, 10]      = 8 + 9 + 10
                   [] [9, 10]      = 9 + 10
                 [10] []           = 10
                   [] []           = 0
"""

WRONG = """\
class Wrong:
    def __init__(self, aggregation):
        self.aggregation = aggregation
        self.values = []
    def push(self, value): self.values.append(value)
    def pop(self): del self.values[-1]
    def eval(self):
        agg = self.aggregation.empty()
        for value in self.values:
            agg = self.aggregation.combine(agg, self.aggregation.unit(value))
        return self.aggregation.finalize(agg)
    def __len__(self): return len(self.values)
"""


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """What `verify` says of a wrong plug-in, in every form."""
    folder = tmp_path_factory.mktemp("wrong")
    (folder / "wrong.py").write_text(WRONG)
    command = "verify wrong.py:Wrong -g collect --profile fast --json out.json --junit out.xml"
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", "from swagbench.cli import main; main()", *shlex.split(command)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    rows = json.loads((folder / "out.json").read_text("utf-8"))
    tree = ET.parse(folder / "out.xml")  # noqa: S314 - just made
    return SimpleNamespace(
        folder=folder, code=ended.returncode, out=ended.stdout, rows=rows, tree=tree
    )


@pytest.fixture
def verify(swagbench, tmp_path):
    """Verify with little work: how it ended, what it printed, and its rows."""

    def run(arguments):
        code, out, err = swagbench(f"verify --profile fast --json rows.json {arguments}")
        rows = json.loads((tmp_path / "rows.json").read_text("utf-8"))
        return SimpleNamespace(code=code, out=out, err=err, rows=rows)

    return run


def untimed(rows):
    """Rows without what no two runs have in common."""
    return [{**row, "seconds": 0} for row in rows]


def statuses(rows, check):
    """How a check ended, wherever it was made."""
    return {row["status"] for row in rows if row["check"] == check}


def test_the_trace_of_the_article_has_its_fifteen_rows(swagbench):
    command = "trace two_stacks -g expression -w 4 1 2 3 4 5 6 7 8 9 10 --drain"
    assert swagbench(command) == (0, ARTICLE, "")


def test_list_shows_what_there_is_with_needs_and_promises(swagbench):
    code, out, _ = swagbench("list")
    assert code == 0
    for shown in ("subtract_on_evict", "uncombine", "n + 2", "distinct_count", "wind", "1,048"):
        assert shown in out
    assert "two_stacks" not in swagbench("list streams")[1]


def test_pages_are_of_algorithms_and_of_aggregations(swagbench):
    for kind in ("algorithms", "aggregations"):
        code, out, err = swagbench(f"list {kind} --page")
        assert (code, out.partition("\n")[0], err) == (0, f"# The {kind}", "")
    for kind in ("", "streams"):
        code, out, err = swagbench(f"list {kind} --page")
        assert (code, out) == (2, "")
        assert "--page is of algorithms or of aggregations: swagbench list KIND --page" in err


def test_a_file_named_like_something_built_in_is_not_taken_for_it(swagbench, tmp_path):
    (tmp_path / "max").write_text("not Python at all")
    assert swagbench("trace two_stacks -g max 1 2")[0] == 0


def test_a_file_whose_name_is_not_text_is_refused(swagbench):
    code, _, err = swagbench("bench --data caf\udce9.csv --value v")
    assert code == 2
    assert "caf\\udce9.csv' is not UTF-8" in err


def test_list_imports_nothing_heavy():
    code = (
        "import sys; sys.argv = ['swagbench', 'list']\n"
        "from swagbench.cli import cli; cli.main(standalone_mode=False)\n"
        "heavy = {'numpy', 'scipy', 'datasketch', 'hypothesis', 'pytest', 'altair', 'vl_convert'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603


# --- verify ---------------------------------------------------------------------------------------


def test_verify_passes_what_is_right_and_says_what_cannot_be_served(verify):
    ended = verify("two_stacks sorted_window -g sum,max")
    assert ended.code == 0
    assert "n/a: needs order" in " ".join(ended.out.split())
    assert not [word for word in ("FAILED", "ERROR", "TIMEOUT", "XPASS") if word in ended.out]
    assert {row["status"] for row in ended.rows} == {"passed", "not claimed", "n/a"}


def test_verify_fails_what_is_wrong_with_all_that_is_needed_to_see_why(wrong):
    assert wrong.code == 1
    shown = wrong.out.partition("FAILED wrong × free_monoid, oracle.small\n")[2]
    lines = shown.partition("  in plain Python:")[0].splitlines()
    facts = dict(line.strip().split(maxsplit=1) for line in lines[1:])
    assert lines[0] == "  Every answer is that of the values in the window, oldest to youngest."
    assert facts["history"] == "push 0, 1, pop  (u2 o)"
    assert facts["expected"] == "[1]"
    assert facts["given"] == "[0]"
    assert facts["shortest"] == "no shorter word fails"
    assert facts["replay"] == (
        "swagbench verify wrong.py:Wrong --check oracle.small --replay 'u2 o'"
    )


def test_the_command_that_is_told_shows_the_same_failure(wrong, verify, tmp_path):
    first = [row for row in wrong.rows if row["check"] == "oracle.small"]
    assert [row["aggregation"] for row in first] == ["free_monoid", "collect"]
    (tmp_path / "wrong.py").write_text(WRONG)
    for row in first:
        command = row["replay"].removeprefix("swagbench verify ")
        again = verify(command)
        assert again.code == 1
        (same,) = [
            one
            for one in again.rows
            if (one["check"], one["aggregation"]) == (row["check"], row["aggregation"])
        ]
        for fact in ("status", "word", "history", "step", "expected", "given", "replay"):
            assert same[fact] == row[fact]
        assert {one["check"] for one in again.rows} == {"oracle.small", "refusal"}


def test_the_command_that_is_told_shows_what_is_wrong_of_an_empty_window(verify, tmp_path):
    source = WRONG.replace("agg = self", "if not self.values: return 'nothing'\n        agg = self")
    (tmp_path / "wrong.py").write_text(source)
    first = verify("wrong.py:Wrong -g sum --check oracle.small")
    replays = [row["replay"] for row in first.rows if row["status"] == "failed"]
    assert len(replays) == 2
    for replay in replays:
        again = verify(replay.removeprefix("swagbench verify "))
        assert again.code == 1
        assert "'nothing'" in {row["given"] for row in again.rows}


def test_the_script_that_is_told_prints_the_wrong_answer_with_plain_python(wrong):
    _, _, shown = wrong.out.partition("  in plain Python:\n")
    script = shown.partition("  and ")[0]
    (wrong.folder / "show.py").write_text(textwrap.dedent(script))
    printed = subprocess.run(
        [sys.executable, "show.py"],
        cwd=wrong.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line.split() for line in printed.stdout.splitlines()] == [
        ["expected", "[1]"],
        ["given", "[0]"],
    ]


def test_there_is_one_object_in_the_json_for_each_algorithm_aggregation_and_check(wrong):
    keys = Counter((row["algorithm"], row["aggregation"], row["check"]) for row in wrong.rows)
    assert set(keys.values()) == {1}
    assert {row["algorithm"] for row in wrong.rows} == {None, "wrong"}
    assert {row["status"] for row in wrong.rows} <= {status.value for status in Status}
    for row in wrong.rows:
        assert row["seconds"] >= 0
        assert {"word", "reason", "promise", "expected", "given", "replay"} <= set(row)
    assert f"{len(wrong.rows)} checks: " in wrong.out


def test_the_counts_of_the_junit_file_are_right(wrong):
    suites = wrong.tree.getroot().findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["collect", "wrong"]
    cases = [case for suite in suites for case in suite]
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        (f"{row['algorithm'] or row['aggregation']}.{row['aggregation']}", row["check"])
        for row in wrong.rows
    ]
    for suite in suites:
        counts = Counter(outcome.tag for case in suite for outcome in case)
        assert int(suite.get("tests")) == len(suite)
        assert int(suite.get("failures")) == counts["failure"]
        assert int(suite.get("errors")) == counts["error"]
        assert int(suite.get("skipped")) == counts["skipped"]
    failed = [row for row in wrong.rows if row["status"] == "failed"]
    assert sum(int(suite.get("failures")) for suite in suites) == len(failed)


def test_verify_shows_what_is_lossy_as_declared_as_facts_and_passes(verify):
    ended = verify("subtract_on_evict -g float_sum")
    assert ended.code == 0
    facts = ended.out.partition("Wrong, as declared: facts, not failures\n")[2].splitlines()[:-1]
    known = [row for row in ended.rows if row["status"] == "xfail"]
    assert {row["check"] for row in known} == {"law.inverse", "oracle.sizes", "containment.poison"}
    for row, fact in zip(known, facts, strict=False):
        about = " × ".join(filter(None, (row["algorithm"], row["aggregation"])))
        wrongly = f"right {row['expected']}, given {row['given']}"
        # What has left and is still there is named with it.
        _, kind, cause = row["reason"].partition("containment: depends on value 0 (")
        assert bool(kind) == (row["algorithm"] is not None)
        wrongly += f"; {kind}{cause}" if kind else ""
        assert fact == f"  {about}, {row['check']}: {row['history']}: {wrongly}"
        assert "float_sum declares that its inverse is lossy" in row["reason"]
    assert "FAILED" not in ended.out


def test_laws_are_checked_where_aggregations_are_named_or_nothing_is(verify):
    named = verify("two_stacks --check law.identity,oracle.small")
    assert {row["check"] for row in named.rows} == {"refusal", "oracle.small"}
    assert "Laws of aggregations" not in named.out
    with_aggregation = verify("two_stacks -g sum --check law.identity,refusal")
    assert statuses(with_aggregation.rows, "law.identity") == {"passed"}
    assert "Laws of aggregations" in with_aggregation.out


def test_without_names_all_that_is_built_in_is_checked(verify):
    ended = verify("--check law.identity,oracle.small")
    assert ended.code == 0
    assert {row["algorithm"] for row in ended.rows} == {None, *algorithm_ids()}
    laws = {row["aggregation"] for row in ended.rows if row["check"] == "law.identity"}
    assert laws == set(aggregation_ids())
    keys = Counter((row["algorithm"], row["aggregation"], row["check"]) for row in ended.rows)
    assert set(keys.values()) == {1}


def test_two_plug_ins_of_one_name_are_told_apart(verify, tmp_path):
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text(WRONG)
    ended = verify("one.py:Wrong other.py:Wrong -g collect --check oracle.small")
    names = [row["algorithm"] for row in ended.rows if row["status"] == "failed"]
    assert names == ["wrong", "wrong", "other.py:Wrong", "other.py:Wrong"]


def test_only_the_checks_that_are_asked_for_are_made(verify):
    ended = verify("two_stacks -g sum --check 'empty.*,len' --exclude '*.refill,empty.[fs]*'")
    assert {row["check"] for row in ended.rows} == {"refusal", "empty.eval", "empty.pop", "len"}
    assert ended.code == 0


def test_a_profile_says_how_much_is_tried(verify, swagbench, tmp_path):
    what = "two_stacks -g sum --check oracle.small --json rows.json"
    fast = verify(what).rows
    assert swagbench(f"verify {what} --profile default")[0] == 0
    default = json.loads((tmp_path / "rows.json").read_text())
    assert len(fast) == len(default)
    assert sum(row["steps"] for row in default) > 2 * sum(row["steps"] for row in fast) > 0


def test_a_seed_decides_all_that_is_drawn(verify):
    what = "two_stacks -g sum --check oracle.long --seed"
    one, again, other = (verify(f"{what} {seed}").rows for seed in (1, 1, 2))
    assert untimed(one) == untimed(again) != untimed(other)


def test_rows_and_what_is_told_are_the_same_however_many_checks_are_made_at_a_time(verify):
    what = "two_stacks daba -g sum,collect --check oracle.small,law.identity"
    one, more = (verify(f"{what} {jobs}") for jobs in ("-j 1", "--jobs 4"))
    assert untimed(one.rows) == untimed(more.rows)
    assert [(row["algorithm"], row["aggregation"]) for row in one.rows if "." in row["check"]] == [
        (None, "sum"),
        (None, "collect"),
        ("two_stacks", "free_monoid"),
        ("two_stacks", "sum"),
        ("two_stacks", "collect"),
        ("daba", "free_monoid"),
        ("daba", "sum"),
        ("daba", "collect"),
    ]
    assert one.out.count("Verifying") == more.out.count("Verifying") == 1


def test_a_word_is_replayed_and_nothing_else_is_tried(verify):
    ended = verify("two_stacks -g sum --check oracle.small --replay 'u2 o'")
    assert ended.code == 0
    assert [row["steps"] for row in ended.rows if row["check"] == "oracle.small"] == [3, 3]


def test_what_is_not_run_for_lack_of_time_is_told_and_fails(verify):
    ended = verify("two_stacks -g sum --max-time 0")
    assert ended.code == 1
    assert {row["status"] for row in ended.rows} == {"timeout"}
    assert {row["reason"] for row in ended.rows} == {"not run: 0 s were over"}
    assert f"{len(ended.rows)} checks: {len(ended.rows)} TIMEOUT" in ended.out


def test_what_a_plug_in_says_cannot_spoil_the_files(verify, tmp_path):
    (tmp_path / "odd.py").write_text(
        WRONG.replace("class Wrong", "class Odd").replace(
            "agg = self.aggregation.empty()", "raise ValueError('\\udce9 \\uffff \\x1b[2J <&>')"
        )
    )
    ended = verify("odd.py:Odd -g sum --check oracle.small --junit rows.xml")
    assert ended.code == 1
    assert statuses(ended.rows, "oracle.small") == {"failed"}
    assert "\x1b" not in ended.out
    tree = ET.parse(tmp_path / "rows.xml")  # noqa: S314 - just made
    assert len(tree.findall(".//failure")) == 2


# --- known failures -------------------------------------------------------------------------------


def test_a_failure_that_is_expected_is_a_fact_with_its_reason(verify, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "known.toml").write_text(
        "[[expected]]\n"
        'check = "oracle.*"\n'
        'algorithm = "wrong"\n'
        'reason = "pops the youngest, issue 7"\n'
    )
    ended = verify("wrong.py:Wrong -g collect --check oracle.small --expected known.toml")
    assert ended.code == 0
    assert statuses(ended.rows, "oracle.small") == {"xfail"}
    assert {row["reason"].partition(";")[0] for row in ended.rows if row["reason"]} == {
        "pops the youngest, issue 7"
    }
    assert "xfail: free_monoid, collect" in " ".join(ended.out.split())
    assert "Wrong, as declared: facts, not failures\n  wrong × free_monoid" in ended.out


def test_a_failure_that_is_expected_and_does_not_come_is_broken(verify, tmp_path):
    (tmp_path / "known.toml").write_text(
        '[[expected]]\ncheck = "oracle.small"\naggregation = "sum"\nreason = "was so once"\n'
    )
    ended = verify("two_stacks -g sum --check oracle.small,len --expected known.toml")
    assert ended.code == 1
    (row,) = [row for row in ended.rows if row["status"] != "passed"]
    assert (row["aggregation"], row["status"]) == ("sum", "xpass")
    assert row["reason"] == "was so once, but nothing is wrong here"
    assert "XPASS two_stacks × sum, oracle.small" in ended.out


def test_a_crash_that_is_expected_is_a_fact_with_the_way_it_ended(verify, tmp_path):
    (tmp_path / "dying.py").write_text(
        "import os, swagbench\n"
        "class Dying(swagbench.algorithm('two_stacks')):\n"
        "    def __len__(self):\n"
        "        return super().__len__() if super().__len__() < 50 else os._exit(4)\n"
    )
    (tmp_path / "known.toml").write_text('[[expected]]\ncheck = "len"\nreason = "issue 7"\n')
    ended = verify("dying.py -g sum --check len --expected known.toml")
    assert ended.code == 0
    assert statuses(ended.rows, "len") == {"xfail"}
    (known,) = [row for row in ended.rows if row["status"] == "xfail"]
    assert known["reason"] == "issue 7; its process ended with exit code 4"


def test_an_unexpected_failure_beside_an_expected_one_fails(verify, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "known.toml").write_text(
        '[[expected]]\ncheck = "oracle.small"\naggregation = "collect"\nreason = "known"\n'
    )
    ended = verify("wrong.py:Wrong -g collect --check oracle.small --expected known.toml")
    assert ended.code == 1
    ends = {row["aggregation"]: row["status"] for row in ended.rows if row["check"] != "refusal"}
    assert ends == {"free_monoid": "failed", "collect": "xfail"}


# --- the suite itself -----------------------------------------------------------------------------


def test_the_suites_own_failure_is_not_blamed_on_a_plug_in(swagbench, monkeypatch):
    def breaks(*_):
        raise SuiteBroken("Traceback: a bug of ours")
        yield

    monkeypatch.setattr("swagbench.verdicts.verify_apart", breaks)
    code, _, err = swagbench("verify two_stacks -g sum")
    assert code == 3
    assert "a bug of ours" in err
    assert "swagbench: the suite itself failed; this is its fault" in err


@pytest.mark.parametrize(
    "options",
    [
        "--json taken.txt/rows.json",
        "--junit taken.txt/rows.xml",
        "--json folder",
        "--json rows.json --junit folder",
        "--expected nowhere.toml",
    ],
)
def test_what_cannot_be_read_or_written_is_refused_before_any_work(
    swagbench, monkeypatch, tmp_path, options
):
    def works(*_):
        raise AssertionError("work was begun")

    (tmp_path / "taken.txt").write_text("mine")
    (tmp_path / "folder").mkdir()
    monkeypatch.setattr("swagbench.verdicts.verify_apart", works)
    code, out, err = swagbench(f"verify two_stacks -g sum {options}")
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert (tmp_path / "taken.txt").read_text() == "mine"
    assert not list((tmp_path / "folder").iterdir())


def test_an_interrupt_keeps_the_rows_that_are_there(swagbench, monkeypatch, tmp_path):
    def interrupted(*given):
        rows = verify_apart(*given)
        yield next(rows)
        rows.close()
        raise KeyboardInterrupt

    monkeypatch.setattr("swagbench.verdicts.verify_apart", interrupted)
    code, _, err = swagbench("verify two_stacks -g sum --json rows.json --junit rows.xml")
    assert (code, err.strip()) == (130, "swagbench: interrupted")
    assert len(json.loads((tmp_path / "rows.json").read_text())) == 1
    assert len(ET.parse(tmp_path / "rows.xml").findall(".//testcase")) == 1  # noqa: S314


# --- new ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "given"), [("algorithm", ""), ("aggregation", "-g ")])
def test_new_says_what_it_wrote_and_what_to_do_next(swagbench, tmp_path, kind, given):
    code, out, _ = swagbench(f"new {kind} my_own --out there")
    assert code == 0
    assert out == (
        "wrote there/my_own.py\n"
        "wrote there/test_my_own.py\n"
        f"Now: swagbench verify {given}there/my_own.py\n"
    )
    code, _, err = swagbench(f"new {kind} my_own --out there")
    assert (code, err) == (
        2,
        "swagbench: there/my_own.py is there already; nothing was written\n",
    )


# --- bench, report, run ---------------------------------------------------------------------------


def test_an_aggregation_of_four_lambdas_in_a_file_takes_part_as_it_stands(swagbench, tmp_path):
    (tmp_path / "spread.py").write_text(
        "empty = lambda: ()\n"
        "unit = lambda x: (x, x)\n"
        "combine = lambda a, b: (min(a[0], b[0]), max(a[1], b[1])) if a and b else a or b\n"
        "finalize = lambda a: a[1] - a[0] if a else None\n"
    )
    assert swagbench("verify two_stacks -g spread.py --profile fast")[0] == 0
    code, out, _ = swagbench("bench two_stacks -g spread.py -s uniform -w 8 --quick --out out")
    assert code == 0
    assert "spread on uniform" in out


def test_bench_then_report_then_look(swagbench, tmp_path):
    code, out, _ = swagbench("bench two_stacks -g sum -w 4,16 --quick --out out")
    assert code == 0
    assert out.splitlines()[1].startswith(("Quiet: ", "NOISY: "))
    assert "sum on uniform. Nanoseconds per slide" in out
    assert "Times as long" not in out
    assert read_run(tmp_path / "out").swagbench.is_complete
    code, out, _ = swagbench("report out")
    assert code == 0
    assert "wrote out/report.html" in out
    assert swagbench("report out/run.json --out elsewhere")[0] == 0
    assert {path.name for path in (tmp_path / "elsewhere").iterdir()} == {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_bench_takes_a_stream_of_ones_own_with_windows_over_time(swagbench, tmp_path):
    rows = "".join(f"2026-01-01T{h:02}:{m:02},{m},n{m}\n" for h in range(4) for m in range(60))
    (tmp_path / "own.csv").write_text(f"when,level,name\n{rows}")
    own = "bench two_stacks --quick --data own.csv"
    code, out, _ = swagbench(f"{own} --value level --time when --span 1h,2h -g max,mean --out out")
    assert code == 0
    assert "max on own.csv" in out
    measured = read_run(tmp_path / "out").benchmarks
    assert {one.params.window for one in measured} == {"1h", "2h"}
    assert swagbench(f"{own} --value name -g distinct_count -w 8 --out text")[0] == 0


def test_contestants_stand_beside_the_fastest(swagbench):
    code, out, _ = swagbench("bench two_stacks recompute -g sum -w 64 --quick --out out")
    assert code == 0
    assert "sum on uniform. Times as long as the fastest, round for round" in " ".join(out.split())


def test_bench_fails_where_a_contestant_is_wrong(swagbench, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    code, out, _ = swagbench("bench wrong.py:Wrong -g sum -w 4 --quick --out out")
    assert code == 1
    assert "wrong at slide" in " ".join(out.split())


def test_an_interrupt_keeps_what_is_done_and_says_how_to_go_on(swagbench, tmp_path, monkeypatch):
    def interrupted(run, _folder, _progress):
        raise KeyboardInterrupt

    command = "bench two_stacks -g sum -w 4,8 --quick --out out"
    with monkeypatch.context() as patched:
        patched.setattr("swagbench.jobs.sweep", interrupted)
        code, out, _ = swagbench(command)
    assert code == 130
    assert "swagbench bench --resume --out out" in " ".join(out.split())
    assert swagbench("bench --resume --out out")[0] == 0
    assert len(read_run(tmp_path / "out").benchmarks) == 4


def test_a_run_is_never_written_over(swagbench, tmp_path):
    command = "bench two_stacks -g sum -w 4 --quick --out out"
    assert swagbench(command)[0] == 0
    before = (tmp_path / "out" / "run.json").read_bytes()
    code, _, err = swagbench(command)
    assert (code, err) == (2, "swagbench: out holds a run already; --resume goes on with it\n")
    assert (tmp_path / "out" / "run.json").read_bytes() == before


# --- accuracy -------------------------------------------------------------------------------------


def test_accuracy_shows_what_has_left_and_is_still_there(swagbench, tmp_path):
    command = "accuracy two_stacks subtract_on_evict -g float_sum,exact_sum --quick --out out"
    code, out, err = swagbench(command)
    assert (code, err) == (0, "")
    told = " ".join(out.split())
    assert "float_sum, windows of 16: share not explained, worst error" in told
    assert "subtract_on_evict × float_sum on lognormal" in told
    assert "as its lossy inverse declares" in told
    assert "which has left, is in it" in told
    assert "swagbench report out" in told
    run = read_run(tmp_path / "out")
    assert run.swagbench.is_complete
    assert {one.algorithm for one in run.swagbench.accuracy} == {"two_stacks", "subtract_on_evict"}
    assert {one.stream for one in run.swagbench.accuracy if one.impossible} == {"mostly_zeros"}
    assert swagbench("report out")[0] == 0
    assert "How true are floats?" in (tmp_path / "out" / "report.html").read_text()


def test_accuracy_fails_where_something_is_wrong_that_is_not_declared(swagbench, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    code, out, _ = swagbench("accuracy wrong.py:Wrong -g mean -s normal -w 8 --quick --out out")
    assert code == 1
    assert "FAILED: " in out
    assert read_run(tmp_path / "out").swagbench.accuracy[0].unexplained > 0


def test_accuracy_takes_a_stream_of_ones_own_and_several_windows(swagbench, tmp_path):
    (tmp_path / "own.csv").write_text("level\n" + "".join(f"{n / 7}\n" for n in range(300)))
    own = "accuracy two_stacks block_scan -g float_sum --data own.csv --value level"
    assert swagbench(f"{own} -w 4,8 --out out")[0] == 0
    rows = read_run(tmp_path / "out").swagbench.accuracy
    assert {(one.stream, one.window) for one in rows} == {
        (stream, window) for stream in ("own.csv", "NaN leaves", "inf leaves") for window in (4, 8)
    }
    assert {one.unexplained for one in rows} == {0}


def test_an_interrupt_keeps_what_is_judged_and_says_what_is_not(swagbench, tmp_path, monkeypatch):
    def interrupted(plan, *, quick):
        reports = judge_apart(plan, quick=quick)
        yield next(reports)
        yield next(reports)
        raise KeyboardInterrupt

    monkeypatch.setattr("swagbench.jobs.judge_apart", interrupted)
    code, out, _ = swagbench("accuracy two_stacks daba -g mean -s normal -w 4 --quick --out out")
    assert code == 130
    assert "Interrupted; 1 rows are kept in out." in out
    kinds = [one.kind for one in read_run(tmp_path / "out").swagbench.accuracy]
    assert kinds == ["", *["skipped"] * 5]


# --- run, and bad input ---------------------------------------------------------------------------


def test_the_main_job_verifies_judges_times_and_reports(swagbench, tmp_path):
    code, out, _ = swagbench("run two_stacks -g mean --out out")
    assert code == 0, out
    page = (tmp_path / "out" / "report.html").read_text()
    assert "swagbench run two_stacks -g mean --out out" in page
    assert "How true are floats?" in page
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert {one["status"] for one in run["swagbench"]["verification"]} >= {"passed", "not claimed"}
    judged = run["swagbench"]["accuracy"]
    assert {(one["aggregation"], one["kind"]) for one in judged} == {("mean", "")}
    assert "FAILED" not in out


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("verify two_stack", "no algorithm is called 'two_stack'; near: two_stacks"),
        ("verify -g summ", "no aggregation is called 'summ'; near: sum"),
        ("bench -s winde -g max", "no stream is called 'winde'; near: wind"),
        ("verify noise.csv:Name", "noise.csv is not a Python file; its name must end in .py"),
        ("verify binary.py:Name", "binary.py cannot be loaded: "),
        ("verify nowhere.py:Name", "nowhere.py is not a file"),
        ("verify popless.py:Popless", "algorithm popless.py:Popless has no pop; one needs push,"),
        ("verify greedy.py:Greedy", "cannot be made as Name(aggregation): missing a required arg"),
        ("verify -g quantile(2)", "q is 2; a quantile's q is a number from 0 to 1"),
        ("bench -w 0", "window '0' is not a whole number of at least 1, such as 1024"),
        ("bench -w -4", "window '-4' is not a whole number of at least 1"),
        ("bench -w many", "window 'many' is not a whole number of at least 1"),
        ("bench -w 4,", "window '' is not a whole number of at least 1"),
        ("bench --data noise.csv", "--data needs --value COLUMN"),
        ("bench --value level", "--value and --time needs --data FILE.csv"),
        ("bench --data noise.csv --value loud", "noise.csv has no column 'loud'; its columns: "),
        (
            "bench -g max --data noise.csv --value level",
            "noise.csv, line 3: level is 'calm', not a number",
        ),
        (
            "bench -g max --data noise.csv --value level --span 1h",
            "--span needs --time COLUMN",
        ),
        ("bench -s wind -g max --span soon", "span 'soon' is not a length of time, such as 30s"),
        ("bench -g max --out taken.txt", "taken.txt/run.json cannot be written: "),
        ("accuracy two_stack", "no algorithm is called 'two_stack'; near: two_stacks"),
        ("accuracy -g summ", "no aggregation is called 'summ'; near: sum"),
        ("accuracy -s winde", "no stream is called 'winde'; near: wind"),
        ("accuracy -w 0", "window '0' is not a whole number of at least 1, such as 1024"),
        ("accuracy --data noise.csv", "--data needs --value COLUMN"),
        ("accuracy --value level", "--value and --time needs --data FILE.csv"),
        ("accuracy -s wind --data noise.csv --value level", "--data needs no -s: it is the stream"),
        ("accuracy --data noise.csv --value loud", "noise.csv has no column 'loud'; its columns: "),
        ("accuracy leaving.py:Name", "cannot be loaded: its process ended with exit code 3"),
        ("accuracy two_stacks -s normal --out taken.txt", "taken.txt/run.json cannot be written: "),
        ("accuracy --timeout 0", "Invalid value for '--timeout': 0.0 is not in the range 0.1<=x"),
        ("bench --resume", "no unfinished run in results; `swagbench bench` makes one"),
        ("run two_stack", "no algorithm is called 'two_stack'; near: two_stacks"),
        ("run -g summ", "no aggregation is called 'summ'; near: sum"),
        ("report cut", "cut/run.json is not a whole run of swagbench: "),
        ("report nothing", "nothing cannot be read: "),
        ("report noise.csv", "noise.csv is not a whole run of swagbench: "),
        ("trace subtract_on_evict -g max 1", "subtract_on_evict needs uncombine, which Max"),
        ("trace two_stacks -g sum a b", "two_stacks with sum cannot take these values: "),
        ("trace two_stacks", "Missing argument 'VALUES...'."),
        ("verify --sideways", "No such option '--sideways'"),
        ("frobnicate", "No such command 'frobnicate'."),
        ("verify leaving.py:Name", "cannot be loaded: its process ended with exit code 3"),
        ("verify two_stacks -g leaving.py", "cannot be loaded: its process ended with exit code 3"),
        ("verify exiting.py:Name", "exiting.py cannot be loaded: SystemExit: 3"),
        ("verify two_stacks -g binary.py", "binary.py cannot be loaded: "),
        (
            "verify two_stacks -g popless.py:Popless",
            "aggregation popless.py:Popless cannot be loaded: ",
        ),
        ("verify --check orcale.small", "no check is called 'orcale.small'; there are refusal, "),
        ("verify --check oracle.small,", "no check is called ''; there are refusal, oracle.small"),
        ("verify --check 'law*,nope.*'", "no check is called 'nope.*'; there are refusal, "),
        ("verify --exclude containment", "no check is called 'containment'; there are refusal, "),
        ("verify --profile slow", "'slow' is not one of 'fast', 'default', 'thorough'."),
        ("verify --seed many", "Invalid value for '--seed': 'many' is not a valid integer."),
        ("verify --replay 'u2 x'", "'u2 x' is not a word of u (push), o (pop) and q (ask), such"),
        ("verify --replay -3", "'-3' is not a word of u (push)"),
        ("verify --replay u1000001", "the word has 1000001 letters; 1000000 can be replayed"),
        (
            "verify --timeout 0",
            "Invalid value for '--timeout': 0.0 is not in the range 0.1<=x<=1000000.0.",
        ),
        ("verify -j 0", "Invalid value for '-j' / '--jobs': 0 is not in the range x>=1."),
        ("verify --timeout soon", "Invalid value for '--timeout': 'soon' is not a valid number"),
        (
            "verify --memory 0.1",
            "Invalid value for '--memory': 0.1 is not in the range 0.5<=x<=1000000.0.",
        ),
        (
            "verify --max-time -1",
            "Invalid value for '--max-time': -1.0 is not in the range 0<=x<=1000000.0.",
        ),
        ("verify --json taken.txt/rows.json", "taken.txt/rows.json cannot be written: "),
        ("verify --junit cut", "cut cannot be written: Is a directory"),
        ("verify --expected nowhere.toml", "nowhere.toml cannot be read: No such file"),
        ("verify --expected cut", "cut cannot be read: Is a directory"),
        ("verify --expected noise.csv", "noise.csv is no list of known failures: "),
        ("verify --expected binary.py", "binary.py is no list of known failures: "),
        ("verify --expected unread.toml", "unread.toml is no list of known failures: "),
        ("verify --expected reasonless.toml", "missing required field `reason`"),
        ("verify --expected blank.toml", "the failure of len has no reason; one line will do"),
        ("verify --expected unknown.toml", "unknown field `because`"),
        ("new", "Missing argument '{algorithm|aggregation}'."),
        ("new window mine", "'window' is not one of 'algorithm', 'aggregation'."),
        ("new algorithm class", "name 'class' is not in snake_case, such as my_algorithm"),
        ("new aggregation ../x", "name '../x' is not in snake_case, such as my_aggregation"),
        ("new algorithm mine --out taken.txt", "taken.txt/mine.py cannot be written: "),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(swagbench, tmp_path, command, told):
    (tmp_path / "noise.csv").write_text("when,level\n1,3\n2,calm\n")
    (tmp_path / "binary.py").write_bytes(b"\x00\x01\x02")
    (tmp_path / "popless.py").write_text(WRONG.replace("Wrong", "Popless").replace("pop", "drop"))
    (tmp_path / "leaving.py").write_text("import os\nos._exit(3)\n")
    (tmp_path / "exiting.py").write_text("import sys\nsys.exit(3)\n")
    greedy = WRONG.replace("Wrong", "Greedy").replace("aggregation):", "aggregation, size):")
    (tmp_path / "greedy.py").write_text(greedy)
    (tmp_path / "taken.txt").write_text("not a folder")
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "run.json").write_text('{"machine_info": {"node": "x"}, "bench')
    for name, table in {
        "unread": "[[expected]",
        "reasonless": '[[expected]]\ncheck = "len"',
        "blank": '[[expected]]\ncheck = "len"\nreason = " "',
        "unknown": '[[expected]]\ncheck = "len"\nreason = "known"\nbecause = "why"',
    }.items():
        (tmp_path / f"{name}.toml").write_text(table)
    before = sorted(tmp_path.rglob("*"))
    code, out, err = swagbench(command)
    assert code == 2
    assert out == "" or (command.startswith("verify") and out.startswith("Verifying "))
    assert err.startswith("swagbench: ")
    assert told in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_name_of_nothing_is_refused_before_anything_is_said_to_be_verified(swagbench):
    assert swagbench("verify two_stack")[:2] == (2, "")


@pytest.mark.parametrize("option", ["--timeout", "--memory", "--max-time"])
@pytest.mark.parametrize("number", ["nan", "inf", "1e300"])
def test_a_number_that_is_no_amount_is_bad_input_or_no_limit(swagbench, option, number):
    command = f"verify two_stacks -g sum --profile fast --check len {option} {number}"
    code, _, err = swagbench(command)
    assert (code, err.count("\n")) in ((0, 0), (2, 1))


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_pipe_that_cannot_carry_a_sign_does_not_spoil_the_verdict(encoding):
    """A pipe on Windows is cp1252, for one."""
    command = ["verify", "two_stacks", "-g", "sum", "--profile", "fast", "--check", "len"]
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", "from swagbench.cli import main; main()", *command],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.decode(encoding, "replace")
    assert b"3 checks: 3 passed" in ended.stdout


def test_a_verdict_in_a_file_is_not_lost_to_a_mistyped_name(swagbench, tmp_path):
    (tmp_path / "rows.json").write_text("[1]")
    assert swagbench("verify two_stack --json rows.json")[0] == 2
    assert (tmp_path / "rows.json").read_text() == "[1]"


def test_a_known_failure_of_a_check_that_there_is_none_of_is_refused(swagbench, tmp_path):
    (tmp_path / "known.toml").write_text('[[expected]]\ncheck = "orcale.*"\nreason = "known"\n')
    command = "verify two_stacks -g sum --profile fast --check len --expected known.toml"
    code, _, err = swagbench(command)
    assert (code, err.count("\n")) == (2, 1)
    assert "no check is called 'orcale.*'" in err
