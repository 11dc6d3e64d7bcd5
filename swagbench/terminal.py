"""What the commands print: tables, facts and failures, with rich.

All text is shown as it is: names, values and errors of plug-ins are never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from swagbench.records import CheckResult, Status
from swagbench.report.tables import Table

STYLES = {
    "passed": "green",
    "FAILED": "bold red",
    "wrong": "yellow",
    "error": "bold red",
    "n/a": "dim",
    "skipped": "dim",
    "not claimed": "dim",
}


WIDTH_OF_A_FILE = 110


def make_console() -> Console:
    """Where the commands print: as wide as the terminal, and wide enough in a file or a pipe."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH_OF_A_FILE
    return console


def print_table(console: Console, table: Table, title: str = "") -> None:
    """A table; cells are coloured by the word that they begin with."""
    shown = RichTable(
        title=Text(title) if title else None,
        title_justify="left",
        header_style="bold",
        box=None,
        pad_edge=False,
    )
    for column, name in enumerate(table.header):
        shown.add_column(Text(name), overflow="fold", no_wrap=column == 0)
    for row in table.rows:
        shown.add_row(*map(_styled, row))
    console.print(shown)


def print_known(console: Console, results: Iterable[CheckResult]) -> None:
    """What is declared to be wrong, shown to be wrong: facts, not failures, one a line."""
    known = [one for one in results if one.status is Status.KNOWN]
    if known:
        console.print(Text("Wrong, as declared: facts, not failures", style="yellow"))
    for one in known:
        fact = f"{one.history}: right {one.expected}, given {one.given}"
        console.print(Text(f"  {_about(one)}, {one.check}: {fact}"), soft_wrap=True)


def print_failures(console: Console, results: Iterable[CheckResult]) -> None:
    """Every failed check with the shortest history found."""
    for one in results:
        if one.status is not Status.FAILED:
            continue
        head = Text.assemble(("FAILED", "bold red"), f" {_about(one)}, {one.check}")
        console.print(head, soft_wrap=True)
        facts = {
            "history": one.history,
            "expected": one.expected,
            "given": one.given,
            "reason": one.reason,
        }
        for name, fact in facts.items():
            if fact:
                console.print(Text(f"  {name:<9} {fact}"), soft_wrap=True)


def _about(result: CheckResult) -> str:
    return " × ".join(filter(None, (result.algorithm, result.aggregation)))


def _styled(cell: str) -> Text:
    style = next((style for word, style in STYLES.items() if cell.startswith(word)), "")
    return Text(cell, style=style)
