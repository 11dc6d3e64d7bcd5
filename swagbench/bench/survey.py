"""What is found out about a cell once, before any round is timed: all but its throughput.

Is it right, how many combine calls does it take, how many aggregates does it hold, how many bytes,
and how long does each single operation take? Nothing here is compared by its time, but for the
trial, which decides how long a round will be.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec

from swagbench.bench.checked import Checked, Oracle, check
from swagbench.bench.floor import FLOOR
from swagbench.bench.latency import measure_latency
from swagbench.bench.limits import OverBudget
from swagbench.bench.memory import Partials, count_partials, measure_memory
from swagbench.bench.plan import Contestants, unfinalized
from swagbench.bench.workload import Passage, Slides, Workload, steps_of_at_least
from swagbench.core import card_of
from swagbench.oracle import recompute
from swagbench.records import Cell, Measures, Plan, span_seconds
from swagbench.streams import Stream

TRIAL_SECONDS = 0.02
TRIAL_STEPS = 1024
SHORTEST_SECONDS = 1e-7
SURVEY_PERIODS = 12
"""What a survey takes, as periods of slides at full speed: counting and checking run slower, memory
is traced, and single operations are replayed."""

SURVEYED = 1 / 3
"""The share of a cell's budget that its survey may take; the rest is for rounds."""


LONGEST_ROUND = 4
"""How many times as long as the fastest's a round may take, so as to have the same steps."""


class Trial(NamedTuple):
    """Seconds, at first sight: to fill a window, and for a slide on average."""

    fill: float
    per_step: float


class Entrant:
    """A contestant of one comparison: its cell, and what it is run with."""

    def __init__(
        self, cell: Cell, contestants: Contestants, stream: Stream, oracle: Oracle
    ) -> None:
        self.cell = cell
        self.oracle = oracle
        aggregation = oracle.aggregation
        self.is_floor = cell.algorithm == FLOOR.id
        self.made_with, self.read = aggregation, _as_it_is
        if not cell.answer:
            self.made_with, self.read = unfinalized(aggregation), aggregation.finalize
        algorithm = contestants.algorithm(cell).item
        self.workload: Workload
        if cell.window in contestants.plan.spans:
            self.workload = Passage(algorithm, stream, span_seconds(cell.window))
        else:
            card = card_of(algorithm)
            is_even = card is not None and card.is_even
            self.workload = Slides(algorithm, stream, int(cell.window), is_even=is_even)

    def trial(self) -> Trial:
        """How long it takes at first sight; the first step is left out, for it may be a flip."""
        workload, made_with = self.workload, self.made_with
        steps = steps_of_at_least(workload, TRIAL_STEPS)
        workload.prepare(steps)
        # What is imported or built at the first call is nobody's cost.
        recompute(made_with, workload.held(0)[:1])
        start = time.perf_counter()
        window = workload.filled(made_with)
        filled = time.perf_counter()
        workload.run(window, 0, 1)
        begun = now = time.perf_counter()
        done = 1
        while done < steps and now - begun < TRIAL_SECONDS:
            stop = min(2 * done, steps)
            workload.run(window, done, stop)
            done = stop
            now = time.perf_counter()
        # A stream of one value leaves nothing to time, and a clock may not have moved.
        per_step = max(now - begun, SHORTEST_SECONDS) / max(1, done - 1)
        return Trial(filled - start, per_step)

    def size(self, plan: Plan, trial: Trial, common: int, fastest: float) -> tuple[int, int]:
        """Steps of a round, and rounds in each process.

        A round has the `common` steps, as all others have; that of a contestant much slower than
        the `fastest`, in seconds per step, as many whole periods as take a few times as long, one
        at least. Where the budget does not allow all rounds, there are fewer.

        Raises:
            OverBudget: not even one round in each process fits.
        """
        period = self.workload.period
        affordable = LONGEST_ROUND * common * fastest / trial.per_step // period * period
        steps = steps_of_at_least(self.workload, min(common, affordable))
        # A flip costs about as much as filling the window.
        once = 2 * trial.fill + steps * trial.per_step
        survey = 2 * trial.fill + SURVEY_PERIODS * period * trial.per_step
        rounds = int((plan.budget_seconds - survey) / (plan.processes * once)) - 1
        if rounds < 1:
            needed = survey + 2 * plan.processes * once
            budget = f"the budget is {plan.budget_seconds:g} s"
            raise OverBudget(f"needs about {needed:.0f} s, {budget}")
        return steps, min(rounds, plan.rounds)

    def survey(self, plan: Plan, trial: Trial, steps: int) -> Measures:
        """Check, count, weigh and replay; what comes of the rounds is not there yet.

        What will be timed is checked; of finalized answers, where a tenth of the budget allows, all
        of a stream that ends is, so that a verdict does not depend on how fast the machine is.

        Raises:
            WrongAnswer: an answer is not the oracle's.
            OverBudget: single operations cannot be replayed in time.
        """
        workload, made_with = self.workload, self.made_with
        takes = workload.whole * trial.per_step
        affordable = self.cell.answer and takes <= plan.budget_seconds / 10
        checked = Checked(0, 0, 0)
        if not self.is_floor:
            checked_steps = max(steps, workload.whole if affordable else 0)
            checked = check(workload, self.oracle, made_with, self.read, checked_steps)
        workload.prepare(steps)
        measures = Measures(
            ns_per_slide=0,
            ns_per_slide_q1=0,
            ns_per_slide_q3=0,
            slides_per_round=steps,
            window_values=workload.mean_size(),
            answers_checked=checked.answers,
            is_floor=self.is_floor,
        )
        if not self.cell.answer:
            return measures
        partials = Partials(0, 0) if self.is_floor else count_partials(workload, made_with)
        memory = measure_memory(workload, made_with)
        latency = None
        if plan.replays:
            seconds = plan.budget_seconds * SURVEYED
            latency = measure_latency(
                workload, made_with, plan.replays, seconds=seconds, per_step=trial.per_step
            )
        return msgspec.structs.replace(
            measures,
            combine_calls_mean=checked.calls_mean,
            combine_calls_max=checked.calls_max,
            partials_mean=partials.mean,
            partials_max=partials.most,
            bytes_per_value=memory.at_rest,
            peak_bytes_per_value=memory.peak,
            latency=latency,
        )


def shared(stream: Stream) -> Stream:
    """The same stream, whose values are made once for all contestants of a comparison."""
    values: list[Any] = []

    def take(count: int) -> list[Any]:
        nonlocal values
        if len(values) < count:
            values = stream.take(count)
        return values if len(values) == count else values[:count]

    return Stream(
        name=stream.name,
        about=stream.about,
        kind=stream.kind,
        take=take,
        times=stream.times,
        length=stream.length,
    )


def _as_it_is(answer: Any) -> Any:
    return answer
