"""Records as tables of text, the same ones for the terminal, the page and Markdown."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from swagbench.core import Bound, Card
from swagbench.records import Benchmark, CheckResult, Run, Status, Unmeasured

FLOOR = "floor"
"""The contestant that only keeps values: what the interpreter costs."""


LONGEST_PART = 60
"""Characters of an id in a file's name, of which most systems allow 255."""

SIGNS = {Status.PASSED: "✓", Status.UNCLAIMED: "–"}
LAW = "law."
ORACLE_ON_WORDS = ("oracle.small", "oracle.long")
"""The checks that do little but run words: their speed is the suite's."""

UNPROMISED = "–"
PROMISES = (
    *("algorithm", "family", "needs", "push ≤", "pop ≤", "eval ≤"),
    *("slide, mean", "slide, max", "partials"),
)
"""What a card promises, as columns; bounds are of combine calls and, last, of partials."""

TONES = ("failed", "wrong", "", "none", "right")
"""How things end, the worst first."""

MOST_NAMES = 3
"""Names in a cell; of more the number is told."""

WORST_FIRST = (
    *(Status.FAILED, Status.ERROR, Status.TIMEOUT, Status.XPASS, Status.XFAIL),
    *(Status.PASSED, Status.UNCLAIMED, Status.UNSERVED),
)


class Table(NamedTuple):
    """A header and rows of as many cells."""

    header: list[str]
    rows: list[list[str]]


def promises(results: Iterable[CheckResult]) -> Table:
    """Check × algorithm: how each promise fared, over all aggregations that it was tried with."""
    return _by_algorithm(results, lambda one: one.check, "check")


def served(results: Iterable[CheckResult]) -> Table:
    """Aggregation × algorithm: how all checks with it ended; probes stand for all aggregations."""
    return _by_algorithm(results, lambda one: one.aggregation, "aggregation")


def _by_algorithm(
    results: Iterable[CheckResult], row_name: Callable[[CheckResult], str], header: str
) -> Table:
    listed = [one for one in results if one.algorithm is not None]
    algorithms = _in_order(one.algorithm or "" for one in listed)
    by_cell: dict[tuple[str, str], list[CheckResult]] = {}
    for one in listed:
        by_cell.setdefault((row_name(one), one.algorithm or ""), []).append(one)
    return Table(
        [header, *algorithms],
        [
            [name, *(_fold(by_cell.get((name, algorithm), []), header) for algorithm in algorithms)]
            for name in _in_order(name for name, _ in by_cell)
        ],
    )


def condensed(table: Table) -> Table:
    """A table that is too wide to print, a few words a row: how many kept it, and who did not.

    Blank cells are of those that were not tried. What is worse comes first.
    """
    rows = []
    for name, *cells in table.rows:
        said: dict[str, list[str]] = {}
        for column, cell in zip(table.header[1:], cells, strict=True):
            if cell:
                said.setdefault(cell, []).append(column)
        kept = len(said.pop(SIGNS[Status.PASSED], []))
        tried = kept + sum(map(len, said.values()))
        others = sorted(said, key=lambda cell: TONES.index(tone(cell)))
        told = "; ".join(f"{cell} ({', '.join(said[cell])})" for cell in others)
        rows.append([name, f"{kept} of {tried}", told])
    return Table([table.header[0], SIGNS[Status.PASSED], "otherwise"], rows)


def laws(results: Iterable[CheckResult]) -> Table:
    """Aggregation × law: a tick where it holds, a dash where the ability is not claimed."""
    return _of_aggregations(one for one in results if one.check.startswith(LAW))


def conduct(results: Iterable[CheckResult]) -> Table:
    """Aggregation × what else is asked of one."""
    return _of_aggregations(one for one in results if not one.check.startswith(LAW))


def _of_aggregations(results: Iterable[CheckResult]) -> Table:
    listed = [one for one in results if one.algorithm is None]
    names = _in_order(one.check for one in listed)
    cells = {
        (one.aggregation, one.check): SIGNS.get(one.status) or _word(one.status) for one in listed
    }
    return Table(
        ["aggregation", *(name.rpartition(".")[2] for name in names)],
        [
            [aggregation, *(cells.get((aggregation, name), "") for name in names)]
            for aggregation in _in_order(one.aggregation for one in listed)
        ],
    )


def hints(results: Iterable[CheckResult]) -> list[str]:
    """Abilities that seem to hold and are not claimed, a line each."""
    return [
        f"{one.aggregation}, {one.check}: {one.reason}"
        for one in results
        if one.algorithm is None and "consider claiming" in one.reason
    ]


def speeds(results: Iterable[CheckResult]) -> list[str]:
    """How fast words ran against the oracle, a line for each algorithm."""
    lines = []
    timed = [one for one in results if one.check in ORACLE_ON_WORDS and one.algorithm]
    for algorithm in _in_order(one.algorithm or "" for one in timed):
        rows = [one for one in timed if one.algorithm == algorithm and one.steps > 50_000]
        steps, seconds = sum(one.steps for one in rows), sum(one.seconds for one in rows)
        if seconds:
            lines.append(
                f"{algorithm}: {steps:,} steps against the oracle, {steps / seconds:,.0f} a second"
            )
    return lines


def tally(results: Sequence[CheckResult]) -> str:
    """How many checks ended how, in words."""
    counts = {status: sum(one.status is status for one in results) for status in Status}
    said = [f"{count} {_word(status)}" for status, count in counts.items() if count]
    return f"{len(results)} check{'s' * (len(results) != 1)}: {', '.join(said)}"


def tone(cell: str) -> str:
    """How something ended, if a cell says so: right, failed, wrong (as declared) or none."""
    match = re.fullmatch(
        r"(?P<right>passed|✓(, \d+ declared)?|0 %, .*)"
        r"|(?P<failed>(FAILED|ERROR|TIMEOUT|XPASS|gross|error)(: .*)?)"
        r"|(?P<wrong>(wrong|xfail|tiny)(: .*)?)"
        r"|(?P<none>n/a(: .*)?|skipped|not claimed(: .*)?|–)",
        cell,
        re.DOTALL,
    )
    return (match and match.lastgroup) or ""


def properties(run: Run) -> Table:
    """Algorithm × promise, of those in a run that state what they promise."""
    return Table(
        [*PROMISES, "after an exception", "reentrant", "waives"],
        [
            [
                *promised(name, card),
                card.guarantee.value,
                "yes" if card.reentrant else UNPROMISED,
                ", ".join(sorted(card.waives)),
            ]
            for name, card in run.swagbench.cards.items()
        ],
    )


def promised(name: str, card: Card) -> list[str]:
    """The cells of an algorithm for the columns of `PROMISES`."""
    family = card.family.value if card.family else ""
    bounds = (card.push, card.pop, card.eval, card.slide_mean, card.slide_max, card.partials)
    return [name, family, card.needed, *map(_bound, bounds)]


def _bound(bound: Bound | None) -> str:
    """What is promised, or that nothing is."""
    return UNPROMISED if bound is None else str(bound)


class Group(NamedTuple):
    """What can be compared: everything measured of one aggregation on one stream."""

    aggregation: str
    stream: str

    @property
    def file_name(self) -> str:
        """The group as the beginning of a file's name of its own, whatever its parts are of."""
        parts = [re.sub(r"[^A-Za-z0-9_.=]+", "_", part)[:LONGEST_PART] for part in self]
        name = "-".join(parts)
        # What had to be changed could be taken for another that looks the same then.
        return name if parts == [*self] else f"{name}-{zlib.crc32(repr(self).encode()):08x}"


def groups(run: Run) -> list[Group]:
    """The groups of a run in the order measured."""
    return list(dict.fromkeys(Group(b.params.aggregation, b.params.stream) for b in run.benchmarks))


def of_group(run: Run, group: Group) -> list[Benchmark]:
    """A group's benchmarks with their answers finalized, the floor among them."""
    return [
        one
        for one in run.benchmarks
        if (one.params.aggregation, one.params.stream) == group and one.params.answer
    ]


def unmeasured_of_group(run: Run, group: Group) -> list[Unmeasured]:
    """A group's cells without a time, of those with their answers finalized."""
    return [
        one
        for one in run.swagbench.unmeasured
        if (one.cell.aggregation, one.cell.stream) == group and one.cell.answer
    ]


def windows_of_group(run: Run, group: Group) -> list[str]:
    """A group's windows, the smallest first, in whatever order they were measured."""
    cells = [one.params for one in of_group(run, group)]
    cells += [one.cell for one in unmeasured_of_group(run, group)]
    return _in_order(cell.window for cell in sorted(cells, key=lambda cell: cell.size))


def unmeasured(run: Run) -> Table:
    """What has no time, and why; the windows that share a reason in one row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for one in run.swagbench.unmeasured:
        cell = one.cell
        if cell.answer:
            key = (cell.algorithm, cell.aggregation, cell.stream, one.kind, one.reason)
            rows.setdefault(key, []).append(cell.window)
    return Table(
        ["algorithm", "aggregation", "stream", "window", "", "reason"],
        [[*key[:3], ", ".join(windows), *key[3:]] for key, windows in rows.items()],
    )


def _fold(results: Sequence[CheckResult], header: str) -> str:
    """The worst of several results, naming what it is about; what is not claimed says why."""
    if not results:
        return ""
    status = min((one.status for one in results), key=WORST_FIRST.index)
    found = [one for one in results if one.status is status]
    if status is Status.PASSED:
        return SIGNS[status]
    if status in (Status.UNSERVED, Status.UNCLAIMED):
        reason = found[0].reason
        return f"{_word(status)}: {reason}" if reason else _word(status)
    names = _in_order(one.aggregation if header == "check" else one.check for one in found)
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{_word(status)}: {', '.join(names[:MOST_NAMES])}{more}"


def _word(status: Status) -> str:
    word: str = status.value
    return word.upper() if status.is_broken else word


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
