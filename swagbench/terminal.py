"""What the commands print: tables, facts and failures, with rich.

All text is shown as it is: names, values and errors of plug-ins are never read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable
from rich.text import Text

from swagbench.records import Accuracy, CheckResult, Status
from swagbench.report import accuracy
from swagbench.report.failures import about, failure, in_short
from swagbench.report.tables import Table, tone

STYLES = {"right": "green", "failed": "bold red", "wrong": "yellow", "none": "dim"}
LINE_STYLES = {
    "head": "bold red",
    "promise": "italic",
    "expected": "green",
    "given": "red",
    "code": "cyan",
}
WIDTH_OF_A_FILE = 110
NOT_RUN = "not run"
"""What the reason of a check begins with that was not begun: one line is enough for all."""

MOST_OTHERS = 12
"""Failed checks of one algorithm that are listed beside the one shown in full."""


def make_console() -> Console:
    """Where the commands print: as wide as the terminal, and wide enough in a file or a pipe."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH_OF_A_FILE
    return console


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar with the time left; only where there is a terminal, and gone when done."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    errors = Console(stderr=True)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield bar


def print_table(console: Console, table: Table, title: str = "") -> None:
    """A table under its title; cells that say how something ended are coloured."""
    if title:
        console.print(Text(printable(title), style="italic"), soft_wrap=True)
    shown = RichTable(header_style="bold", box=None, pad_edge=False)
    for column, name in enumerate(table.header):
        shown.add_column(Text(printable(name)), overflow="fold", no_wrap=column == 0)
    for row in table.rows:
        shown.add_row(*(Text(printable(cell), style=STYLES.get(tone(cell), "")) for cell in row))
    console.print(shown)


def print_known(console: Console, results: Iterable[CheckResult]) -> None:
    """What is declared to be wrong, shown to be wrong: facts, not failures, one a line."""
    known = [one for one in results if one.status is Status.XFAIL]
    if known:
        console.print(Text("Wrong, as declared: facts, not failures", style="yellow"))
    for one in known:
        where = one.history or one.word
        answers = f"right {one.expected}, given {one.given}" if one.expected else one.reason
        _, kind, cause = one.reason.partition("containment: ")
        if one.expected and cause:
            answers = f"{answers}; {kind}{cause}"
        told = ": ".join(filter(None, (where, answers)))
        _line(console, f"  {about(one)}, {one.check}: {told}")


def print_failures(console: Console, results: Iterable[CheckResult]) -> None:
    """What broke: of each algorithm or aggregation one check in full, the others in a line."""
    broken: dict[str, list[CheckResult]] = {}
    for one in results:
        if one.status.is_broken:
            broken.setdefault(one.algorithm or one.aggregation, []).append(one)
    for first, *others in broken.values():
        for text, kind in failure(first):
            _line(console, text, LINE_STYLES.get(kind, ""))
        told = [one for one in others if not one.reason.startswith(NOT_RUN)]
        if told:
            _line(console, f"  and {len(told)} more of its checks:")
        for one in told[:MOST_OTHERS]:
            _line(console, f"    {in_short(one)}")
        if len(told) > MOST_OTHERS:
            _line(console, f"    … and {len(told) - MOST_OTHERS} besides; --json has them all")
        if len(told) < len(others):
            why = next(one.reason for one in others if one.reason.startswith(NOT_RUN))
            _line(console, f"  and {len(others) - len(told)} that were {why}")


def print_accuracy(console: Console, rows: Sequence[Accuracy]) -> None:
    """How true answers in floats are: tables, what they say, and what was not contained."""
    for title, table in accuracy.tables(rows):
        print_table(console, table, title)
    for sentence in accuracy.summary(rows):
        _line(console, sentence)
    for sentence in accuracy.failures(rows):
        _line(console, f"  {sentence}", "yellow")
    for sentence in accuracy.errors(rows):
        _line(console, f"  {sentence}", "bold red")


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Text(printable(text), style=style), soft_wrap=True)


def printable(text: str) -> str:
    r"""Text without anything that a terminal would obey.

    >>> printable("x\x1b[2Jy")
    'x\\x1b[2Jy'
    """
    return re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", lambda match: repr(match[0])[1:-1], text)
