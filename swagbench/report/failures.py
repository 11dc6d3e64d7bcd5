"""A broken promise, told: the same lines for the terminal and for tests' messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from swagbench.records import CheckResult

LONGEST_WORD = 200
"""Characters of a word that are shown."""


class Line(NamedTuple):
    """A line, and what it is: head, promise, fact, expected, given or code."""

    text: str
    kind: str


def failure(row: CheckResult) -> Iterator[Line]:
    """What broke, on which word, what was expected and given, how to see it again."""
    yield Line(f"{row.status.value.upper()} {about(row)}, {row.check}", "head")
    if row.promise:
        yield Line(f"  {row.promise}", "promise")
    is_short = len(row.word) <= LONGEST_WORD
    word = row.word if is_short else f"{row.word[:LONGEST_WORD]} …, whole in --json"
    facts = {
        "history": f"{row.history}  ({word})" if word and row.history else row.history,
        "word": "" if row.history else word,
        "at step": str(row.step or ""),
        "expected": row.expected,
        "given": row.given,
        "reason": row.reason,
        "shortest": row.certificate,
        "replay": row.replay if is_short else "",
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
    told = row.word[:LONGEST_WORD] or row.reason or row.given
    return f"{about(row)}, {row.check}: {row.status.value.upper()}  {told}"


def about(row: CheckResult) -> str:
    """Algorithm and aggregation, or the aggregation alone."""
    return " × ".join(filter(None, (row.algorithm, row.aggregation)))
