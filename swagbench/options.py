"""What several commands are given: arguments and options of the command line."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click

from swagbench.parameters import CommaList, window_size

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def _all_of(*decorators: Decorator) -> Decorator:
    """Several decorators as one, the first outermost."""
    return lambda function: reduce(lambda inner, one: one(inner), decorators[::-1], function)


algorithms_argument = click.argument("algorithms", nargs=-1, metavar="[ALGORITHM]...")
aggregations_option = click.option(
    "-g",
    "--aggregation",
    "aggregations",
    type=CommaList("A,B,…"),
    help="Aggregations, such as sum,quantile(0.9),path/file.py:Name.",
)
windows_option = click.option(
    "-w", "--window", "windows", type=CommaList("N,M,…", window_size), help="Window sizes."
)
streams_option = click.option(
    "-s", "--stream", "streams", type=CommaList("S,T,…"), help="Streams by name."
)
data_option = click.option(
    "--data", type=click.Path(path_type=Path), help="A CSV file of your own."
)
value_option = click.option("--value", help="The column of --data to aggregate.")
time_option = click.option("--time", help="The column of --data that holds times, for --span.")
spans_option = click.option(
    "--span", "spans", type=CommaList("24h,…"), help="Windows over time, such as 30s,24h."
)
what_is_run = _all_of(
    algorithms_argument,
    aggregations_option,
    windows_option,
    streams_option,
    data_option,
    value_option,
)
out_option = click.option("--out", type=click.Path(path_type=Path), help="The folder to write to.")
peers_option = click.option(
    "--peers", is_flag=True, help="Rolling-window libraries, not algorithms: by id, or all."
)
