"""The algorithms as a page: one table, and of each its card in words and a picture of its state.

A picture shows a window at one step, its values side by side, and below them every partial that is
held, reaching over the values that it is made of. It is drawn from what `state` gives, with a probe
whose aggregates tell what is in them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from string import ascii_letters
from typing import Any, NamedTuple

from swagbench.catalogue import algorithm_table, algorithms_by_family
from swagbench.core import Algorithm, Card
from swagbench.registry import find_algorithm
from swagbench.report.markdown import text_table
from swagbench.verify.probes import Arena, FreeMonoid
from swagbench.verify.serving import arenas_for
from swagbench.verify.words import PUSH

SIZES = (9, 21, 36)
"""Windows to draw: the first at which the algorithm holds something everywhere, or most."""


def page() -> str:
    """All algorithms that are here, as Markdown. O(total slides of small windows)."""
    return "\n\n".join(_parts()) + "\n"


def _parts() -> Iterator[str]:
    yield "# The algorithms"
    yield (
        "Made from the cards by `swagbench list algorithms --page`. Of a window of n values, in"
        " combine calls, counted: the most of one push, pop and eval, and of a slide (pop, push,"
        " eval) the mean in steady state and the most; and the partial aggregates held between"
        " operations. What stands here is checked by `swagbench verify`. log2 n is rounded up."
    )
    yield text_table(algorithm_table(), of_words=True)
    yield (
        "In the pictures, the values of a window from the oldest to the youngest, and below them"
        " what is held: each partial reaches over the values that it is made of."
    )
    for name, card in algorithms_by_family():
        algorithm = find_algorithm(name).item
        yield f"## {name}"
        yield _paragraphs(algorithm)
        if hasattr(algorithm, "state"):
            yield f"```text\n{picture(algorithm, card)}\n```"


def _paragraphs(algorithm: Algorithm) -> str:
    """The module's docstring without its table, which stands in the page's own."""
    told = inspect.getdoc(inspect.getmodule(algorithm)) or ""
    return "\n\n".join(part for part in told.split("\n\n") if not part.startswith("==="))


# --- pictures -------------------------------------------------------------------------------------


class _Drawn(NamedTuple):
    """What a window holds by name, each partial as the positions in it; and from where on it is."""

    groups: dict[str, list[list[int]]]
    front: int
    end: int


def picture(algorithm: Algorithm, card: Card) -> str:
    """A window's state, drawn at the step of a slide at which it holds most kinds of things.

    Raises:
        StopIteration: no probe has what the algorithm needs.
    """
    arena = next(iter(arenas_for(algorithm, card)))
    drawn = [_fullest(algorithm, arena, size) for size in SIZES]
    groups, front, end = max(drawn, key=_kinds)
    labels = [_label(arena, index) for index in range(front, end)]
    width = max(map(len, ["window", *groups])) + 2
    lines = [f"{'window':{width}} {' '.join(labels)}"]
    for name, partials in groups.items():
        rows = _rows([[index - front for index in partial] for partial in partials])
        heads = [name] + [""] * len(rows)
        lines += [
            f"{head:{width}}{_bars(row, labels)}" for head, row in zip(heads, rows, strict=False)
        ]
    return "\n".join(line.rstrip() for line in lines)


def _fullest(algorithm: Algorithm, arena: Arena, size: int) -> _Drawn:
    """The first of 2n slides of a full window at which most kinds of things, and most, are held."""
    window: Any = algorithm(arena.aggregation)
    steps = []
    for index in range(3 * size):
        if index >= size:
            window.pop()
        window.push(arena.value(PUSH, index))
        window.eval()
        groups = {name: list(_partials(held)) for name, held in window.state().items()}
        steps.append(_Drawn(groups, max(0, index + 1 - size), index + 1))
    return max(steps[size:], key=lambda drawn: (_kinds(drawn), _count(drawn)))


def _count(drawn: _Drawn) -> int:
    return sum(map(len, drawn.groups.values()))


def _kinds(drawn: _Drawn) -> int:
    return sum(map(bool, drawn.groups.values()))


def _partials(held: Any) -> Iterator[list[int]]:
    """The partials in a part of a state, each as the positions of the values in it."""
    if isinstance(held, list):
        for one in held:
            yield from _partials(one)
    elif isinstance(held, float):
        yield [_position(held)]
    elif isinstance(held, tuple) and held and isinstance(held[0], float):
        yield [_position(value) for value in held]
    elif isinstance(held, tuple) and held:
        yield [*range(*held)]


def _position(value: float) -> int:
    """Which value it was: probes with keys have it behind the point."""
    return round(value % 1 * 1_000_000)


def _label(arena: Arena, index: int) -> str:
    """One character for a value: a letter, or the key where keys are what matters."""
    if isinstance(arena, FreeMonoid):
        return ascii_letters[index % len(ascii_letters)]
    return str(int(arena.value(PUSH, index)))


def _rows(partials: list[list[int]]) -> list[list[list[int]]]:
    """Partials in rows: one goes on in a row if it begins where or after the last one ends."""
    rows: list[list[list[int]]] = []
    for partial in partials:
        if rows and rows[-1][-1][-1] < partial[0]:
            rows[-1].append(partial)
        else:
            rows.append([partial])
    return rows


def _bars(row: list[list[int]], labels: list[str]) -> str:
    cells = [" "] * (2 * len(labels) + 1)
    for partial in row:
        cells[2 * partial[0]] = cells[2 * partial[-1] + 2] = "|"
        for index in partial:
            cells[2 * index + 1] = labels[index]
    return "".join(cells)
