"""The report of a run: one page that works offline, Markdown tables, and charts as SVGs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import altair as alt
import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from swagbench.records import CheckResult, Run, Status
from swagbench.report import accuracy, charts, findings, markdown, tables
from swagbench.report.tables import Group, Table
from swagbench.run_file import write_run, write_whole

CHARTS: dict[str, Callable[[Run, Group], charts.Chart]] = {
    "ns_per_slide": charts.throughput,
    "combine_calls": charts.combine_calls,
    "bytes_per_value": charts.memory,
}


EMBED = "window.vegaEmbed = vegaEmbed;"


def write_report(run: Run, folder: Path) -> Iterator[Path]:
    """Write run.json, report.html, README.md and an SVG a chart into a folder; yield each path.

    Raises:
        InputError: the folder cannot be written.
    """
    yield write_run(run, folder)
    drawn = {
        f"{group.file_name}-{name}": draw(run, group)
        for group in tables.groups(run)
        for name, draw in CHARTS.items()
    }
    for name, chart in drawn.items():
        svg = vl_convert.vegalite_to_svg(chart, vl_version=_vega_lite_version())
        yield write_whole(folder / f"{name}.svg", svg)
    yield write_whole(folder / "README.md", markdown.readme(run))
    yield write_whole(folder / "report.html", page(run, drawn))


def page(run: Run, specifications: dict[str, charts.Chart]) -> str:
    """The page as HTML. All text in it is escaped, whoever it comes from."""
    environment = Environment(
        loader=PackageLoader("swagbench", "report"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    environment.filters["tone"] = tables.tone
    results = run.swagbench.verification
    return environment.get_template("page.html.j2").render(
        run=run,
        measured_on=findings.machine(run),
        style=Path(__file__).with_name("page.css").read_text(encoding="utf-8"),
        summary=findings.summary(run),
        advice=findings.advice(run),
        groups=[_group(run, group) for group in tables.groups(run)],
        unmeasured=tables.unmeasured(run),
        tally=tables.tally(results),
        promises=tables.promises(results),
        served=tables.served(results),
        laws=tables.laws(results),
        conduct=tables.conduct(results),
        known=_shown(one for one in results if one.status is Status.XFAIL),
        broken=_shown(one for one in results if one.status.is_broken),
        accuracy=_accuracy(run),
        method=findings.method(run),
        machine=list(_flat(run.machine_info)),
        library=vl_convert.javascript_bundle(EMBED, vl_version=_vega_lite_version()),
        specifications=specifications,
    )


def _group(run: Run, group: Group) -> dict[str, Any]:
    return {
        "group": group,
        "charts": [f"{group.file_name}-{name}" for name in CHARTS],
        "throughput": tables.throughput(run, group),
        "finalizing": tables.finalizing(run, group),
        "combine_calls": tables.combine_calls(run, group),
        "memory": tables.memory(run, group),
        "growth": findings.growth(run, group),
    }


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


def _flat(info: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in info.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", str(value)


def _vega_lite_version() -> str:
    """The version that Altair writes, as vl-convert names it: 6.1 of v6.1.0."""
    return alt.SCHEMA_VERSION.rpartition(".")[0]
