"""The limit on one cell: seconds, so that a cell over budget costs only itself."""

from __future__ import annotations

from contextlib import AbstractContextManager

from swagbench.apart import alarm


class OverBudget(Exception):
    """A cell would take, or has taken, more than it may."""


def at_most(seconds: float) -> AbstractContextManager[None]:
    """Raise OverBudget in the main thread when the block takes longer than `seconds`.

    Where the system has no interval timer the block goes on; the sweep ends what never answers.
    """
    return alarm(seconds, lambda: OverBudget(f"took more than {seconds:g} s"))
