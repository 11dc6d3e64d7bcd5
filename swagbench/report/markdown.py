"""A run in Markdown: its words, tables and charts, as the README of its folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from swagbench.records import Run
from swagbench.report import accuracy, figures, findings, tables
from swagbench.report.tables import Group, Table


def readme(run: Run, drawn: Iterable[str] = ()) -> str:
    """The report as Markdown, for the folder that holds its charts. Text is escaped.

    `drawn` are the names of the charts' files there, less ``.svg``: ``overview``, or a group's file
    name and what is shown of it, such as ``max-wind-ns_per_slide``.
    """
    return "\n\n".join(_parts(run, [*drawn])) + "\n"


def _parts(run: Run, drawn: Sequence[str]) -> Iterator[str]:
    yield f"# {run.datetime[:10]} on {escaped(findings.machine(run))}"
    if noise := findings.noise_line(run):
        yield escaped(noise)
    command = " ".join(run.swagbench.command.replace("`", "'").split())
    yield f"Made by `{command}`. The page to look at is [report.html](report.html)."
    if not run.swagbench.is_complete:
        yield "**This run is not finished: some cells are still missing.**"
    true = run.swagbench.accuracy
    if (fastest := findings.summary(run)) or not true:
        yield "## Fastest, by window size"
        if "overview" in drawn:
            yield "![Which algorithm is the fastest, when](overview.svg)"
        yield bullets(fastest)
        yield "## What to make of it"
        yield bullets(findings.advice(run))
    for group in tables.groups(run):
        yield from _group(run, group, drawn)
    without = tables.unmeasured(run)
    if without.rows:
        yield "## Without a time"
        yield from _folded("No time for what is wrong, cannot be served or took too long", without)
    if run.swagbench.cards:
        yield "## What the algorithms promise"
        promised = tables.properties(run)
        yield from _folded("Combine calls, partials and conduct, by window size n", promised)
    results = run.swagbench.verification
    if results:
        yield "## Is it right?"
        yield f"{tables.tally(results)}."
        yield from _folded("Promises of the algorithms (✓ kept)", tables.promises(results))
        yield from _folded("Algorithms by aggregation", tables.served(results))
        yield from _folded("Laws of the aggregations (✓ holds)", tables.laws(results))
        yield from _folded("What else is asked of an aggregation", tables.conduct(results))
    if true:
        yield "## How true are floats?"
        yield bullets(accuracy.summary(true))
        yield escaped(accuracy.HOW_TO_READ)
        yield escaped(accuracy.LEAVING_IN_WORDS)
        yield text_table(accuracy.table(true), of_words=True)
        yield bullets([*accuracy.failures(true), *accuracy.errors(true)])
    yield "## How it was measured"
    yield bullets(findings.method(run))


def _group(run: Run, group: Group, drawn: Iterable[str]) -> Iterator[str]:
    """A group's charts, and of its tables those that a choice is made by."""
    name = f"{group.aggregation} on {group.stream}"
    yield f"## {escaped(name)}"
    for chart in drawn:
        of, _, shown = chart.rpartition("-")
        if of == group.file_name:
            alternative = escaped(f"{name}: {shown.replace('_', ' ')}")
            yield f"![{alternative}]({chart}.svg)"
    *_, slides = figures.operations(run, group)
    for caption, table in (
        figures.throughput(run, group),
        figures.beside_the_fastest(run, group),
        slides,
        figures.combine_calls(run, group),
        figures.memory(run, group),
    ):
        if table.rows:
            yield f"{escaped(caption)}."
            yield text_table(table)


def _folded(title: str, table: Table) -> Iterator[str]:
    """A table of words, if it has any, out of the way until its title is clicked."""
    if table.rows:
        yield f"<details><summary>{title}</summary>"
        yield text_table(table, of_words=True)
        yield "</details>"


def text_table(table: Table, *, of_words: bool = False) -> str:
    """A table in Markdown; columns of figures, all but the first, are set to the right."""
    header = [escaped(name) for name in table.header]
    rule = [":--", *[":--" if of_words else "--:"] * (len(header) - 1)]
    rows = [[escaped(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def bullets(sentences: Sequence[str]) -> str:
    """Sentences as a list."""
    return "\n".join(f"- {escaped(sentence)}" for sentence in sentences)


def escaped(text: str) -> str:
    """Text as itself: nothing in it is markup, and it stays on one line."""
    line = " ".join(text.split())
    line = re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", line)
    # At its beginning, before a space, these would make a list of it.
    return re.sub(r"^(\d*)([-+.)])(?=\s|$)", r"\1\\\2", line)
