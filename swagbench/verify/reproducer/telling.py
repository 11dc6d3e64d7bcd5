"""A word told to people, with what it pushes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from swagbench.verify.batch import stream_of
from swagbench.verify.both_ends import ENDS, METHODS, PUSH_OLDEST, PUSHES, first_number
from swagbench.verify.over_time import OVER_TIME
from swagbench.verify.probes import Arena
from swagbench.verify.words import ASK, POP, PUSH, VALUES


def steps_in_words(arena: Arena, word: str, check_id: str = "") -> str:
    """A word with its values, for people: ``push 0, 1, 2, pop, eval``.

    Over time, which is the check `time`, with the times: ``push 0 at 0, push 1 at 4, time 14``.
    Of a batch: ``roll 0, 1, 2 in windows of 2``. At both ends: ``push 0, push_oldest -1``.
    """
    if check_id in {check.id for check in ENDS}:
        return ", ".join(_ends_in_words(arena, word))
    if check_id.startswith("batch.") and (stream := stream_of(arena, word)):
        return f"roll {_few(stream.values)} in windows of {stream.size}"
    if check_id == OVER_TIME.id:
        return ", ".join(_events_in_words(arena, word))
    parts = []
    pushed = 0
    for kind, letters in groupby(word, key=lambda letter: letter if letter in POP + ASK else PUSH):
        run = list(letters)
        if kind in POP + ASK:
            verb = {POP: "pop", ASK: "eval"}[kind]
            parts.append(verb + _times(len(run)))
            continue
        values = [arena.value(letter, pushed + index) for index, letter in enumerate(run)]
        pushed += len(run)
        parts.append(f"push {_few(values)}")
    return ", ".join(parts)


def _ends_in_words(arena: Arena, word: str) -> Iterator[str]:
    newest = first_number(arena)
    oldest = newest - 1
    for letter, letters in groupby(word):
        count = len(list(letters))
        if letter not in PUSHES:
            yield METHODS[letter] + _times(count)
            continue
        if letter == PUSH_OLDEST:
            numbers = range(oldest, oldest - count, -1)
            oldest -= count
        else:
            numbers = range(newest, newest + count)
            newest += count
        yield f"{METHODS[letter]} {_few([arena.value(PUSH, number) for number in numbers])}"


def _times(count: int) -> str:
    return {1: "", 2: " twice"}.get(count, f" {count} times")


def _events_in_words(arena: Arena, word: str) -> Iterator[str]:
    now = pushed = 0
    runs = [(is_push, list(run)) for is_push, run in groupby(word, lambda one: one == PUSH)]
    for number, (is_push, run) in enumerate(runs, start=1):
        if is_push:
            values = [arena.value(PUSH, pushed + index) for index in range(len(run))]
            pushed += len(run)
            yield f"push {_few(values)} at {now}"
        else:
            now += sum(1 + VALUES.index(letter) for letter in run if letter in VALUES)
            if number == len(runs):
                yield f"time {now}"


def _few(values: Sequence[Any]) -> str:
    if len(values) <= 4:
        return ", ".join(map(repr, values))
    return f"{values[0]!r}, {values[1]!r}, …, {values[-1]!r} ({len(values)} values)"
