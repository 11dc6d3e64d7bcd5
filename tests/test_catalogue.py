from types import ModuleType

import pytest

from swagbench import catalogue
from swagbench.core import Ability, Bound, Card, Family, Functions
from swagbench.registry import Found, aggregation_ids, algorithm_ids
from swagbench.streams import streams

FUNCTIONS = {
    "empty": lambda: 0,
    "unit": lambda value: value,
    "combine": lambda older, newer: older + newer,
    "finalize": lambda agg: agg,
}


class Unnamed:
    """An algorithm without a card."""


class Named:
    """An algorithm with a card that promises a little of everything."""

    card = Card(
        idea="none",
        source="none",
        family=Family.STACKS,
        needs=frozenset({Ability.UNCOMBINE, Ability.ORDER}),
        push=Bound(1),
        pop=Bound(2, n=1),
        slide_mean=Bound(0, n=2.5),
        slide_max=Bound(0, n=1),
        partials=Bound(0),
    )


@pytest.fixture
def installed(monkeypatch):
    """Makes one thing all that the catalogue finds."""

    def install(kind, item, parameters=""):
        found = Found("mine", "mine", item, parameters)
        monkeypatch.setattr(catalogue, f"{kind}_ids", lambda: ["mine"])
        monkeypatch.setattr(catalogue, f"find_{kind}", lambda _: found)

    return install


@pytest.mark.parametrize(
    ("table", "ids"),
    [
        ("algorithms", [name for name, _ in catalogue.algorithms_by_family()]),
        ("aggregations", aggregation_ids()),
        ("streams", list(streams())),
    ],
)
def test_everything_there_is_stands_in_its_table_once(table, ids):
    shown = catalogue.tables()[table]()
    assert [row[0].partition("(")[0] for row in shown.rows] == ids
    assert {len(row) for row in shown.rows} == {len(shown.header)}


def test_algorithms_of_one_family_stand_together_and_those_of_none_last(installed):
    families = [card.family for _, card in catalogue.algorithms_by_family()]
    assert families == sorted(families, key=list(Family).index)
    assert {*families} == {*Family}
    assert {*algorithm_ids()} == {name for name, _ in catalogue.algorithms_by_family()}
    installed("algorithm", Unnamed)
    assert catalogue.algorithms_by_family() == [("mine", Card())]


def test_the_bounds_of_a_card_are_shown_as_text(installed):
    installed("algorithm", Named)
    header, (row,) = catalogue.algorithm_table()
    assert dict(zip(header, row, strict=True)) == {
        "algorithm": "mine",
        "family": "stacks",
        "needs": "order, uncombine",
        "push ≤": "1",
        "pop ≤": "n + 2",
        "eval ≤": "–",
        "slide, mean": "2.5n",
        "slide, max": "n",
        "partials": "0",
    }


def test_an_algorithm_without_a_card_promises_nothing(installed):
    installed("algorithm", Unnamed)
    assert catalogue.algorithm_table().rows == [["mine", "", "", *["–"] * 6]]


def test_an_aggregation_is_shown_with_its_parameters_offers_and_first_line(installed):
    class Mine:
        """What it is.

        And more.
        """

        commutative = True

    installed("aggregation", Mine(), parameters="q=0.5")
    assert catalogue.aggregation_table().rows == [["mine(q=0.5)", "commutes, exact", "What it is"]]


def module_of_functions():
    module = ModuleType("mine")
    vars(module).update(FUNCTIONS)
    return module


@pytest.mark.parametrize(
    "item",
    [
        Functions(**FUNCTIONS),
        type("Mine", (), FUNCTIONS),
        module_of_functions(),
    ],
    ids=["four functions", "namespace", "module"],
)
def test_an_aggregation_without_parameters_is_shown_by_its_name_alone(installed, item):
    installed("aggregation", item)
    assert catalogue.aggregation_table().rows[0][0] == "mine"


def test_a_stream_says_what_values_it_gives_and_whether_it_knows_times():
    rows = {name: [kind, times] for name, kind, times, _ in catalogue.stream_table().rows}
    assert rows["wind"] == ["float", "yes"]
    assert rows["uniform"] == ["int", ""]
