"""What a check is: a promise, words to try it on, and a test of one word.

Everything else is the same for all of them: the first word that fails is cut down to a shortest
one, and is told with what was expected and what was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from swagbench.core import Algorithm, Card
from swagbench.verify.ceilings import TimeIsUp, now_trying
from swagbench.verify.probes import Arena
from swagbench.verify.shrinking import Shrinker
from swagbench.verify.words import asked_after_each, is_valid, valid_words, words_by_size


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How much is tried. Lengths and sizes are of words and windows; `drawn` is by Hypothesis."""

    name: str
    small_length: int
    asking_length: int
    filled_up_to: int
    sizes_up_to: int
    walk_steps: int
    real_length: int
    real_size: int
    drawn: int
    law_trials: int
    seed: int = 0


PROFILES = {
    one.name: one
    for one in (
        Profile(
            name="fast",
            small_length=10,
            asking_length=7,
            filled_up_to=16,
            sizes_up_to=128,
            walk_steps=5_000,
            real_length=4,
            real_size=4,
            drawn=0,
            law_trials=20,
        ),
        Profile(
            name="default",
            small_length=16,
            asking_length=9,
            filled_up_to=64,
            sizes_up_to=2048,
            walk_steps=150_000,
            real_length=5,
            real_size=16,
            drawn=20,
            law_trials=150,
        ),
        Profile(
            name="thorough",
            small_length=20,
            asking_length=12,
            filled_up_to=256,
            sizes_up_to=16_384,
            walk_steps=3_000_000,
            real_length=7,
            real_size=128,
            drawn=300,
            law_trials=2_000,
        ),
    )
}
DEFAULT = PROFILES["default"]


@dataclass(frozen=True, slots=True)
class Subject:
    """An algorithm in an arena, with what it promises. A plug-in without a card promises the
    contract: that is what an empty card says."""

    algorithm: Algorithm
    arena: Arena
    card: Card = field(default_factory=Card)

    @property
    def aggregation(self) -> Any:
        return self.arena.aggregation


class Wrong(NamedTuple):
    """What went wrong at a step of a word (from 1; after the last one if it is one more)."""

    step: int
    expected: str
    given: str
    note: str = ""


class Failure(NamedTuple):
    """The shortest word found on which a promise broke, and how far it is known to be that."""

    word: str
    wrong: Wrong
    certificate: str


NO_ERROR = "no error"

Test = Callable[[Subject, str], "Wrong | None"]
Words = Callable[[Subject, Profile], Iterable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One promise of a window, by name. `pops_from_empty`: its words may pop where nothing is.

    `longest_known` is how long a word may be that is tried only because it has shown a fault once:
    some tests take a word again for each call in it. `letters` are those that its words have beside
    u, o and q, where they stand for something else than values.
    """

    id: str
    promise: str
    words: Words
    test: Test
    pops_from_empty: bool = False
    longest_known: int = 1_000
    letters: str = ""


def moderate_words(_subject: Subject, profile: Profile) -> Iterator[str]:
    """Short words, and windows of sizes up to 16: enough for what does not depend on size."""
    length = 6 if profile.name == "fast" else 8
    yield from map(asked_after_each, valid_words(length))
    yield from words_by_size(8 if profile.name == "fast" else 16)


class Outcome(NamedTuple):
    """What came of a check: the failure, if any, and the letters that were run."""

    failure: Failure | None
    steps: int


def run_check(
    check: Check,
    subject: Subject,
    profile: Profile,
    *,
    known: Iterable[str] = (),
    words: Iterable[str] | None = None,
    shrink: bool = True,
) -> Outcome:
    """Try words until one fails: `known` ones first, then `words` or else the check's own.

    Raises:
        TimeIsUp: the ceiling was reached before a word failed.
    """
    steps = 0
    for word in _each(check, known, check.words(subject, profile) if words is None else words):
        now_trying(word)
        steps += len(word)
        wrong = tried(check, subject, word)
        if wrong is not None:
            failure = _failure(check, subject, word, wrong, shrink=shrink)
            return Outcome(failure, steps)
    return Outcome(None, steps)


def tried(check: Check, subject: Subject, word: str) -> Wrong | None:
    """The test of one word. Whatever escapes from a plug-in meanwhile is what it gave."""
    try:
        return check.test(subject, word)
    except Exception as error:  # noqa: BLE001 - other people's code
        return Wrong(len(word), NO_ERROR, told(error))


def told(error: BaseException) -> str:
    """What a plug-in raised, in one line, as what it gave.

    Being out of memory is no answer to be judged, and to try on would only take time: it is raised
    again, and ends the check.
    """
    if isinstance(error, MemoryError):
        raise error
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _each(check: Check, known: Iterable[str], words: Iterable[str]) -> Iterator[str]:
    for word in known:
        if len(word) <= check.longest_known and (check.pops_from_empty or is_valid(word)):
            yield word
    yield from words


def _failure(check: Check, subject: Subject, word: str, wrong: Wrong, *, shrink: bool) -> Failure:
    """The failure at a word, cut down; if time is up meanwhile, as far as it is then."""

    def fails(candidate: str) -> bool:
        if not check.pops_from_empty and not is_valid(candidate):
            return False
        return tried(check, subject, candidate) is not None

    if not shrink:
        return Failure(word, wrong, "")
    letters = check.letters or subject.arena.letters
    shrinker = Shrinker(fails, word, letters, pops_from_empty=check.pops_from_empty)
    try:
        # What comes after the step that went wrong is not needed, except by chance.
        shrinker.take(word[: wrong.step])
        shrinker.run()
    except TimeIsUp:
        shrinker.certificate = "not cut down further: time was up"
    return Failure(
        shrinker.best, tried(check, subject, shrinker.best) or wrong, shrinker.certificate
    )
