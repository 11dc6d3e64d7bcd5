"""What else is asked of a library, and that a fault in it is seen."""

from __future__ import annotations

import pytest

from swagbench.peer_records import GROSS, POLICY, RIGHT
from swagbench.peers.manners import manners
from swagbench.peers.peer import OverTime, Start
from swagbench.peers.serving import Library


def rows_of(known):
    with Library(known, 20) as library:
        return {(row.stream, row.window): row for row in manners(library)}


def test_one_that_recomputes_has_all_of_them(honest_peer):
    assert {row.verdict for row in rows_of(honest_peer).values()} == {RIGHT}


COUNTS_ITSELF = """import builtins
builtins.asked = getattr(builtins, "asked", 0) + 1
answers = [float(builtins.asked)] * len(values)"""


@pytest.mark.parametrize(
    ("code", "start", "about"),
    [
        ("answers = [0.0] * len(values)", Start.MISSING, "before the first window"),
        ("answers = [0.0] * len(values)", Start.NOTHING, "before the first window"),
        ("answers = [0.0] * len(values)", Start.SHORTER, "before the first window"),
        (
            COUNTS_ITSELF,
            Start.NOTHING,
            "asked twice",
        ),
        (
            "answers = [0.0] * (len(values) - size + 1)\nvalues[0] = 9.0",
            Start.NOTHING,
            "values unchanged",
        ),
        ("answers = [0.0] * 5", Start.NOTHING, "window longer than the values"),
        ("answers = [0.0] * max(1, len(values) - size + 1)", Start.NOTHING, "no values"),
    ],
)
def test_a_fault_is_seen(make_peer, code, start, about):
    assert rows_of(make_peer(code, start=start))[about, "3"].verdict == GROSS


def test_to_refuse_what_has_no_answer_is_a_policy(make_peer):
    code = "if len(values) < size: raise ValueError('too few')\n"
    code += "answers = [sum(values[end - size:end]) for end in range(size, len(values) + 1)]"
    rows = rows_of(make_peer(code))
    assert rows["window longer than the values", "3"].by_policy == {"refuses": 1}
    assert rows["no values", "3"].verdict == POLICY


BY_TIME = """answers = [
    sum(value for time, value in zip(times, values)
        if now - span < time < now or (closed in ("left", "both") and time == now - span)
        or (closed in ("right", "both") and time == now))
    for now in times
]"""
BY_ROW = """answers = [
    sum(value for time, value in list(zip(times, values))[:row + 1] if now - span < time <= now)
    for row, now in enumerate(times)
]"""
SIDES = ("right", "left", "both", "neither")


def test_windows_by_time_are_right_at_every_side(make_peer):
    rows = rows_of(make_peer("answers = [0.0] * 6", over_time=OverTime(code=BY_TIME, closed=SIDES)))
    assert [rows["over time", f"10 s, {side}"].verdict for side in SIDES] == [RIGHT] * 4


def test_windows_by_row_are_a_choice_where_it_is_stated_and_wrong_where_not(make_peer):
    stated = OverTime(code=BY_ROW, closed=("right",), by_row=("right",))
    row = rows_of(make_peer("answers = []", over_time=stated))["over time", "10 s, right"]
    assert (row.verdict, row.by_policy) == (POLICY, {"by_row": 1})
    silent = OverTime(code=BY_ROW, closed=("right",))
    row = rows_of(make_peer("answers = []", over_time=silent))["over time", "10 s, right"]
    assert (row.verdict, row.wrong) == (GROSS, 1)


def test_a_side_that_is_taken_for_another_is_seen(make_peer):
    wrong = BY_TIME.replace('closed in ("left", "both") and', "")
    over_time = OverTime(code=wrong, closed=SIDES)
    rows = rows_of(make_peer("answers = []", over_time=over_time))
    verdicts = [rows["over time", f"10 s, {side}"].verdict for side in SIDES]
    assert verdicts == [GROSS, RIGHT, RIGHT, GROSS]
