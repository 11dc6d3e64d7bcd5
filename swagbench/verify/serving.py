"""Serving: in which arenas an algorithm is to be tried, and whether it refuses what it must."""

from __future__ import annotations

from typing import Any, NamedTuple

from swagbench.core import Ability, Algorithm, Card, abilities, card_of, is_batch, refusal
from swagbench.verify.carriers import Hooked
from swagbench.verify.checking import told
from swagbench.verify.probes import PROBES, Arena, probes_for
from swagbench.verify.words import PUSH

ABILITY_OF_NAME = {
    "uncombine": Ability.UNCOMBINE,
    "sort_key": Ability.ORDER,
    "pick": Ability.ORDER,
    "commutative": Ability.COMMUTATIVE,
    "selective": Ability.SELECTIVE,
    "idempotent": Ability.IDEMPOTENT,
}


class Unrefused(NamedTuple):
    """Something that a constructor took, or did not take, against what it must."""

    arena: str
    expected: str
    given: str


def arenas_for(algorithm: Algorithm, card: Card) -> list[Arena]:
    """The probes that tell whether an algorithm is right: the one of what it needs.

    One that names no need may still look at what an aggregation offers and choose its way by that:
    then it is tried in each way, with one more probe for every ability that it looked at.
    """
    if card.needed:
        return [probe for probe in probes_for(card) if serves(algorithm, probe)]
    taken = [probe for probe in PROBES if serves(algorithm, probe)]
    arenas: list[Arena] = []
    seen: set[Ability] = set()
    for probe in taken:
        used = looked_at(algorithm, probe) & abilities(probe)
        if not arenas or used - seen:
            arenas.append(probe)
            seen |= used
    return arenas


def serves(algorithm: Algorithm, arena: Arena) -> bool:
    """Whether an algorithm takes the arena's aggregation and finds in it all that it calls."""
    return refusal(algorithm, arena.aggregation) is None and lacking(algorithm, arena) is None


def lacking(algorithm: Algorithm, arena: Arena) -> str | None:
    """The ability that a window took for granted, as it turns out when it is used; or None."""
    try:
        _use(algorithm, arena, arena.aggregation)
    except AttributeError as error:
        name = str(error.name)
        if name in ABILITY_OF_NAME and not hasattr(arena.aggregation, name):
            return name
    except Exception as error:  # noqa: BLE001 - what else is wrong is for the checks to find
        told(error)
    return None


def looked_at(algorithm: Algorithm, arena: Arena) -> set[Ability]:
    """The abilities that an algorithm asked for as it was made and used."""
    asked: set[Ability] = set()

    class Spied:
        def __getattr__(self, name: str) -> Any:
            if name in ABILITY_OF_NAME:
                asked.add(ABILITY_OF_NAME[name])
            return getattr(arena.aggregation, name)

    try:
        _use(algorithm, arena, Spied())
    except Exception as error:  # noqa: BLE001 - what is wrong is for the checks to find
        told(error)
    return asked


def functions_called(algorithm: Algorithm, arena: Arena) -> set[str]:
    """The functions of an aggregation that a window calls at all."""
    called: set[str] = set()
    hooked = Hooked(arena.aggregation, lambda name, _arguments: called.add(name))
    try:
        _use(algorithm, arena, hooked)
    except Exception as error:  # noqa: BLE001 - what is wrong is for the checks to find
        told(error)
    return called


def _use(algorithm: Algorithm, arena: Arena, aggregation: Any) -> None:
    window: Any = algorithm(aggregation)
    if is_batch(algorithm):
        window.roll([arena.value(PUSH, index) for index in range(5)], 2)
        return
    for index in range(3):
        window.push(arena.value(PUSH, index))
        window.eval()
    for _ in range(3):
        window.pop()
        window.eval()


def find_unrefused(algorithm: Algorithm, card: Card) -> Unrefused | None:
    """The first probe that an algorithm must refuse and does not, or refuses without a need."""
    for probe in PROBES:
        missing = card.lacks(abilities(probe))
        try:
            reason = refusal(algorithm, probe)
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
            expected = "a window, or TypeError to refuse"
            return Unrefused(probe.id, expected, told(error))
        needed = f"TypeError as it is made: needs {missing}"
        if missing and reason is None:
            return Unrefused(probe.id, needed, "a window")
        if card_of(algorithm) is not None and not missing and reason is not None:
            return Unrefused(probe.id, "a window: all that the card needs is there", reason)
        if reason is None and (name := lacking(algorithm, probe)):
            ability = ABILITY_OF_NAME[name].value
            expected = f"TypeError as it is made: needs {ability}"
            return Unrefused(probe.id, expected, f"a window that calls {name}, which is not there")
    return None
