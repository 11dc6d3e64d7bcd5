"""All libraries judged on the same streams, by the same exact answers, row by row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple, Self

import msgspec

from swagbench.accuracy.contest import POISONS, STREAMS, plain_values
from swagbench.accuracy.judging import Trial
from swagbench.core import InputError
from swagbench.peer_records import (
    ERROR,
    GROSS,
    POLICY,
    RIGHT,
    TINY,
    Choice,
    LibraryCard,
    Row,
    WrongInput,
)
from swagbench.peers.known import HOUSE
from swagbench.peers.manners import REFUSES
from swagbench.peers.peer import OUT_OF_SCOPE, Peer
from swagbench.peers.reproducer import reproducer
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.poison import shown
from swagbench.rolling.counterexample import Counterexample, answers_of, counterexample
from swagbench.rolling.hostile import COUNT, SIZES, hostile_streams
from swagbench.rolling.judging import Outcome, outcome, trial_of
from swagbench.rolling.policies import Policy, policy
from swagbench.rolling.questions import QUESTIONS, Question, judging, question
from swagbench.rolling.shortest import shortest
from swagbench.streams import fits, stream

SIZE = 16
ANSWERS = 2_048
"""On the streams of `swagbench accuracy`: windows of so many values, and so many of them."""

BAD = (GROSS, TINY, ERROR)

SECONDS = 20.0
"""What a question may take."""


class Heat(NamedTuple):
    """A stream at one window size, that all libraries are asked about."""

    asked: Question
    stream: str
    values: Sequence[Any]
    size: int
    judged_from: int = 0


class Libraries:
    """The libraries of a run, each in its process from when it is first asked to the end."""

    def __init__(self, peers: Sequence[Peer], seconds: float = SECONDS) -> None:
        self._stack = ExitStack()
        self.all = [self._stack.enter_context(Library(one, seconds)) for one in peers]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def leave_out(self, names: Sequence[str]) -> None:
        """Ask those no more."""
        self.all = [library for library in self.all if library.peer.id not in names]

    def cards(self) -> list[LibraryCard]:
        """What each states of itself; those that do not answer at all, why not."""
        return [_card(library) for library in self.all]


def _card(library: Library) -> LibraryCard:
    known = library.peer
    found = known.version()
    trouble = "" if found else "not installed"
    if found:
        try:
            library.roll(next(iter(known.code)), [1.0, 2.0, 3.0, 4.0, 5.0], 5)
        except LibraryFailed as error:
            trouble = str(error)
    return LibraryCard(
        id=known.id,
        version=found or "",
        home=known.home,
        kind=known.kind.value,
        start=known.start.value,
        remarks=known.remarks,
        choices=[
            *(
                Choice(policy=one.policy, words=policy(one.policy).words, address=one.address)
                for one in known.choices
            ),
            *(
                Choice(policy=OUT_OF_SCOPE, words=one.words, address=one.address)
                for one in known.excludes
            ),
        ],
        trouble=trouble,
        is_house=known.id in HOUSE,
    )


def questions(names: Sequence[str] | None) -> list[Question]:
    """The aggregations of those names, or all.

    Raises:
        InputError: there is no such one.
    """
    return [question(name) for name in names] if names else list(QUESTIONS.values())


def hostile_heats(asked: Sequence[Question]) -> Iterator[Heat]:
    """What `verify --peers` asks: every hostile stream at every small window."""
    for one in asked:
        for name, source in hostile_streams().items():
            values = source.take(COUNT)
            if fits(source, judging(one, values)):
                for size in SIZES:
                    yield Heat(one, name, values, size)


def long_heats(asked: Sequence[Question]) -> Iterator[Heat]:
    """What `accuracy --peers` asks: the streams of `swagbench accuracy`, and what has left."""
    for one in asked:
        for name in STREAMS:
            source = stream(name)
            values = source.take(ANSWERS + SIZE - 1)
            if fits(source, judging(one, values)):
                yield Heat(one, name, values, SIZE)
        for name, poison in POISONS.items():
            yield Heat(one, name, plain_values(SIZE, poison), SIZE, SIZE + 1)


def judged(libraries: Libraries, heats: Iterable[Heat]) -> Iterator[list[Row]]:
    """The rows of each heat: one for each library that has the aggregation."""
    for heat in heats:
        trial = _trial(heat)
        yield [
            _judged(library, heat, trial)
            for library in libraries.all
            if heat.asked.id in library.peer.code
        ]


def _trial(heat: Heat) -> Trial:
    return trial_of(heat.asked, heat.values, heat.size, judged_from=heat.judged_from)


def _judged(library: Library, heat: Heat, trial: Trial) -> Row:
    row = Row(
        library=library.peer.id,
        aggregation=heat.asked.id,
        stream=heat.stream,
        window=str(heat.size),
        verdict=RIGHT,
    )
    try:
        answers = answers_of(_rolling(library, heat.asked), heat.values, heat.size)
    except LibraryFailed as error:
        return _unanswered(row, trial, error)
    except InputError as error:
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(error))
    found = outcome(heat.asked, trial, answers, _policies(library))
    if found.wrong and library.peer.is_out_of_scope(heat.asked.id, heat.values):
        found = found.as_policy(OUT_OF_SCOPE)
    return _row(row, found)


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
    try:
        answers = answers_of(_rolling(library, heat.asked), heat.values, heat.size)
    except LibraryFailed as error:
        return msgspec.structs.replace(row, shortest=_shortest_error(library, heat, error))
    except InputError:
        return row
    found = outcome(heat.asked, _trial(heat), answers, _policies(library))
    return msgspec.structs.replace(row, shortest=_shortest(library, heat, found))


def is_right_on(library: Library, asked: str, values: Sequence[Any], size: int) -> str:
    """What is wrong about a library's answers; nothing, if all that are judged are right."""
    trial = trial_of(QUESTIONS[asked], values, size)
    try:
        answers = answers_of(_rolling(library, QUESTIONS[asked]), values, size)
    except (LibraryFailed, InputError) as error:
        return str(error)
    found = outcome(QUESTIONS[asked], trial, answers, _policies(library))
    return f"wrong: {found.wrong} of {found.judged} answers" if found.wrong else ""


def _unanswered(row: Row, trial: Trial, error: LibraryFailed) -> Row:
    """An error; where no window has an answer, to refuse is a library's good right."""
    has_none = all(judge.verdict(None).is_explained for judge in trial.judges.values())
    if not (has_none and error.is_error):
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(error))
    count = len(trial.judges)
    return msgspec.structs.replace(
        row, verdict=POLICY, reason=str(error), judged=count, by_policy={REFUSES: count}
    )


def _rolling(library: Library, asked: Question) -> Callable[[list[Any], int], list[Any]]:
    return lambda values, size: library.roll(asked.id, values, size)


def _policies(library: Library) -> list[Policy]:
    return [policy(one.policy) for one in library.peer.choices]


def _row(row: Row, found: Outcome) -> Row:
    verdict = (
        GROSS if found.gross else TINY if found.wrong else POLICY if found.by_policy else RIGHT
    )
    return msgspec.structs.replace(
        row,
        verdict=verdict,
        judged=found.judged,
        by_policy=dict(found.by_policy),
        wrong=found.wrong,
        gross=found.gross,
        worst_error=found.worst_error if math.isfinite(found.worst_error) else None,
    )


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
        _rolling(library, heat.asked),
        heat.asked,
        _policies(library),
        heat.values[: found.worst + heat.size],
        heat.size,
        only_gross=found.gross > 0,
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
