"""compare and choose, as commands."""

import re
from pathlib import Path

import pytest

from swagbench.run_file import read_run, write_run


@pytest.fixture
def kept(make, tmp_path):
    """Keeps a run of one algorithm and the floor in a folder of that name."""

    def keep(name, ns=100.0, calls=3, **extra):
        facts = {"rounds_ns": [[ns, 1.001 * ns] * 5] * 3, "combine_calls_max": calls}
        floor = make.timed("floor", 80, measures={"rounds_ns": [[80.0, 80.1] * 5] * 3})
        run = make.run(make.timed("two_stacks", ns, measures=facts), floor, **extra)
        return write_run(run, tmp_path / name)

    return keep


def test_runs_that_are_the_same_have_nothing_to_tell(swagbench, kept):
    kept("before")
    kept("after")
    code, out, _ = swagbench("compare before after/run.json --guard --guard-time")
    assert code == 0
    assert out.splitlines()[-1] == (
        "1 cells compared: 0 slower, 0 faster, 1 not separated; counters: 0 rose, 0 fell"
    )


@pytest.mark.parametrize(
    ("after", "guard", "code"),
    [
        ({"ns": 120.0}, "", 0),
        ({"ns": 120.0}, "--guard", 0),
        ({"ns": 120.0}, "--guard-time", 1),
        ({"calls": 4}, "", 0),
        ({"calls": 4}, "--guard", 1),
        ({"calls": 4}, "--guard-time", 1),
    ],
)
def test_what_became_worse_is_told_and_fails_where_it_is_guarded(
    swagbench, kept, after, guard, code
):
    kept("before")
    kept("after", **after)
    ended, out, _ = swagbench(f"compare before after {guard}")
    assert ended == code
    told = r"100 +120 +1\.20 \(.*\) +slower" if "ns" in after else "combine_calls_max +3 +4"
    assert re.search(f"two_stacks-sum-uniform-16 +{told}", out)


@pytest.mark.parametrize(("guard", "code"), [("", 0), ("--guard", 1), ("--guard-time", 1)])
def test_a_cell_that_fails_now_fails_where_it_is_guarded(swagbench, kept, make, guard, code):
    kept("before")
    failed = make.untimed("two_stacks", "wrong", reason="wrong at slide 1")
    floor = make.timed("floor", 80, measures={"rounds_ns": [[80.0]]})
    write_run(make.run(floor, failed), Path("after"))
    ended, out, _ = swagbench(f"compare before after {guard}")
    assert ended == code
    assert "FAILED two_stacks-sum-uniform-16 has no time any more: wrong at slide 1" in out


def test_runs_of_different_machines_are_compared_only_if_asked(swagbench, kept):
    kept("before")
    kept("after", cpu="Abacus")
    code, _, err = swagbench("compare before after")
    assert code == 2
    assert "processor A Processor → Abacus; --anyway compares them" in err
    assert swagbench("compare before after --anyway")[0] == 0


def test_an_algorithm_is_chosen_by_what_is_measured_now(swagbench, tmp_path):
    command = "choose two_stacks daba_lite recompute -g max -w 64 --latency worst --out out"
    code, out, _ = swagbench(command)
    assert code == 0
    assert "Choose daba_lite." in out
    assert "max on wind, a window of 64" in out
    assert "two_stacks is the fastest on average" in out
    assert read_run(tmp_path / "out").swagbench.is_complete


def test_an_algorithm_is_chosen_by_a_run_that_is_there(swagbench, kept):
    kept("run")
    code, out, _ = swagbench("choose -g sum -w 16 --from run")
    assert code == 0
    assert "Choose two_stacks." in out


def test_where_nobody_came_through_nothing_is_chosen_and_the_reason_is_told(swagbench, tmp_path):
    two_stacks = "__import__('swagbench').algorithm('two_stacks')"
    wrong = f"class Wrong({two_stacks}):\n    def eval(self): return super().eval() + 1\n"
    (tmp_path / "wrong.py").write_text(wrong)
    code, out, err = swagbench("choose wrong.py:Wrong -g sum -w 16 --out out")
    assert (code, err) == (1, "")
    assert "nothing was measured of sum on uniform at 16. Left out: wrong (failed: wrong at" in out


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("choose -g max", "choose takes one aggregation and one window"),
        ("choose -w 16", "choose takes one aggregation and one window"),
        ("choose -g max,sum -w 16", "choose takes one aggregation and one window"),
        ("choose -g max -w 16,32", "choose takes one aggregation and one window"),
        ("choose -g max -w 16 --from run", "the run has nothing of max at a window of 16"),
        ("choose -g sum -w 16 -s wind --from run", "the run has nothing of sum"),
        ("choose -g sum -w 16 -s uniform,wind", "choose takes one stream, not uniform, wind"),
        ("choose daba -g sum -w 16 --from run", "the run has nothing of daba at that window"),
        ("choose nobody -g sum -w 16 --from run", "no algorithm is called 'nobody'"),
        ("choose -g sum -w 16 --from nowhere", "nowhere cannot be read"),
        ("compare run nowhere", "nowhere cannot be read"),
    ],
)
def test_what_cannot_be_chosen_or_compared_is_said_in_a_line(swagbench, kept, command, told):
    kept("run")
    code, _, err = swagbench(command)
    assert code == 2
    assert told in err
    assert err.count("\n") == 1
