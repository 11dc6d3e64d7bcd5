"""Whole sweeps, small: contestants run in a process of their own, as for anyone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from swagbench.bench.sweep import folder_for, new_run, newest_run, resumed, sweep
from swagbench.comparison import noise
from swagbench.core import InputError
from swagbench.records import Cell
from swagbench.registry import algorithm
from swagbench.run_file import read_run, write_run


def silently(*_):
    """Shows no progress."""


@pytest.fixture
def contestant(tmp_path):
    """A plug-in in a file: two_stacks with some of its methods changed."""

    def write(name, methods):
        path = tmp_path / f"{name}.py"
        body = dedent(methods).replace("\n", "\n    ")
        source = "import os, sys\nimport swagbench\nBase = swagbench.algorithm('two_stacks')\n"
        path.write_text(f"{source}class {name.title()}(Base):\n    {body}\n")
        return f"{path}:{name.title()}"

    return write


def measured(run):
    return {one.params.algorithm for one in run.benchmarks}


def reasons(run):
    return {
        one.cell.algorithm: (one.kind, one.reason)
        for one in run.swagbench.unmeasured
        if one.cell.answer
    }


def test_a_sweep_measures_every_cell_and_is_complete(plan, tmp_path):
    seen = []
    run = new_run(plan(aggregations=["mean"], windows=[1, 4]), "swagbench bench")
    sweep(run, tmp_path, lambda done, total, cell: seen.append((done, total, cell)))
    written = read_run(tmp_path)
    assert [one.params.id for one in written.benchmarks] == [
        f"{name}-mean-wind-{window}{ending}"
        for window in (1, 4)
        for name, ending in (("floor", ""), ("two_stacks", ""), ("two_stacks", "-unfinalized"))
    ]
    assert written.swagbench.is_complete
    assert written.swagbench.cards == {"two_stacks": algorithm("two_stacks").card}
    assert seen[-1] == (12, 12, None)
    assert [done for done, _, cell in seen if cell is None] == [3, 6, 9, 12]
    measures = written.benchmarks[4].extra_info
    assert (measures.combine_calls_mean, measures.combine_calls_max) == (3 - 1 / 4, 6)
    assert (measures.partials_mean, measures.partials_max) == (5, 5)
    assert [len(process) for process in measures.rounds_ns] == [2, 2]
    assert measures.answers_checked > 4
    assert measures.ns_per_slide_q1 <= measures.ns_per_slide <= measures.ns_per_slide_q3
    assert measures.latency.pop.ranks["max"].calls == 4
    unfinalized = written.benchmarks[5].extra_info
    assert unfinalized.combine_calls_mean is None
    assert unfinalized.latency is None


def test_contestants_of_a_comparison_take_part_in_the_same_blocks_one_of_them_twice(plan, tmp_path):
    everyone = ["two_stacks", "daba", "recompute"]
    run = new_run(plan(algorithms=everyone, windows=[2, 8, 32]), "swagbench bench")
    sweep(run, tmp_path, silently)
    shapes = {tuple(map(len, one.extra_info.rounds_ns)) for one in run.benchmarks}
    shapes |= {tuple(map(len, one.rounds_ns)) for one in run.swagbench.twins}
    assert shapes == {(2, 2)}
    # Each comparison has another one twice.
    assert [one.cell.window for one in run.swagbench.twins] == ["2", "8", "32"]
    assert {one.cell.algorithm for one in run.swagbench.twins} == set(everyone)
    assert noise(run).pairs == 3


def test_who_does_not_need_whole_periods_may_stop_sooner_all_others_do_the_same(plan, tmp_path):
    everyone = ["two_stacks", "daba", "recompute"]
    run = new_run(plan(algorithms=everyone, windows=[2048]), "swagbench bench")
    sweep(run, tmp_path, silently)
    steps = {one.params.algorithm: one.extra_info.slides_per_round for one in run.benchmarks}
    assert steps["two_stacks"] == steps["daba"]
    assert steps["two_stacks"] == steps["floor"]
    assert steps["two_stacks"] % 2048 == 0
    assert steps["recompute"] < 2048


def test_who_needs_no_whole_periods_has_the_steps_of_the_others_if_it_can(plan, tmp_path):
    run = new_run(plan(algorithms=["subtract_on_evict", "two_stacks"], windows=[700]), "")
    sweep(run, tmp_path, silently)
    assert len({one.extra_info.slides_per_round for one in run.benchmarks}) == 1


def test_pytest_benchmark_reads_the_file(plan, tmp_path):
    sweep(new_run(plan(), "swagbench bench"), tmp_path, silently)
    command = [Path(sys.executable).with_name("pytest-benchmark"), "compare", "run.json"]
    told = subprocess.run(  # noqa: S603 - our own environment's command
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "two_stacks-sum-uniform-4" in told.stdout


def test_a_contestant_costs_only_its_own_cells(plan, tmp_path, contestant):
    raising = contestant("raising", "def eval(self): raise RuntimeError('no idea')")
    wrong = contestant("wrong", "def eval(self): return super().eval() + (len(self) > 2)")
    leaving = contestant("leaving", "def eval(self): sys.exit(3)")
    crashing = contestant("crashing", "def eval(self): os._exit(9)")
    printing = contestant(
        "printing", "def eval(self):\n    os.write(1, b'!')\n    return super().eval()"
    )
    # Once in each process: how long a fork takes is no matter of the test.
    forking = contestant(
        "forking",
        "def eval(self):\n"
        "    if 'child' not in globals():\n"
        "        globals()['child'] = os.fork() or os._exit(0)\n"
        "    return super().eval()",
    )
    everyone = [crashing, raising, wrong, leaving, printing, forking, "two_stacks"]
    run = new_run(plan(algorithms=everyone, windows=[3]), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert measured(run) == {"floor", "printing", "forking", "two_stacks"}
    told = reasons(run)
    assert set(told) == {"crashing", "raising", "wrong", "leaving"}
    assert {kind for kind, _ in told.values()} == {"error"}
    assert told["crashing"][1] == "its process ended with exit code 9"
    assert told["raising"][1] == "RuntimeError: no idea"
    assert told["wrong"][1].startswith("wrong at slide 1: expected ")
    assert told["leaving"][1] == "SystemExit: 3"


def test_who_goes_wrong_only_in_a_later_process_has_no_time_and_the_others_go_on(
    plan, tmp_path, contestant
):
    kept_in = str(tmp_path / "out" / "run.json")
    later = contestant(
        "later",
        f"""
        is_late = os.path.exists({kept_in!r}) and 'later-sum' in open({kept_in!r}).read()
        def push(self, value):
            if self.is_late:
                raise RuntimeError("too late")
            super().push(value)
        """,
    )
    run = new_run(plan(algorithms=[later, "two_stacks"]), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert measured(run) == {"floor", "two_stacks"}
    assert reasons(run)["later"] == ("error", "RuntimeError: too late")
    assert {len(one.extra_info.rounds_ns) for one in run.benchmarks} == {2}
    assert all(one.cell.algorithm != "later" for one in run.swagbench.twins)


def test_who_hangs_is_stopped(plan, tmp_path, contestant):
    hanging = contestant("hanging", "def eval(self):\n    while True: pass")
    run = new_run(plan(algorithms=[hanging, "two_stacks"], budget_seconds=0.3), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert measured(run) == {"floor", "two_stacks"}
    assert reasons(run)["hanging"] == ("skipped", "took more than 0.9 s")


def test_the_minutes_of_a_run_are_kept_and_what_was_not_reached_says_so(plan, tmp_path):
    run = new_run(plan(windows=[1, 4], minutes=1e-9), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert run.swagbench.is_complete
    assert run.benchmarks == []
    assert {one.reason for one in run.swagbench.unmeasured if one.kind == "skipped"} == {
        "the 1e-09 minutes of the run were over"
    }


def test_an_inverse_that_is_declared_lossy_is_wrong_and_not_an_error(plan, tmp_path):
    whole = plan(algorithms=["subtract_on_evict"], aggregations=["float_sum"], windows=[256])
    run = new_run(whole, "swagbench bench")
    sweep(run, tmp_path, silently)
    kind, reason = reasons(run)["subtract_on_evict"]
    assert kind == "wrong"
    assert "given nan" in reason


def test_a_cell_over_budget_says_so_and_larger_windows_are_not_tried(plan, tmp_path, contestant):
    busy = "def eval(self):\n    sum(range(10**6))\n    return super().eval()"
    slow = contestant("slow", busy)
    run = new_run(plan(algorithms=[slow], windows=[512, 1024], budget_seconds=0.5), "swagbench")
    sweep(run, tmp_path / "out", silently)
    told = {one.cell.window: one for one in run.swagbench.unmeasured if one.cell.answer}
    assert {one.kind for one in told.values()} == {"skipped"}
    assert told["512"].reason.endswith("the budget is 0.5 s")
    assert told["1024"].reason == f"at window 512 it {told['512'].reason}"


def test_smaller_windows_keep_their_times_where_a_larger_one_is_over_budget(
    plan, tmp_path, contestant
):
    busy = "if len(self) > 99:\n    sum(range(10**6))\nreturn super().eval()"
    slow = contestant("slow", "def eval(self):\n    " + busy.replace("\n", "\n    "))
    run = new_run(plan(algorithms=[slow], windows=[4, 512], budget_seconds=0.5), "swagbench")
    sweep(run, tmp_path / "out", silently)
    (kept,) = [one for one in run.benchmarks if one.params.algorithm == "slow"]
    assert kept.params.window == "4"
    assert len(kept.extra_info.rounds_ns) == 2
    assert {one.cell.window for one in run.swagbench.unmeasured} == {"512"}


def test_a_span_is_tried_where_sizes_were_over_budget(plan, tmp_path, contestant):
    (tmp_path / "own.csv").write_text("t,x\n" + "".join(f"{t},{t}\n" for t in range(20)))
    busy = "if len(self) > 9:\n    sum(range(10**6))\nreturn super().eval()"
    slow = contestant("slow", "def eval(self):\n    " + busy.replace("\n", "\n    "))
    table = {"csv_path": str(tmp_path / "own.csv"), "csv_value": "x", "csv_time": "t"}
    run = new_run(
        plan(algorithms=[slow], windows=[512], spans=["5s"], budget_seconds=2, **table), ""
    )
    sweep(run, tmp_path / "out", silently)
    assert ("slow", "5s") in {(one.params.algorithm, one.params.window) for one in run.benchmarks}
    assert {one.cell.window for one in run.swagbench.unmeasured} == {"512"}


def test_what_needs_too_much_memory_is_skipped(plan, tmp_path, contestant):
    greedy = contestant("greedy", "def push(self, value): self.hoard = bytearray(2**40)")
    run = new_run(plan(algorithms=[greedy]), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert reasons(run) == {"greedy": ("skipped", "needs more than 8 GiB")}


def test_who_keeps_all_the_memory_leaves_the_others_theirs(plan, tmp_path, contestant):
    hoarding = contestant(
        "hoarding",
        """
        hoard = []
        def push(self, value):
            while True:
                Hoarding.hoard.append(bytes(2**16))
        """,
    )
    both = plan(algorithms=[hoarding, "two_stacks"], windows=[16384], memory_gib=1, replays=0)
    run = new_run(both, "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert reasons(run) == {"hoarding": ("skipped", "needs more than 1 GiB")}
    assert measured(run) == {"floor", "two_stacks"}


def test_an_interrupted_run_keeps_every_turn_and_resumes(plan, tmp_path):
    class Interrupted(Exception):
        pass

    def stop_after_two_turns(done, _total, cell):
        if done == 4 and cell is not None:
            raise Interrupted

    whole = plan(aggregations=["max"], windows=[1, 4])
    with pytest.raises(Interrupted):
        sweep(new_run(whole, "swagbench bench"), tmp_path, stop_after_two_turns)
    kept = read_run(tmp_path)
    assert not kept.swagbench.is_complete
    begun = []
    run = resumed(tmp_path, None, "swagbench bench --resume")
    sweep(run, tmp_path, lambda done, _total, cell: cell or begun.append(done))
    assert begun[0] > 4
    assert run.swagbench.is_complete
    for before, after in zip(kept.benchmarks, run.benchmarks, strict=True):
        assert after.extra_info.rounds_ns[: len(before.extra_info.rounds_ns)] == (
            before.extra_info.rounds_ns
        )


def test_a_run_that_is_killed_at_any_moment_can_be_read_and_loses_no_more_than_a_turn(
    tmp_path, contestant
):
    mark, kept_in = tmp_path / "mark", tmp_path / "out" / "run.json"
    written = f"'killing-sum-uniform-4' in open({str(kept_in)!r}).read()"
    # It kills the process that keeps the records, in the middle of the turn at the second window.
    killing = contestant(
        "killing",
        f"""
        def push(self, value):
            super().push(value)
            if len(self) > 4 and not os.path.exists({str(mark)!r}) and {written}:
                open({str(mark)!r}, "w").close()
                os.kill(os.getppid(), 9)
        """,
    )
    out = str(tmp_path / "out")
    bench = [Path(sys.executable).with_name("swagbench"), "bench", "--out", out]
    first = [killing, "-g", "sum", "-w", "4,8", "--quick"]
    killed = subprocess.run([*bench, *first], capture_output=True, check=False)  # noqa: S603
    assert killed.returncode == -9
    kept = read_run(tmp_path / "out")
    assert {one.params.window for one in kept.benchmarks} == {"4"}
    subprocess.run([*bench, "--resume"], capture_output=True, check=True)  # noqa: S603
    whole = read_run(tmp_path / "out")
    assert whole.swagbench.is_complete
    assert len(whole.benchmarks) == 4
    for before, after in zip(kept.benchmarks, whole.benchmarks, strict=False):
        assert after.extra_info.rounds_ns[0] == before.extra_info.rounds_ns[0]


def test_a_run_can_be_resumed_with_a_larger_plan(plan, tmp_path):
    sweep(new_run(plan(), "swagbench bench -w 4"), tmp_path, silently)
    run = resumed(tmp_path, plan(windows=[2, 4]), "swagbench bench -w 2,4 --resume")
    begun = []
    sweep(run, tmp_path, lambda _done, _total, cell: cell and begun.append(cell.window))
    assert set(begun) == {"2"}
    assert run.swagbench.command == "swagbench bench -w 2,4 --resume"


def test_a_run_that_does_not_tell_its_rounds_is_measured_anew(plan, tmp_path):
    sweep(new_run(plan(), "swagbench bench"), tmp_path, silently)
    run = resumed(tmp_path, None, "swagbench bench --resume")
    for place, one in enumerate(run.benchmarks):
        old = msgspec.structs.replace(one.extra_info, rounds_ns=[])
        run.benchmarks[place] = msgspec.structs.replace(one, extra_info=old)
    run.swagbench.twins.clear()
    sweep(run, tmp_path, silently)
    assert [len(one.extra_info.rounds_ns) for one in run.benchmarks] == [2, 2]


def test_with_one_more_contestant_a_comparison_is_made_anew(plan, tmp_path):
    sweep(new_run(plan(windows=[4]), "swagbench bench"), tmp_path, silently)
    before = read_run(tmp_path).benchmarks
    both = plan(algorithms=["two_stacks", "daba"])
    run = resumed(tmp_path, both, "swagbench bench two_stacks daba --resume")
    sweep(run, tmp_path, silently)
    assert measured(run) == {"floor", "two_stacks", "daba"}
    after = {one.params: one for one in run.benchmarks}
    for one in before:
        assert after[one.params].extra_info.rounds_ns != one.extra_info.rounds_ns
    assert {len(one.extra_info.rounds_ns) for one in run.benchmarks} == {2}


def test_only_an_unfinished_run_is_resumed_by_itself(plan, tmp_path):
    done, open_ = tmp_path / "done", tmp_path / "open"
    write_run(new_run(plan(), "swagbench bench"), open_)
    sweep(new_run(plan(windows=[1]), "swagbench bench"), done, silently)
    assert newest_run(tmp_path) == done
    assert newest_run(tmp_path, unfinished=True) == open_


def test_a_run_of_another_machine_is_not_gone_on_with(plan, tmp_path):
    run = new_run(plan(), "swagbench bench")
    run.machine_info["node"] = "abacus"
    write_run(run, tmp_path)
    with pytest.raises(InputError, match="another machine"):
        resumed(tmp_path, None, "swagbench bench --resume")


def test_windows_over_time_are_measured_over_a_whole_pass(plan, tmp_path):
    table = tmp_path / "noise.csv"
    rows = "".join(f"{second},{second % 7}\n" for second in range(500))
    table.write_text(f"second,level\n{rows}")
    timed = plan(
        aggregations=["max"],
        windows=[],
        spans=["30s"],
        csv_path=str(table),
        csv_value="level",
        csv_time="second",
    )
    run = new_run(timed, "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    one = next(one for one in run.benchmarks if one.params.algorithm == "two_stacks")
    assert one.params == Cell(
        algorithm="two_stacks", aggregation="max", stream="noise.csv", window="30s"
    )
    assert one.extra_info.slides_per_round == 500
    # It fills up over the first 29 seconds, and holds 30 values from then on.
    assert one.extra_info.window_values == (sum(range(1, 30)) + 471 * 30) / 500


def test_a_stream_of_one_value_can_be_measured(plan, tmp_path):
    (tmp_path / "one.csv").write_text("second,level\n1,5\n")
    table = {"csv_path": str(tmp_path / "one.csv"), "csv_value": "level", "csv_time": "second"}
    run = new_run(plan(windows=[2], spans=["1h"], **table), "swagbench bench")
    sweep(run, tmp_path / "out", silently)
    assert {one.params.window for one in run.benchmarks} == {"2", "1h"}
    assert not run.swagbench.unmeasured


def test_a_run_in_progress_changes_nothing_in_the_environment(plan, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "77")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
    run = new_run(plan(), "swagbench bench")
    sweep(run, tmp_path, silently)
    assert os.environ["PYTHONHASHSEED"] == "77"
    assert measured(run) == {"floor", "two_stacks"}


def test_a_new_run_never_takes_an_older_ones_folder(tmp_path):
    first = folder_for(tmp_path, "machine")
    first.mkdir(parents=True)
    second = folder_for(tmp_path, "machine")
    second.mkdir()
    third = folder_for(tmp_path, "machine")
    assert [path.name for path in (second, third)] == [f"{first.name}-2", f"{first.name}-3"]


def test_without_any_run_there_is_no_newest_one(tmp_path):
    with pytest.raises(InputError, match="no run in"):
        newest_run(tmp_path / "nowhere")
