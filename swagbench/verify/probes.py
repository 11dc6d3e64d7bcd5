"""Probes: aggregations that show everything, one for each kind of algorithm, and real ones.

An algorithm that only calls the four functions commutes with every homomorphism of monoids, and
every aggregation is the image of the free monoid under one: right there is right everywhere. (That
it only calls them is a check of its own, `opaque`.) An algorithm that needs an ability has the
universal probe of that theory instead: what is right there is right for all that have the ability.

Aggregates of probes are tuples. Values, aggregates and answers are of three different types, so
that a forgotten ``unit`` or ``finalize`` shows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from swagbench.core import Ability, Card, abilities
from swagbench.oracle import is_right, recompute
from swagbench.verify.words import PUSH, VALUES

PLAIN_EXAMPLES = (3, -1, 0, 7, 1, -20, 5)
"""Values for an aggregation that states no examples."""


class Arena(Protocol):
    """Where a window is tried: an aggregation, the values to push, and what answers are right.

    `letters` are those that push a value of their own, where values matter.
    """

    id: str
    letters: str

    @property
    def aggregation(self) -> Any:
        """What windows are made with."""
        ...

    def value(self, letter: str, index: int) -> Any:
        """What a letter pushes as the value number `index`, counted from 0."""
        ...

    def is_right(self, held: Sequence[Any], answer: Any) -> bool:
        """Whether an answer is right for a window that holds these values, oldest first."""
        ...

    def tell(self, held: Sequence[Any]) -> str:
        """The right answer for these values, as text."""
        ...


class Broken(Exception):
    """A probe was used against its law, at the very call that did it."""


class _Probe(ABC):
    """What probes share: a probe is the arena and the aggregation at once."""

    id: str
    letters = ""

    @property
    def aggregation(self) -> Any:
        return self

    def value(self, letter: str, index: int) -> Any:  # noqa: ARG002 - values have no names here
        return index

    @abstractmethod
    def answer(self, held: Sequence[Any]) -> Any:
        """The right answer, by definition and not by combining."""

    def is_right(self, held: Sequence[Any], answer: Any) -> bool:
        return type(answer) is type(right := self.answer(held)) and answer == right

    def tell(self, held: Sequence[Any]) -> str:
        return shown(self.answer(held))


class FreeMonoid(_Probe):
    """Words under concatenation, as runs [a, b) of positions; the answer is the window itself.

    Every push brings the next position, so a window is a run, and so is what any right algorithm
    ever combines. Combining what is not adjacent raises at once; all is O(1).
    """

    id = "free_monoid"

    def empty(self) -> tuple[int, ...]:
        return ()

    def unit(self, value: int) -> tuple[int, int]:
        return value, value + 1

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        if older and newer:
            if older[1] != newer[0]:
                told = f"combine({_run(older)}, {_run(newer)})"
                raise Broken(f"{told}: the newer part does not follow the older one")
            return older[0], newer[1]
        return older or newer

    def finalize(self, agg: tuple[int, ...]) -> range:
        return range(*agg) if agg else range(0)

    def answer(self, held: Sequence[int]) -> range:
        return range(held[0], held[-1] + 1) if held else range(0)


class FreeMonoidWithInverse(FreeMonoid):
    """The free monoid, from which what is oldest, and nothing else, can be taken out again.

    A commutative probe could not see that the wrong part was taken.
    """

    id = "free_monoid_with_inverse"

    def uncombine(self, whole: tuple[int, ...], oldest: tuple[int, ...]) -> tuple[int, ...]:
        if not oldest:
            return whole
        if not whole or whole[0] != oldest[0] or whole[1] < oldest[1]:
            told = f"uncombine({_run(whole)}, {_run(oldest)})"
            raise Broken(f"{told}: this is not the oldest part")
        return (oldest[1], whole[1]) if oldest[1] < whole[1] else ()


class FreeMonoidInFull(FreeMonoid):
    """The free monoid as tuples of positions, in which whatever was combined can be seen.

    It refuses nothing; the last wrong answer is kept beside the window that it was for.
    """

    wrong: tuple[list[int], list[int]] | None = None

    @staticmethod
    def like(probe: FreeMonoid) -> FreeMonoidInFull:
        """One that offers what a probe offers."""
        has_inverse = isinstance(probe, FreeMonoidWithInverse)
        return FreeMonoidWithInverseInFull() if has_inverse else FreeMonoidInFull()

    def unit(self, value: int) -> Any:
        return (value,)

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        return older + newer

    def finalize(self, agg: tuple[int, ...]) -> Any:
        return list(agg)

    def answer(self, held: Sequence[int]) -> Any:
        return list(held)

    def is_right(self, held: Sequence[int], answer: Any) -> bool:
        if super().is_right(held, answer):
            return True
        if isinstance(answer, list) and all(isinstance(one, int) for one in answer):
            self.wrong = list(held), answer
        return False


class FreeMonoidWithInverseInFull(FreeMonoidInFull):
    """The same with an inverse, which takes away as many as it is to."""

    id = "free_monoid_with_inverse"

    def uncombine(self, whole: tuple[int, ...], oldest: tuple[int, ...]) -> tuple[int, ...]:
        return whole[len(oldest) :]


def _run(agg: tuple[int, ...]) -> str:
    return shown(range(*agg)) if agg else "empty"


class _Keyed(_Probe):
    """Values with keys that tie: 3.000007 has the key 3 and came as number 7.

    Letters A, B, … push the keys 0, 1, …; u pushes keys that rise, fall and tie.
    """

    KEYS = (3, 1, 4, 1, 5, 2, 2, 6, 0, 3, 3, 7, 1)

    def value(self, letter: str, index: int) -> float:
        key = self.KEYS[index % len(self.KEYS)] if letter == PUSH else VALUES.index(letter)
        return key + index / 1_000_000

    sort_key = staticmethod(int)

    def empty(self) -> tuple[float, ...]:
        return ()

    def unit(self, value: float) -> tuple[float, ...]:
        return (value,)

    def finalize(self, agg: tuple[float, ...]) -> list[float]:
        return list(agg)


class SortedWindows(_Keyed):
    """The whole window, sorted by key, equal keys in order of arrival."""

    id = "sorted_windows"

    def combine(self, older: tuple[float, ...], newer: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(sorted(older + newer, key=int)) if older and newer else older or newer

    def pick(self, ordered: Iterable[float]) -> list[float]:
        return list(ordered)

    def answer(self, held: Sequence[float]) -> list[float]:
        return sorted(held)


class WeakOrders(_Keyed):
    """The smallest key, the oldest of equals: combining selects, and ties can be told apart."""

    id = "weak_orders"
    commutative = selective = idempotent = True

    def combine(self, older: tuple[float, ...], newer: tuple[float, ...]) -> tuple[float, ...]:
        # Of one key, the one that came first, however they are combined.
        return min(older, newer) if older and newer else older or newer

    def pick(self, ordered: Sequence[float]) -> list[float]:
        return [ordered[0]]

    def answer(self, held: Sequence[float]) -> list[float]:
        return [min(held)] if held else []


class Multisets(_Probe):
    """Multisets under union: for an algorithm that may combine in any order."""

    id = "multisets"
    commutative = True

    def empty(self) -> tuple[int, ...]:
        return ()

    def unit(self, value: int) -> tuple[int, ...]:
        return (value,)

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(older + newer))

    def finalize(self, agg: tuple[int, ...]) -> list[int]:
        return list(agg)

    def answer(self, held: Sequence[int]) -> list[int]:
        return sorted(held)


class MultisetsWithInverse(Multisets):
    """Multisets, from which what is there can be taken out again."""

    id = "multisets_with_inverse"

    def uncombine(self, whole: tuple[int, ...], oldest: tuple[int, ...]) -> tuple[int, ...]:
        rest = list(whole)
        for one in oldest:
            if one not in rest:
                raise Broken(f"uncombine({shown(whole)}, {shown(oldest)}): {one} is not in it")
            rest.remove(one)
        return tuple(rest)


class Sets(Multisets):
    """Sets under union: for an algorithm that may combine in any order, and parts that overlap."""

    id = "sets"
    idempotent = True

    def combine(self, older: tuple[int, ...], newer: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({*older, *newer}))


PROBES: tuple[_Probe, ...] = (
    FreeMonoid(),
    FreeMonoidWithInverse(),
    Multisets(),
    MultisetsWithInverse(),
    Sets(),
    SortedWindows(),
    WeakOrders(),
)
"""From the most telling to the least: the first that an algorithm takes is the one it needs."""


def probe_for(needs: Iterable[Ability]) -> _Probe | None:
    """The most telling probe that offers what is needed, or None if none does."""
    wanted = set(needs)
    return next((probe for probe in PROBES if wanted <= abilities(probe)), None)


def probes_for(card: Card) -> list[_Probe]:
    """The most telling probes that offer what a card needs: one, or one for each of its ways."""
    ways = [card.needs | {one} for one in card.either] or [card.needs]
    found = [probe_for(way) for way in ways]
    return [probe for probe in PROBES if probe in found]


class Real:
    """A real aggregation, with its own examples, judged by recompute-from-scratch."""

    def __init__(self, id: str, aggregation: Any, spec: str = "") -> None:  # noqa: A002 - a name
        self.id = id
        self.aggregation = aggregation
        self.spec = spec
        self.examples = examples_of(aggregation)
        self.letters = VALUES[: len(self.examples)]

    def value(self, letter: str, index: int) -> Any:
        if letter != PUSH:
            index = VALUES.index(letter)
        return self.examples[index % len(self.examples)]

    def is_right(self, held: Sequence[Any], answer: Any) -> bool:
        return is_right(self.aggregation, held, answer)

    def tell(self, held: Sequence[Any]) -> str:
        return shown(recompute(self.aggregation, held))


def examples_of(aggregation: Any) -> Sequence[Any]:
    """The values to try an aggregation with."""
    return tuple(getattr(aggregation, "examples", ())) or PLAIN_EXAMPLES


def takes_floats(aggregation: Any) -> bool:
    """Whether an aggregation's examples say that it accepts floats, NaN included."""
    return any(isinstance(value, float) for value in examples_of(aggregation))


SHOWN_ITEMS = 8


def shown(answer: Any) -> str:
    """An answer as text; of a long window, the ends.

    >>> shown(range(3)), shown([*range(65)])
    ('[0, 1, 2]', '[0, 1, 2, …, 62, 63, 64] (65 values)')
    """
    if isinstance(answer, range):
        answer = list(answer)
    if isinstance(answer, list | tuple) and len(answer) > SHOWN_ITEMS:
        first, last = ", ".join(map(repr, answer[:3])), ", ".join(map(repr, answer[-3:]))
        opened, closed = "[]" if isinstance(answer, list) else "()"
        return f"{opened}{first}, …, {last}{closed} ({len(answer)} values)"
    try:
        text = repr(answer)
    except ValueError:  # more digits than Python writes
        return "a number of more digits than can be shown"
    return text if len(text) <= 200 else f"{text[:120]} … {text[-60:]}"
