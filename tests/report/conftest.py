"""What tests of the report share: runs made of a few records, and names that are up to no good."""

from types import SimpleNamespace

import pytest

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
from swagbench.report.page import write_report
from swagbench.report.tables import FLOOR

NAMES = {
    "script": "<script>alert(1)</script>\"'",
    "end of script": "</script><img src=x onerror=alert(1)>",
    "template": "{{ 7 * 7 }}{% raw %}&lt;",
    "emoji": "👩‍🚀🏳️‍🌈",
    "right to left": "שלום عليكم",
}

TEXTS_OF_A_CHECK = (
    *("promise", "reason", "word", "history", "expected", "given"),
    *("certificate", "script", "replay"),
)


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
        "is_floor": algorithm == FLOOR,
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


@pytest.fixture(scope="session", params=NAMES.values(), ids=NAMES.keys())
def name(request):
    """Each name that is up to no good."""
    return request.param


@pytest.fixture(scope="session")
def names():
    """All of these names."""
    return list(NAMES.values())


@pytest.fixture(scope="session")
def hostile_run(make, names):
    """A run in which every text that comes from outside is up to no good."""
    everything = " ".join(names)
    places = [
        {"aggregation": NAMES["script"], "stream": NAMES["end of script"]},
        {"aggregation": NAMES["emoji"], "stream": NAMES["right to left"]},
    ]
    cells = [
        make.timed(name, 100 * (1 + index), window, spread=5, **place)
        for place in places
        for window in (1, 16)
        for index, name in enumerate([*names, FLOOR])
    ]
    facts = dict.fromkeys(TEXTS_OF_A_CHECK, everything)
    checks = [
        make.checked(algorithm, name, name, status=status, **facts)
        for name in names
        for algorithm in (name, None)
        for status in Status
    ]
    return make.run(
        *cells,
        *checks,
        make.untimed(everything, "error", 256, reason=everything, **places[0]),
        cpu=everything,
        command=everything,
    )


@pytest.fixture(scope="session")
def hostile_report(hostile_run, tmp_path_factory):
    """The folder that holds the report of the hostile run, and nothing else."""
    folder = tmp_path_factory.mktemp("hostile") / "report"
    for _ in write_report(hostile_run, folder):
        pass
    return folder
