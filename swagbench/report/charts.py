"""Charts of a run, as Vega-Lite specifications: the same ones for the page and for the SVGs."""

from __future__ import annotations

import re
from typing import Any

import altair as alt

from swagbench.records import Benchmark, Run
from swagbench.report.tables import FLOOR, Group, of_group

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
"""Colours that colour-blind people can tell apart (M. Okabe, K. Ito, *Color Universal Design*)."""
Chart = dict[str, Any]
"""A Vega-Lite specification."""

GREY = "#999999"
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


def throughput(run: Run, group: Group) -> Chart:
    """Nanoseconds per slide over window sizes; bars span the middle half of the rounds."""
    told = {"ns per slide": "ns_per_slide", "combine calls": "calls", "bytes per value": "bytes"}
    unit = "ns per slide"
    return _chart(run, group, "ns_per_slide", what="time", unit=unit, told=told, band=("q1", "q3"))


def combine_calls(run: Run, group: Group) -> Chart:
    """Combine calls per slide over window sizes; exact."""
    told = {"on average": "calls", "at worst": "calls_max"}
    unit = "combine calls per slide"
    return _chart(run, group, "calls", what="combine calls", unit=unit, told=told)


def memory(run: Run, group: Group) -> Chart:
    """Bytes per value over window sizes."""
    told = {"at rest": "bytes", "at the peak": "peak"}
    return _chart(run, group, "bytes", what="memory", unit="bytes per value", told=told)


def _row(one: Benchmark) -> dict[str, Any]:
    """A cell as a chart's row."""
    m = one.extra_info
    return {
        "algorithm": _drawable(one.params.algorithm),
        "window": _drawable(one.params.window),
        "values": m.window_values,
        "ns_per_slide": round(m.ns_per_slide, 1),
        "q1": round(m.ns_per_slide_q1, 1),
        "q3": round(m.ns_per_slide_q3, 1),
        "calls": m.combine_calls_mean,
        "calls_max": m.combine_calls_max,
        "bytes": m.bytes_per_value and round(m.bytes_per_value, 1),
        "peak": m.peak_bytes_per_value and round(m.peak_bytes_per_value, 1),
    }


def _chart(
    run: Run,
    group: Group,
    field: str,
    *,
    what: str,
    unit: str,
    told: dict[str, str],
    band: tuple[str, str] | None = None,
) -> Chart:
    """Lines over window sizes with points that tell `told`; a click in the legend hides a line.

    A logarithm has no zero: what is zero or not known has no mark.
    """
    rows = [row for one in of_group(run, group) if (row := _row(one))[field]]
    title = _drawable(f"{group.aggregation} on {group.stream}: {what}")
    hidden = alt.selection_point(
        name="hidden", fields=["algorithm"], bind="legend", toggle="true", empty=False
    )
    names, colours, shapes = _looks(run, {row["algorithm"] for row in rows})
    legend = alt.Legend(title=None, orient="bottom", columns=3)
    sizes = sorted({row["values"] for row in rows})
    axis = alt.Axis(values=sizes, format=",.5~r", title="values in the window (log)")
    x = alt.X("values:Q", scale=alt.Scale(type="log"), axis=axis)
    log = alt.Scale(type="log", nice=False, padding=12)
    y = alt.Y(
        f"{field}:Q", scale=log, axis=alt.Axis(tickCount=6, format="~s", title=f"{unit} (log)")
    )
    base = (
        alt.Chart(alt.Data(values=rows))
        .encode(
            x=x,
            y=y,
            color=alt.Color(
                "algorithm:N", scale=alt.Scale(domain=names, range=colours), legend=legend
            ),
        )
        .transform_filter(~hidden)
    )
    tooltip = [
        alt.Tooltip("algorithm:N"),
        alt.Tooltip("window:N"),
        *(alt.Tooltip(f"{field}:Q", title=name, format=",.4~r") for name, field in told.items()),
    ]
    shape = alt.Shape("algorithm:N", scale=alt.Scale(domain=names, range=shapes), legend=legend)
    points = base.mark_point(filled=True, size=70, opacity=1).encode(shape=shape, tooltip=tooltip)
    layers = [base.mark_line().add_params(hidden), points]
    if band is not None:
        low, high = band
        layers.append(
            base.mark_rule(strokeWidth=3, opacity=0.5).encode(y=f"{low}:Q", y2=f"{high}:Q")
        )
    chart = alt.layer(*layers).properties(width=400, height=280, title=title)
    specification: Chart = chart.configure_legend(labelLimit=260, labelFontSize=12).to_dict()
    return specification


def _drawable(text: str) -> str:
    """Text without the characters that XML, and so an SVG, has no place for."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def _looks(run: Run, shown: set[str]) -> tuple[list[str], list[str], list[str]]:
    """Names with a colour and a mark each, the same in all charts; the floor is grey and last."""
    names = list(dict.fromkeys(_drawable(one.params.algorithm) for one in run.benchmarks))
    looks = {
        name: (OKABE_ITO[index % len(OKABE_ITO)], SHAPES[index % len(SHAPES)])
        for index, name in enumerate(name for name in names if name != FLOOR)
    } | {FLOOR: (GREY, "stroke")}
    listed = [name for name in looks if name in shown]
    return listed, [looks[name][0] for name in listed], [looks[name][1] for name in listed]
