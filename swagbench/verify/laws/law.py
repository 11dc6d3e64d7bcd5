"""How a law is tried: on each of its cases, up to the first that fails, which is then cut down.

Aggregates are never compared, as only answers have a meaning: an aggregate is right if its answer
is right for the values that it stands for, also after more is combined with it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from swagbench.core import Ability
from swagbench.verify.checking import Profile
from swagbench.verify.laws.cases import Case
from swagbench.verify.laws.writing import caught, script, told_runs


class LawFault(NamedTuple):
    """A counterexample: the formula and the runs of values it is about, and plain Python for it.

    The script begins with ``{make}``, in place of the lines that make the name ``aggregation``.
    """

    history: str
    expected: str
    given: str
    script: str


class About(NamedTuple):
    """What a case asks: in short, the lines before it, and the expression that is asked for."""

    saying: str
    setup: Sequence[str]
    asked: str


class Wrong(NamedTuple):
    """What went wrong: as text for people, and what is expected as Python."""

    expected: str
    given: str
    expected_code: str
    about: About | None = None


class Trial(NamedTuple):
    """Cases, what is wrong with the aggregation in one of them, and what a case is about."""

    cases: Callable[[Any, Profile], Iterator[Case]]
    test: Callable[[Any, Case], Wrong | None]
    about: Callable[[Any, Case], About]


@dataclass(frozen=True, slots=True)
class Law:
    """A promise of an aggregation, by name. `ability` is set for the law of an ability."""

    id: str
    promise: str
    trial: Trial
    ability: Ability | None = None

    def find(self, aggregation: Any, profile: Profile) -> LawFault | None:
        """The simplest counterexample found."""
        fault, cases = None, self.trial.cases(aggregation, profile)
        tell = partial(_try, aggregation, self.trial)
        with warnings.catch_warnings():
            # What examples far apart in size and hostile values give rise to is no finding.
            warnings.simplefilter("ignore")
            while found := next(((case, told) for case in cases if (told := tell(case))), None):
                case, fault = found
                cases = case.simpler()
        return fault

    def trials(self, aggregation: Any, profile: Profile) -> int:
        """How many cases `find` goes through if all is right; 0 if there is nothing to try."""
        return sum(1 for _ in self.trial.cases(aggregation, profile))


def _try(aggregation: Any, trial: Trial, case: Case) -> LawFault | None:
    """The fault that a case shows. An error of the aggregation's is one."""
    try:
        wrong = trial.test(aggregation, case)
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        saying, setup, asked = trial.about(aggregation, case)
        about = About(saying, caught([*setup, f"given = {asked}"]), "given")
        wrong = Wrong("no error", told_error(error), '"no error"', about)
    if wrong is None:
        return None
    saying, setup, asked = wrong.about or trial.about(aggregation, case)
    lines = [*setup, f'print("expected", {wrong.expected_code})', f'print("given", {asked})']
    runs = told_runs(case, saying)
    history = f"{saying}; {runs}" if runs else saying
    return LawFault(history, wrong.expected, wrong.given, script(lines))


def told_error(error: BaseException) -> str:
    """What was raised, as a script prints it too."""
    return f"{type(error).__name__}: {error}"
