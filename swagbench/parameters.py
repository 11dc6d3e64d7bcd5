"""What the command line takes: lists, amounts, window sizes and plain values."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import click

from swagbench.core import InputError


class CommaList(click.ParamType[Any]):
    """Items separated by commas, each converted; commas in parentheses belong to their item."""

    def __init__(self, name: str, convert: Callable[[str], Any] = str) -> None:
        self.name = name
        self._convert = convert

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG002 - click's signature
        """A list; a default that is one already stays as it is."""
        if not isinstance(value, str):
            return value
        items, depth = [""], 0
        for letter in value:
            depth += {"(": 1, ")": -1}.get(letter, 0)
            if letter == "," and not depth:
                items.append("")
            else:
                items[-1] += letter
        return [self._convert(item.strip()) for item in items]


class Amount(click.FloatRange):
    """A number of seconds or GiB: neither nan nor without end."""

    name = "number"

    def __init__(self, *, min: float) -> None:  # noqa: A002 - click's name
        super().__init__(min=min, max=1e6)

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def window_size(text: str) -> int:
    """A number of values.

    Raises:
        InputError: it is not a whole number of at least 1.
    """
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise InputError(f"window {text!r} is not a whole number of at least 1, such as 1024")
    return int(text)


def literal(text: str) -> Any:
    """A value from the command line: a number, a pair, or else the text itself."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text
