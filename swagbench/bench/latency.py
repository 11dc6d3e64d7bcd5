"""Single operations: how long each takes, the slow ones above all, and how long they keep others.

One history is replayed several times on new windows, and each operation keeps the least time that
it took: an algorithm does the same work each time, and what disturbs one replay is not at the same
place in another. Nothing is subtracted: reading the clock takes tens of nanoseconds, and the floor
has them too. Garbage is collected before a replay, and not during it.
"""

from __future__ import annotations

import gc
import math
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from swagbench.bench.limits import OverBudget
from swagbench.bench.workload import Slides, Workload, steps_of_at_least
from swagbench.counting import Counting
from swagbench.records import LOADS, RANKS, SLOW_TIMES, Latency, Operations, Ranked

FEWEST_SLIDES = 2048
FEWEST_EVEN_SLIDES = 16
"""Of an algorithm whose slides all cost the same, so many stand for all where time is short."""

FEWEST_REPLAYS = 2
STRETCHES = 200
"""Points of the time line at most."""


class Times(NamedTuple):
    """Of each slide, what its pop, push and eval took, or how often they combined.

    Over time there is no pop: it is part of push.
    """

    pop: Sequence[int] | None
    push: Sequence[int]
    eval: Sequence[int]

    @property
    def slide(self) -> list[int]:
        """Each slide as a whole."""
        parts = (self.push, self.eval) if self.pop is None else (self.pop, self.push, self.eval)
        return [sum(each) for each in zip(*parts, strict=True)]

    def or_less(self, again: Times) -> Times:
        """The less of each operation's two times."""
        pop = None
        if self.pop is not None and again.pop is not None:
            pop = _least(self.pop, again.pop)
        return Times(pop, _least(self.push, again.push), _least(self.eval, again.eval))


def measure_latency(
    workload: Workload, aggregation: Any, replays: int, *, seconds: float, per_step: float
) -> Latency:
    """Replay a history of whole periods, and count the combine calls of the same operations.

    Args:
        workload: what is run.
        aggregation: what the window is made with.
        replays: how often, at most.
        seconds: what all replays together may take; where they would take longer there are fewer.
        per_step: seconds that a slide takes on average, at first sight.

    Raises:
        OverBudget: there is no time for two of them.
    """
    wanted = float(FEWEST_SLIDES)
    if workload.period == 1:
        affordable = seconds / (2 * replays * per_step)
        wanted = min(wanted, max(affordable, FEWEST_EVEN_SLIDES))
    steps = steps_of_at_least(workload, wanted)
    workload.prepare(steps)
    begun = time.perf_counter()
    least = _replay(workload, aggregation, steps)
    took = time.perf_counter() - begun
    replays = min(replays, int(seconds / took))
    if replays < FEWEST_REPLAYS:
        needed = FEWEST_REPLAYS * took
        raise OverBudget(f"needs about {needed:.0f} s for single operations, has {seconds:.0f} s")
    slides = least.slide
    for _ in range(replays - 1):
        again = _replay(workload, aggregation, steps)
        slides = [*map(min, slides, again.slide)]
        least = least.or_less(again)
    counting = Counting(aggregation)
    calls = _run(workload, counting, steps, lambda: counting.calls)
    return latency(least, slides, calls, replays)


def latency(times: Times, slides: Sequence[int], calls: Times, replays: int) -> Latency:
    """The record of what operations took, in nanoseconds, and of their combine calls.

    Args:
        times: the least of each operation.
        slides: the least of each slide as a whole.
        calls: of the same operations.
        replays: how often they were replayed.
    """
    stretch = max(1, math.ceil(len(slides) / STRETCHES))
    pop = None if times.pop is None or calls.pop is None else ranked(times.pop, calls.pop)
    return Latency(
        replays=replays,
        push=ranked(times.push, calls.push),
        pop=pop,
        eval=ranked(times.eval, calls.eval),
        slide=ranked(slides, calls.slide),
        response_ns={name: _ranks(responses(slides, load)) for name, load in LOADS.items()},
        timeline_ns=[max(slides[at : at + stretch]) for at in range(0, len(slides), stretch)],
        stretch=stretch,
    )


def ranked(times: Sequence[int], calls: Sequence[int]) -> Operations:
    """The operation at each rank, with its calls; of those that took as long, the most calls last.

    >>> ranked([5, 9, 7, 80], [1, 1, 1, 4]).ranks["max"]
    Ranked(ns=80, calls=4)
    """
    ordered = sorted(zip(times, calls, strict=True))
    ranks = {name: ordered[_place(share, len(ordered))] for name, share in RANKS.items()}
    median = ranks["p50"][0]
    return Operations(
        count=len(ordered),
        slow=sum(ns > SLOW_TIMES * median for ns in times),
        ranks={name: Ranked(ns=ns, calls=count) for name, (ns, count) in ranks.items()},
    )


def responses(service: Sequence[int], load: float) -> list[float]:
    """How long each slide takes from its arrival to its end, behind those that came before it.

    Slides arrive evenly, at a share `load` of what can be done on average. Each waits for what is
    left of those before it (D. V. Lindley, *The theory of queues with a single server*, 1952).
    """
    between = sum(service) / len(service) / load
    response, wait = [], 0.0
    for each in service:
        response.append(wait + each)
        wait = max(0.0, wait + each - between)
    return response


def _ranks(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {name: round(ordered[_place(share, len(ordered))], 1) for name, share in RANKS.items()}


def _place(share: float, count: int) -> int:
    """Where the nearest rank is: the first that so large a share of all does not exceed."""
    return max(0, math.ceil(round(share * count, 6)) - 1)


def _least(some: Sequence[int], others: Sequence[int]) -> Sequence[int]:
    return array("q", map(min, some, others))


def _replay(workload: Workload, aggregation: Any, steps: int) -> Times:
    """What each operation takes, once."""
    with _no_collection():
        return _run(workload, aggregation, steps, time.perf_counter_ns)


def _run(workload: Workload, aggregation: Any, steps: int, now: Any) -> Times:
    """Do the steps on a new window; what `now` says has gone by during each operation."""
    window = workload.filled(aggregation)
    if isinstance(workload, Slides):
        return _run_slides(workload, window, steps, now)
    return _run_passage(workload, window, steps, now)


def _run_slides(workload: Slides, window: Any, steps: int, now: Any) -> Times:
    popped, pushed, asked = (array("q", bytes(8 * steps)) for _ in range(3))
    pop, push, ask = window.pop, window.push, window.eval
    values = workload.values[workload.size : workload.size + steps]
    for step, value in enumerate(values):
        begin = now()
        pop()
        after_pop = now()
        push(value)
        after_push = now()
        ask()
        end = now()
        popped[step] = after_pop - begin
        pushed[step] = after_push - after_pop
        asked[step] = end - after_push
    return Times(popped, pushed, asked)


def _run_passage(workload: Any, window: Any, steps: int, now: Any) -> Times:
    pushed, asked = (array("q", bytes(8 * steps)) for _ in range(2))
    push, ask = window.push, window.eval
    both = zip(workload.times[:steps], workload.values, strict=False)
    for step, (when, value) in enumerate(both):
        begin = now()
        push(when, value)
        after_push = now()
        ask()
        end = now()
        pushed[step] = after_push - begin
        asked[step] = end - after_push
    return Times(None, pushed, asked)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Collect garbage now, and not before the block is left."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
