"""What all pages are made with: templates that escape whatever is put into them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from swagbench.report import tables


def environment() -> Environment:
    """Templates of this folder; all text in them is escaped."""
    made = Environment(
        loader=PackageLoader("swagbench", "report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    made.filters["tone"] = tables.tone
    return made


def beside(name: str) -> str:
    """A file that lies beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def flat(info: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """What a machine says of itself, a line each."""
    for name, value in info.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", str(value)
