"""What tests share: every algorithm, what each can serve, and records made of a few facts."""

import shlex
import sys
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from swagbench import cli
from swagbench.core import is_batch, is_lossy, refusal
from swagbench.peers.peer import Choice, Kind, Peer, Start, each
from swagbench.records import (
    LOADS,
    RANKS,
    Benchmark,
    Cell,
    CheckResult,
    Extra,
    Latency,
    Measures,
    Operations,
    Plan,
    Ranked,
    Run,
    Status,
    Unmeasured,
)
from swagbench.registry import (
    aggregation_ids,
    algorithm_ids,
    find_aggregation,
    find_algorithm,
)

# The same examples in every run, so that a red run is red again; no clock decides anything.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")


class Pair(NamedTuple):
    """An algorithm and an aggregation that it can serve."""

    algorithm: Any
    aggregation: Any


WINDOWS = [name for name in algorithm_ids() if not is_batch(find_algorithm(name).item)]
"""The ids of all algorithms that make windows."""


def pairs():
    """Every pair with a window that ought to be right: a lossy inverse is known to be wrong."""
    for algorithm_id in WINDOWS:
        algorithm = find_algorithm(algorithm_id).item
        for aggregation_id in aggregation_ids():
            aggregation = find_aggregation(aggregation_id).item
            serves = refusal(algorithm, aggregation) is None
            if serves and not is_lossy(algorithm, aggregation):
                yield f"{algorithm_id}-{aggregation_id}", Pair(algorithm, aggregation)


PAIRS = dict(pairs())


@pytest.fixture(scope="session", params=WINDOWS)
def algorithm(request):
    """Each algorithm that makes windows."""
    return find_algorithm(request.param).item


@pytest.fixture(scope="session", params=WINDOWS)
def revealing_pair(request):
    """Each algorithm with the aggregation that shows most: the window itself, else its minimum."""
    return PAIRS.get(f"{request.param}-collect") or PAIRS[f"{request.param}-min"]


# --- commands ------------------------------------------------------------------------------------


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def swagbench(tmp_path, monkeypatch, capfd):
    """Run a command in an empty folder: how it ended, and what it printed."""
    monkeypatch.chdir(tmp_path)

    def run(command):
        monkeypatch.setattr(sys, "argv", ["swagbench", *shlex.split(command)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return Ended(ended.value.code, *capfd.readouterr())

    return run


# --- records --------------------------------------------------------------------------------------


def cell_of(algorithm, window=16, *, aggregation="sum", stream="uniform", answer=True):
    """A cell; the window may be given as a number."""
    return Cell(
        algorithm=algorithm,
        aggregation=aggregation,
        stream=stream,
        window=str(window),
        answer=answer,
    )


def timed(algorithm, ns=100, window=16, *, spread=0, values=None, measures=None, **place):
    """A measured cell; the middle half of its rounds lies within `spread` of the median.

    A window that is a span of time needs its mean number of `values`.
    """
    cell = cell_of(algorithm, window, **place)
    facts = {
        "ns_per_slide": float(ns),
        "ns_per_slide_q1": float(ns - spread),
        "ns_per_slide_q3": float(ns + spread),
        "slides_per_round": 4096,
        "window_values": float(values or window),
        "answers_checked": 100,
        "is_floor": algorithm == "floor",
        "combine_calls_mean": 2.0,
        "combine_calls_max": 3,
        "bytes_per_value": 8.0,
        "peak_bytes_per_value": 16.0,
        **(measures or {}),
    }
    return Benchmark(
        group=cell.aggregation,
        name=cell.id,
        fullname=cell.id,
        params=cell,
        param=None,
        extra_info=Measures(**facts),
        options={},
        stats={},
    )


def latency_of(ns=100, calls=1, *, has_pop=True, slow=0):
    """Single operations: at the first rank `ns` and `calls`, at the next twice that, and so on.

    Of a slide all is ten times as long.
    """

    def operations(times):
        ranks = {
            rank: Ranked(ns=float(ns * times * number), calls=calls * number)
            for number, rank in enumerate(RANKS, start=1)
        }
        return Operations(count=2048, slow=slow, ranks=ranks)

    return Latency(
        replays=5,
        push=operations(1),
        pop=operations(1) if has_pop else None,
        eval=operations(1),
        slide=operations(10),
        response_ns={load: dict.fromkeys(RANKS, ns * 20.0) for load in LOADS},
        timeline_ns=[ns * 10.0] * 3,
        stretch=7,
    )


def untimed(algorithm, kind, window=16, *, reason="for a reason", **place):
    """A cell without a time."""
    return Unmeasured(cell=cell_of(algorithm, window, **place), kind=kind, reason=reason)


def checked(algorithm, aggregation="sum", check="oracle.small", *, status=Status.PASSED, **facts):
    """How a check ended."""
    return CheckResult(
        algorithm=algorithm, aggregation=aggregation, check=check, status=status, **facts
    )


def run_of(*parts, cpu="A Processor", command="swagbench bench", **extra):
    """A run of timed and untimed cells and checks, given in any order; finished by default."""
    kinds = {kind: [] for kind in (Benchmark, Unmeasured, CheckResult)}
    for part in parts:
        kinds[type(part)].append(part)
    plan = Plan(
        algorithms=[],
        aggregations=[],
        rounds=15,
        round_seconds=0.02,
        budget_seconds=15.0,
        memory_gib=8.0,
    )
    return Run(
        machine_info={
            "python_implementation": "CPython",
            "python_version": "3.11.7",
            "cpu": {"brand_raw": cpu, "count": 2},
        },
        commit_info={},
        benchmarks=kinds[Benchmark],
        datetime="2026-11-30T17:00:00+00:00",
        version="5.3.1",
        swagbench=Extra(
            command=command,
            plan=plan,
            unmeasured=kinds[Unmeasured],
            verification=kinds[CheckResult],
            **{"is_complete": True, **extra},
        ),
    )


@pytest.fixture(scope="session")
def make():
    """Makes records and runs of them, with all that a test does not care about filled in."""
    return SimpleNamespace(
        timed=timed, untimed=untimed, checked=checked, run=run_of, latency=latency_of
    )


# --- libraries that are not there in truth: code that behaves as libraries have been seen to ------

RECOMPUTE = "answers = [@(values[end - size:end]) for end in range(size, len(values) + 1)]"


@pytest.fixture
def make_peer():
    """A peer that runs the code it is given for sums."""

    def made(of_sums, **more):
        known = {
            "id": "made_up",
            "versions_of": "swagbench",
            "home": "",
            "kind": Kind.BATCH,
            "imports": "import math, os",
            "code": {"sum": of_sums},
            "start": Start.NOTHING,
        }
        return Peer(**{**known, **more})

    return made


@pytest.fixture
def honest_peer(make_peer):
    """One that recomputes, and takes integers for what they are."""
    return make_peer("", id="honest", code=each(RECOMPUTE, sum="sum", min="min", max="max"))


@pytest.fixture
def subtracting_peer(make_peer):
    """One that takes out of a running sum what leaves."""
    code = """total, answers = 0.0, []
for place, value in enumerate(values):
    total += value
    if place >= size: total -= values[place - size]
    answers.append(total)"""
    choices = (Choice("integers_as_floats"),)
    return make_peer(code, id="subtracting", start=Start.SHORTER, choices=choices)
