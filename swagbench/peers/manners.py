"""What else is asked of a library: the ends of the input, what it leaves behind, windows over time.

A library may refuse what it has no answer for, with an error that says so: that is its policy.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from swagbench.peer_records import ERROR, GROSS, POLICY, RIGHT, Row
from swagbench.peers.over_time import held, judged
from swagbench.peers.peer import OverTime, Peer, Start
from swagbench.peers.serving import Library, LibraryFailed

VALUES = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]
SIZE = 3
TIMES = [0, 5, 10, 10, 15, 20, 40]
TIMED_VALUES = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]
SPAN = 10
"""Values of which every sum is another one, two at one time, and a gap."""

REFUSES = "refuses"


def manners(library: Library) -> Iterator[Row]:
    """A row for each thing that is asked: of sums, as all that sum have manners to show."""
    known = library.peer
    if "sum" not in known.code:
        return
    for about, check in (
        ("before the first window", _start),
        ("asked twice", _twice),
        ("values unchanged", _unchanged),
        ("window longer than the values", _longer),
        ("no values", _empty),
    ):
        row = _row(known, about, "3")
        yield _ended(row, check, library, may_refuse=check in (_longer, _empty))
    if known.over_time is not None:
        for closed in known.over_time.closed:
            yield _over_time(library, known.over_time, closed)


def _row(known: Peer, about: str, window: str) -> Row:
    return Row(
        library=known.id,
        aggregation="sum",
        stream=about,
        window=window,
        verdict=RIGHT,
        is_manner=True,
    )


def _ended(row: Row, check: Callable[[Library], str], library: Library, *, may_refuse: bool) -> Row:
    try:
        trouble = check(library)
    except LibraryFailed as error:
        if may_refuse and error.is_error:
            return msgspec.structs.replace(
                row, verdict=POLICY, reason=str(error), judged=1, by_policy={REFUSES: 1}
            )
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(error))
    if not trouble:
        return msgspec.structs.replace(row, judged=1)
    return msgspec.structs.replace(
        row, verdict=GROSS, reason=trouble, judged=1, wrong=1, gross=1, worst_error=None
    )


def _start(library: Library) -> str:
    """Whether it begins as its adapter says."""
    answers = library.roll("sum", VALUES, SIZE)
    return _begins(library.peer, answers[: len(answers) - (len(VALUES) - SIZE + 1)], VALUES)


def _begins(known: Peer, before: Sequence[Any], values: Sequence[float]) -> str:
    """What is wrong about the answers before the first full window; nothing, if that is right."""
    if known.start is Start.NOTHING:
        return "" if not before else f"answers before the first window: {before}"
    if known.start is Start.MISSING:
        are_missing = all(answer is None or math.isnan(answer) for answer in before)
        return "" if are_missing else f"answers before the first window: {before}"
    if known.start is Start.MIRRORED:
        return ""  # There are many mirrors: which one it is, is the user's choice.
    so_far = [sum(values[: end + 1]) for end in range(len(before))]
    return "" if list(before) == so_far else f"right {so_far}, given {list(before)}"


def _twice(library: Library) -> str:
    first, again = (library.roll("sum", VALUES, SIZE) for _ in range(2))
    return "" if repr(first) == repr(again) else f"first {first}, then {again}"


def _unchanged(library: Library) -> str:
    return "" if library.leaves_unchanged("sum", list(VALUES), SIZE) else "the values were changed"


def _longer(library: Library) -> str:
    few = VALUES[:2]
    answers = library.roll("sum", few, SIZE)
    if len(answers) not in (0, len(few)):
        return f"{len(answers)} answers for {len(few)} values"
    return _begins(library.peer, answers, few) if answers else ""


def _empty(library: Library) -> str:
    answers = library.roll("sum", [], SIZE)
    return "" if not answers else f"answers of no values: {answers}"


def _over_time(library: Library, over_time: OverTime, closed: str) -> Row:
    window = f"{SPAN} s, {closed}"
    row = _row(library.peer, "over time", window)
    try:
        answers = library.roll_over_time(TIMES, TIMED_VALUES, SPAN, closed)
    except LibraryFailed as error:
        return msgspec.structs.replace(row, verdict=ERROR, reason=str(error))
    found = judged(over_time, TIMED_VALUES, held(TIMES, SPAN, closed), closed, answers)
    by_policy = Counter(one.policy for one in found if one.policy)
    row = msgspec.structs.replace(row, judged=len(found), by_policy=dict(by_policy))
    wrong = [one for one in found if one.is_wrong]
    if not wrong:
        return msgspec.structs.replace(row, verdict=POLICY if by_policy else RIGHT)
    reason = f"right {wrong[0].right}, given {wrong[0].given}"
    count = len(wrong)
    return msgspec.structs.replace(
        row, verdict=GROSS, wrong=count, gross=count, worst_error=None, reason=reason
    )
