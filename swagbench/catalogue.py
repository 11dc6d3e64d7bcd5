"""What there is: algorithms, aggregations and streams with their needs and promises, as tables."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from swagbench.core import Card, Family, abilities, card_of
from swagbench.registry import aggregation_ids, algorithm_ids, find_aggregation, find_algorithm
from swagbench.report.tables import PROMISES, Table, promised
from swagbench.streams import streams


def tables() -> dict[str, Callable[[], Table]]:
    """The tables by name, each made when it is asked for."""
    return {
        "algorithms": algorithm_table,
        "aggregations": aggregation_table,
        "streams": stream_table,
    }


def algorithm_table() -> Table:
    """What each algorithm needs, and the combine calls and partials that its card promises."""
    return Table([*PROMISES], [promised(*one) for one in algorithms_by_family()])


def algorithms_by_family() -> list[tuple[str, Card]]:
    """The ids of all algorithms with their cards, family by family; those of none come last."""
    order = [*Family, None]
    cards = {name: card_of(find_algorithm(name).item) or Card() for name in algorithm_ids()}
    return sorted(cards.items(), key=lambda one: order.index(one[1].family))


def aggregation_table() -> Table:
    """What each aggregation offers beside the four functions, and the first line about it."""
    rows = []
    for name in aggregation_ids():
        found = find_aggregation(name)
        item, parameters = found.item, found.parameters
        offers = ", ".join(sorted(ability.value for ability in abilities(item)))
        about = (inspect.getdoc(item) or "").partition("\n")[0].rstrip(".")
        rows.append([f"{name}({parameters})" if parameters else name, offers, about])
    return Table(["aggregation", "offers", ""], rows)


def stream_table() -> Table:
    """What kind of values each stream gives, and whether it knows their times."""
    return Table(
        ["stream", "values", "times", ""],
        [
            [one.name, one.kind.__name__, "yes" if one.times else "", one.about]
            for one in streams().values()
        ],
    )
