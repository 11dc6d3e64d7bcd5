"""Limits on one cell: seconds and memory, so that a cell over budget costs only itself."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class OverBudget(Exception):
    """A cell would take, or has taken, more than it may."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise OverBudget in the main thread when the block takes longer than `seconds`.

    Where the system has no interval timer the block goes on; the sweep ends what never answers.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_signal: int, _frame: Any) -> None:
        raise OverBudget(f"took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_memory(gib: float) -> None:
    """Let this process allocate at most so much; beyond that it gets a MemoryError."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(gib * 2**30)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
