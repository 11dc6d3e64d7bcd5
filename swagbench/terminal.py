"""What the commands print: tables, facts and failures, with rich.

All text is shown as it is: names, values and errors of plug-ins are never read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from swagbench.records import CheckResult, Status
from swagbench.report.tables import Table, tone

STYLES = {"right": "green", "failed": "bold red", "wrong": "yellow", "none": "dim"}
WIDTH_OF_A_FILE = 110


def make_console() -> Console:
    """Where the commands print: as wide as the terminal, and wide enough in a file or a pipe."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH_OF_A_FILE
    return console


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
        fact = f"{one.history}: right {one.expected}, given {one.given}"
        line = f"  {_about(one)}, {one.check}: {fact}"
        console.print(Text(printable(line)), soft_wrap=True)


def print_failures(console: Console, results: Iterable[CheckResult]) -> None:
    """Every failed check with the shortest history found."""
    for one in results:
        if one.status is not Status.FAILED:
            continue
        about = printable(f" {_about(one)}, {one.check}")
        console.print(Text.assemble(("FAILED", "bold red"), about), soft_wrap=True)
        facts = {
            "history": one.history,
            "expected": one.expected,
            "given": one.given,
            "reason": one.reason,
        }
        for name, fact in facts.items():
            if fact:
                console.print(Text(printable(f"  {name:<9} {fact}")), soft_wrap=True)


def printable(text: str) -> str:
    r"""Text without anything that a terminal would obey.

    >>> printable("x\x1b[2Jy")
    'x\\x1b[2Jy'
    """
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda match: repr(match[0])[1:-1], text)


def _about(result: CheckResult) -> str:
    return " × ".join(filter(None, (result.algorithm, result.aggregation)))
