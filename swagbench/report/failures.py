"""A broken promise, told: the same lines for the terminal and for tests' messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swagbench.records import CheckResult


class Line(NamedTuple):
    """A line, and what it is: head, promise, fact, expected, given or code."""

    text: str
    kind: str


def failure(row: CheckResult) -> Iterator[Line]:
    """What broke, on which word, what was expected and given, how to see it again."""
    yield Line(f"{row.status.value.upper()} {about(row)}, {row.check}", "head")
    if row.promise:
        yield Line(f"  {row.promise}", "promise")
    facts = {
        "history": f"{row.history}  ({row.word})" if row.word and row.history else row.history,
        "word": "" if row.history else row.word,
        "at step": str(row.step or ""),
        "expected": row.expected,
        "given": row.given,
        "reason": row.reason,
        "shortest": row.certificate,
        "replay": row.replay,
    }
    for name, fact in facts.items():
        if fact:
            kind = name if name in ("expected", "given") else "fact"
            yield Line(f"  {name:<9} {fact}", kind)
    if row.script:
        yield Line("  in plain Python:", "fact")
        for line in row.script.splitlines():
            yield Line(f"    {line}", "code")


def in_short(row: CheckResult) -> str:
    """The same in one line."""
    told = row.word or row.reason or row.given
    return f"{about(row)}, {row.check}: {row.status.value.upper()}  {told}"


def about(row: CheckResult) -> str:
    """Algorithm and aggregation, or the aggregation alone."""
    return " × ".join(filter(None, (row.algorithm, row.aggregation)))
