"""Ceilings: how long a check may take, and the word that it was at when it was stopped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from swagbench.apart import alarm


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """What a check may take, and all of them together; None is no limit."""

    timeout: float = 10.0
    memory_gib: float = 2.0
    max_time: float | None = None


class TimeIsUp(BaseException):
    """A check reached its ceiling. A plug-in that catches every Exception lets it through."""


class _Recorder:
    """Where the word that is tried is noted, so that it is known if the process dies on it."""

    def __init__(self) -> None:
        self.word = ""
        self.note: Callable[[str], object] | None = None


_recorder = _Recorder()


def now_trying(word: str) -> None:
    """Note the word that is tried from here on."""
    _recorder.word = word
    if _recorder.note is not None:
        _recorder.note(word)


def last_tried() -> str:
    """The word that was tried last."""
    return _recorder.word


def record_with(note: Callable[[str], object]) -> None:
    """Have every word noted outside of this process too."""
    _recorder.note = note


def ceiling(seconds: float | None) -> AbstractContextManager[None]:
    """Raise TimeIsUp in the block after so many seconds, and again should it be swallowed."""
    if seconds is None:
        return nullcontext()
    return alarm(seconds, TimeIsUp, again=0.1 + seconds / 10)
