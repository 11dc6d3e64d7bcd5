"""Charts of single slides: the spectrum of their times, and one replay slide by slide."""

from __future__ import annotations

import altair as alt

from swagbench.records import RANKS, Latency, Run
from swagbench.report.drawing import (
    Drawing,
    Rows,
    colour_and_shape,
    drawing,
    hidden_by_click,
    looks,
    short,
)


def spectrum(run: Run, timed: dict[str, Latency], title: str) -> Drawing | None:
    """Nanoseconds of single slides by rank."""
    if not timed:
        return None
    rows = [
        {"a": name, "r": rank, "t": short(found.ns), "c": found.calls, "s": one.slide.slow}
        for name, one in timed.items()
        for rank, found in one.slide.ranks.items()
    ]
    hidden = hidden_by_click()
    colour, shape = colour_and_shape(run, set(timed))
    base = (
        alt.Chart(alt.NamedData("rows"))
        .encode(
            x=alt.X("r:N", sort=[*RANKS], title="share of slides", axis=alt.Axis(labelAngle=0)),
            y=alt.Y(
                "t:Q",
                scale=alt.Scale(type="log", nice=False, padding=12),
                axis=alt.Axis(tickCount=6, format="~s", title="ns of a slide (log)"),
            ),
            color=colour,
        )
        .transform_filter(~hidden)
    )
    tooltip = [
        alt.Tooltip("a:N", title="algorithm"),
        alt.Tooltip("r:N", title="rank"),
        alt.Tooltip("t:Q", title="ns", format=",.4~r"),
        alt.Tooltip("c:Q", title="combine calls of the same slide", format=","),
        alt.Tooltip("s:Q", title="slow ones in all", format=","),
    ]
    points = base.mark_point(filled=True, size=60, opacity=1).encode(shape=shape, tooltip=tooltip)
    chart = alt.layer(base.mark_line().add_params(hidden), points)
    return drawing(chart.properties(width=385, height=280), title, rows)


def timeline(run: Run, timed: dict[str, Latency], title: str) -> Drawing | None:
    """The dearest slide of each stretch, a strip for each algorithm."""
    if not timed:
        return None
    rows: Rows = [
        {"a": name, "s": one.stretch, "t": [*map(short, one.timeline_ns)]}
        for name, one in timed.items()
    ]
    names, colours, _ = looks(run, set(timed))
    colour = alt.Color("a:N", scale=alt.Scale(domain=names, range=colours), legend=None)
    header = alt.Header(labelAngle=0, labelAlign="left", labelLimit=190, title=None)
    chart = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line(strokeWidth=1.2, interpolate="step-after")
        .encode(
            x=alt.X(
                "n:Q",
                title="slide",
                scale=alt.Scale(nice=False),
                axis=alt.Axis(format=",d", grid=False, tickCount=9),
            ),
            y=alt.Y(
                "t:Q",
                scale=alt.Scale(type="log", nice=False, padding=2),
                axis=alt.Axis(tickCount=2, format="~s", title=None),
            ),
            color=colour,
            row=alt.Row("a:N", sort=names, header=header, spacing=4),
        )
        .transform_flatten(["t"])
        .transform_window(i="row_number()", groupby=["a"])
        .transform_calculate(n="(datum.i - 1) * datum.s")
        .properties(width=680, height=26)
    )
    return drawing(chart, title, rows)
