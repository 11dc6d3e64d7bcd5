"""What the libraries answer, as tables of text: for the terminal, the page and Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from swagbench import intervals
from swagbench.peer_records import (
    BAD,
    ERROR,
    POLICY,
    RIGHT,
    UNSERVED,
    WORST_FIRST,
    WRONG,
    Ecosystem,
    LibraryCard,
    Replayed,
    Row,
    Timed,
)
from swagbench.report.tables import Table

HOW_TO_READ = (
    "✓: every answer is right. Policy: some are right by a choice that the library makes, named"
    " below. Tiny: some are wrong, by no more than a millionth of the exact answer. Gross: by more."
    " The counts are of streams and window sizes, of those that were tried."
)
JUDGED_BY = (
    "Right is what the values in the window can give, added in any order, by exact rational"
    " arithmetic; of a maximum, the one right answer. No tolerance is guessed. Only full windows"
    " are judged."
)
REPLAY_SIGNS = {RIGHT: "✓", UNSERVED: ""}


class Counterexample(NamedTuple):
    """A wrong answer with its shortest input, for a page: `anchor` is where it stands."""

    anchor: str
    title: str
    facts: str
    script: str


def overview(found: Ecosystem) -> Table:
    """Library × aggregation: the worst that came of it, and on how many of the streams."""
    rows = _judged(found.rows)
    cells: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        cells.setdefault((row.library, row.aggregation), []).append(row)
    asked, names = aggregations(found), list(dict.fromkeys(row.library for row in rows))
    return Table(
        ["library", *asked],
        [[name, *(_worst(cells.get((name, one), [])) for one in asked)] for name in names],
    )


def by_stream(found: Ecosystem, aggregation: str) -> Table:
    """Library × stream: how many answers are wrong, all window sizes together."""
    rows = [row for row in _judged(found.rows) if row.aggregation == aggregation]
    streams = list(dict.fromkeys(row.stream for row in rows))
    cells: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        cells.setdefault((row.library, row.stream), []).append(row)
    libraries = list(dict.fromkeys(row.library for row in rows))
    return Table(
        ["library", *streams],
        [[name, *(_counted(cells.get((name, one), [])) for one in streams)] for name in libraries],
    )


def aggregations(found: Ecosystem) -> list[str]:
    """Those that rows are of, in their order."""
    return list(dict.fromkeys(row.aggregation for row in _judged(found.rows)))


def _judged(rows: Iterable[Row]) -> list[Row]:
    """The rows about answers for streams; those about manners are told apart."""
    return [row for row in rows if not row.is_manner]


def _worst(rows: Sequence[Row]) -> str:
    """The worst of rows, and how many are no better."""
    if not rows:
        return ""
    worst = next(one for one in WORST_FIRST if any(row.verdict == one for row in rows))
    if worst == RIGHT:
        return "✓"
    count = sum(row.verdict == worst for row in rows)
    return worst if worst == POLICY else f"{worst}: {count} of {len(rows)}"


def _counted(rows: Sequence[Row]) -> str:
    """Wrong answers of those judged, and gross ones among them."""
    if not rows:
        return ""
    worst = next(one for one in WORST_FIRST if any(row.verdict == one for row in rows))
    wrong, judged = sum(row.wrong for row in rows), sum(row.judged for row in rows)
    if worst not in WRONG:
        return "✓" if worst == RIGHT else worst
    return f"{worst}: {wrong:,} of {judged:,}"


def manners(found: Ecosystem) -> Table:
    """Library × what else was asked."""
    rows = [row for row in found.rows if row.is_manner]
    asked = list(dict.fromkeys(_manner(row) for row in rows))
    cells = {(row.library, _manner(row)): _told(row) for row in rows}
    libraries = list(dict.fromkeys(row.library for row in rows))
    return Table(
        ["library", *asked],
        [[name, *(cells.get((name, one), "") for one in asked)] for name in libraries],
    )


def _manner(row: Row) -> str:
    return (
        f"over time, {row.window.partition(', ')[2]}" if row.stream == "over time" else row.stream
    )


def _told(row: Row) -> str:
    if row.verdict == RIGHT:
        return "✓"
    if row.verdict == POLICY:
        return ", ".join(one.replace("_", " ") for one in row.by_policy)
    return f"{row.verdict}: {row.reason}" if row.reason else row.verdict


def libraries(found: Ecosystem) -> Table:
    """What took part: version, how values come in, what is answered before the first window."""
    return Table(
        ["library", "version", "values come", "before the first full window", "remarks"],
        [
            [one.id, one.version or "–", _come(one), one.start, one.trouble or one.remarks]
            for one in found.libraries
        ],
    )


def _come(card: LibraryCard) -> str:
    return "all at once" if card.kind == "batch" else "one by one"


def policies(found: Ecosystem) -> list[tuple[str, str, str]]:
    """Library, choice in words with how many answers are right by it, and its address."""
    used: dict[tuple[str, str], int] = {}
    for row in found.rows:
        for policy, count in row.by_policy.items():
            used[row.library, policy] = used.get((row.library, policy), 0) + count
    return [
        (card.id, f"{one.words} ({used[card.id, one.policy]:,} answers)", one.address)
        for card in found.libraries
        for one in card.choices
        if used.get((card.id, one.policy))
    ]


def counterexamples(found: Ecosystem) -> list[Counterexample]:
    """All shortest inputs, by library."""
    shown: list[Counterexample] = []
    for row in found.rows:
        if row.shortest is None:
            continue
        title = f"{row.library}, {row.aggregation} on {row.stream}"
        how_many = f"{row.wrong:,} of {row.judged:,} answers" if row.judged else "no answers"
        cause = f"; {row.shortest.cause}" if row.shortest.cause else ""
        facts = (
            f"{row.verdict}: {how_many} at windows of {row.window}; shortest found: right"
            f" {row.shortest.right}, given {row.shortest.given}{cause}"
        )
        anchor = f"{row.library}-{row.aggregation}-{len(shown)}"
        shown.append(Counterexample(anchor, title, facts, row.shortest.script))
    return shown


def summary(found: Ecosystem) -> list[str]:
    """What it comes to, in words: of each library, what is not right."""
    told = []
    for card in found.libraries:
        rows = [row for row in _judged(found.rows) if row.library == card.id]
        if card.trouble:
            told.append(f"{card.id}: not asked: {card.trouble}")
        elif rows:
            told.append(f"{card.id} {card.version}: {_in_words(rows)}")
    return told


def _in_words(rows: Sequence[Row]) -> str:
    judged = sum(row.judged for row in rows)
    wrong, gross = sum(row.wrong for row in rows), sum(row.gross for row in rows)
    errors = sum(row.verdict == ERROR for row in rows)
    by_policy = sum(sum(row.by_policy.values()) for row in rows)
    parts = [
        f"of {judged:,} answers {wrong:,} are wrong"
        if wrong
        else f"all {judged:,} answers are right"
    ]
    if wrong:
        parts.append(f"{gross:,} of them by more than a millionth")
        names = dict.fromkeys(row.aggregation for row in rows if row.verdict in WRONG)
        parts.append(f"in {', '.join(names)}")
    if by_policy:
        parts.append(f"{by_policy:,} are right by a policy")
    if errors:
        parts.append(f"an error ended {errors} of {len(rows)} rows")
    return "; ".join(parts)


def replay(
    found: Sequence[Replayed], *, houses: Iterable[str]
) -> tuple[list[str], list[list[str]]]:
    """Columns, and a row for each report: its id, the house's algorithms together, each library."""
    own = set(houses)
    others = list(dict.fromkeys(row.subject for row in found if row.subject not in own))
    by_report: dict[str, dict[str, Replayed]] = {}
    for row in found:
        by_report.setdefault(row.report, {})[row.subject] = row
    table = []
    for report, rows in by_report.items():
        mine = [row for name, row in rows.items() if name in own and row.verdict != UNSERVED]
        table.append([report, _together(mine), *(_replayed(rows.get(name)) for name in others)])
    return ["report", "here", *others], table


def _together(rows: Sequence[Replayed]) -> str:
    """How all algorithms did: a tick if each was right that could be asked.

    Those that are wrong by an inverse that says itself that it is lossy are counted.
    """
    if not rows:
        return "by checks"
    bad = [row for row in rows if row.verdict in BAD]
    if bad:
        return f"FAILED: {', '.join(row.subject for row in bad)}"
    right = sum(row.verdict == RIGHT for row in rows)
    return "✓" if right == len(rows) else f"✓, {len(rows) - right} declared"


def _replayed(row: Replayed | None) -> str:
    return "" if row is None else REPLAY_SIGNS.get(row.verdict, row.verdict)


def times(found: Ecosystem) -> Iterator[tuple[str, Table]]:
    """For each kind of library and aggregation a caption and a table, the fastest first."""
    contests: dict[tuple[str, str, int], list[Timed]] = {}
    for one in found.times:
        contests.setdefault((one.kind, one.aggregation, one.window), []).append(one)
    for (kind, aggregation, window), all_of_it in contests.items():
        there = [one for one in all_of_it if one.blocks_ns and not one.is_twin]
        if not there:
            continue
        title = f"{aggregation}, windows of {window:,}, {kind}, {there[0].values:,} values"
        rows = [_timed(one, there[0]) for one in there]
        rows += [[one.library, "", "", one.trouble] for one in all_of_it if one.trouble]
        yield title, Table(["library", "ns a value", "times the fastest", ""], rows)


def _timed(one: Timed, fastest: Timed) -> list[str]:
    ns = statistics.median(one.blocks_ns)
    ratio = intervals.of_ratio([fastest.blocks_ns], [one.blocks_ns])
    if one is fastest or ratio is None:
        return [one.library, f"{ns:,.3g}" if ns < 100 else f"{ns:,.0f}", "1", ""]
    told = f"{ratio.middle:.3g} ({ratio.low:.3g} to {ratio.high:.3g})"
    verdict = "" if ratio.low > 1 else "not separated from the fastest"
    return [one.library, f"{ns:,.3g}" if ns < 100 else f"{ns:,.0f}", told, verdict]


def noise(found: Ecosystem) -> str:
    """How much contestants differed from their own copies, in words."""
    offs = []
    for twin in found.times:
        if twin.is_twin and twin.blocks_ns:
            one = next(
                one
                for one in found.times
                if (one.library, one.aggregation, one.window)
                == (twin.library, twin.aggregation, twin.window)
                and not one.is_twin
            )
            medians = statistics.median(one.blocks_ns), statistics.median(twin.blocks_ns)
            offs.append(100 * (max(medians) / min(medians) - 1))
    if not offs:
        return ""
    return (
        f"In each of {len(offs)} comparisons one went along twice: the copies differ by"
        f" {statistics.median(offs):.1f} % in the median and {max(offs):.1f} % at most."
    )


def wrong_in_house(found: Ecosystem) -> bool:
    """Whether one of the house's own algorithms is wrong: that must not be."""
    libraries = {card.id for card in found.libraries if not card.is_house}
    ends = [(row.library, row.verdict) for row in found.rows]
    ends += [(row.subject, row.verdict) for row in found.replayed]
    return any(name not in libraries and verdict in BAD for name, verdict in ends)
