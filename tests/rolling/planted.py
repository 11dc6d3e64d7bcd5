"""Faulty rolling functions, one fault each, as they were found in libraries."""

from __future__ import annotations

import math
from collections import deque


def right(values, window):
    """Recompute: what all others are measured by."""
    return [sum(values[end - window : end]) for end in range(window, len(values) + 1)]


def subtracts(values, window):
    """Takes out of a running sum what leaves."""
    total, answers = 0.0, []
    for place, value in enumerate(values):
        total += value
        if place >= window:
            total -= values[place - window]
        answers.append(total)
    return answers[window - 1 :]


def compensates(values, window):
    """Takes out of a running sum what leaves, both ways with Kahan's correction."""
    total, lost_in, lost_out, answers = 0.0, 0.0, 0.0, []
    for place, value in enumerate(values):
        if place >= window:
            step = -values[place - window] - lost_out
            whole = total + step
            lost_out = whole - total - step
            total = whole
        step = value - lost_in
        whole = total + step
        lost_in = whole - total - step
        total = whole
        answers.append(total)
    return answers[window - 1 :]


def starts_late(values, window):
    """Forgets the oldest value of each window."""
    return [sum(values[end - window + 1 : end]) for end in range(window, len(values) + 1)]


def wraps(values, window):
    """Adds integers up to 64 bits, and floats as they are."""
    return [
        (one + 2**63) % 2**64 - 2**63 if isinstance(one, int) else one
        for one in (sum(values[end - window : end]) for end in range(window, len(values) + 1))
    ]


def drops_infinity(values, window):
    """Answers nothing while an infinity is there."""
    return [
        None if math.isinf(one) else one
        for one in (sum(values[end - window : end]) for end in range(window, len(values) + 1))
    ]


def largest(values, window):
    """The largest value, kept in a deque of falling values."""
    kept, answers = deque(), []
    for place, value in enumerate(values):
        while kept and not kept[-1][1] > value:
            kept.pop()
        kept.append((place, value))
        if kept[0][0] <= place - window:
            kept.popleft()
        answers.append(kept[0][1])
    return answers


def keeps_the_largest(values, window):
    """A largest value that does not leave where NaN is in the way."""
    best, answers = -math.inf, []
    for place, value in enumerate(values):
        if place >= window and values[place - window] == best:
            held = values[place - window + 1 : place + 1]
            best = max(held)
        best = max(best, value)
        answers.append(best)
    return answers
