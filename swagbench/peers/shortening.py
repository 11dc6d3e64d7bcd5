"""Of what libraries get wrong, the shortest inputs that are found, with scripts that show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from swagbench.peer_records import BAD, Row, WrongInput
from swagbench.peers.heats import Heat
from swagbench.peers.judgement import given, policies, rolling
from swagbench.peers.libraries import Libraries
from swagbench.peers.reproducer import reproducer
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.poison import shown
from swagbench.rolling.counterexample import Counterexample, counterexample
from swagbench.rolling.judging import Outcome, outcome, trial_of
from swagbench.rolling.questions import Question
from swagbench.rolling.shortest import shortest


def to_shorten(rows: Sequence[Row], heats: Sequence[Heat]) -> list[tuple[Row, Heat]]:
    """Of each library, aggregation and kind of values the row whose input is to be made short.

    That is the first that is grossly wrong, or else that is wrong, or else that ended in an error.
    """
    by_name = {(heat.asked.id, heat.stream, str(heat.size)): heat for heat in heats}
    found: dict[tuple[str, str, str], tuple[Row, Heat]] = {}
    for row in rows:
        heat = by_name.get((row.aggregation, row.stream, row.window))
        if heat is None or row.verdict not in BAD:
            continue
        key = row.library, row.aggregation, _kind(heat.values)
        if key not in found or BAD.index(row.verdict) < BAD.index(found[key][0].verdict):
            found[key] = row, heat
    return [*found.values()]


def shortened(libraries: Libraries, row: Row, heat: Heat) -> Row:
    """The row with the shortest input that is found; as it is, if it is right when asked again."""
    library = next(one for one in libraries.all if one.peer.id == row.library)
    said = given(library, heat)
    if isinstance(said.trouble, LibraryFailed):
        return msgspec.structs.replace(row, shortest=_shortest_error(library, heat, said.trouble))
    if said.trouble is not None:
        return row
    found = outcome(heat.asked, heat.trial(), said.answers, policies(library.peer))
    return msgspec.structs.replace(row, shortest=_shortest(library, heat, found))


def _kind(values: Sequence[Any]) -> str:
    """What kind of fault it would be: of integers, of NaN, of infinities, or of plain floats."""
    if isinstance(values[0], int):
        return "integers"
    special = {repr(abs(value)) for value in values if not math.isfinite(value)}
    return min(special, default="floats")


def _shortest(library: Library, heat: Heat, found: Outcome) -> WrongInput | None:
    if found.worst is None:
        return None
    wrong = counterexample(
        rolling(library, heat.asked.id),
        heat.asked,
        policies(library.peer),
        heat.values[: found.worst + heat.size],
        heat.size,
        wrong=found.verdict,
    )
    return _as_record(library, heat.asked, wrong)


def _shortest_error(library: Library, heat: Heat, error: LibraryFailed) -> WrongInput | None:
    """The shortest input that brings the same error; none where a process ended by it."""
    if not error.is_error:
        return None

    def fails(values: list[Any], size: int) -> bool:
        try:
            library.roll(heat.asked.id, values, size)
        except LibraryFailed as another:
            return another.is_error and another.kind == error.kind
        return False

    values, size = shortest(fails, heat.values, heat.size)
    judge = trial_of(heat.asked, values[len(values) - size :], size).judges[0]
    wrong = Counterexample(values, size, judge.right(), str(error), "")
    return _as_record(library, heat.asked, wrong)


def _as_record(library: Library, asked: Question, wrong: Counterexample) -> WrongInput:
    right, given = wrong.right, wrong.given if isinstance(wrong.given, str) else shown(wrong.given)
    return WrongInput(
        values=repr(wrong.values),
        size=wrong.size,
        right=right,
        given=given,
        cause=wrong.cause,
        script=reproducer(
            library.peer, asked.id, wrong.values, wrong.size, right=right, given=given
        ),
    )
