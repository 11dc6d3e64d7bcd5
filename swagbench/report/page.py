"""The report of a run: one page that works offline, Markdown tables, and charts as SVGs."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert

from swagbench import comparison
from swagbench.records import CheckResult, Run, Status
from swagbench.report import accuracy, charts, figures, findings, markdown, tables
from swagbench.report.drawing import Drawing, complete
from swagbench.report.environment import beside, environment, flat
from swagbench.report.tables import FLOOR, Group, Table
from swagbench.run_file import write_run, write_whole

EMBED = "window.vegaEmbed = vegaEmbed;"
OVERVIEW = "overview"


def write_report(run: Run, folder: Path) -> Iterator[Path]:
    """Write run.json, report.html, README.md and an SVG a chart into a folder; yield each path.

    Raises:
        InputError: the folder cannot be written.
    """
    yield write_run(run, folder)
    drawn = drawings(run)
    for name, drawing in drawn.items():
        svg = vl_convert.vegalite_to_svg(complete(drawing), vl_version=_vega_lite_version())
        yield write_whole(folder / f"{name}.svg", svg)
    yield write_whole(folder / "README.md", markdown.readme(run, drawn))
    yield write_whole(folder / "report.html", page(run, drawn))


def drawings(run: Run) -> dict[str, Drawing]:
    """All charts of a run, by the names of their files."""
    overview = charts.overview(run)
    drawn = {OVERVIEW: overview} if overview else {}
    for group in tables.groups(run):
        for name, drawing in charts.of_group(run, group).items():
            drawn[f"{group.file_name}-{name}"] = drawing
    return drawn


def page(run: Run, drawn: Mapping[str, Drawing]) -> str:
    """The page as HTML, with some charts of the run. All text in it is escaped."""
    results = run.swagbench.verification
    noise = comparison.noise(run)
    library = vl_convert.javascript_bundle(EMBED, vl_version=_vega_lite_version())
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            run=run,
            measured_on=findings.machine(run),
            style=beside("page.css"),
            script=beside("page.js"),
            noise=findings.noise_line(run),
            is_noisy=noise is not None and not noise.is_quiet,
            choices=_choices(run),
            summary=findings.summary(run),
            advice=findings.advice(run),
            overview=[_chart(OVERVIEW, OVERVIEW, drawn[OVERVIEW])] if OVERVIEW in drawn else [],
            groups=[_group(run, group, drawn) for group in tables.groups(run)],
            unmeasured=tables.unmeasured(run),
            properties=tables.properties(run),
            tally=tables.tally(results),
            promises=tables.promises(results),
            served=tables.served(results),
            laws=tables.laws(results),
            conduct=tables.conduct(results),
            known=_shown(one for one in results if one.status is Status.XFAIL),
            broken=_shown(one for one in results if one.status.is_broken),
            accuracy=_accuracy(run),
            method=findings.method(run),
            machine=list(flat(run.machine_info)),
            library=_packed(library),
            drawings=_packed(json.dumps(_shared(drawn), separators=(",", ":"))),
        )
    )


def _group(run: Run, group: Group, drawn: Mapping[str, Drawing]) -> dict[str, Any]:
    names = {f"{group.file_name}-{name}": name for name in charts.HOW}
    return {
        "group": group,
        "charts": [_chart(id_, names[id_], drawn[id_]) for id_ in names if id_ in drawn],
        "figures": figures.of_group(run, group),
    }


def _chart(id_: str, name: str, drawing: Drawing) -> dict[str, str]:
    """A chart's place on the page, its title and how to read it."""
    return {"id": id_, "title": drawing.specification["title"], "how": charts.HOW[name]}


def _choices(run: Run) -> dict[str, list[str]]:
    """What can be hidden, by kind; the floor last."""
    cells = [one.params for one in run.benchmarks]
    cells += [one.cell for one in run.swagbench.unmeasured]
    checks = [one.algorithm for one in run.swagbench.verification if one.algorithm is not None]
    true = run.swagbench.accuracy
    names = [*(one.algorithm for one in cells), *checks, *(one.algorithm for one in true)]
    return {
        "algorithm": sorted(dict.fromkeys(names), key=FLOOR.__eq__),
        "aggregation": list(
            dict.fromkeys([*(one.aggregation for one in cells), *(one.aggregation for one in true)])
        ),
        "stream": list(dict.fromkeys(one.stream for one in cells)),
    }


def _shared(drawn: Mapping[str, Drawing]) -> dict[str, Any]:
    """Charts as the page's script takes them: rows that several of them show are there once."""
    rows = {id(drawing.rows): drawing.rows for drawing in drawn.values()}
    places = {key: place for place, key in enumerate(rows)}
    return {
        "rows": [*rows.values()],
        "charts": {
            name: {"specification": drawing.specification, "rows": places[id(drawing.rows)]}
            for name, drawing in drawn.items()
        },
    }


def _packed(text: str) -> str:
    """Text deflated, in base 64: a third of what it is, and no markup whatever is in it."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _accuracy(run: Run) -> dict[str, Any] | None:
    rows = run.swagbench.accuracy
    if not rows:
        return None
    return {
        "how": [accuracy.HOW_TO_READ, accuracy.LEAVING_IN_WORDS],
        "table": accuracy.table(rows),
        "windows": sorted({one.window for one in rows}),
        "summary": accuracy.summary(rows),
        "failures": accuracy.failures(rows),
        "errors": accuracy.errors(rows),
    }


def _shown(results: Iterable[CheckResult]) -> Table | None:
    rows = [
        [
            *(one.algorithm or "", one.aggregation, one.check, one.status.value),
            *(one.history or one.word, one.expected, one.given, one.reason, one.certificate),
        ]
        for one in results
    ]
    header = ["algorithm", "aggregation", "check", "", "history", "right", "given", "reason"]
    return Table([*header, "how short"], rows) if rows else None


def _vega_lite_version() -> str:
    """The version that Altair writes, as vl-convert names it: 6.1 of v6.1.0."""
    return alt.SCHEMA_VERSION.rpartition(".")[0]
