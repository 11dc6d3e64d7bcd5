"""The same work by each library, timed in shuffled blocks: batches with batches, streams likewise.

What is timed is the code that its adapter shows, all that a user must call: from an array of values
to the library's own answers for a batch, from a list, value by value, to a list of answers for what
streams. The clock is the CPU time of the library's process, all of its threads.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from swagbench.accuracy.judging import Trial
from swagbench.peer_records import Timed
from swagbench.peers.heats import Heat
from swagbench.peers.judgement import given, policies
from swagbench.peers.libraries import Libraries
from swagbench.peers.peer import Kind
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.rolling.judging import outcome
from swagbench.rolling.questions import question
from swagbench.streams import stream

QUESTIONS = ("sum", "max", "variance", "median")
WINDOWS = (16, 1024)
BLOCKS = 13
"""Rounds of each: of as many the interval of a median can be told for a dozen contestants."""

VALUES = {Kind.BATCH: 100_000, Kind.STREAMING: 8_192}
CHECKED = 4_096
"""Values on which answers are judged before any time is taken."""

ROUND_SECONDS = 0.02
"""A round lasts so long at least: the code is run again and again."""

MOST_SECONDS = 0.5
"""Who takes longer for one run is left out, and says so."""


class Contest(NamedTuple):
    """Who is compared with whom, doing what."""

    kind: Kind
    asked: str
    window: int


class _Runner:
    """A library in a contest, and its rounds."""

    def __init__(self, library: Library, contest: Contest, values: list[float]) -> None:
        self.library = library
        self._contest = contest
        self._values = values
        self._repeat = 1
        self.blocks_ns: list[float] = []
        self.trouble = ""
        self.is_twin = False

    def again(self) -> _Runner:
        """A second contestant that is the same."""
        twin = _Runner(self.library, self._contest, self._values)
        twin._repeat, twin.is_twin = self._repeat, True
        return twin

    def warm_up(self) -> None:
        """Run once unseen, for what is imported or compiled then, and once to see how long."""
        self._run()
        seconds = self._run()
        if seconds > MOST_SECONDS:
            self.trouble = f"over {MOST_SECONDS:g} s for {len(self._values):,} values"
        elif seconds > 0:
            self._repeat = max(1, round(ROUND_SECONDS / seconds))

    def run_round(self) -> None:
        """One round."""
        seconds = self._run()
        if not self.trouble:
            per_value = 1e9 * seconds / self._repeat / len(self._values)
            self.blocks_ns.append(float(f"{per_value:.5g}"))

    def _run(self) -> float:
        contest = self._contest
        if self.trouble:
            return 0.0
        try:
            return self.library.seconds(contest.asked, self._values, contest.window, self._repeat)
        except LibraryFailed as error:
            self.trouble = str(error)
            return 0.0


def contests() -> list[Contest]:
    """What is compared."""
    return [
        Contest(kind, asked, window) for kind in Kind for asked in QUESTIONS for window in WINDOWS
    ]


def timed(libraries: Libraries, wanted: Sequence[Contest]) -> Iterator[Timed]:
    """The times of all in each wanted contest, as it ends, the fastest first.

    The values are whole numbers, of which no sum is rounded: no time is given for a wrong answer,
    and on these nearly all are right. One contestant goes along twice, in each contest another one:
    what the two differ is noise.
    """
    for contest in wanted:
        number = contests().index(contest)
        values = [*map(float, stream("uniform").take(VALUES[contest.kind]))]
        there = [
            _Runner(library, contest, values)
            for library in libraries.all
            if library.peer.kind is contest.kind and contest.asked in library.peer.code
        ]
        heat = Heat(question(contest.asked), "uniform", values[:CHECKED], contest.window)
        right = heat.trial()
        for one in there:
            one.trouble = _trouble(one.library, heat, right)
            one.warm_up()
        ready = [one for one in there if not one.trouble]
        if ready:
            there.append(ready[number % len(ready)].again())
        rng = random.Random(f"swagbench {number}")
        for _ in range(BLOCKS):
            rng.shuffle(there)
            for one in there:
                if not one.trouble:
                    one.run_round()
        there.sort(key=lambda one: statistics.median(one.blocks_ns or [float("inf")]))
        for one in there:
            yield Timed(
                library=one.library.peer.id,
                kind=contest.kind.value,
                aggregation=contest.asked,
                window=contest.window,
                values=len(values),
                blocks_ns=[] if one.trouble else one.blocks_ns,
                is_twin=one.is_twin,
                trouble=one.trouble,
            )


def _trouble(library: Library, heat: Heat, right: Trial) -> str:
    """What is wrong about a library's answers; nothing, if all that are judged are right."""
    said = given(library, heat)
    if said.trouble is not None:
        return str(said.trouble)
    found = outcome(heat.asked, right, said.answers, policies(library.peer))
    return f"wrong: {found.wrong} of {found.judged} answers" if found.wrong else ""
