"""Draws with Hypothesis outside of a test: the same ones in every run for a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

Drawn = TypeVar("Drawn")


def repeat_with(
    *strategies: st.SearchStrategy[Any], times: int, with_seed: int = 0
) -> Callable[[Any], None]:
    """Call a function so many times with drawn arguments."""

    def run(function: Callable[..., None]) -> None:
        settings(
            max_examples=times,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )(seed(with_seed)(given(*strategies)(function)))()

    return run


def draw(strategy: st.SearchStrategy[Drawn], *, times: int, seed: int = 0) -> list[Drawn]:
    """So many draws. What fails among them is not shrunk by Hypothesis: words know better how."""
    drawn: list[Drawn] = []

    def keep(one: Drawn) -> None:
        drawn.append(one)

    repeat_with(strategy, times=times, with_seed=seed)(keep)
    return drawn
