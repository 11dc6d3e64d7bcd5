"""Starting files: an algorithm or an aggregation that passes, to be made one's own, and a test."""

from __future__ import annotations

import importlib.util
import keyword
from pathlib import Path

from swagbench.core import InputError

ALGORITHM = '''\
"""{title}: say in one sentence how it works.

It is right as it stands, and slow: every question folds the whole window. Make it your own, and run
``swagbench verify {name}.py`` as you go.
"""

from collections import deque
from functools import reduce

from swagbench.core import Bound, Card


class {title}:
    """A window of values v[0] … v[n-1].

    Invariant: units[i] == unit(v[i])
    """

    # What is promised here is counted. What you leave out is shown as counted, and not judged. The
    # rest of the contract is promised unless the card says otherwise: see Card.
    card = Card(
        idea="say in one sentence how it works",
        source="where it comes from",
        push=Bound(0),
        pop=Bound(0),
        eval=Bound(0, n=1),
        partials=Bound(0, n=1),
    )

    __slots__ = ("_units", "aggregation")

    def __init__(self, aggregation):
        self.aggregation = aggregation
        self._units = deque()

    def push(self, value):
        self._units.append(self.aggregation.unit(value))

    def pop(self):
        if not self._units:
            raise IndexError("pop from an empty window")
        self._units.popleft()

    def eval(self):
        aggregation = self.aggregation
        # Older before newer, always: combine need not commute.
        return aggregation.finalize(reduce(aggregation.combine, self._units, aggregation.empty()))

    def __len__(self):
        return len(self._units)

    def __getstate__(self):
        # A copy shares no container with its original.
        return None, {{"aggregation": self.aggregation, "_units": self._units.copy()}}

    def state(self):
        # What `swagbench trace {name}.py 1 2 3` shows.
        return {{"window": list(self._units)}}
'''

TEST_ALGORITHM = """\
import swagbench
from {name} import {title}


@swagbench.each_check({title})
def test_{name}(check):
    check()
"""

AGGREGATION = '''\
"""{title}: say what it answers.

As it stands it is the largest less the smallest value. Make it your own, and run ``swagbench verify
-g {name}.py`` as you go.
"""


class {title}:
    """The spread of numbers; None for an empty window. Aggregates are pairs (smallest, largest)."""

    # What else holds is claimed, and then checked: see docs/contract-aggregation.md.
    commutative = True
    idempotent = True
    examples = (3, -1, 7, 0, 7, 10**20)

    def empty(self):
        return ()

    def unit(self, value):
        return value, value

    def combine(self, older, newer):
        if not older or not newer:
            return older or newer
        return min(older[0], newer[0]), max(older[1], newer[1])

    def finalize(self, agg):
        return agg[1] - agg[0] if agg else None

    def definition(self, values):
        # The answer in another way, for verify to compare with.
        return max(values) - min(values) if values else None
'''

TEST_AGGREGATION = """\
import swagbench
from {name} import {title}


def test_{name}_keeps_the_laws():
    swagbench.check_aggregation({title}())


def test_{name}_is_right_in_a_window():
    swagbench.check_window(swagbench.algorithm("two_stacks"), {title}())
"""

TEMPLATES = {
    "algorithm": (ALGORITHM, TEST_ALGORITHM),
    "aggregation": (AGGREGATION, TEST_AGGREGATION),
}


def write_starters(kind: str, name: str, folder: Path) -> list[Path]:
    """Write a file and its test into a folder.

    Args:
        kind: ``algorithm`` or ``aggregation``.
        name: in snake_case, as its file will be called.
        folder: which is made if it is not there.

    Raises:
        InputError: the name is none, a file of it is there already, or cannot be written.
    """
    if not name.isidentifier() or name != name.lower() or keyword.iskeyword(name):
        raise InputError(f"name {name!r} is not in snake_case, such as my_{kind}")
    title = "".join(part.capitalize() for part in name.split("_"))
    if not title.isidentifier() or keyword.iskeyword(title):
        raise InputError(f"name {name!r} does not make a class's name; one such as my_{kind} does")
    if importlib.util.find_spec(name) is not None:
        raise InputError(f"name {name!r} is that of a module that is there, which it would hide")
    paths = [folder / f"{name}.py", folder / f"test_{name}.py"]
    for path in paths:
        if path.exists():
            raise InputError(f"{path} is there already; nothing was written")
    for path, template in zip(paths, TEMPLATES[kind], strict=True):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(template.format(name=name, title=title))
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return paths
