"""The check that a library's own tests call: one rolling function, judged on hostile streams."""

from __future__ import annotations

from collections.abc import Sequence

from swagbench.core import InputError
from swagbench.rolling.counterexample import Rolling, answers_of, counterexample
from swagbench.rolling.hostile import COUNT, SIZES, hostile_streams
from swagbench.rolling.judging import outcome, trial_of
from swagbench.rolling.policies import policy
from swagbench.rolling.questions import question
from swagbench.streams import Stream


class RollingWrong(AssertionError):
    """A rolling function gave an answer that is not right by any policy that it was given."""


def check_rolling(
    function: Rolling,
    aggregation: str = "sum",
    *,
    windows: Sequence[int] = SIZES,
    streams: Sequence[str] | None = None,
    policies: Sequence[str] = (),
) -> int:
    """Check a function ``(values, window) -> answers`` on streams that libraries got wrong.

    Every answer for a full window is judged by the exact answer for that window's own values. So
    what has left the window must be forgotten, whatever it was.

    Args:
        function: is called with a list of floats or ints, and a window size. It answers for every
            value (the answers before the first full window are not looked at), or for each full
            window.
        aggregation: what it answers: one of sum, mean, variance, std, min, max, median, skewness,
            kurtosis, product, distinct. Variances and what follows from them are of samples.
        windows: sizes to try.
        streams: names of hostile streams, all that suit if none are given.
        policies: choices that are documented, such as ``infinity_missing``, by their names in
            `swagbench.rolling.policies`.

    Returns:
        How many answers were judged.

    Raises:
        RollingWrong: (an AssertionError) an answer is wrong; with the shortest input found.
        InputError: there is no such aggregation, stream or policy, or a window is no size.

    >>> def slow_sum(values, window):
    ...     return [sum(values[end - window:end]) for end in range(window, len(values) + 1)]
    >>> check_rolling(slow_sum, "sum")
    11376
    """
    asked, allowed = question(aggregation), [policy(name) for name in policies]
    judged_in_all = 0
    for source in _streams(streams):
        values = source.take(COUNT)
        for size in windows:
            if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= COUNT:
                raise InputError(f"window {size!r} is no whole number from 1 to {COUNT}")
            trial = trial_of(asked, values, size)
            found = outcome(asked, trial, answers_of(function, values, size), allowed)
            judged_in_all += found.judged
            if found.wrong:
                assert found.worst is not None
                until = values[: found.worst + size]
                shown = counterexample(function, asked, allowed, until, size, wrong=found.verdict)
                told = f"{found.wrong} of {found.judged} answers on {source.name} are wrong"
                raise RollingWrong(f"{asked.id}, windows of {size}: {told}. {shown.in_words()}")
    return judged_in_all


def _streams(names: Sequence[str] | None) -> list[Stream]:
    known = hostile_streams()
    for name in names or ():
        if name not in known:
            raise InputError(f"no hostile stream is called {name!r}; there are {', '.join(known)}")
    return [known[name] for name in names or known]
