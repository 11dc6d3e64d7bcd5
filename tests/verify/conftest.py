"""What tests of checks share: how a check ends with a window, in short."""

from typing import Any, NamedTuple

import pytest

from swagbench.core import Card, card_of
from swagbench.verify.checking import PROFILES, Subject, run_check
from swagbench.verify.probes import probes_for
from swagbench.verify.suite import known_words
from swagbench.verify.words import to_text


class Shown(NamedTuple):
    """The shortest word on which a check failed, and how it showed."""

    word: str
    step: int
    expected: str
    given: str
    note: str
    certificate: str


def shown_by(
    check: Any,
    algorithm: Any,
    *,
    card: Card | None = None,
    arena: Any = None,
    profile: Any = PROFILES["fast"],
    known: Any = None,
) -> Shown | None:
    """How a check fails with an algorithm, in the arena for what its card needs, or None."""
    card = card or card_of(algorithm) or Card()
    subject = Subject(algorithm, arena or probes_for(card)[0], card)
    words = known_words() if known is None else known
    failure = run_check(check, subject, profile, known=words).failure
    if failure is None:
        return None
    step, expected, given, note = failure.wrong
    return Shown(to_text(failure.word), step, expected, given, note, failure.certificate)


@pytest.fixture(scope="session")
def shown():
    """`shown_by`, as files of tests cannot import one another."""
    return shown_by
