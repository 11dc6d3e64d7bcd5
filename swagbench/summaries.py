"""The aggregations as a page: by the room that they live in, what each answers and offers."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from swagbench.core import abilities
from swagbench.oracle import recompute
from swagbench.registry import Found, aggregation_ids, find_aggregation
from swagbench.report.markdown import text_table
from swagbench.report.tables import Table

SOURCE = "Source: "
NO_MARKUP = str.maketrans("", "", "*`")


def page() -> str:
    """All aggregations that are here, as Markdown."""
    return "\n\n".join(_parts()) + "\n"


def _parts() -> Iterator[str]:
    yield "# The aggregations"
    yield (
        "Made by `swagbench list aggregations --page`. What each offers beyond the four functions"
        " is checked by `swagbench verify`: see [the contract](contract-aggregation.md). Those that"
        " are not *exact* have a rule for which answers are right: [floats](floats.md)."
    )
    found = sorted(map(find_aggregation, aggregation_ids()), key=lambda one: _module(one).__name__)
    for module, group in groupby(found, key=_module):
        yield f"## {module.__name__.rpartition('.')[2].replace('_', ' ').capitalize()}"
        yield inspect.getdoc(module) or ""
        header = ["aggregation", "answer", "empty window", "offers", "source"]
        yield text_table(Table(header, [_row(one) for one in group]), of_words=True)


def _module(found: Found) -> Any:
    return inspect.getmodule(type(found.item))


def _row(found: Found) -> list[str]:
    name = f"{found.id}({found.parameters})" if found.parameters else found.id
    offers = ", ".join(sorted(one.value for one in abilities(found.item)))
    return [name, summary(found.item), repr(recompute(found.item, ())), offers, source(found.item)]


def summary(aggregation: Any) -> str:
    """What an aggregation answers: the first sentence of its docstring, up to the empty window."""
    told = (inspect.getdoc(aggregation) or "").partition("\n\n")[0]
    return " ".join(told.split()).rstrip(".")


def source(aggregation: Any) -> str:
    """Where it comes from, by its docstring; "" where it says nothing."""
    paragraphs = (inspect.getdoc(aggregation) or "").split("\n\n")
    return next((_source(one) for one in paragraphs if one.startswith(SOURCE)), "")


def _source(paragraph: str) -> str:
    return " ".join(paragraph.split()).removeprefix(SOURCE).rstrip(".").translate(NO_MARKUP)
