"""The free monoid spelled out, to be read: as tuples, if a fault shows there too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Check, Subject, Wrong, tried
from swagbench.verify.probes import shown
from swagbench.verify.reproducer.aggregations import AGGREGATIONS, IN_RUNS


class Spelled:
    """The free monoid as tuples, in which no wrong combine is refused."""

    commutative = False

    def __init__(self, arena: Any) -> None:
        self.id = arena.id
        self.letters = arena.letters
        self.aggregation = self
        if hasattr(arena, "uncombine"):
            self.uncombine = _without_oldest

    def value(self, _letter: str, index: int) -> int:
        return index

    def empty(self) -> tuple[int, ...]:
        return ()

    def unit(self, value: int) -> tuple[int, ...]:
        return (value,)

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        return older + newer

    def finalize(self, agg: tuple[int, ...]) -> list[int]:
        return list(agg)

    def answer(self, held: Sequence[int]) -> list[int]:
        return list(held)

    def is_right(self, held: Sequence[int], answer: Any) -> bool:
        return bool(answer == list(held))

    def tell(self, held: Sequence[int]) -> str:
        return shown(list(held))


def _without_oldest(whole: tuple[int, ...], oldest: tuple[int, ...]) -> tuple[int, ...]:
    return whole[len(oldest) :]


def spelled_out(
    check: Check, subject: Subject, word: str, wrong: Wrong
) -> tuple[str, Subject, Wrong]:
    """The probe as text. The free monoid as tuples if the fault shows there too, else as runs."""
    id_ = subject.arena.id
    if id_ not in IN_RUNS:
        return AGGREGATIONS[id_], subject, wrong
    spelled = replace(subject, arena=Spelled(subject.arena))
    try:
        same = tried(check, spelled, word)
    except TimeIsUp:
        same = None
    if same is None:
        return IN_RUNS[id_], subject, wrong
    return AGGREGATIONS[id_], spelled, same._replace(note=same.note or wrong.note)
