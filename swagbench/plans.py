"""Plans: what a sweep or a judgement is of, from what was given and defaults for the rest."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from swagbench.accuracy import contest
from swagbench.core import InputError
from swagbench.records import Plan
from swagbench.registry import algorithm_ids


class Profile(NamedTuple):
    """How much is measured: windows, turns in processes of their own, and what each may take."""

    windows: tuple[int, ...]
    processes: int
    rounds: int
    round_seconds: float
    budget_seconds: float
    replays: int


PROFILES = {
    "quick": Profile((1, 32, 1024), 3, 6, 0.005, 3, 3),
    "default": Profile((1, 16, 256, 4096, 65536), 4, 5, 0.01, 15, 5),
    "thorough": Profile(tuple(4**power for power in range(10)), 10, 10, 0.05, 240, 10),
}
AGGREGATIONS_TO_TIME = ("sum", "float_sum", "max", "distinct_count")


def sweep(
    algorithms: tuple[str, ...],
    aggregations: list[str] | None,
    *,
    windows: list[int] | None = None,
    streams: list[str] | None = None,
    data: Path | None = None,
    value: str | None = None,
    time: str | None = None,
    spans: list[str] | None = None,
    profile: str = "default",
    minutes: float | None = None,
    budget: float | None = None,
    memory: float | None = None,
) -> Plan:
    """What a sweep is to measure: what was given, and the profile for the rest."""
    for missing, option, needed in (
        (data is None and (value or time), "--value and --time", "--data FILE.csv"),
        (data is not None and not value, "--data", "--value COLUMN"),
        (data is not None and streams, "--data", "no -s: it is the stream"),
        (data is not None and spans and not time, "--span", "--time COLUMN"),
        (time and not spans, "--time", "--span, such as --span 24h"),
    ):
        if missing:
            raise InputError(f"{option} needs {needed}")
    how = PROFILES[profile]
    return Plan(
        algorithms=list(algorithms) or algorithm_ids(),
        aggregations=aggregations or list(AGGREGATIONS_TO_TIME),
        windows=windows or ([] if spans else list(how.windows)),
        spans=spans or [],
        streams=streams or [],
        csv_path=str(data) if data else None,
        csv_value=value,
        csv_time=time,
        processes=how.processes,
        rounds=how.rounds,
        round_seconds=how.round_seconds,
        budget_seconds=budget or how.budget_seconds,
        memory_gib=memory or 8,
        minutes=minutes,
        replays=how.replays,
    )


def judgement(
    algorithms: tuple[str, ...],
    aggregations: list[str] | None,
    *,
    windows: list[int] | None = None,
    streams: list[str] | None = None,
    data: Path | None = None,
    value: str | None = None,
    quick: bool = False,
    timeout: float | None = None,
    memory: float | None = None,
) -> Plan:
    """What is to be judged: what was given, and defaults for the rest."""
    plan = sweep(
        algorithms,
        aggregations or contest.default_aggregations(),
        windows=windows or list(contest.QUICK_WINDOWS if quick else contest.WINDOWS),
        streams=streams,
        data=data,
        value=value,
        budget=timeout or 60,
        memory=memory or 2,
    )
    if not streams and data is None:
        plan.streams.extend(contest.STREAMS)
    return plan
