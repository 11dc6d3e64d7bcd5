"""The ecosystem report: one page that works offline, and its README."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from swagbench.ecosystem_file import write_ecosystem
from swagbench.peer_records import Ecosystem
from swagbench.report import ecosystem, findings
from swagbench.report.environment import beside, environment, flat
from swagbench.report.markdown import bullets, escaped, text_table
from swagbench.report.tables import Table
from swagbench.run_file import write_whole

TIMING = (
    "The same work, from an array of values to the library's answers, or value by value for what"
    " streams; batches and streams are never ranked together. Nanoseconds of CPU time a value, all"
    " threads of the library's process, the median of shuffled blocks; the ratio to the fastest is"
    " of paired blocks, with its 95 % interval. Who is not right on the values has no time."
)


def write_ecosystem_report(found: Ecosystem, folder: Path) -> Iterator[Path]:
    """Write ecosystem.json, report.html and README.md into a folder; yield each path.

    Raises:
        InputError: the folder cannot be written.
    """
    yield write_ecosystem(found, folder)
    yield write_whole(folder / "README.md", readme(found))
    yield write_whole(folder / "report.html", page(found))


def page(found: Ecosystem) -> str:
    """The page as HTML. All text in it is escaped, and nothing is fetched."""
    examples = ecosystem.counterexamples(found)
    links: dict[tuple[str, str], str] = {}
    for one in examples:
        library, _, rest = one.title.partition(", ")
        links.setdefault((library, rest.partition(" on ")[0]), one.anchor)
    return (
        environment()
        .get_template("ecosystem.html.j2")
        .render(
            found=found,
            measured_on=findings.machine(found),
            style=beside("page.css"),
            how=ecosystem.HOW_TO_READ,
            judged_by=ecosystem.JUDGED_BY,
            timing=TIMING,
            overview=ecosystem.overview(found),
            links=links,
            summary=ecosystem.summary(found),
            streams=[
                (name, ecosystem.by_stream(found, name)) for name in ecosystem.aggregations(found)
            ],
            manners=ecosystem.manners(found),
            libraries=ecosystem.libraries(found),
            policies=ecosystem.policies(found),
            examples=examples,
            replay=_replay(found),
            here=len(_own(found)),
            cards={card.id: card for card in found.reports},
            laws=[card for card in found.reports if card.law],
            times=list(ecosystem.times(found)),
            noise=ecosystem.noise(found),
            machine=list(flat(found.machine_info)),
        )
    )


def _own(found: Ecosystem) -> set[str]:
    """The algorithms of the suite that reports were given to."""
    return {row.subject for row in found.replayed} - {card.id for card in found.libraries}


def _replay(found: Ecosystem) -> Table | None:
    if not found.replayed:
        return None
    return Table(*ecosystem.replay(found.replayed, houses=_own(found)))


def readme(found: Ecosystem) -> str:
    """The same in Markdown, for the folder. Text is escaped."""
    return "\n\n".join(_parts(found)) + "\n"


def _parts(found: Ecosystem) -> Iterator[str]:
    yield f"# Rolling-window libraries, {found.datetime[:10]}"
    command = " ".join(found.command.replace("`", "'").split())
    yield f"Made by `{command}` on {escaped(findings.machine(found))}."
    yield "The page to look at is [report.html](report.html)."
    yield escaped(ecosystem.HOW_TO_READ)
    yield text_table(ecosystem.overview(found), of_words=True)
    yield bullets(ecosystem.summary(found))
    yield text_table(ecosystem.libraries(found), of_words=True)
    if chosen := ecosystem.policies(found):
        yield "## Policies"
        yield bullets([f"{library}: {words} {address}" for library, words, address in chosen])
    if examples := ecosystem.counterexamples(found):
        yield "## Shortest inputs"
        for one in examples:
            yield f"**{escaped(one.title)}**: {escaped(one.facts)}"
            yield "\n".join(f"    {line}" for line in one.script.splitlines())
    if (replayed := _replay(found)) is not None:
        yield "## Public reports, replayed"
        yield text_table(replayed, of_words=True)
    if found.times:
        yield "## Speed"
        yield escaped(f"{TIMING} {ecosystem.noise(found)}")
        for title, table in ecosystem.times(found):
            yield f"{escaped(title)}."
            yield text_table(table)
    yield escaped(ecosystem.JUDGED_BY)
