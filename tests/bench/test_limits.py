from __future__ import annotations

import signal

import pytest

from swagbench.bench.limits import OverBudget, at_most


def go_on_for_ever():
    while True:
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
def test_what_never_ends_is_over_budget():
    with pytest.raises(OverBudget, match=r"took more than 0.01 s"), at_most(0.01):
        go_on_for_ever()


def test_what_ends_in_time_is_let_be_and_the_alarm_is_as_before():
    before = signal.getsignal(signal.SIGALRM)
    with at_most(60):
        assert signal.getsignal(signal.SIGALRM) is not before
    assert signal.getsignal(signal.SIGALRM) is before
