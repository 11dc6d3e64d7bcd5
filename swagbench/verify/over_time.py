"""Windows over time: the values of (t - span, t] and no others, for any algorithm.

Words are of events: ``u`` pushes a value at the present time, ``A``, ``B``, … let 1, 2, … units of
time pass. The window is asked after every event.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from swagbench.time_window import TimeWindow
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.probes import shown
from swagbench.verify.words import PUSH, VALUES

SPAN = 10
GAPS = "ADIJK"
"""1, 4, 9 (not yet), 10 (just now) and 11 (past) units of time."""


def _events(_subject: Subject, profile: Profile) -> Iterator[str]:
    is_fast = profile.name == "fast"
    longest = {"fast": 3, "default": 4}.get(profile.name, 6)
    for letters in product(PUSH + GAPS, repeat=longest):
        yield "".join(letters)
    draw = random.Random(profile.seed).random
    # Up to some hundred values in the window, and times when all have left.
    for bias in (1, 10, 100):
        yield "".join(
            GAPS[int(draw() * len(GAPS))] if draw() * (bias + 1) < 1 else PUSH
            for _ in range(200 if is_fast else 2_000)
        )


def _test_over_time(subject: Subject, word: str) -> Wrong | None:
    arena = subject.arena
    now = pushed = step = 0
    seen: list[tuple[int, Any]] = []
    try:
        window: TimeWindow[Any, Any] = TimeWindow(subject.algorithm, subject.aggregation, SPAN)
        for step, letter in enumerate(word, start=1):
            if letter in VALUES:
                now += 1 + VALUES.index(letter)
                window.advance(now)
                seen = [one for one in seen if one[0] > now - SPAN]
            elif letter == PUSH:
                value = arena.value(letter, pushed)
                window.push(now, value)
                seen.append((now, value))
                pushed += 1
            held = [value for _, value in seen]
            answer = window.eval()
            if not arena.is_right(held, answer):
                return Wrong(step, arena.tell(held), shown(answer))
            if len(window) != len(held):
                return Wrong(step, f"length {len(held)}", f"length {len(window)}")
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None


OVER_TIME = Check(
    id="time",
    promise=f"A window over time holds the values of (t - {SPAN}, t] and no others (span {SPAN}).",
    words=_events,
    test=_test_over_time,
)
