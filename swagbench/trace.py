"""A window's inner state, step by step, as a table to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from swagbench.core import Algorithm, InputError, is_batch


class Row(NamedTuple):
    """What a window held, by name, when it was asked, and what it answered."""

    state: dict[str, Any]
    answer: Any


def trace(
    algorithm: Algorithm,
    aggregation: Any,
    values: Iterable[Any],
    *,
    window: int | None = None,
    drain: bool = False,
) -> Iterator[Row]:
    """Push `values` one by one, keeping at most `window` of them, and ask after each step.

    The state is what the algorithm's own ``state()`` gives: a mapping from names to lists of
    aggregates or to single ones. An algorithm without it shows its answers alone.

    Args:
        algorithm: makes the window.
        aggregation: what is asked; `expression` shows best what is going on.
        values: what is pushed.
        window: the oldest value is popped first where there would be more than this many.
        drain: pop the values one by one at the end.

    Raises:
        InputError: the algorithm makes batches, not windows.
    """
    if is_batch(algorithm):
        raise InputError("a batch has no state to trace; choose a window, such as two_stacks")
    subject: Any = algorithm(aggregation)
    state = getattr(subject, "state", dict)
    yield Row(state(), subject.eval())
    for value in values:
        if window is not None and len(subject) == window:
            subject.pop()
        subject.push(value)
        yield Row(state(), subject.eval())
    while drain and len(subject):
        subject.pop()
        yield Row(state(), subject.eval())


def as_table(rows: Iterable[Row]) -> str:
    """The rows as text, the first column to the right: a stack with its top beside the others."""
    listed = [({name: _show(item) for name, item in row.state.items()}, row) for row in rows]
    names = list(listed[0][0]) if listed else []
    widths = [max(len(name), *(len(cells[name]) for cells, _ in listed)) for name in names]
    lines = [[*names, "  answer"]]
    lines += [[*(cells[name] for name in names), f"= {_show(row.answer)}"] for cells, row in listed]
    return "\n".join(_align(line, widths) for line in lines)


def _align(line: Sequence[str], widths: Sequence[int]) -> str:
    *cells, answer = line
    aligned = [
        f"{cell:<{width}}" if column else f"{cell:>{width}}"
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return " ".join([*aligned, answer])


def _show(item: Any) -> str:
    if isinstance(item, list):
        return f"[{', '.join(map(_show, item))}]"
    # Of text that is an aggregate of nothing, nothing would be seen.
    return item or "–" if isinstance(item, str) else repr(item)
