"""Five lines of Python that show a wrong answer with the library alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from swagbench.peers.peer import Peer
from swagbench.rolling.questions import are_integers


def reproducer(
    known: Peer, asked: str, values: Sequence[Any], size: int, *, right: str, given: str
) -> str:
    """A script that prints the answer for the last window, which is wrong."""
    written = f"[{', '.join(map(_written, values))}]"
    if known.takes_array:
        written = f"np.array({written})"
    code = known.code_for(asked, integers=are_integers(values))
    return "\n".join(
        [
            known.imports,
            f"values, size = {written}, {size}",
            code,
            f"print(list(answers)[-1])  # {given}; right is {right}",
        ]
    )


def _written(value: Any) -> str:
    """A number as Python reads it."""
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)
