"""Libraries of tables: pandas, polars and duckdb."""

from __future__ import annotations

from swagbench.peers.peer import Choice, Kind, OverTime, Peer, Start, each

_PANDAS_ROLLING = "https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.rolling.html"

PANDAS = Peer(
    id="pandas",
    versions_of="pandas",
    home="https://pandas.pydata.org/",
    kind=Kind.BATCH,
    imports="import pandas as pd",
    code=each(
        "answers = pd.Series(values).rolling(size).@()",
        sum="sum",
        mean="mean",
        variance="var",
        std="std",
        min="min",
        max="max",
        median="median",
        skewness="skew",
        kurtosis="kurt",
        distinct="nunique",
    ),
    choices=(
        Choice("nan_missing", _PANDAS_ROLLING),
        Choice("infinity_missing"),
        Choice("integers_as_floats"),
        Choice("sum_of_nothing", _PANDAS_ROLLING),
    ),
    over_time=OverTime(
        code=(
            'answers = pd.Series(values, pd.to_datetime(times, unit="s"))'
            '.rolling(f"{span}s", closed=closed).sum()'
        ),
        closed=("right", "left", "both", "neither"),
        by_row=("right", "both"),
    ),
)

PANDAS_NUMBA = Peer(
    id="pandas_numba",
    versions_of="pandas",
    home="https://pandas.pydata.org/",
    kind=Kind.BATCH,
    imports="import pandas as pd",
    code=each(
        'answers = pd.Series(values).rolling(size).@(engine="numba")',
        sum="sum",
        mean="mean",
        variance="var",
    ),
    choices=PANDAS.choices,
    remarks='pandas with engine="numba"',
)

POLARS = Peer(
    id="polars",
    versions_of="polars",
    home="https://pola.rs/",
    kind=Kind.BATCH,
    imports="import polars as pl",
    code=each(
        "answers = pl.Series(values).rolling_@",
        sum="sum(size)",
        mean="mean(size)",
        variance="var(size)",
        std="std(size)",
        min="min(size)",
        max="max(size)",
        median="median(size)",
        skewness="skew(size, bias=False)",
        kurtosis="kurtosis(size, bias=False)",
    ),
    choices=(Choice("nan_greatest"), Choice("integers_as_floats"), Choice("sum_of_nothing")),
    over_time=OverTime(
        code=(
            'answers = pl.Series(values).rolling_sum_by(pl.Series(times), f"{span}i",'
            ' closed=closed.replace("neither", "none"))'
        ),
        closed=("right", "left", "both", "neither"),
    ),
)

_DUCKDB_FRAME = "OVER (ORDER BY i ROWS {size - 1} PRECEDING) AS y FROM stream ORDER BY i"
_DUCKDB = (
    'stream = {"i": np.arange(len(values)), "x": np.asarray(values)}\n'
    f'answers = duckdb.sql(f"SELECT @ {_DUCKDB_FRAME}")'
)

DUCKDB = Peer(
    id="duckdb",
    versions_of="duckdb",
    home="https://duckdb.org/",
    kind=Kind.BATCH,
    imports="import numpy as np; import duckdb",
    code=each(
        f'{_DUCKDB}.fetchnumpy()["y"]',
        sum="sum(x)",
        mean="avg(x)",
        variance="var_samp(x)",
        std="stddev_samp(x)",
        min="min(x)",
        max="max(x)",
        median="median(x)",
        skewness="skewness(x)",
        kurtosis="kurtosis(x)",
        product="product(x)",
        distinct="count(DISTINCT x)",
    ),
    # A sum of integers has 128 bits, which no array has.
    integers=each(
        f"{_DUCKDB}.fetchall()\nanswers = [answer for (answer,) in answers]", sum="sum(x)"
    ),
    takes_array=True,
    start=Start.SHORTER,
    choices=(
        Choice("nan_skipped"),
        Choice("integers_as_floats"),
        Choice("sum_of_nothing", "https://duckdb.org/docs/stable/sql/functions/aggregates"),
    ),
    over_time=OverTime(
        code=(
            'stream = {"t": np.asarray(times), "x": np.asarray(values)}\n'
            'answers = duckdb.sql(f"SELECT sum(x) OVER (ORDER BY t RANGE {span} PRECEDING) AS y'
            ' FROM stream ORDER BY t").fetchnumpy()["y"]'
        ),
        closed=("both",),
    ),
)

PEERS = (PANDAS, PANDAS_NUMBA, POLARS, DUCKDB)
