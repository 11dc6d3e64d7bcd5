"""The contract: what an aggregation is, what a window is, and what each may promise.

Everything here is a protocol or plain data, so a plug-in takes part without importing anything:
an aggregation is whatever has ``empty``, ``unit``, ``combine`` and ``finalize``, a window whatever
has ``push``, ``pop``, ``eval`` and ``__len__``. Arrows end in this file; it imports no other part
of swagbench.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from math import sqrt
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    import numpy as np

Value = TypeVar("Value")
Agg = TypeVar("Agg")
Out = TypeVar("Out")
Value_contra = TypeVar("Value_contra", contravariant=True)
Out_co = TypeVar("Out_co", covariant=True)


class InputError(ValueError):
    """What a person gave cannot be used; the message is one line that says what would be right."""

    def __init__(self, message: str) -> None:
        # Names, cells and other people's errors in it may have line breaks.
        super().__init__(" ".join(message.split()))


class SuiteBroken(Exception):
    """swagbench itself failed: no verdict about anyone else's code. The message is a traceback."""


# --- aggregations ---------------------------------------------------------------------------------


@runtime_checkable
class Aggregation(Protocol[Value_contra, Agg, Out_co]):
    """A summary of the values in a window, taken apart into four functions.

    Laws: ``combine`` is associative and ``empty()`` its identity on both sides; no function changes
    its arguments; an aggregate, once made, never changes; ``finalize`` may be asked again and
    answers the same. What an aggregation offers beyond the four is listed by `Ability`.

    Source: O. Peters, *The two-stack sliding window aggregation algorithm*; the papers call the
    four functions identity, lift, combine and lower.
    """

    def empty(self) -> Agg:
        """The aggregate of no values."""
        ...

    def unit(self, value: Value_contra, /) -> Agg:
        """The aggregate of one value."""
        ...

    def combine(self, older: Agg, newer: Agg, /) -> Agg:
        """The aggregate of two adjacent runs of values, the older one first."""
        ...

    def finalize(self, agg: Agg, /) -> Out_co:
        """The answer that an aggregate stands for."""
        ...


@dataclass(frozen=True)
class Functions(Generic[Value, Agg, Out]):
    """An aggregation made of four plain functions.

    >>> mean = Functions(
    ...     empty=lambda: (0, 0),
    ...     unit=lambda value: (value, 1),
    ...     combine=lambda older, newer: (older[0] + newer[0], older[1] + newer[1]),
    ...     finalize=lambda agg: agg[0] / agg[1] if agg[1] else None,
    ... )
    >>> mean.finalize(mean.combine(mean.unit(1), mean.unit(2)))
    1.5
    """

    empty: Callable[[], Agg]
    unit: Callable[[Value], Agg]
    combine: Callable[[Agg, Agg], Agg]
    finalize: Callable[[Agg], Out]


class Ability(Enum):
    """What an aggregation may offer beside the four functions. Declared, never guessed.

    The value is the name used in tables. How each is declared, and the law that comes with it:

    ========== ========================================== =========================================
    ability    declared by                                law
    ========== ========================================== =========================================
    uncombine  method ``uncombine(whole, oldest)``        ``uncombine(combine(a, b), a)`` is ``b``
    order      methods ``sort_key(value)`` and            ``pick`` of the values sorted by key, ties
               ``pick(ordered)``                          oldest first, is the answer
    commutes   attribute ``commutative = True``           ``combine(a, b)`` is ``combine(b, a)``
    selects    attribute ``selective = True``             ``combine(a, b)`` is ``a`` or ``b``, the
                                                          older one on a tie
    idempotent attribute ``idempotent = True``            ``combine(a, a)`` is ``a``
    exact      no method ``explains(values, answer)``     equal answers are the only right ones
    ufunc      method ``units(values)`` beside an         ``ufunc(a, b)`` is ``combine(a, b)``, item
               attribute ``ufunc``: see `Vectorized`      by item
    ========== ========================================== =========================================
    """

    UNCOMBINE = "uncombine"
    ORDER = "order"
    COMMUTATIVE = "commutes"
    SELECTIVE = "selects"
    IDEMPOTENT = "idempotent"
    EXACT = "exact"
    UFUNC = "ufunc"


_METHODS = {
    Ability.UNCOMBINE: ("uncombine",),
    Ability.ORDER: ("sort_key", "pick"),
    Ability.UFUNC: ("units",),  # To look at `ufunc` may take loading NumPy.
}
_FLAGS = {
    Ability.COMMUTATIVE: "commutative",
    Ability.SELECTIVE: "selective",
    Ability.IDEMPOTENT: "idempotent",
}


def offers(aggregation: object, ability: Ability) -> bool:
    """Whether an aggregation, or its class, declares an ability; nothing else is looked at."""
    if ability in _METHODS:
        return all(callable(getattr(aggregation, name, None)) for name in _METHODS[ability])
    if ability in _FLAGS:
        return getattr(aggregation, _FLAGS[ability], False) is True
    return not hasattr(aggregation, "explains")


def abilities(aggregation: object) -> frozenset[Ability]:
    """The abilities that an aggregation, or its class, declares."""
    return frozenset(ability for ability in Ability if offers(aggregation, ability))


class MissingAbility(TypeError):
    """An algorithm was given an aggregation that lacks what the algorithm needs."""


def require(aggregation: object, *needs: Ability) -> None:
    """Refuse an aggregation that lacks one of `needs`; algorithms call it as they are made.

    Raises:
        MissingAbility: (a TypeError) names the first ability that is missing.
    """
    for need in needs:
        if not offers(aggregation, need):
            name = getattr(aggregation, "__name__", type(aggregation).__name__)
            raise MissingAbility(f"needs {need.value}, which {name} does not offer")


def refusal(algorithm: Algorithm, aggregation: object) -> str | None:
    """Why an algorithm cannot serve an aggregation ("needs uncombine"), or None if it can.

    Asked by making a window: a constructor refuses what it cannot serve with a TypeError.
    """
    try:
        algorithm(aggregation)
    except MissingAbility as error:
        return str(error).partition(",")[0]
    except TypeError as error:
        return str(error)
    return None


def is_lossy(algorithm: Algorithm, aggregation: Any) -> bool:
    """Whether wrong answers are to be expected: by an inverse that says itself that it is lossy.

    An algorithm uses the inverse if it refuses the same aggregation without one.
    """
    if getattr(aggregation, "inverse_is_lossy", False) is not True:
        return False
    return refusal(algorithm, _WithoutInverse(aggregation)) is not None


class _WithoutInverse:
    """An aggregation with all that it offers but its inverse."""

    def __init__(self, aggregation: Any) -> None:
        self._aggregation = aggregation

    def __getattr__(self, name: str) -> Any:
        if name == "uncombine":
            raise AttributeError(name)
        return getattr(self._aggregation, name)


class Invertible(Aggregation[Value_contra, Agg, Out_co], Protocol[Value_contra, Agg, Out_co]):
    """An aggregation whose oldest part can be taken out again.

    Where that holds only approximately (floats), the aggregation says ``inverse_is_lossy = True``:
    what the inverse gets wrong is then shown as a known fact and not counted as a failure.
    """

    def uncombine(self, whole: Agg, oldest: Agg, /) -> Agg:
        """`whole` without its oldest part: the x with ``combine(oldest, x) == whole``."""
        ...


class Ordered(Aggregation[Value_contra, Agg, Out_co], Protocol[Value_contra, Agg, Out_co]):
    """An aggregation whose answer can be picked from the sorted window."""

    def sort_key(self, value: Value_contra, /) -> Any:
        """What to sort by; keys of any two values can be compared with ``<``."""
        ...

    def pick(self, ordered: Sequence[Any], /) -> Out_co:
        """The answer, given the window sorted by `sort_key`, equal keys in order of arrival."""
        ...


class Vectorized(Aggregation[Value_contra, Agg, Out_co], Protocol[Value_contra, Agg, Out_co]):
    """An aggregation whose aggregates may be numbers in an array, combined many at a time."""

    @property
    def ufunc(self) -> np.ufunc:
        """Combines two arrays, item by item. As a property it can load NumPy when it is used."""
        ...

    def units(self, values: Sequence[Value_contra], /) -> np.ndarray[Any, Any] | None:
        """The units of many values as a 1-D array, whose items `finalize` gives back as they are.

        The array has room for what all of them combine to. It may share memory with the values, so
        it is only read. None: there are values among them that only `combine` is right for.
        """
        ...


# --- windows --------------------------------------------------------------------------------------


@runtime_checkable
class Window(Protocol[Value_contra, Out_co]):
    """The values between two ends of a stream, and one answer about them.

    An operation that raises leaves the window as it was: compute, then commit.
    """

    def push(self, value: Value_contra, /) -> None:
        """Add a value at the young end."""
        ...

    def pop(self) -> None:
        """Remove the oldest value; IndexError when the window is empty."""
        ...

    def eval(self) -> Out_co:
        """The answer for the window, oldest to youngest; ``finalize(empty())`` when empty."""
        ...

    def __len__(self) -> int:
        """How many values the window holds."""
        ...


class BothEnds(Window[Value_contra, Out_co], Protocol[Value_contra, Out_co]):
    """A window that grows and shrinks at both ends. What holds of one end holds of the other."""

    def push_oldest(self, value: Value_contra, /) -> None:
        """Add a value before all others."""
        ...

    def pop_newest(self) -> None:
        """Remove the newest value; IndexError when the window is empty."""
        ...


def own_state(self: Any) -> tuple[None, dict[str, Any]]:
    """A window's slots, for copies (copy, deepcopy, pickle) that share no container with it.

    For a class with ``__slots__`` that keeps lists and deques: ``__getstate__ = own_state``.
    """
    classes = type(self).__mro__
    names = [name for one in classes for name in getattr(one, "__slots__", ())]
    slots = {name: getattr(self, name) for name in names}
    return None, {
        name: one.copy() if isinstance(one, list | deque) else one for name, one in slots.items()
    }


Algorithm = Callable[[Any], Window[Any, Any]]
"""Anything that makes a window from an aggregation: usually a class."""


def has_both_ends(algorithm: object) -> bool:
    """Whether an algorithm makes windows that are open at both ends."""
    names = ("push_oldest", "pop_newest")
    return all(callable(getattr(algorithm, name, None)) for name in names)


# --- batches --------------------------------------------------------------------------------------


@runtime_checkable
class Batch(Protocol[Value_contra, Out_co]):
    """Answers about a stream that is there as a whole. Like a window it is made of an aggregation.

    There is no state between calls. The values are never changed; the answers are the caller's.
    """

    def roll(self, values: Sequence[Value_contra], size: int, /) -> Sequence[Out_co]:
        """The answers for all full windows, in order: number i is for ``values[i : i + size]``.

        Of fewer than `size` values there are none.

        Raises:
            ValueError: `size` is not a whole number of at least 1.
        """
        ...


def is_batch(algorithm: object) -> bool:
    """Whether an algorithm makes batches, not windows."""
    return callable(getattr(algorithm, "roll", None)) and not hasattr(algorithm, "push")


# --- what an algorithm promises -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """A count of combine calls or partials as a function of the window size n.

    `log2` is of the levels of a binary tree over n values: the logarithm, rounded up.

    >>> str(Bound(2, n=1)), Bound(2, n=1).at(1024)
    ('n + 2', 1026)
    >>> str(Bound(-1, log2=2)), str(Bound(3, sqrt=2)), str(Bound(16, n=1 / 16))
    ('2 log2 n - 1', '2√n + 3', 'n/16 + 16')
    """

    constant: float
    n: float = 0
    log2: float = 0
    sqrt: float = 0

    def at(self, size: int) -> float:
        """The bound for a window of `size` values; a count is never less than 0."""
        levels = max(0, size - 1).bit_length()
        root = self.sqrt * sqrt(size) if self.sqrt else 0
        return max(0, self.constant + self.n * size + self.log2 * levels + root)

    def __str__(self) -> str:
        factors = (self.n, "n"), (self.sqrt, "√n"), (self.log2, " log2 n")
        terms = [_times(factor, term) for factor, term in factors if factor]
        if self.constant or not terms:
            terms.append(f"{self.constant:g}")
        return " + ".join(terms).replace("+ -", "- ")


def _times(factor: float, term: str) -> str:
    if 0 < factor < 1:
        return f"{term.strip()}/{1 / factor:g}"
    return term.strip() if factor == 1 else f"{factor:g}{term}"


class Family(Enum):
    """What kind of idea an algorithm is; lists keep those of one family together, in this order."""

    RECOMPUTE = "recompute"
    INVERSE = "inverse"
    STACKS = "stacks"
    TREES = "trees"
    ORDERED = "ordered"
    BATCH = "batch"


class Guarantee(Enum):
    """What an operation that raises has done to the window (the aggregation may raise anywhere).

    ====== =====================================================================================
    strong nothing: the window is as it was
    basic  something, but the window is usable: it can be emptied and is right from then on
    none   nothing is promised
    ====== =====================================================================================
    """

    STRONG = "strong"
    BASIC = "basic"
    NONE = "none"


WAIVABLE = frozenset({"copy", "deterministic", "empty.pop", "eval.pure", "eval.repeatable"}) | {
    *("answer.isolated", "release", "returns", "space.steady")
}
"""Promises of the contract that an algorithm may decline, by the names of their checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What an algorithm promises, as data that is checked.

    ``push``, ``pop`` and ``eval`` bound the combine calls (``uncombine`` counts as one) of a single
    operation on a window of n values, combines with the empty aggregate included; what is said of
    push and pop holds at both ends where there are `BothEnds`. ``slide_mean`` and ``slide_max``
    bound a slide (pop, push, eval) of a full window, the mean over periods of n slides after a
    first one, in which what filling has put off may be paid. Of a batch ``slide_mean`` bounds the
    combine calls a value.
    ``partials`` bounds the aggregates held between operations. A bound of None is not promised: the
    algorithm answers without combining, and its cost is comparisons.

    An algorithm needs all of ``needs``, and of ``either``, if it names any, one at least.

    The rest of the contract is promised unless the card says otherwise: ``guarantee`` is what an
    exception leaves behind, ``waives`` names the promises (of `WAIVABLE`) that are not made.
    ``reentrant`` promises more: that the aggregation's functions may ask the window meanwhile.

    Raises:
        InputError: ``waives`` names what is not there or cannot be declined.
    """

    idea: str = ""
    source: str = ""
    family: Family | None = None
    needs: frozenset[Ability] = frozenset()
    either: frozenset[Ability] = frozenset()
    push: Bound | None = None
    pop: Bound | None = None
    eval: Bound | None = None
    slide_mean: Bound | None = None
    slide_max: Bound | None = None
    partials: Bound | None = None
    guarantee: Guarantee = Guarantee.STRONG
    waives: frozenset[str] = frozenset()
    reentrant: bool = False

    def __post_init__(self) -> None:
        for name in sorted(self.waives - WAIVABLE):
            can_be = ", ".join(sorted(WAIVABLE))
            raise InputError(f"a card cannot waive {name!r}; what it can waive: {can_be}")

    def lacks(self, offered: frozenset[Ability]) -> str:
        """What is needed and not offered, by name; "" if nothing is.

        >>> Card(needs=frozenset({Ability.ORDER})).lacks(frozenset())
        'order'
        """
        missing = sorted(need.value for need in self.needs - offered)
        if self.either and not self.either & offered:
            missing.append(_one_of(self.either))
        return ", ".join(missing)

    @property
    def needed(self) -> str:
        """What is needed, by name; "" if nothing is."""
        return self.lacks(frozenset())

    @property
    def is_even(self) -> bool:
        """Whether every slide costs the same, so that a few of them stand for all."""
        return self.slide_mean is not None and self.slide_mean == self.slide_max


def _one_of(either: frozenset[Ability]) -> str:
    return " or ".join(sorted(need.value for need in either))


def sigma(aggregation: Any, values: Sequence[Any] | None) -> Callable[[int, int], Any]:
    """Σ, for invariants: sigma(i, j) is the aggregate of values[i:j], oldest to newest.

    Where nobody knows the values (None), it is something that equals everything: an invariant then
    says of the partials only how many there are.

    >>> from swagbench import aggregation
    >>> sigma(aggregation("collect"), "abc")(1, 3), sigma(aggregation("collect"), None)(1, 3) == ()
    (('b', 'c'), True)
    """

    def of_run(start: int, stop: int) -> Any:
        if values is None:
            return _Unknown()
        units = map(aggregation.unit, values[start:stop])
        return reduce(aggregation.combine, units, aggregation.empty())

    return of_run


class _Unknown:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, _other: object) -> bool:
        return True


def card_of(algorithm: object) -> Card | None:
    """The card that an algorithm states, or None."""
    card = getattr(algorithm, "card", None)
    return card if isinstance(card, Card) else None
