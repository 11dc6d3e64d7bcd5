"""What tests of accuracy share: plans, plug-ins in files, and one row judged in this process."""

from __future__ import annotations

import textwrap

import pytest

from swagbench.accuracy.contest import Contest, Row
from swagbench.accuracy.worker import outcome
from swagbench.records import Plan


def plan_of(algorithms, aggregations=("float_sum",), streams=("spikes",), **given):
    """A plan with little to do."""
    return Plan(
        algorithms=[*algorithms],
        aggregations=[*aggregations],
        streams=[*streams],
        **{
            "windows": [16],
            "rounds": 1,
            "round_seconds": 0.01,
            "budget_seconds": 20.0,
            "memory_gib": 2.0,
            **given,
        },
    )


@pytest.fixture(scope="session")
def plan():
    return plan_of


@pytest.fixture
def plugin(tmp_path):
    """Writes a file and gives the spec of a class in it."""

    def write(name, source):
        path = tmp_path / f"{name.lower()}.py"
        path.write_text(textwrap.dedent(source))
        return f"{path}:{name}"

    return write


@pytest.fixture
def judge():
    """One row, judged in this process, with items in place of what the names would find."""

    def judged(algorithm, aggregation, stream="spikes", window=16, *, quick=True, **given):
        plan = plan_of(["two_stacks"], windows=[window], streams=["normal"], **given)
        contest = Contest(plan, quick=quick)
        contest.algorithms = {"algorithm": algorithm}
        contest.aggregations = {"aggregation": aggregation}
        if not isinstance(stream, str):
            contest.streams = {stream.name: stream}
            stream = stream.name
        elif stream not in ("NaN leaves", "inf leaves"):
            from swagbench.streams import stream as find  # noqa: PLC0415

            contest.streams = {stream: find(stream)}
        row = Row("algorithm", "aggregation", stream, window)
        return outcome(contest, row, plan)

    return judged
