"""Laws: what every aggregation must keep, and what each ability it declares brings with it.

Laws are tried on reachable aggregates, those that windows make: bracketings of runs of the
aggregation's own examples.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

from swagbench.core import Ability, abilities
from swagbench.oracle import fold
from swagbench.verify.laws import algebra, arguments, conduct, hostility, vectors
from swagbench.verify.laws.law import About, Law, LawFault, Trial, told_error
from swagbench.verify.laws.rounding import find_unexcused
from swagbench.verify.probes import examples_of, takes_floats

__all__ = ["LAWS", "Law", "LawFault", "find_unexcused", "growth", "laws_of"]

_BY_METHOD = frozenset({Ability.UNCOMBINE, Ability.ORDER, Ability.UFUNC})
_NO_TRIAL = Trial(lambda *_: iter(()), lambda *_: None, lambda *_: About("", (), ""))

LAWS: tuple[Law, ...] = (
    Law(
        "law.associative",
        "However adjacent runs of values are bracketed, the answer is that of the plain fold.",
        algebra.ASSOCIATIVE,
    ),
    Law(
        "law.identity", "empty() changes no answer, wherever it is combined with.", algebra.IDENTITY
    ),
    Law(
        "law.commutative",
        "combine(b, a) is combine(a, b).",
        algebra.COMMUTATIVE,
        Ability.COMMUTATIVE,
    ),
    Law("law.idempotent", "combine(a, a) is a.", algebra.IDEMPOTENT, Ability.IDEMPOTENT),
    Law(
        "law.selective",
        "combine(a, b) is a or b themselves, and a, the older, if they answer the same.",
        algebra.SELECTIVE,
        Ability.SELECTIVE,
    ),
    Law("law.inverse", "uncombine(combine(a, b), a) is b.", algebra.INVERSE, Ability.UNCOMBINE),
    Law(
        "law.order",
        "The pick of the values sorted by key, equal keys in order of arrival, is the answer.",
        algebra.ORDER,
        Ability.ORDER,
    ),
    Law(
        "law.ufunc",
        "units and ufunc give, item by item, what unit and combine give; finalize gives it back.",
        vectors.UFUNC,
        Ability.UFUNC,
    ),
    Law(
        "finalize.repeatable",
        "finalize asked twice answers the same, also if its first answer is changed meanwhile.",
        conduct.REPEATABLE,
    ),
    Law(
        "arguments.unchanged",
        "No function changes its arguments or any other aggregate, then or later.",
        arguments.UNCHANGED,
    ),
    Law("empty.fresh", "empty() answers after much use as it did at first.", conduct.FRESH),
    Law(
        "definition",
        "The fold of values is what the aggregation's own definition says, to the type and sign.",
        algebra.DEFINITION,
    ),
    Law(
        "growth",
        "How many bytes an aggregate takes as its values become more: told, not promised.",
        _NO_TRIAL,
    ),
    Law(
        "copy",
        "copy, deepcopy and pickle keep the answers of aggregates, and of the aggregation.",
        conduct.COPY,
    ),
    Law(
        "signed_zero", "The sign of a zero does not depend on the bracketing.", algebra.SIGNED_ZERO
    ),
    Law(
        "hostile",
        "A value that is not its own is answered or refused, and changes no other answer.",
        hostility.HOSTILITY,
    ),
)

_WHY_NOT_CLAIMED: dict[str, Callable[[Any], str]] = {
    "definition": algebra.why_undefined,
    # Its text is asked for by itself: to list the laws runs nothing of the aggregation.
    "growth": lambda _: "told, not promised",
    "signed_zero": algebra.why_unsigned,
}


def laws_of(aggregation: Any) -> Iterator[tuple[Law, str]]:
    """Every law that can be tried with an aggregation, and why it is not claimed, "" if it is.

    An inverse, an order and a ufunc can be tried only where their methods are, the sign of zero
    only where there are floats.
    """
    offered = abilities(aggregation)
    for law in LAWS:
        if law.ability in _BY_METHOD and law.ability not in offered:
            continue
        if law.id == "signed_zero" and not takes_floats(aggregation):
            continue
        is_lacking = law.ability is not None and law.ability not in offered
        why = _WHY_NOT_CLAIMED.get(law.id, lambda _: "")
        yield law, "not claimed" if is_lacking else why(aggregation)


def growth(aggregation: Any) -> str:
    """How the size of an aggregate grows with the number of its values, in words."""
    examples = examples_of(aggregation)

    def bytes_of(*values: Any) -> int:
        # Each has its own copy: an impure one that doubles its own values would have no end.
        return len(pickle.dumps(fold(aggregation, map(copy.deepcopy, values)), protocol=3))

    try:
        one = max(map(bytes_of, examples))
        few, many = (bytes_of(*islice(cycle(examples), count)) for count in (16, 256))
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return f"how aggregates grow is not known: {told_error(error)}"
    # Mixed values can come to less than the largest one of them takes alone.
    times = " and ".join(f"{max(1.0, size / one):.1f}" for size in (few, many))
    return f"aggregates of 16 and of 256 values take {times} times the bytes of one"
