"""The cells of a sweep as pytest-benchmark tests.

A round is a batch of slides over a window that is already full; it covers whole periods, so that an
amortized algorithm pays its bills inside it. The clock is the CPU time of the thread. Garbage
collection runs as it would: collected before each round, on during it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from swagbench.bench.checked import WrongAnswer
from swagbench.bench.limits import OverBudget, at_most
from swagbench.bench.measure import measure
from swagbench.bench.plan import Contestants
from swagbench.core import is_lossy
from swagbench.records import Benchmark, Cell, Measures, Unmeasured

Report = Callable[[Cell | Benchmark | Unmeasured], None]


@pytest.mark.benchmark(timer=time.thread_time, disable_gc=False)
def test_slide(benchmark: Any, cell: Cell, sweep: Sweep) -> None:
    """Measure one cell. It never fails: what goes wrong is reported as the cell's reason."""
    sweep.report(cell)
    sweep.report(sweep.outcome(cell, benchmark))


class Sweep:
    """The pytest plug-in that makes one test a cell and reports how each ends."""

    def __init__(self, contestants: Contestants, cells: Sequence[Cell], report: Report) -> None:
        self.contestants = contestants
        self.cells = cells
        self.report = report
        self.over_budget: dict[tuple[str, str, str, bool], Unmeasured] = {}

    @pytest.fixture
    def sweep(self) -> Sweep:
        """The sweep, for its tests."""
        return self

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One test a cell, in the order given."""
        metafunc.parametrize("cell", self.cells, ids=[cell.id for cell in self.cells])

    def outcome(self, cell: Cell, benchmark: Any) -> Benchmark | Unmeasured:
        """A cell's record, or why there is none."""
        # Sizes and spans are not compared: the smallest span may well fit where no size did.
        is_span, _ = cell.size
        contest = cell.algorithm, cell.aggregation, cell.stream, is_span
        if contest in self.over_budget:
            smaller = self.over_budget[contest]
            reason = f"at window {smaller.cell.window} it {smaller.reason}"
            return Unmeasured(cell=cell, kind="skipped", reason=reason)
        plan = self.contestants.plan
        try:
            with at_most(3 * plan.budget_seconds):
                measures = self._measure(cell, benchmark)
        except (OverBudget, MemoryError) as error:
            reason = str(error) or f"needs more than {plan.memory_gib:g} GiB"
            outcome = Unmeasured(cell=cell, kind="skipped", reason=reason)
            self.over_budget[contest] = outcome
            return outcome
        except WrongAnswer as error:
            kind = "wrong" if self._is_lossy(cell) else "error"
            return Unmeasured(cell=cell, kind=kind, reason=str(error))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a contestant may raise anything
            reason = f"{type(error).__name__}: {error}"
            return Unmeasured(cell=cell, kind="error", reason=reason)
        return _record(cell, benchmark, measures)

    def _is_lossy(self, cell: Cell) -> bool:
        contestants = self.contestants
        aggregation = contestants.aggregations[cell.aggregation].item
        return is_lossy(contestants.algorithm(cell).item, aggregation)

    def _measure(self, cell: Cell, benchmark: Any) -> Measures:
        def time_rounds(target: Any, setup: Any, rounds: int) -> list[float]:
            benchmark.pedantic(target, setup=setup, rounds=rounds, warmup_rounds=1)
            seconds: list[float] = benchmark.stats.stats.data
            return seconds

        return measure(cell, self.contestants, time_rounds)


def run(contestants: Contestants, cells: Sequence[Cell], report: Report) -> None:
    """Measure cells in this process, under a pytest that no setting around it can change."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS"):
        os.environ.pop(name, None)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    here = os.path.dirname(__file__)  # noqa: PTH120 - as pytest wants it
    options = ["-c", os.devnull, "--rootdir", here, "-p", "no:cacheprovider"]
    pytest.main(
        [*options, "-p", "pytest_benchmark.plugin", __file__],
        plugins=[Sweep(contestants, cells, report)],
    )


def _record(cell: Cell, benchmark: Any, measures: Measures) -> Benchmark:
    """A cell in pytest-benchmark's shape: its own record, with swagbench's names and measures."""
    record = benchmark.stats.as_dict()
    return Benchmark(
        group=f"{cell.aggregation}-{cell.stream}-{cell.window}",
        name=cell.id,
        fullname=cell.id,
        params=cell,
        param=cell.id,
        extra_info=measures,
        options=record["options"],
        stats=record["stats"],
    )
