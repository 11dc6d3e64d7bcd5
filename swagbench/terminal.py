"""What the commands print: tables, facts and failures, with rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from swagbench.records import CheckResult, Status
from swagbench.report.tables import Table

STYLES = {
    "passed": "green",
    "FAILED": "bold red",
    "wrong": "yellow",
    "n/a": "dim",
    "not claimed": "dim",
}


def print_table(console: Console, table: Table, title: str = "") -> None:
    """A table; cells are coloured by the word they begin with, and shown as they are."""
    shown = RichTable(title=title or None, title_justify="left", header_style="bold", box=None)
    for column, name in enumerate(table.header):
        shown.add_column(escape(name), overflow="fold", no_wrap=column == 0)
    for row in table.rows:
        shown.add_row(*map(_styled, row))
    console.print(shown)


def print_known(console: Console, results: Iterable[CheckResult]) -> None:
    """What is declared to be wrong, shown to be wrong: facts, not failures, one a line."""
    known = [one for one in results if one.status is Status.KNOWN]
    if known:
        console.print("[yellow]Wrong, as declared[/]: facts, not failures", highlight=False)
    for one in known:
        fact = f"{one.history}: right {one.expected}, given {one.given}"
        line = f"  {_about(one)}, {one.check}: {fact}"
        console.print(escape(line), highlight=False, soft_wrap=True)


def print_failures(console: Console, results: Iterable[CheckResult]) -> None:
    """Every failed check with the shortest history found."""
    for one in results:
        if one.status is Status.FAILED:
            console.print(f"[bold red]FAILED[/] {escape(_about(one))}, {escape(one.check)}")
            facts = (
                ("history", one.history),
                ("expected", one.expected),
                ("given", one.given),
                ("reason", one.reason),
            )
            for name, fact in facts:
                if fact:
                    console.print(f"  {name:<9} {escape(fact)}", highlight=False, soft_wrap=True)


def _about(result: CheckResult) -> str:
    names: Sequence[str] = [name for name in (result.algorithm, result.aggregation) if name]
    return " × ".join(names)


def _styled(cell: str) -> str:
    style = next((style for word, style in STYLES.items() if cell.startswith(word)), None)
    return f"[{style}]{escape(cell)}[/]" if style else escape(cell)
