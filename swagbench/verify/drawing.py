"""Draws with Hypothesis outside of a test: the same ones in every run and on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

Candidate = TypeVar("Candidate")


def repeat_with(*strategies: st.SearchStrategy[Any], times: int) -> Callable[[Any], None]:
    """Call a function so many times with drawn arguments."""

    def run(function: Callable[..., None]) -> None:
        settings(
            max_examples=times,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )(given(*strategies)(function))()

    return run


def first_failing(
    candidates: st.SearchStrategy[Candidate], fails: Callable[[Candidate], object], *, times: int
) -> Candidate | None:
    """The first of so many candidates that fails, or None if none does.

    It is not shrunk here: those who ask know better how to make theirs short.
    """
    found: list[Candidate] = []

    def try_one(candidate: Candidate) -> None:
        if not found and fails(candidate):
            found.append(candidate)

    repeat_with(candidates, times=times)(try_one)
    return found[0] if found else None
