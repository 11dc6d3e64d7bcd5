"""What charts share: a specification and its rows, how contestants look, what is shown of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

import altair as alt

from swagbench.records import Run
from swagbench.report.tables import FLOOR

Specification = dict[str, Any]
Rows = list[dict[str, Any]]

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#B8A900")
"""Colours that colour-blind people can tell apart (M. Okabe, K. Ito, *Color Universal Design*),
less black, which a dark page swallows, and with a darker yellow, which a white one does."""

GREY = "#999999"
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")

SHOWN = "shown == null || indexof(shown, datum.a) >= 0"
"""Which rows are drawn: `shown` is a list of algorithms that the page sets, or null for all."""


class Drawing(NamedTuple):
    """A specification that has no data but refers to "rows", and those."""

    specification: Specification
    rows: Rows


def complete(drawing: Drawing) -> Specification:
    """A specification with its rows."""
    return {**drawing.specification, "datasets": {"rows": drawing.rows}}


class Looks(NamedTuple):
    """Names, and the colour and mark of each in the same order."""

    names: list[str]
    colours: list[str]
    shapes: list[str]


def looks(run: Run, shown: Collection[str]) -> Looks:
    """How those of a run's contestants look that are shown; the floor is grey and last."""
    names = list(dict.fromkeys(drawable(one.params.algorithm) for one in run.benchmarks))
    all_looks = {
        name: (OKABE_ITO[index % len(OKABE_ITO)], SHAPES[index % len(SHAPES)])
        for index, name in enumerate(name for name in names if name != FLOOR)
    } | {FLOOR: (GREY, "stroke")}
    listed = [name for name in all_looks if name in shown]
    return Looks(
        listed, [all_looks[name][0] for name in listed], [all_looks[name][1] for name in listed]
    )


def drawable(text: str) -> str:
    """Text without the characters that XML, and so an SVG, has no place for."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def hidden_by_click() -> Any:
    """Those that a click in the legend hides; at first there are none."""
    return alt.selection_point(
        name="hidden", fields=["a"], bind="legend", toggle="true", empty=False
    )


def colour_and_shape(run: Run, shown: set[str]) -> tuple[alt.Color, alt.Shape]:
    """Colours and marks of those shown, in one legend."""
    names, colours, shapes = looks(run, shown)
    legend = alt.Legend(title=None, orient="bottom", columns=3)
    return (
        alt.Color("a:N", scale=alt.Scale(domain=names, range=colours), legend=legend),
        alt.Shape("a:N", scale=alt.Scale(domain=names, range=shapes), legend=legend),
    )


def drawing(chart: alt.TopLevelMixin, title: str, rows: Rows) -> Drawing:
    """A chart that can be told which algorithms to show."""
    specification: Specification = chart.to_dict()
    specification["title"] = title
    specification["params"] = [*specification.get("params", []), {"name": "shown", "value": None}]
    specification["transform"] = [{"filter": SHOWN}, *specification.get("transform", [])]
    specification["config"] = {
        "legend": {"labelLimit": 260, "labelFontSize": 12},
        "view": {"stroke": "#888888", "strokeOpacity": 0.4},
    }
    return Drawing(specification, rows)


def short(value: float | None) -> float | None:
    """Four figures of a value are more than an eye can see."""
    return None if value is None else float(f"{value:.4g}")
