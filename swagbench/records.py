"""What is kept of verification and measuring, as data: the shape of run.json.

The file is pytest-benchmark's: ``pytest-benchmark compare`` reads it. What swagbench adds stands in
each benchmark's ``extra_info`` and under the key ``swagbench``.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import msgspec

from swagbench.core import Card, InputError

SCHEMA = 2
UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class Status(Enum):
    """How a check ended.

    What is declared to be wrong (by a lossy inverse, or in a file of known failures) is XFAIL if it
    is wrong, and XPASS, which counts as broken, if it is not.
    """

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIMEOUT = "timeout"
    XFAIL = "xfail"
    XPASS = "xpass"
    UNSERVED = "n/a"
    UNCLAIMED = "not claimed"

    @property
    def is_broken(self) -> bool:
        """Whether it must end in exit code 1."""
        return self in (Status.FAILED, Status.ERROR, Status.TIMEOUT, Status.XPASS)


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One check of an algorithm with an aggregation, or of an aggregation alone (no `algorithm`).

    A check that ended badly, or showed what is declared to be wrong, says what promise broke: on
    which word (``u3 o``, to replay it) or history (the same in full), at which step (from 1; the
    answer after the last one if it is one more), what was expected and what was given.
    `certificate` says how far the word is known to be the shortest, `script` shows the fault in
    plain Python, `replay` is the command that shows it again. `steps` counts the letters run;
    `seconds` are of CPU time.
    """

    algorithm: str | None
    aggregation: str
    check: str
    status: Status
    seconds: float = 0.0
    steps: int = 0
    promise: str = ""
    reason: str = ""
    word: str = ""
    history: str = ""
    step: int = 0
    expected: str = ""
    given: str = ""
    certificate: str = ""
    script: str = ""
    replay: str = ""


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """What one measurement is of. `window` is a number of values, or a span such as ``24h``.

    With `answer` False, eval is timed without finalize.
    """

    algorithm: str
    aggregation: str
    stream: str
    window: str
    answer: bool = True

    @property
    def id(self) -> str:
        ending = "" if self.answer else "-unfinalized"
        return f"{self.algorithm}-{self.aggregation}-{self.stream}-{self.window}{ending}"

    @property
    def size(self) -> tuple[bool, float]:
        """What windows are sorted by: numbers of values, then spans, each from small to large."""
        is_span = not self.window.isdigit()
        return is_span, span_seconds(self.window) if is_span else int(self.window)


def span_seconds(span: str) -> float:
    """Seconds of a span such as ``30s``, ``15m``, ``24h``, ``7d`` or a plain number of seconds.

    Raises:
        InputError: it is no such thing, or nothing.

    >>> span_seconds("1.5h")
    5400.0
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd]?)", span.strip())
    seconds = float(match[1]) * UNIT_SECONDS.get(match[2], 1) if match else 0.0
    if seconds <= 0:
        raise InputError(f"span {span!r} is not a length of time, such as 30s, 15m, 24h or 7d")
    return seconds


RANKS = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
"""Ranks of single operations, as shares of them that took no longer."""

LOADS = {"50 %": 0.5, "80 %": 0.8, "95 %": 0.95}
"""Loads under which response times are told: the mean slide's time by that between arrivals."""


SLOW_TIMES = 10
"""An operation is slow that took more than so many times the median."""


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A single operation by its rank: nanoseconds, and the combine calls of the same operation."""

    ns: float
    calls: int


class Operations(msgspec.Struct, frozen=True, kw_only=True):
    """Single operations of one kind, each with the least time that it took in several replays.

    `ranks` has the operation of each rank in `RANKS`. So many were `slow`: more than
    `SLOW_TIMES` the median.
    """

    count: int
    slow: int
    ranks: dict[str, Ranked]


class Latency(msgspec.Struct, frozen=True, kw_only=True):
    """Single operations of one history, replayed `replays` times; nanoseconds of wall clock.

    `slide` is pop, push and eval together. Over time push lets go of what is too old, and there is
    no pop. `response_ns` is, by load (of `LOADS`) and rank (of `RANKS`), how long a slide takes
    from its arrival, slides arriving evenly and waiting for those before them. `timeline_ns` is the
    dearest slide of each stretch of `stretch` slides, in order of time.
    """

    replays: int
    push: Operations
    pop: Operations | None
    eval: Operations
    slide: Operations
    response_ns: dict[str, dict[str, float]]
    timeline_ns: list[float]
    stretch: int


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of a cell. Times are nanoseconds of CPU time for one slide.

    `ns_per_slide` is the median over rounds, each of which is a mean over whole periods; `q1` and
    `q3` are the quartiles. A slide is pop, push and eval. `rounds_ns` are all rounds: of each
    process those of its blocks, in order. Contestants of one comparison took part in the same
    blocks, so that round for round they can be compared. `window_values` is the number of values in
    the window, on average where it is a span of time.

    Combine calls are of a slide; `partials` are the aggregates held between slides. These, bytes
    and latency are None where eval is timed without finalize: they are with the cell of finalized
    answers.
    """

    ns_per_slide: float
    ns_per_slide_q1: float
    ns_per_slide_q3: float
    rounds_ns: list[list[float]] = []
    slides_per_round: int
    window_values: float
    answers_checked: int
    is_floor: bool = False
    combine_calls_mean: float | None = None
    combine_calls_max: int | None = None
    partials_mean: float | None = None
    partials_max: int | None = None
    bytes_per_value: float | None = None
    peak_bytes_per_value: float | None = None
    latency: Latency | None = None

    @property
    def all_rounds_ns(self) -> list[float]:
        """All rounds, whichever process they were in."""
        return [ns for process in self.rounds_ns for ns in process]


class Benchmark(msgspec.Struct, frozen=True, kw_only=True):
    """A measured cell in pytest-benchmark's shape; times in `stats` are seconds per slide."""

    group: str
    name: str
    fullname: str
    params: Cell
    param: str | None
    extra_info: Measures
    options: dict[str, Any]
    stats: dict[str, Any]


class Twin(msgspec.Struct, frozen=True, kw_only=True):
    """A contestant's second copy in the same comparison, as `Measures.rounds_ns`.

    What the two differ is noise: nothing else is between them.
    """

    cell: Cell
    rounds_ns: list[list[float]]


class Unmeasured(msgspec.Struct, frozen=True, kw_only=True):
    """A cell without a time, and why.

    `kind` is ``n/a`` (not served), ``skipped`` (over budget), ``wrong`` (by an inverse declared to
    be lossy) or ``error`` (anything else, wrong answers among it).
    """

    cell: Cell
    kind: str
    reason: str


class Unexplained(msgspec.Struct, frozen=True, kw_only=True):
    """The first answer that the values in its window cannot give.

    `window_begins` is the number of the window's oldest value in the stream, from 0. `poisoner` is
    the number of the value, which has left, that the answer depends on, or None where there is
    none; `cause` says so in words. Values and answers are texts.
    """

    window_begins: int
    right: str
    given: str
    cause: str
    poisoner: int | None = None


class Accuracy(msgspec.Struct, frozen=True, kw_only=True):
    """How true the answers of an algorithm are, with an aggregation, on a stream.

    Of the `answers` that were given, those of full windows, `judged` were judged. So many of them
    are not `unexplained` by the values in the window; so many are `impossible`, less than those
    values can give at all, as a variance below 0. `worst_error` is the largest distance from the
    exact answer as a share of that; None where it is infinite, for the exact answer is 0 or one of
    the two is no finite number.

    On a stream in `LEAVING`, plain values with NaN or infinity once among them, answers are judged
    from when that has left.

    `kind` is empty, or ``n/a`` (cannot be tried), ``error`` (raised, took too long or died) or
    ``skipped`` (interrupted), for a `reason`. `is_lossy`: wrong answers are expected, by an inverse
    that says itself that it is lossy.
    """

    algorithm: str
    aggregation: str
    stream: str
    window: int
    kind: str = ""
    reason: str = ""
    is_lossy: bool = False
    answers: int = 0
    judged: int = 0
    unexplained: int = 0
    impossible: int = 0
    worst_error: float | None = 0.0
    first: Unexplained | None = None

    @property
    def is_broken(self) -> bool:
        """Whether it must end in exit code 1."""
        return self.kind == "error" or (self.unexplained > 0 and not self.is_lossy)


NAN_LEAVES = "NaN leaves"
INFINITY_LEAVES = "inf leaves"
LEAVING = (NAN_LEAVES, INFINITY_LEAVES)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a sweep is to measure, as given on the command line, so that it can be resumed.

    Each comparison has `rounds` blocks in each of so many `processes`, every contestant a round in
    each, of `round_seconds` at least. A cell may take `budget_seconds` in all, and the run
    `minutes`. Single operations are replayed so many times; with 0 they are not timed.
    """

    algorithms: list[str]
    aggregations: list[str]
    windows: list[int] = []
    spans: list[str] = []
    streams: list[str] = []
    csv_path: str | None = None
    csv_value: str | None = None
    csv_time: str | None = None
    processes: int = 1
    rounds: int
    round_seconds: float
    budget_seconds: float
    memory_gib: float
    minutes: float | None = None
    replays: int = 0


class Extra(msgspec.Struct, kw_only=True):
    """What swagbench adds to a run. `cards` are what the algorithms in it promise, by id."""

    schema: int = SCHEMA
    command: str
    plan: Plan
    seconds: float = 0.0
    is_complete: bool = False
    load_before: float | None = None
    cards: dict[str, Card] = {}
    twins: list[Twin] = []
    unmeasured: list[Unmeasured] = []
    verification: list[CheckResult] = []
    accuracy: list[Accuracy] = []


class Run(msgspec.Struct, kw_only=True):
    """A whole run.json."""

    machine_info: dict[str, Any]
    commit_info: dict[str, Any]
    benchmarks: list[Benchmark]
    datetime: str
    version: str
    swagbench: Extra

    @property
    def done(self) -> set[Cell]:
        """The cells that need not be measured again."""
        return {one.params for one in self.benchmarks} | {
            one.cell for one in self.swagbench.unmeasured
        }
