"""Reports replayed: by the algorithms here, which must all be right, and by the libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from swagbench.accuracy.judging import Judge
from swagbench.core import is_batch, is_lossy, refusal
from swagbench.peer_records import BAD, ERROR, GROSS, POLICY, RIGHT, UNSERVED, Replayed
from swagbench.peers.over_time import held
from swagbench.peers.over_time import judged as judged_over_time
from swagbench.peers.peer import OUT_OF_SCOPE, OverTime
from swagbench.peers.serving import Library, LibraryFailed
from swagbench.poison import shown
from swagbench.registry import Found, find_aggregation
from swagbench.replay.corpus import Report
from swagbench.rolling.counterexample import answers_of
from swagbench.rolling.judging import Verdict, judged, trial_of
from swagbench.rolling.policies import policy
from swagbench.rolling.questions import QUESTIONS, Question

DECLARED = "wrong, as declared"
"""By an inverse that says itself that it is lossy."""

_OTHER_NAMES = {"sum": "sum", "exact_sum": "sum", "exact_mean": "mean", "product": "product"}
"""Specs of aggregations that libraries are asked for under a plainer name."""

_WORST_FIRST = (Verdict.GROSS, Verdict.TINY, Verdict.POLICY, Verdict.RIGHT)


def by_algorithm(report: Report, found: Found, right: Sequence[Judge]) -> Replayed:
    """What an algorithm makes of a report's stream, by its `judges`. It never raises."""
    algorithm, aggregation = found.item, find_aggregation(report.aggregation).item
    values, windows = report.stream(), report.windows()
    if (refused := refusal(algorithm, aggregation)) is not None:
        return Replayed(report=report.id, subject=found.id, verdict=UNSERVED, reason=refused)
    if is_batch(algorithm) and report.size is None:
        reason = "a batch has windows of one size"
        return Replayed(report=report.id, subject=found.id, verdict=UNSERVED, reason=reason)
    try:
        if is_batch(algorithm):
            answers: Iterable[Any] = algorithm(aggregation).roll(values, report.size)
        else:
            answers = _slid(algorithm(aggregation), values, windows)
        for (begin, end), judge, answer in zip(windows, right, answers, strict=True):
            if not judge.verdict(answer).is_explained:
                return Replayed(
                    report=report.id,
                    subject=found.id,
                    verdict=DECLARED if is_lossy(algorithm, aggregation) else GROSS,
                    reason=f"the window from {begin} to {end}",
                    given=shown(answer),
                    right=judge.right(),
                )
    except Exception as error:  # noqa: BLE001 - a plug-in may raise anything
        reason = f"{type(error).__name__}: {error}"
        return Replayed(report=report.id, subject=found.id, verdict=ERROR, reason=reason)
    return Replayed(report=report.id, subject=found.id, verdict=RIGHT)


def judges(report: Report) -> list[Judge]:
    """What is right for each window of a report."""
    aggregation, values = find_aggregation(report.aggregation).item, report.stream()
    return [Judge(aggregation, values[begin:end]) for begin, end in report.windows()]


def _slid(window: Any, values: Sequence[Any], windows: Iterable[tuple[int, int]]) -> Iterator[Any]:
    """The answers for windows of a stream, both ends of which never go back."""
    pushed = popped = 0
    for begin, end in windows:
        while pushed < end:
            window.push(values[pushed])
            pushed += 1
        while popped < begin:
            window.pop()
            popped += 1
        yield window.eval()


def question_of(report: Report) -> Question | None:
    """What libraries are asked for, if a report is about one of the common aggregations."""
    name = _OTHER_NAMES.get(report.aggregation)
    if name is not None:
        return QUESTIONS[name]
    return next((one for one in QUESTIONS.values() if one.floats == report.aggregation), None)


def by_library(report: Report, library: Library) -> Replayed:
    """What a library makes of a report's stream. It never raises."""
    known = library.peer
    seen = report.seen.get(known.id, "")
    asked = question_of(report)
    if asked is None or asked.id not in known.code or (report.size is None and not report.times):
        return Replayed(report=report.id, subject=known.id, verdict=UNSERVED, seen=seen)
    try:
        if report.size is not None:
            verdict, told = _rolled(report, library, asked)
        elif asked.id == "sum" and known.over_time and report.closed in known.over_time.closed:
            verdict, told = _rolled_over_time(report, library, known.over_time)
        else:
            return Replayed(report=report.id, subject=known.id, verdict=UNSERVED, seen=seen)
    except Exception as error:  # noqa: BLE001 - whatever the library did is its row
        reason = (
            str(error) if isinstance(error, LibraryFailed) else f"{type(error).__name__}: {error}"
        )
        return Replayed(report=report.id, subject=known.id, verdict=ERROR, reason=reason, seen=seen)
    return Replayed(report=report.id, subject=known.id, verdict=verdict, seen=seen, **told)


def _rolled(report: Report, library: Library, asked: Question) -> tuple[str, dict[str, str]]:
    assert report.size is not None
    values, size = report.stream(), report.size
    policies = [policy(one.policy) for one in library.peer.choices]
    answers = answers_of(lambda some, length: library.roll(asked.id, some, length), values, size)
    trial = trial_of(asked, values, size)
    worst, told = Verdict.RIGHT, {}
    for number, judge in trial.judges.items():
        window, answer = values[number : number + size], answers[number]
        said = judged(asked, judge, window, answer, policies)
        if _WORST_FIRST.index(said.verdict) < _WORST_FIRST.index(worst):
            worst = said.verdict
            told = {"given": shown(answer), "right": judge.right(), "reason": said.policy}
    if worst.is_wrong and library.peer.is_out_of_scope(asked.id, values):
        return POLICY, {**told, "reason": OUT_OF_SCOPE}
    return worst.value, told


def _rolled_over_time(
    report: Report, library: Library, over_time: OverTime
) -> tuple[str, dict[str, str]]:
    assert report.span is not None
    values = report.stream()
    times, span = [int(time) for time in report.times], int(report.span)
    answers = library.roll_over_time(times, values, span, report.closed)
    windows = held(times, span, report.closed)
    found = judged_over_time(over_time, values, windows, report.closed, answers)
    for verdict, rows in (
        (GROSS, [one for one in found if one.is_wrong]),
        (POLICY, [one for one in found if one.policy]),
    ):
        if rows:
            given, right, reason = rows[0]
            return verdict, {"given": shown(given), "right": shown(right), "reason": reason}
    return RIGHT, {}


def news(row: Replayed, version: str) -> str:
    """What changed since a library was seen: ``fixed since 1.6.0``; nothing if nothing did."""
    if not row.seen:
        return ""
    seen_version, _, seen_verdict = row.seen.partition(" ")
    if seen_verdict == row.verdict or seen_version == version:
        return "" if seen_verdict == row.verdict else f"was {seen_verdict} here"
    if seen_verdict in BAD and row.verdict not in BAD:
        return f"fixed since {seen_version}"
    if row.verdict in BAD and seen_verdict not in BAD:
        return f"wrong since {seen_version}"
    return f"{seen_verdict} in {seen_version}"
