"""The free monoid spelled out, to be read: as tuples, if a fault shows there too."""

from __future__ import annotations

from dataclasses import replace

from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Check, Subject, Wrong, tried
from swagbench.verify.probes import FreeMonoid, FreeMonoidInFull
from swagbench.verify.reproducer.aggregations import AGGREGATIONS, IN_RUNS


def spelled_out(
    check: Check, subject: Subject, word: str, wrong: Wrong
) -> tuple[str, Subject, Wrong]:
    """The probe as text. The free monoid as tuples if the fault shows there too, else as runs."""
    id_ = subject.arena.id
    if not isinstance(subject.arena, FreeMonoid):
        return AGGREGATIONS[id_], subject, wrong
    spelled = replace(subject, arena=FreeMonoidInFull.like(subject.arena))
    try:
        same = tried(check, spelled, word)
    except TimeIsUp:
        same = None
    if same is None:
        return IN_RUNS[id_], subject, wrong
    return AGGREGATIONS[id_], spelled, same._replace(note=same.note or wrong.note)
