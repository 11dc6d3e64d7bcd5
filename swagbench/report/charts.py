"""Charts of a run, as Vega-Lite specifications: the same ones for the page and for the SVGs.

Their rows stand apart, so that charts of the same rows can share them. Fields have short names,
for a large run has thousands of rows; titles say what they are.
"""

from __future__ import annotations

import altair as alt

from swagbench.records import Run
from swagbench.report.drawing import Drawing, Rows, drawable, looks
from swagbench.report.figures import latencies
from swagbench.report.findings import winners
from swagbench.report.slide_charts import spectrum, timeline
from swagbench.report.tables import Group, groups, windows_of_group
from swagbench.report.tables import of_group as measured
from swagbench.report.window_charts import CALLS, MEMORY, TIME, over_windows, row

HOW = {
    "overview": (
        "Each field is a window size, a column, of an aggregation on a stream, a row. It names the "
        "algorithm with the least time for a slide, on average; +2 says that two others are not "
        "separated from it. The fastest on average may have the worst single slide."
    ),
    "ns_per_slide": (
        "Both axes are logarithmic: a flat line costs the same per slide whatever the window, a "
        "straight rising one grows like a power of it. One slide is pop, push and eval on a full "
        "window. Bands and bars are the intervals of the medians; for the order of two lines that "
        "are close look at the table beside the fastest, which compares round for round. The grey "
        "floor keeps values and answers nothing: what the interpreter costs."
    ),
    "spectrum": (
        "How long single slides take, at the largest window: half of them no longer than p50, all "
        "but one in a hundred no longer than p99. A line that stays flat to the right never keeps "
        "anybody waiting; one that rises at the end pays for many slides in one."
    ),
    "bytes_per_value": (
        "What the structure and its aggregates take beside the values themselves, by value in the "
        "window: lines are between slides on average, ticks the peak, within a slide too."
    ),
    "timeline": (
        "One replay, slide by slide, a strip for each algorithm; the dearest slide of each short "
        "stretch. Spikes are the moments in which an algorithm pays for all: flips of two stacks. "
        "All strips have the same logarithmic scale."
    ),
    "combine_calls": (
        "Combine calls per slide, counted: exact, and the same on every machine. Dashed lines are "
        "what the card of the algorithm promises at most; a red ring is a count above its promise."
    ),
}
"""How to read each kind of chart."""


def of_group(run: Run, group: Group) -> dict[str, Drawing]:
    """The charts of a group by name, those that have something to show."""
    rows = [row(run, one) for one in measured(run, group)]
    window, found = latencies(run, group)
    timed = {drawable(algorithm): latency for algorithm, latency in found.items()}
    name = drawable(f"{group.aggregation} on {group.stream}")
    drawn = {
        "ns_per_slide": over_windows(run, rows, TIME, f"{name}: time"),
        "spectrum": spectrum(run, timed, f"{name}: single slides at {drawable(window)}"),
        "bytes_per_value": over_windows(run, rows, MEMORY, f"{name}: memory"),
        "timeline": timeline(run, timed, f"{name}: slide by slide at {drawable(window)}"),
        "combine_calls": over_windows(run, rows, CALLS, f"{name}: combine calls"),
    }
    return {name: drawing for name, drawing in drawn.items() if drawing is not None}


def overview(run: Run) -> Drawing | None:
    """Which algorithm is the fastest, when: a row a group, a column a window size."""
    rows: Rows = []
    columns = {window: None for group in groups(run) for window in windows_of_group(run, group)}
    for group in groups(run):
        for window in windows_of_group(run, group):
            first, *others = winners(run, group, window) or [""]
            if first:
                name = drawable(first)
                told = f"{name} +{len(others)}" if others else name
                place = drawable(f"{group.aggregation} on {group.stream}")
                also = ", ".join(map(drawable, others))
                rows.append({"g": place, "w": window, "a": name, "n": told, "also": also})
    if not rows:
        return None
    names, colours, _ = looks(run, {row["a"] for row in rows})
    base = alt.Chart(alt.NamedData("rows")).encode(
        x=alt.X("w:N", sort=list(columns), title="values in the window", axis=_ABOVE),
        y=alt.Y("g:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
        tooltip=[
            alt.Tooltip("g:N", title="of"),
            alt.Tooltip("w:N", title="window"),
            alt.Tooltip("a:N", title="fastest"),
            alt.Tooltip("also:N", title="not separated from it"),
        ],
    )
    colour = alt.Color("a:N", scale=alt.Scale(domain=names, range=colours), legend=None)
    rectangles = base.mark_rect(opacity=0.3, stroke=None).encode(color=colour)
    texts = base.mark_text(fontSize=11, limit=CELL_WIDTH - 8, color="#000000").encode(text="n:N")
    chart = alt.layer(rectangles, texts).properties(
        width=alt.Step(CELL_WIDTH), height=alt.Step(30), title="The fastest on average, by window"
    )
    return Drawing(chart.to_dict(), rows)


CELL_WIDTH = 158
_ABOVE = alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False)
