"""All libraries judged on the same streams, by the same exact answers, row by row.

The libraries answer one after the other, each in its own process; what is right is worked out
meanwhile, by as many processes as there are processors.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import msgspec

from swagbench.accuracy.judging import Trial
from swagbench.apart import process, processors
from swagbench.core import InputError
from swagbench.peer_records import ERROR, POLICY, RIGHT, Row
from swagbench.peers.heats import Heat
from swagbench.peers.libraries import Libraries
from swagbench.peers.manners import REFUSES
from swagbench.peers.peer import OUT_OF_SCOPE, Peer
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.rolling.counterexample import answers_of
from swagbench.rolling.judging import Outcome, outcome
from swagbench.rolling.policies import Policy, policy


class Given(NamedTuple):
    """What a library gave for a heat: an answer for each full window, or why it gave none."""

    known: Peer
    answers: list[Any]
    trouble: LibraryFailed | InputError | None = None


def judged(libraries: Libraries, heats: Iterable[Heat]) -> Iterator[list[Row]]:
    """The rows of each heat, in their order: one for each library that has the aggregation."""
    with ExitStack() as stack:
        judges = [stack.enter_context(process(_serve))[1] for _ in range(processors())]
        at_work: deque[Connection] = deque()
        for number, heat in enumerate(heats):
            all_given = _given(libraries, heat)
            if len(at_work) == len(judges):
                # It is the one whose turn comes now: none has more than one heat.
                yield at_work.popleft().recv()
            judge = judges[number % len(judges)]
            judge.send((heat, all_given))
            at_work.append(judge)
        while at_work:
            yield at_work.popleft().recv()


def _serve(connection: Connection) -> None:
    """A judge's process: one heat after the other."""
    while True:
        try:
            heat, all_given = connection.recv()
        except EOFError:
            return
        connection.send(_judged(heat, all_given))


def _given(libraries: Libraries, heat: Heat) -> list[Given]:
    return [given(one, heat) for one in libraries.all if heat.asked.id in one.peer.code]


def given(library: Library, heat: Heat) -> Given:
    """What a library gives for a heat."""
    try:
        answers = answers_of(rolling(library, heat.asked.id), heat.values, heat.size)
    except (LibraryFailed, InputError) as error:
        return Given(library.peer, [], error)
    return Given(library.peer, answers)


def _judged(heat: Heat, all_given: Sequence[Given]) -> list[Row]:
    trial = heat.trial()
    return [_judge(heat, trial, one) for one in all_given]


def _judge(heat: Heat, trial: Trial, given: Given) -> Row:
    row = Row(
        library=given.known.id,
        aggregation=heat.asked.id,
        stream=heat.stream,
        window=str(heat.size),
        verdict=RIGHT,
    )
    if isinstance(given.trouble, LibraryFailed):
        return _unanswered(row, trial, given.trouble)
    if given.trouble is not None:
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(given.trouble))
    found = outcome(heat.asked, trial, given.answers, policies(given.known))
    if found.wrong and given.known.is_out_of_scope(heat.asked.id, heat.values):
        found = found.as_policy(OUT_OF_SCOPE)
    return _row(row, found)


def _unanswered(row: Row, trial: Trial, error: LibraryFailed) -> Row:
    """An error; where no window has an answer, to refuse is a library's good right."""
    has_none = all(judge.verdict(None).is_explained for judge in trial.judges.values())
    if not (has_none and error.is_error):
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(error))
    count = len(trial.judges)
    return msgspec.structs.replace(
        row, verdict=POLICY, reason=str(error), judged=count, by_policy={REFUSES: count}
    )


def rolling(library: Library, asked: str) -> Callable[[list[Any], int], list[Any]]:
    """A library as a function of values and a window."""
    return lambda values, size: library.roll(asked, values, size)


def policies(known: Peer) -> list[Policy]:
    """The choices that a library states."""
    return [policy(one.policy) for one in known.choices]


def _row(row: Row, found: Outcome) -> Row:
    return msgspec.structs.replace(
        row,
        verdict=found.verdict.value,
        judged=found.judged,
        by_policy=dict(found.by_policy),
        wrong=found.wrong,
        gross=found.gross,
        worst_error=found.worst_error if math.isfinite(found.worst_error) else None,
    )
