"""Records as tables of text, the same ones for the terminal, the page and Markdown."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from swagbench.records import Benchmark, CheckResult, Run, Status, Unmeasured

FLOOR = "floor"
"""The contestant that only keeps values: what the interpreter costs."""


LONGEST_PART = 60
"""Characters of an id in a file's name, of which most systems allow 255."""

SIGNS = {Status.PASSED: "✓", Status.UNCLAIMED: "–"}


class Table(NamedTuple):
    """A header and rows of as many cells."""

    header: list[str]
    rows: list[list[str]]


def conformance(results: Iterable[CheckResult]) -> Table:
    """Check × algorithm: a row an aggregation, then one for each check that is not about one."""
    listed = [one for one in results if one.algorithm is not None]
    algorithms = _in_order(one.algorithm or "" for one in listed)
    by_row: dict[str, dict[str, list[CheckResult]]] = {}
    for one in sorted(listed, key=lambda one: one.check != "oracle"):
        row = by_row.setdefault(_row_name(one), {})
        row.setdefault(one.algorithm or "", []).append(one)
    rows = [
        [name, *(_fold(row.get(one, [])) for one in algorithms)] for name, row in by_row.items()
    ]
    return Table(["check", *algorithms], rows)


def laws(results: Iterable[CheckResult]) -> Table:
    """Aggregation × law: a tick where it holds, a dash where the ability is not claimed."""
    listed = [one for one in results if one.algorithm is None]
    names = _in_order(one.check for one in listed)
    cells = {
        (one.aggregation, one.check): SIGNS.get(one.status) or _word(one.status) for one in listed
    }
    return Table(
        ["aggregation", *names],
        [
            [aggregation, *(cells.get((aggregation, name), "") for name in names)]
            for aggregation in _in_order(one.aggregation for one in listed)
        ],
    )


def tally(results: Sequence[CheckResult]) -> str:
    """How many checks ended how, in words."""
    counts = {status: sum(one.status is status for one in results) for status in Status}
    said = [f"{count} {_word(status)}" for status, count in counts.items() if count]
    return f"{len(results)} check{'s' * (len(results) != 1)}: {', '.join(said)}"


def tone(cell: str) -> str:
    """How something ended, if a cell says so: right, failed, wrong (as declared) or none."""
    match = re.fullmatch(
        r"(?P<right>passed|✓)"
        r"|(?P<failed>FAILED(: .*)?|error)"
        r"|(?P<wrong>wrong(, as declared(: .*)?)?)"
        r"|(?P<none>n/a(: .*)?|skipped|not claimed|–)",
        cell,
        re.DOTALL,
    )
    return (match and match.lastgroup) or ""


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


def throughput(run: Run, group: Group) -> Table:
    """Algorithm × window: nanoseconds per slide, with half the spread of the middle rounds."""

    def cell(one: Benchmark) -> str:
        measures = one.extra_info
        spread = (measures.ns_per_slide_q3 - measures.ns_per_slide_q1) / 2
        return f"{measures.ns_per_slide:,.0f} ± {spread:,.0f}"

    return _by_window(run, group, cell)


def combine_calls(run: Run, group: Group) -> Table:
    """Algorithm × window: combine calls per slide, on average and (at most)."""

    def cell(one: Benchmark) -> str:
        measures = one.extra_info
        if measures.is_floor or measures.combine_calls_mean is None:
            return ""
        mean = f"{measures.combine_calls_mean:,.2f}".rstrip("0").rstrip(".")
        return f"{mean} ({measures.combine_calls_max:,})"

    return _by_window(run, group, cell)


def memory(run: Run, group: Group) -> Table:
    """Algorithm × window: bytes per value at rest and (at the peak), values not counted."""

    def cell(one: Benchmark) -> str:
        measures = one.extra_info
        if measures.bytes_per_value is None:
            return ""
        return f"{measures.bytes_per_value:,.0f} ({measures.peak_bytes_per_value:,.0f})"

    return _by_window(run, group, cell)


def finalizing(run: Run, group: Group) -> Table:
    """Algorithm × window: nanoseconds per slide with eval stopping short of finalize."""
    measured = {one.params: one.extra_info.ns_per_slide for one in run.benchmarks}

    def cell(one: Benchmark) -> str:
        ns_per_slide = measured.get(msgspec.structs.replace(one.params, answer=False))
        return "" if ns_per_slide is None else f"{ns_per_slide:,.0f}"

    return _by_window(run, group, cell)


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


def _by_window(run: Run, group: Group, show: Callable[[Benchmark], str]) -> Table:
    """Algorithm × window; a cell without a time says n/a, skipped, wrong or error."""
    cells = {(one.params.algorithm, one.params.window): show(one) for one in of_group(run, group)}
    for one in unmeasured_of_group(run, group):
        cells[one.cell.algorithm, one.cell.window] = one.kind
    windows = windows_of_group(run, group)
    algorithms = [name for name in _in_order(name for name, _ in cells) if name != FLOOR]
    named = [*algorithms, *([FLOOR] if any(cells.get((FLOOR, w)) for w in windows) else [])]
    return Table(
        ["window", *windows],
        [[name, *(cells.get((name, window), "") for window in windows)] for name in named],
    )


def _row_name(result: CheckResult) -> str:
    return result.aggregation if result.check == "oracle" else result.check


def _fold(results: Sequence[CheckResult]) -> str:
    """The worst of several results in words, naming the aggregations that it is about."""
    for status in (Status.FAILED, Status.XFAIL):
        found = [one for one in results if one.status is status]
        if found:
            names = _in_order(one.aggregation for one in found)
            about = f": {', '.join(names)}" if len(results) > 1 else ""
            return _word(status) + about
    if not results:
        return ""
    order = list(Status)
    best = min(results, key=lambda one: order.index(one.status))
    return f"n/a: {best.reason}" if best.status is Status.UNSERVED else _word(best.status)


def _word(status: Status) -> str:
    word: str = status.value
    return word.upper() if status is Status.FAILED else word


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
