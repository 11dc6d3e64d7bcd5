"""Charts over window sizes: time, memory and combine calls, all from the same rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import altair as alt

from swagbench.records import Benchmark, Run
from swagbench.report.drawing import (
    Drawing,
    Rows,
    colour_and_shape,
    drawable,
    drawing,
    hidden_by_click,
    short,
)
from swagbench.report.figures import time


class Kind(NamedTuple):
    """What a chart over windows shows: a field in its unit, tooltips by title, and other marks."""

    field: str
    unit: str
    told: dict[str, str]
    beside: Callable[[alt.Chart], list[alt.Chart]]


def _bands(base: alt.Chart) -> list[alt.Chart]:
    ends = {"y": alt.Y("lo:Q"), "y2": alt.Y2("hi:Q")}
    return [
        base.mark_area(opacity=0.15).encode(**ends),
        base.mark_rule(strokeWidth=3, opacity=0.5).encode(**ends),
    ]


def _peaks(base: alt.Chart) -> list[alt.Chart]:
    return [base.mark_tick(thickness=2, size=12, opacity=0.8).encode(y=alt.Y("p:Q"))]


def _claims(base: alt.Chart) -> list[alt.Chart]:
    ring = base.mark_point(size=220, strokeWidth=3, color="#d00000", filled=False)
    return [
        base.mark_line(strokeDash=[2, 3], strokeWidth=1.2).encode(y=alt.Y("cl:Q")),
        ring.transform_filter("datum.c > datum.cl * 1.000001").encode(color=alt.value("#d00000")),
    ]


TIME = Kind(
    "t",
    "ns per slide",
    {"ns per slide": "t", "from": "lo", "to": "hi", "combine calls": "c"},
    _bands,
)
MEMORY = Kind("b", "bytes per value", {"at rest": "b", "at the peak": "p"}, _peaks)
CALLS = Kind(
    "c",
    "combine calls per slide",
    {"on average": "c", "at worst": "cm", "claimed on average": "cl"},
    _claims,
)


def over_windows(run: Run, rows: Rows, kind: Kind, title: str) -> Drawing | None:
    """Lines over window sizes, both axes logarithmic; a click in the legend hides a line."""
    marked = [row for row in rows if kind.field in row]
    if not marked:
        return None
    hidden = hidden_by_click()
    sizes = sorted({row["v"] for row in marked})
    log = alt.Scale(type="log", nice=False, padding=12)
    axis = alt.Axis(values=sizes, format=",.5~r", title="values in the window (log)")
    y_axis = alt.Axis(tickCount=6, format="~s", title=f"{kind.unit} (log)")
    colour, shape = colour_and_shape(run, {row["a"] for row in marked})
    base = (
        alt.Chart(alt.NamedData("rows"))
        .encode(
            x=alt.X("v:Q", scale=alt.Scale(type="log", nice=False), axis=axis),
            y=alt.Y(f"{kind.field}:Q", scale=log, axis=y_axis),
            color=colour,
        )
        .transform_filter(f"datum.{kind.field} > 0")
        .transform_filter(~hidden)
    )
    tooltip = [
        alt.Tooltip("a:N", title="algorithm"),
        alt.Tooltip("w:N", title="window"),
        *(alt.Tooltip(f"{name}:Q", title=told, format=",.4~r") for told, name in kind.told.items()),
    ]
    points = base.mark_point(filled=True, size=70, opacity=1).encode(shape=shape, tooltip=tooltip)
    layers = [base.mark_line().add_params(hidden), points, *kind.beside(base)]
    return drawing(alt.layer(*layers).properties(width=385, height=280), title, rows)


def row(run: Run, one: Benchmark) -> dict[str, Any]:
    """A cell as a row, for all charts over windows."""
    m = one.extra_info
    is_span, _ = one.params.size
    card = run.swagbench.cards.get(one.params.algorithm)
    bound = card.slide_mean if card and not is_span else None
    low, _, high = time(m)
    row = {
        "a": drawable(one.params.algorithm),
        "w": drawable(one.params.window),
        "v": m.window_values,
        "t": short(m.ns_per_slide),
        "lo": short(low),
        "hi": short(high),
        "c": short(m.combine_calls_mean),
        "cm": m.combine_calls_max,
        "cl": bound and short(bound.at(int(m.window_values))),
        "b": short(m.bytes_per_value),
        "p": short(m.peak_bytes_per_value),
    }
    # A logarithm has no zero: what is zero or not known has no mark.
    return {name: value for name, value in row.items() if value}
