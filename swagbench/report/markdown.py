"""A run in Markdown: its words, tables and charts, as the README of its folder."""

from __future__ import annotations

import re
from collections.abc import Iterator

from swagbench.records import Run
from swagbench.report import accuracy, findings, tables
from swagbench.report.tables import Table


def readme(run: Run) -> str:
    """The report as Markdown, for the folder that holds its charts. Text is escaped."""
    return "\n\n".join(_parts(run)) + "\n"


def _parts(run: Run) -> Iterator[str]:
    yield f"# {run.datetime[:10]} on {_text(findings.machine(run))}"
    command = " ".join(run.swagbench.command.replace("`", "'").split())
    yield f"Made by `{command}`. The page to look at is [report.html](report.html)."
    if not run.swagbench.is_complete:
        yield "**This run is not finished: some cells are still missing.**"
    true = run.swagbench.accuracy
    if (fastest := findings.summary(run)) or not true:
        yield "## Fastest, by window size"
        yield _list(fastest)
        yield "## What to make of it"
        yield _list(findings.advice(run))
    for group in tables.groups(run):
        name = _text(f"{group.aggregation} on {group.stream}")
        yield f"## {name}"
        yield f"![Time per slide over window sizes: {name}]({group.file_name}-ns_per_slide.svg)"
        yield "Nanoseconds per slide: median over rounds ± half the spread of the middle half."
        yield text_table(tables.throughput(run, group))
        yield "Combine calls per slide: mean (largest)."
        yield text_table(tables.combine_calls(run, group))
        yield "Bytes per value beside the values: between steps (at the peak)."
        yield text_table(tables.memory(run, group))
    without = tables.unmeasured(run)
    if without.rows:
        yield "## Without a time"
        yield text_table(without, of_words=True)
    results = run.swagbench.verification
    if results:
        yield "## Is it right?"
        yield f"{tables.tally(results)}."
        yield text_table(tables.promises(results), of_words=True)
        yield text_table(tables.served(results), of_words=True)
        yield text_table(tables.laws(results), of_words=True)
        yield text_table(tables.conduct(results), of_words=True)
    if true:
        yield "## How true are floats?"
        yield _list(accuracy.summary(true))
        yield _text(accuracy.HOW_TO_READ)
        yield _text(accuracy.LEAVING_IN_WORDS)
        yield text_table(accuracy.table(true), of_words=True)
        yield _list([*accuracy.failures(true), *accuracy.errors(true)])
    yield "## How it was measured"
    yield _list(findings.method(run))


def text_table(table: Table, *, of_words: bool = False) -> str:
    """A table in Markdown; columns of figures, all but the first, are set to the right."""
    header = [_text(name) for name in table.header]
    rule = [":--", *[":--" if of_words else "--:"] * (len(header) - 1)]
    rows = [[_text(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def _list(sentences: list[str]) -> str:
    return "\n".join(f"- {_text(sentence)}" for sentence in sentences)


def _text(text: str) -> str:
    """Text as itself: nothing in it is markup, and it stays on one line."""
    line = " ".join(text.split())
    line = re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", line)
    # At its beginning, before a space, these would make a list of it.
    return re.sub(r"^(\d*)([-+.)])(?=\s|$)", r"\1\\\2", line)
