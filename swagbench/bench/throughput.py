"""Throughput: the contestants of one comparison, in shuffled blocks, one round each.

A round is a batch of slides over a window that is already full; it covers whole periods, so that an
amortized algorithm pays its bills inside it. The clock is the CPU time of the thread. Garbage
collection runs as it would: collected before each round, on during it; what is not the window's is
frozen, so that no round pays for looking at it.

A block is one round of each contestant, in an order that is shuffled anew: what the machine does
meanwhile it does to all of them, and what one leaves in the caches it leaves to another each time.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from swagbench.bench.checked import Oracle, WrongAnswer, compare
from swagbench.bench.limits import OverBudget, at_most
from swagbench.bench.plan import Contestants
from swagbench.bench.survey import Entrant, shared
from swagbench.bench.workload import steps_of_at_least
from swagbench.core import is_lossy
from swagbench.records import Cell, Measures, Unmeasured

PLAIN = (bool, int, float, str)
"""Types of answers that are equal when they say so."""


WARM_STEPS = 1024


class OutOfMemory(Exception):
    """A contestant took all there is, and may hold it still: the others need another process."""


class Task(NamedTuple):
    """A comparison's turn in one process; `number` is its place in the plan.

    `known` is what an earlier process has found of each contestant; in the first there is nothing,
    and all is surveyed. The contestant of the cell `twin` goes along twice; in the first process
    that is chosen.
    """

    number: int
    process: int
    cells: tuple[Cell, ...]
    known: dict[Cell, Measures]
    twin: Cell | None = None


class Turn(NamedTuple):
    """What came of a task: measures, and nanoseconds a slide by block; the twin's beside them."""

    found: dict[Cell, Measures]
    rounds_ns: dict[Cell, list[float]]
    twin: Cell | None
    twin_rounds_ns: list[float]


Report = Callable[[Cell | Unmeasured | Turn], None]


class Comparisons:
    """Takes turns in this process; reports each contestant as its part begins, and if it fails."""

    def __init__(
        self, contestants: Contestants, skipped: Sequence[Unmeasured], report: Report
    ) -> None:
        self._contestants = contestants
        self._report = report
        largest_first = sorted(skipped, key=lambda one: one.cell.size, reverse=True)
        self._over_budget = {_row(one.cell): one for one in largest_first}
        self._there: dict[Cell, _Runner] = {}

    def take(self, task: Task) -> None:
        """Take a turn: survey if it is the first, then block after block.

        Raises:
            OutOfMemory: the turn must be taken again in another process, without the contestant
                that was reported.
        """
        there = self._there = self._entered(task)
        if not task.known:
            self._survey()
        for cell, one in list(there.items()):
            with self._at_own_cost(cell):
                one.warm_up()
        # Who goes along twice does so in each process, from the first on.
        twin_of = task.twin if task.known else _whose_turn(there, task.number)
        twin = there[twin_of].again() if twin_of in there else None
        gc.collect()
        gc.freeze()
        try:
            for block in range(self._contestants.plan.rounds):
                self._run_block(block, twin, seed=f"{task.cells[0].id} {task.process} {block}")
        finally:
            gc.unfreeze()
        if twin_of not in there:
            twin = None
        self._report(
            Turn(
                {cell: one.measures for cell, one in there.items()},
                {cell: one.rounds_ns for cell, one in there.items()},
                twin.entrant.cell if twin else None,
                twin.rounds_ns if twin else [],
            )
        )

    def _entered(self, task: Task) -> dict[Cell, _Runner]:
        """The contestants of a task, but for those that were over budget at smaller windows."""
        source = shared(self._contestants.stream(task.cells[0]))
        oracle = Oracle(self._contestants.aggregations[task.cells[0].aggregation].item)
        self._there = {}
        for cell in task.cells:
            smaller = self._over_budget.get(_row(cell))
            if smaller is not None and smaller.cell.size < cell.size:
                reason = f"at window {smaller.cell.window} it {smaller.reason}"
                self._report(Unmeasured(cell=cell, kind="skipped", reason=reason))
                continue
            with self._at_own_cost(cell):
                entrant = Entrant(cell, self._contestants, source, oracle)
                self._there[cell] = _Runner(entrant, task.known.get(cell))
        return self._there

    def _survey(self) -> None:
        """Find out of each contestant all but its throughput."""
        plan, there, trials = self._contestants.plan, self._there, {}
        for cell, one in list(there.items()):
            with self._at_own_cost(cell):
                trials[cell] = one.entrant.trial()
        if not trials:
            return
        # All do the same: as many slides as the fastest needs for a round, the floor apart.
        counting = [cell for cell in trials if not there[cell].entrant.is_floor] or [*trials]
        fastest = min(trials[cell].per_step for cell in counting)
        wanted = plan.round_seconds / fastest
        common = max(steps_of_at_least(there[cell].entrant.workload, wanted) for cell in counting)
        for cell, one in list(there.items()):
            with self._at_own_cost(cell):
                steps, one.rounds = one.entrant.size(plan, trials[cell], common, fastest)
                one.measures = one.entrant.survey(plan, trials[cell], steps)

    def _run_block(self, block: int, twin: _Runner | None, *, seed: str) -> None:
        runners = [*self._there.values(), *([twin] if twin else [])]
        random.Random(seed).shuffle(runners)
        for one in runners:
            if block < one.rounds and one.entrant.cell in self._there:
                with self._at_own_cost(one.entrant.cell):
                    one.run_round()

    @contextmanager
    def _at_own_cost(self, cell: Cell) -> Iterator[None]:
        """What goes wrong with a contestant is its cell's reason, and it drops out."""
        plan = self._contestants.plan
        self._report(cell)
        try:
            with at_most(3 * plan.budget_seconds):
                yield
        except MemoryError:
            reason = f"needs more than {plan.memory_gib:g} GiB"
            self._report(Unmeasured(cell=cell, kind="skipped", reason=reason))
            raise OutOfMemory from None
        except OverBudget as error:
            kind, reason = "skipped", str(error)
        except WrongAnswer as error:
            kind, reason = "wrong" if self._is_lossy(cell) else "error", str(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a contestant may raise anything
            kind, reason = "error", f"{type(error).__name__}: {error}"
        else:
            return
        self._there.pop(cell, None)
        outcome = Unmeasured(cell=cell, kind=kind, reason=reason)
        if kind == "skipped":
            self._over_budget.setdefault(_row(cell), outcome)
        self._report(outcome)

    def _is_lossy(self, cell: Cell) -> bool:
        contestants = self._contestants
        aggregation = contestants.aggregations[cell.aggregation].item
        return is_lossy(contestants.algorithm(cell).item, aggregation)


class _Runner:
    """A contestant, and its rounds in this process."""

    def __init__(self, entrant: Entrant, known: Measures | None) -> None:
        self.entrant = entrant
        self.rounds_ns: list[float] = []
        self._right: tuple[Any, type] | None = None
        if known is not None:
            self.measures = known
            self.rounds = len(known.rounds_ns[0])
            entrant.workload.prepare(known.slides_per_round)

    def again(self) -> _Runner:
        """A second copy, with rounds of its own."""
        twin = _Runner(self.entrant, None)
        twin.measures, twin.rounds = self.measures, self.rounds
        return twin

    def warm_up(self) -> None:
        """Let the interpreter see what it will run: it rewrites code that runs often."""
        entrant = self.entrant
        window = entrant.workload.filled(entrant.made_with)
        entrant.workload.run(window, 0, min(WARM_STEPS, self.measures.slides_per_round))

    def run_round(self) -> None:
        """Time a round on a new window.

        Raises:
            WrongAnswer: the last answer is not right.
        """
        entrant, steps = self.entrant, self.measures.slides_per_round
        window = entrant.workload.filled(entrant.made_with)
        run = entrant.workload.run
        gc.collect()
        start = time.thread_time_ns()
        answer = run(window, 0, steps)
        stop = time.thread_time_ns()
        # Some clocks tick so seldom that a short round takes no time; none is true to six figures.
        self.rounds_ns.append(float(f"{max(1, stop - start) / steps:.6g}"))
        self._check(answer)

    def _check(self, answer: Any) -> None:
        """Compare with the oracle's; what was right in an earlier round is right in this one."""
        entrant = self.entrant
        if entrant.is_floor or (type(answer) in PLAIN and (answer, type(answer)) == self._right):
            return
        workload, step = entrant.workload, self.measures.slides_per_round - 1
        given = entrant.read(answer)
        made_with, read = entrant.made_with, entrant.read
        compare(workload, entrant.oracle, made_with, read, step=step, answer=given)
        self._right = answer, type(answer)


def _whose_turn(there: dict[Cell, _Runner], number: int) -> Cell | None:
    """Who goes along twice: in each comparison another one, of those that run in every block."""
    most = max((one.rounds for one in there.values()), default=0)
    ready = [
        cell
        for cell, one in there.items()
        if cell.answer and one.rounds == most and not one.entrant.is_floor
    ]
    return ready[number % len(ready)] if ready else None


def _row(cell: Cell) -> tuple[str, str, str, bool]:
    """What a cell shares with larger windows. Sizes and spans are not compared: the smallest span
    may well fit where no size did."""
    is_span, _ = cell.size
    return cell.algorithm, cell.aggregation, cell.stream, is_span
