"""How true answers in floats are, as tables and in words: for the terminal, the page, Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from swagbench.records import INFINITY_LEAVES, LEAVING, NAN_LEAVES, Accuracy
from swagbench.report.tables import Table

HOW_TO_READ = (
    "A cell says which share of the answers the values in the window cannot give, added in any"
    " order, and how far the worst answer is from the exact one, as a share of that (∞: that is 0,"
    " or one of them is no finite number). What is not explained depends on something outside the"
    " window: as a rule on a value that has left, which is named below. Explained is not exact:"
    " numbers that cancel leave few digits however they are added."
)
LEAVING_IN_WORDS = (
    "The last columns: whether all answers are explained again (✓) when one NaN, or one infinity,"
    " among plain values has left."
)
STREAMS_IN_WORDS = {
    NAN_LEAVES: "plain values, one NaN among them,",
    INFINITY_LEAVES: "plain values, one infinity among them,",
}
CANNOT_BE = "less than the values can give at all, as a negative sum of what is not negative"


def table(rows: Sequence[Accuracy]) -> Table:
    """Algorithm × aggregation, and window where there are several, by stream."""
    has_windows = len({one.window for one in rows}) > 1
    streams = _streams(rows)
    by_contest: dict[tuple[str, ...], dict[str, Accuracy]] = {}
    for one in rows:
        window = (str(one.window),) if has_windows else ()
        by_contest.setdefault((one.algorithm, one.aggregation, *window), {})[one.stream] = one
    return Table(
        ["algorithm", "aggregation", *(["window"] if has_windows else []), *streams],
        [
            [*contest, *(_cell(cells.get(stream)) for stream in streams)]
            for contest, cells in by_contest.items()
        ],
    )


def tables(rows: Sequence[Accuracy]) -> Iterator[tuple[str, Table]]:
    """The same, a table and its title for each aggregation and window: narrow enough to print."""
    streams = _streams(rows)
    groups: dict[tuple[str, int], dict[str, dict[str, Accuracy]]] = {}
    for one in rows:
        group = groups.setdefault((one.aggregation, one.window), {})
        group.setdefault(one.algorithm, {})[one.stream] = one
    for (aggregation, window), algorithms in groups.items():
        cells = [
            [name, *(_cell(row.get(stream)) for stream in streams)]
            for name, row in algorithms.items()
        ]
        title = f"{aggregation}, windows of {window}: share not explained, worst error"
        yield title, Table(["algorithm", *streams], cells)


def _streams(rows: Iterable[Accuracy]) -> list[str]:
    """The streams as they come; NaN and infinity last."""
    return sorted(dict.fromkeys(one.stream for one in rows), key=LEAVING.__contains__)


def _cell(row: Accuracy | None) -> str:
    """One row as text; what `tables.tone` colours is said in words as well."""
    if row is None:
        return ""
    if row.kind:
        return row.kind
    if not row.unexplained:
        return "✓" if row.stream in LEAVING else f"0 %, {_error(row)}"
    said = "wrong" if row.is_lossy else "FAILED"
    if row.stream in LEAVING:
        return f"{said}: stays"
    told = f"{said}: {share(row.unexplained, row.judged)}, {_error(row)}"
    return f"{told}, {row.impossible} cannot be" if row.impossible else told


def share(part: int, whole: int) -> str:
    """A part in percent; what is not none or all never looks as if it were.

    >>> share(0, 9), share(1, 9000), share(1, 9), share(8999, 9000), share(9, 9)
    ('0 %', '<0.1 %', '11 %', '99.9 %', '100 %')
    """
    percent = 100 * part / whole if whole else 0.0
    if 0 < percent < 0.1:
        return "<0.1 %"
    if percent >= 10:
        percent = math.floor(percent) if percent < 99 else math.floor(10 * percent) / 10
    return f"{percent:.3g} %" if percent >= 10 else f"{percent:.2g} %"


def _error(row: Accuracy) -> str:
    return "∞" if row.worst_error is None else f"{row.worst_error:.0e}" if row.worst_error else "0"


def summary(rows: Sequence[Accuracy]) -> list[str]:
    """What was judged, and what is impossible, in words."""
    tried = [one for one in rows if not one.kind]
    given, judged = sum(one.answers for one in tried), sum(one.judged for one in tried)
    told = [f"{judged:,} answers judged of {given:,} that were given."]
    wrong = sum(one.unexplained for one in tried)
    declared = sum(one.unexplained for one in tried if one.is_lossy)
    if wrong:
        of_these = " all" if declared == wrong else f" {declared:,}"
        told.append(
            f"{wrong:,} are not explained;{of_these} of them by an inverse that says itself that"
            " it is lossy: a fact, not a failure."
        )
    impossible = sum(one.impossible for one in tried)
    if impossible:
        told.append(f"{impossible} cannot be: {CANNOT_BE}.")
    return told


def failures(rows: Iterable[Accuracy]) -> list[str]:
    """Of each algorithm with each aggregation the first answer that is not explained, in words.

    One from outside of the window goes before one that its own values give.
    """
    found: dict[tuple[str, str], Accuracy] = {}
    for one in rows:
        if one.first is None:
            continue
        known = found.get(contest := (one.algorithm, one.aggregation))
        is_from_outside = one.first.poisoner is not None
        if known is None or (is_from_outside and known.first and known.first.poisoner is None):
            found[contest] = one
    return [_in_words(one) for one in found.values()]


def _in_words(row: Accuracy) -> str:
    assert row.first is not None
    first = row.first
    where = STREAMS_IN_WORDS.get(row.stream, f"{row.stream},")
    declared = ", as its lossy inverse declares" if row.is_lossy else ""
    begins = f"window that begins with value {first.window_begins}"
    kind = "containment: " if first.poisoner is not None else ""
    return (
        f"{row.algorithm} × {row.aggregation} on {where} windows of {row.window}: "
        f"{row.unexplained:,} of {row.judged:,} answers not explained{declared}; first for the "
        f"{begins}: right {first.right}, given {first.given}; {kind}{first.cause}"
    )


def errors(rows: Iterable[Accuracy]) -> list[str]:
    """What could not be judged to its end, and why: a line for all streams that share a reason."""
    streams: dict[tuple[str, ...], list[str]] = {}
    for one in rows:
        if one.kind in ("error", "skipped"):
            about = f"{one.algorithm} × {one.aggregation}"
            streams.setdefault((about, one.kind, one.reason), []).append(one.stream)
    return [
        f"{about}: {kind} on {', '.join(dict.fromkeys(names))}: {reason}"
        for (about, kind, reason), names in streams.items()
    ]
