"""The command line as a person meets it: what it prints, and how it ends."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from swagbench import cli
from swagbench.records import read_run

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


@pytest.fixture
def swagbench(tmp_path, monkeypatch, capfd):
    """Run a command in an empty folder: how it ended, and what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(command):
        monkeypatch.setattr(sys, "argv", ["swagbench", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return ended.value.code, *capfd.readouterr()

    return run


def test_the_trace_of_the_article_has_its_fifteen_rows(swagbench):
    command = "trace two_stacks -g expression -w 4 1 2 3 4 5 6 7 8 9 10 --drain"
    assert swagbench(command) == (0, ARTICLE, "")


def test_list_shows_what_there_is_with_needs_and_promises(swagbench):
    code, out, _ = swagbench("list")
    assert code == 0
    for shown in ("subtract_on_evict", "uncombine", "n + 2", "distinct_count", "wind", "1,048"):
        assert shown in out
    assert "two_stacks" not in swagbench("list streams")[1]


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


def test_verify_passes_what_is_right_and_says_what_cannot_be_served(swagbench):
    code, out, _ = swagbench("verify two_stacks sorted_window -g sum,max")
    assert code == 0
    assert "n/a: needs order" in " ".join(out.split())
    assert "0 failed" not in out
    assert "FAILED" not in out


def test_verify_fails_what_is_wrong_with_the_shortest_history(swagbench, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    code, out, _ = swagbench("verify wrong.py:Wrong -g collect")
    assert code == 1
    assert "FAILED wrong × collect, oracle" in out
    assert "history   push 1, push 2, pop, eval" in out
    assert "expected  (2,)" in out
    assert "given     (1,)" in out


def test_verify_shows_the_articles_warnings_as_facts_and_passes(swagbench):
    code, out, _ = swagbench("verify subtract_on_evict two_stacks -g float_sum")
    assert code == 0
    told = "  subtract_on_evict × float_sum, containment: "
    assert f"{told}NaN: push nan, pop, eval: right 0.0, given nan" in out
    assert f"{told}infinity: push inf, pop, eval: right 0.0, given nan" in out
    assert f"{told}1e20, 1: push 1e+20, push 1.0, pop, eval: right 1.0, given 0.0" in out


def test_an_aggregation_of_four_lambdas_in_a_file_takes_part_as_it_stands(swagbench, tmp_path):
    (tmp_path / "spread.py").write_text(
        "empty = lambda: ()\n"
        "unit = lambda x: (x, x)\n"
        "combine = lambda a, b: (min(a[0], b[0]), max(a[1], b[1])) if a and b else a or b\n"
        "finalize = lambda a: a[1] - a[0] if a else None\n"
    )
    assert swagbench("verify two_stacks -g spread.py")[0] == 0
    code, out, _ = swagbench("bench two_stacks -g spread.py -s uniform -w 8 --quick --out out")
    assert code == 0
    assert "spread on uniform" in out


def test_bench_then_report_then_look(swagbench, tmp_path):
    code, out, _ = swagbench("bench two_stacks -g sum -w 4,16 --quick --out out")
    assert code == 0
    assert "sum on uniform: ns per slide" in out
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
    assert len(read_run(tmp_path / "out").benchmarks) == 6


def test_a_run_is_never_written_over(swagbench, tmp_path):
    command = "bench two_stacks -g sum -w 4 --quick --out out"
    assert swagbench(command)[0] == 0
    before = (tmp_path / "out" / "run.json").read_bytes()
    code, _, err = swagbench(command)
    assert (code, err) == (2, "swagbench: out holds a run already; --resume goes on with it\n")
    assert (tmp_path / "out" / "run.json").read_bytes() == before


def test_the_main_job_verifies_times_and_reports(swagbench, tmp_path):
    code, out, _ = swagbench("run two_stacks subtract_on_evict -g sum --out out")
    assert code == 0
    page = (tmp_path / "out" / "report.html").read_text()
    assert "swagbench run two_stacks subtract_on_evict -g sum --out out" in page
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    assert {one["status"] for one in run["swagbench"]["verification"]} >= {"passed", "not claimed"}
    assert "0 failed" not in out


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
        ("bench --resume", "no unfinished run in results; `swagbench bench` makes one"),
        ("report cut", "cut/run.json is not a whole run of swagbench: "),
        ("report nothing", "nothing cannot be read: "),
        ("report noise.csv", "noise.csv is not a whole run of swagbench: "),
        ("trace subtract_on_evict -g max 1", "subtract_on_evict needs uncombine, which Max"),
        ("trace two_stacks -g sum a b", "two_stacks with sum cannot take these values: "),
        ("trace two_stacks", "Missing argument 'VALUES...'."),
        ("verify --sideways", "No such option '--sideways'"),
        ("frobnicate", "No such command 'frobnicate'."),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_code_2(swagbench, tmp_path, command, told):
    (tmp_path / "noise.csv").write_text("when,level\n1,3\n2,calm\n")
    (tmp_path / "binary.py").write_bytes(b"\x00\x01\x02")
    (tmp_path / "popless.py").write_text(WRONG.replace("Wrong", "Popless").replace("pop", "drop"))
    greedy = WRONG.replace("Wrong", "Greedy").replace("aggregation):", "aggregation, size):")
    (tmp_path / "greedy.py").write_text(greedy)
    (tmp_path / "taken.txt").write_text("not a folder")
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "run.json").write_text('{"machine_info": {"node": "x"}, "bench')
    before = sorted(tmp_path.rglob("*"))
    code, out, err = swagbench(command)
    assert code == 2
    assert out == ""
    assert err.startswith("swagbench: ")
    assert told in err
    assert err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before
