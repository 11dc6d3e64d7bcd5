"""What is done with the libraries that people use: judged, replayed, timed, and told.

What is finished is kept as it goes; a run that was interrupted goes on after it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from swagbench.bench.machine import machine_info
from swagbench.core import InputError
from swagbench.ecosystem_file import read_ecosystem, write_ecosystem
from swagbench.peer_records import BAD, Ecosystem, Replayed, ReportCard, Row
from swagbench.peers.heats import Heat, hostile_heats, long_heats, questions
from swagbench.peers.judgement import judged
from swagbench.peers.known import HOUSE, LIBRARIES, peer
from swagbench.peers.libraries import Libraries
from swagbench.peers.manners import manners
from swagbench.peers.peer import Peer
from swagbench.peers.shortening import shortened, to_shorten
from swagbench.peers.timing import contests, timed
from swagbench.registry import Found, algorithm_ids, find_algorithm
from swagbench.replay.corpus import Report, chosen
from swagbench.replay.replaying import by_algorithm, by_library, judges, news
from swagbench.report import ecosystem as told
from swagbench.report.tables import Table
from swagbench.run_file import as_json, check_writable, write_whole
from swagbench.terminal import make_console, print_table, printable, progress

RESULTS = Path("results")
HOSTILE, LONG, REPLAY, TIMES = "hostile", "long", "replay", "times"

console = make_console()


def new(command: str) -> Ecosystem:
    """A record with nothing in it yet, on this machine."""
    now = datetime.now(UTC).isoformat()
    return Ecosystem(command=command, datetime=now, machine_info=machine_info())


def peers_named(names: Sequence[str]) -> list[Peer]:
    """The libraries of those names; of none, all, with the house's own algorithms beside them.

    Raises:
        InputError: there is no such library.
    """
    return [peer(name) for name in dict.fromkeys(names)] or [*LIBRARIES.values(), *HOUSE.values()]


def folder_for(day: str) -> Path:
    """A new folder for the day's report; an older one is never written over."""
    name = f"ecosystem-{day}"
    taken = {path.name for path in RESULTS.glob(f"{name}*")} if RESULTS.is_dir() else set()
    names = [name, *(f"{name}-{count}" for count in range(2, len(taken) + 2))]
    return RESULTS / next(one for one in names if one not in taken)


class Work:
    """What is to be done, and what of it is done: `keep` is called after each part."""

    def __init__(
        self,
        found: Ecosystem,
        peers: Sequence[Peer],
        asked: Sequence[str] | None,
        keep: Callable[[], None] = lambda: None,
        seconds: float | None = None,
    ) -> None:
        self.found = found
        self._asked = questions(asked)
        self._keep = keep
        self._start = time.perf_counter() - found.seconds
        self._libraries = Libraries(peers) if seconds is None else Libraries(peers, seconds)

    def do(self, *stages: str) -> None:
        """All stages, behind a progress bar."""
        with self._libraries as libraries, progress() as bar:
            task = bar.add_task("asking the libraries", total=None)
            # Who is there is found out anew: that may have changed.
            self.found.libraries = libraries.cards()
            libraries.leave_out([one.id for one in self.found.libraries if one.trouble])

            def show(text: str, done: int, total: int) -> None:
                self.found.seconds = round(time.perf_counter() - self._start, 1)
                self._keep()
                bar.update(task, description=printable(text), completed=done, total=total)

            heats = [
                *(hostile_heats(self._asked) if HOSTILE in stages else ()),
                *(long_heats(self._asked) if LONG in stages else ()),
            ]
            if HOSTILE in stages:
                self._mind_manners(libraries)
            self._judge(libraries, heats, show)
            self._shorten(libraries, heats, show)
            if REPLAY in stages:
                replay(self.found, chosen(()), libraries, show)
            if TIMES in stages:
                self._time(libraries, show)

    def _mind_manners(self, libraries: Libraries) -> None:
        for library in libraries.all:
            done = {(row.library, row.stream, row.window) for row in self.found.rows}
            rows = (row for row in manners(library) if _key(row)[:1] + _key(row)[2:] not in done)
            self.found.rows.extend(rows)

    def _judge(
        self, libraries: Libraries, heats: Sequence[Heat], show: Callable[[str, int, int], None]
    ) -> None:
        done = {_key(row)[1:] for row in self.found.rows}
        left = [heat for heat in heats if (heat.asked.id, heat.stream, str(heat.size)) not in done]
        for number, rows in enumerate(judged(libraries, left)):
            self.found.rows.extend(rows)
            heat = left[number]
            show(f"{heat.asked.id} on {heat.stream}", len(heats) - len(left) + number, len(heats))

    def _shorten(
        self, libraries: Libraries, heats: Sequence[Heat], show: Callable[[str, int, int], None]
    ) -> None:
        wrong = to_shorten(self.found.rows, heats)
        for number, (row, heat) in enumerate(wrong):
            if row.shortest is None:
                place = self.found.rows.index(row)
                self.found.rows[place] = shortened(libraries, row, heat)
            show(f"shortest input, {row.library}, {row.aggregation}", number, len(wrong))

    def _time(self, libraries: Libraries, show: Callable[[str, int, int], None]) -> None:
        done = {(one.kind, one.aggregation, one.window) for one in self.found.times}
        left = [one for one in contests() if (one.kind.value, one.asked, one.window) not in done]
        total = len(contests())
        for key, rows in groupby(timed(libraries, left), lambda one: (one.aggregation, one.window)):
            self.found.times.extend(rows)
            show(f"timing {key[0]}, windows of {key[1]}", len(done), total)


def _key(row: Row) -> tuple[str, str, str, str]:
    return row.library, row.aggregation, row.stream, row.window


def replay(
    found: Ecosystem,
    reports: Sequence[Report],
    libraries: Libraries | None,
    show: Callable[[str, int, int], None] = lambda *_: None,
) -> None:
    """Replay reports by the algorithms here, and by libraries; each that is done already is left.

    The algorithms here run in this process: they are the suite's own, and short streams.
    """
    own = [find_algorithm(one) for one in algorithm_ids()]
    done = {row.report for row in found.replayed}
    known = {card.id for card in found.reports}
    for number, report in enumerate(reports):
        if report.id not in known:
            found.reports.append(_card(report))
        if report.is_case and report.id not in done:
            found.replayed.extend(_replayed(report, own, libraries))
        show(f"replay {report.id}", number, len(reports))


def _replayed(report: Report, own: Sequence[Found], libraries: Libraries | None) -> list[Replayed]:
    beside = [one for one in libraries.all if one.peer.id not in HOUSE] if libraries else []
    right = judges(report)
    return [
        *(by_algorithm(report, one, right) for one in own),
        *(by_library(report, one) for one in beside),
    ]


def _card(report: Report) -> ReportCard:
    return ReportCard(
        id=report.id,
        source=report.source,
        essence=report.essence,
        aggregation=report.aggregation,
        law=report.law,
        checks=report.checks,
    )


# --- the commands ---------------------------------------------------------------------------------


def verify(
    names: Sequence[str],
    asked: Sequence[str] | None,
    command: str,
    *,
    timeout: float | None,
    json: Path | None,
) -> int:
    """``verify --peers``: hostile streams and manners; 1 if an answer is wrong or missing."""
    if json is not None:
        check_writable(json)
    found = new(command)

    def keep() -> None:
        if json is not None:
            write_whole(json, as_json(found))

    Work(found, peers_named(names), asked, keep, timeout).do(HOSTILE)
    keep()
    return _show(found)


def accuracy(
    names: Sequence[str],
    asked: Sequence[str] | None,
    command: str,
    *,
    timeout: float | None,
    out: Path | None,
) -> int:
    """``accuracy --peers``: the streams of ``accuracy``; 1 if an answer is wrong or missing."""
    found, folder = _begun(command, out, resume=False)
    Work(found, peers_named(names), asked, lambda: _kept(found, folder), timeout).do(LONG)
    _finish(found, folder)
    return _show(found)


def everything(
    names: Sequence[str],
    asked: Sequence[str] | None,
    command: str,
    *,
    timeout: float | None,
    out: Path | None,
    resume: bool,
) -> int:
    """``ecosystem``: judged, replayed, timed, and a page of it; 1 if the house is wrong."""
    found, folder = _begun(command, out, resume=resume)
    peers = peers_named(names)
    console.print(f"What is finished is kept in {folder}; --resume goes on.", soft_wrap=True)
    work = Work(found, peers, asked, lambda: _kept(found, folder), timeout)
    work.do(HOSTILE, LONG, REPLAY, TIMES)
    _finish(found, folder)
    _show(found)
    report(folder, None)
    return int(told.wrong_in_house(found))


def report(source: Path, out: Path | None) -> None:
    """Write the page and the README of an ecosystem.json."""
    from swagbench.report.ecosystem_page import write_ecosystem_report  # noqa: PLC0415 - as jobs

    folder = out or (source if source.is_dir() else source.parent)
    for path in write_ecosystem_report(read_ecosystem(source), folder):
        console.print(f"wrote {path}", soft_wrap=True)


def show_replay(ids: Sequence[str], names: Sequence[str], command: str, *, with_peers: bool) -> int:
    """``replay``: the table; 1 if an algorithm here is wrong."""
    found, reports = new(command), chosen(tuple(ids))
    if with_peers:
        peers = [one for one in peers_named(names) if one.id not in HOUSE]
        with Libraries(peers) as libraries:
            found.libraries = libraries.cards()
            libraries.leave_out([one.id for one in found.libraries if one.trouble])
            replay(found, reports, libraries)
    else:
        replay(found, reports, None)
    _show_replayed(found)
    own = set(algorithm_ids())
    return int(any(row.subject in own and row.verdict in BAD for row in found.replayed))


def _begun(command: str, out: Path | None, *, resume: bool) -> tuple[Ecosystem, Path]:
    if resume:
        folder = out or _newest()
        found = read_ecosystem(folder)
        if found.machine_info != machine_info():
            raise InputError(f"{folder} was made on another machine or Python; make a new one")
        return found, folder
    found = new(command)
    folder = out or folder_for(found.datetime[:10])
    if (folder / "ecosystem.json").exists():
        raise InputError(f"{folder} holds a report already; --resume goes on with it")
    _kept(found, folder)
    return found, folder


def _newest() -> Path:
    files = sorted(RESULTS.glob("*/ecosystem.json"), key=lambda path: path.stat().st_mtime)
    if not files:
        raise InputError(f"no ecosystem report in {RESULTS}; `swagbench ecosystem` makes one")
    return files[-1].parent


_last_kept = [0.0]
KEPT_EVERY_SECONDS = 2.0


def _kept(found: Ecosystem, folder: Path) -> None:
    if time.monotonic() - _last_kept[0] > KEPT_EVERY_SECONDS or not found.rows:
        write_ecosystem(found, folder)
        _last_kept[0] = time.monotonic()


def _finish(found: Ecosystem, folder: Path) -> None:
    found.is_complete = True
    write_ecosystem(found, folder)


# --- on the terminal ------------------------------------------------------------------------------


def _show(found: Ecosystem) -> int:
    print_table(console, told.libraries(found), "Libraries")
    print_table(console, told.overview(found), "Worst over all streams and windows")
    if (asked := told.manners(found)).rows:
        print_table(console, asked, "What else was asked, of sums")
    for library, words, address in told.policies(found):
        console.print(printable(f"policy  {library}: {words} {address}".rstrip()), soft_wrap=True)
    for one in told.counterexamples(found):
        console.print(printable(f"{one.title}: {one.facts}"), style="yellow", soft_wrap=True)
        for line in one.script.splitlines():
            console.print(printable(f"    {line}"), style="cyan", soft_wrap=True)
    for title, table in told.times(found):
        print_table(console, table, title)
    if found.replayed:
        _show_replayed(found)
    for sentence in told.summary(found):
        console.print(printable(sentence), soft_wrap=True)
    return int(any(row.verdict in BAD for row in found.rows))


def _show_replayed(found: Ecosystem) -> None:
    header, rows = told.replay(found.replayed, houses=algorithm_ids())
    print_table(console, Table(header, rows), "Public reports, replayed")
    laws = [card for card in found.reports if card.law]
    if laws:
        shown = [[card.id, card.law, ", ".join(card.checks)] for card in laws]
        print_table(
            console, Table(["report", "law", "held by"], shown), "Laws, by checks of verify"
        )
    versions = {card.id: card.version for card in found.libraries}
    for row in found.replayed:
        if changed := news(row, versions.get(row.subject, "")):
            console.print(printable(f"{row.report}, {row.subject}: {changed}"), soft_wrap=True)
