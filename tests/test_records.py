import errno
import json
import os
from pathlib import Path

import msgspec
import pytest

from swagbench.core import InputError
from swagbench.records import (
    SCHEMA,
    Benchmark,
    Cell,
    CheckResult,
    Extra,
    Measures,
    Plan,
    Run,
    Status,
    Unmeasured,
)
from swagbench.run_file import read_run, write_run, write_whole

RUNS = sorted((Path(__file__).parents[1] / "results").glob("*/run.json"))


def cell(algorithm="two_stacks", **changes):
    fields = {"aggregation": "sum", "stream": "uniform", "window": "1024", **changes}
    return Cell(algorithm=algorithm, **fields)


def ended(status):
    return CheckResult(algorithm="two_stacks", aggregation="sum", check="copy", status=status)


@pytest.fixture
def run():
    """A run with one of each kind of thing that can be in it."""
    measures = Measures(
        ns_per_slide=311.5,
        ns_per_slide_q1=310,
        ns_per_slide_q3=329,
        slides_per_round=4096,
        window_values=1024,
        answers_checked=100,
        combine_calls_mean=2.999,
        combine_calls_max=1026,
    )
    benchmark = Benchmark(
        group="sum",
        name=cell().id,
        fullname=cell().id,
        params=cell(),
        param=None,
        extra_info=measures,
        options={},
        stats={"mean": 1.25e-3},
    )
    plan = Plan(
        algorithms=["two_stacks", "subtract_on_evict"],
        aggregations=["sum"],
        windows=[1024],
        rounds=5,
        round_seconds=0.001,
        budget_seconds=60,
        memory_gib=1,
    )
    check = CheckResult(
        algorithm=None,
        aggregation="float_sum",
        check="law.inverse",
        status=Status.XFAIL,
        seconds=0.25,
        steps=3,
        promise="uncombine takes away what combine has added.",
        reason="its inverse is declared to be lossy",
        word="u2 o",
        history="push 1e+20, 1.0, pop – so",
        step=4,
        expected="1.0",
        given="nan",
        certificate="no shorter word fails",
        script="print(1)\n",
        replay="swagbench verify -g float_sum",
    )
    extra = Extra(
        command="swagbench bench",
        plan=plan,
        unmeasured=[Unmeasured(cell=cell("recompute"), kind="skipped", reason="over budget")],
        verification=[check, *(ended(status) for status in Status)],
    )
    return Run(
        machine_info={"node": "here"},
        commit_info={},
        benchmarks=[benchmark],
        datetime="2026-11-30T17:00:00+00:00",
        version="5.3.1",
        swagbench=extra,
    )


def refusal_to_read(path):
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_run_is_read_as_it_was_written_from_its_folder_or_its_file(run, tmp_path):
    path = write_run(run, tmp_path / "results" / "today")
    assert path == tmp_path / "results" / "today" / "run.json"
    assert read_run(path) == run
    assert read_run(path.parent) == run


def test_a_run_has_the_keys_of_pytest_benchmark(run, tmp_path):
    written = json.loads(write_run(run, tmp_path).read_text("utf-8"))
    assert {"machine_info", "commit_info", "benchmarks", "datetime", "version"} <= set(written)
    (benchmark,) = written["benchmarks"]
    keys = ("group", "name", "fullname", "params", "param", "extra_info", "options", "stats")
    assert set(keys) <= set(benchmark)


def test_done_is_what_was_measured_and_what_cannot_be(run):
    assert run.done == {cell(), cell("recompute")}


def test_ids_of_cells_differ_where_cells_do():
    cells = [cell(), cell(answer=False), cell(window="24h"), cell(stream="wind")]
    assert cell().id == "two_stacks-sum-uniform-1024"
    assert len({one.id for one in cells}) == len(cells)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_is_no_run(run, tmp_path, share):
    path = write_run(run, tmp_path)
    content = path.read_bytes().rstrip()
    path.write_bytes(content[: int(share * len(content))])
    assert "is not a whole run of swagbench" in refusal_to_read(path)


@pytest.mark.parametrize(
    "content", [b"Gone fishing", b"\xff\xfe", b"[]", b"{}", b'{"benchmarks": []}', b"null"]
)
def test_what_is_not_a_run_is_refused(content, tmp_path):
    (tmp_path / "run.json").write_bytes(content)
    assert "run.json is not a whole run of swagbench" in refusal_to_read(tmp_path)


@pytest.mark.parametrize("schema", [SCHEMA - 1, SCHEMA + 1, 99])
def test_a_run_of_another_schema_is_refused(run, tmp_path, schema):
    run.swagbench.schema = schema
    told = refusal_to_read(write_run(run, tmp_path))
    assert f"has schema {schema}; this version reads {SCHEMA}" in told


def test_a_run_of_another_schema_is_refused_for_that_whatever_else_it_holds(run, tmp_path):
    path = write_run(run, tmp_path)
    written = json.loads(path.read_text("utf-8"))
    written["swagbench"] = {"schema": SCHEMA - 1, "verification": [{"status": "of old"}]}
    path.write_text(json.dumps(written), "utf-8")
    assert f"has schema {SCHEMA - 1}; this version reads {SCHEMA}" in refusal_to_read(path)


def test_a_run_that_is_not_there_is_named(tmp_path):
    assert "run.json cannot be read: No such file" in refusal_to_read(tmp_path)
    assert "absent cannot be read: No such file" in refusal_to_read(tmp_path / "absent")


def test_a_folder_that_is_a_file_cannot_be_written(run, tmp_path):
    (tmp_path / "results").write_text("mine")
    for folder in (tmp_path / "results", tmp_path / "results" / "today"):
        with pytest.raises(InputError, match=r"run\.json cannot be written: [^\n]+$"):
            write_run(run, folder)
    assert (tmp_path / "results").read_text() == "mine"


def test_an_interrupted_write_leaves_the_old_file(run, tmp_path, monkeypatch):
    path = write_run(run, tmp_path)
    before = path.read_bytes()

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"run\.json cannot be written: No space left on device$"):
        write_whole(path, "new")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_write_leaves_the_old_file(run, tmp_path, monkeypatch):
    path = write_run(run, tmp_path)
    before = path.read_bytes()

    def killed(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert path.read_bytes() == before


def test_text_is_written_in_utf_8_and_replaces_what_was_there(tmp_path):
    path = tmp_path / "report.html"
    for content in ("long before", "Σ"):
        assert write_whole(path, content) == path
        assert path.read_bytes() == content.encode()
    assert list(tmp_path.iterdir()) == [path]


def test_only_what_is_wrong_and_not_known_to_be_is_broken():
    broken = {Status.FAILED, Status.ERROR, Status.TIMEOUT, Status.XPASS}
    assert {status for status in Status if status.is_broken} == broken


def test_a_check_of_which_nothing_else_is_known_is_told_by_its_names_and_its_end():
    told = ended(Status.PASSED)
    named = {"algorithm": "two_stacks", "aggregation": "sum", "check": "copy", "status": "passed"}
    assert {key: fact for key, fact in msgspec.to_builtins(told).items() if fact} == named


@pytest.mark.parametrize("status", ["", "FAILED", "known", "broken", None])
def test_a_run_with_a_check_that_ended_in_no_known_way_is_refused(run, tmp_path, status):
    path = write_run(run, tmp_path)
    written = json.loads(path.read_text("utf-8"))
    written["swagbench"]["verification"][0]["status"] = status
    path.write_text(json.dumps(written), "utf-8")
    assert "is not a whole run of swagbench" in refusal_to_read(path)


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.parent.name)
def test_every_run_that_is_kept_is_read_or_refused_for_its_schema(path):
    schema = json.loads(path.read_text("utf-8"))["swagbench"]["schema"]
    if schema == SCHEMA:
        assert read_run(path).benchmarks
    else:
        assert f"has schema {schema}; " in refusal_to_read(path)
