"""Libraries that take values one after the other: river, rolling and streamz."""

from __future__ import annotations

from swagbench.peers.peer import Choice, Kind, OverTime, Peer, Start, each

_RIVER_LOOP = "answers = [window.update(value) or window.get() for value in values]"

RIVER = Peer(
    id="river",
    versions_of="river",
    home="https://riverml.xyz/",
    kind=Kind.STREAMING,
    imports="from river import stats, utils",
    code={
        **each(
            f"window = utils.Rolling(stats.@, window_size=size)\n{_RIVER_LOOP}",
            sum="Sum",
            mean="Mean",
            variance="Var",
        ),
        **each(
            f"window = stats.Rolling@window_size=size)\n{_RIVER_LOOP}",
            min="Min(",
            max="Max(",
            median="Quantile(q=0.5, ",
        ),
    },
    start=Start.SHORTER,
    choices=(
        Choice("one_has_no_spread"),
        Choice("nan_undefined"),
        Choice("integers_as_floats"),
    ),
    over_time=OverTime(
        code=(
            "from datetime import datetime, timedelta\n"
            "window = utils.TimeRolling(stats.Sum, period=timedelta(seconds=span))\n"
            "answers = [\n"
            "    window.update(value, t=datetime(2000, 1, 1) + timedelta(seconds=time))"
            " or window.get()\n"
            "    for time, value in zip(times, values)\n"
            "]"
        ),
        closed=("right",),
        by_row=("right",),
    ),
)

ROLLING = Peer(
    id="rolling",
    versions_of="rolling",
    home="https://github.com/ajcr/rolling",
    kind=Kind.STREAMING,
    imports="import rolling",
    code=each(
        "answers = list(rolling.@(values, size))",
        sum="Sum",
        mean="Mean",
        variance="Var",
        std="Std",
        min="Min",
        max="Max",
        median="Median",
        skewness="Skew",
        kurtosis="Kurtosis",
        product="Product",
        distinct="Nunique",
    ),
    start=Start.NOTHING,
    choices=(Choice("nan_undefined"), Choice("integers_as_floats")),
    over_time=OverTime(
        code='answers = list(rolling.Sum(zip(times, values), span, window_type="indexed"))',
        closed=("right",),
        by_row=("right",),
    ),
)

STREAMZ = Peer(
    id="streamz",
    versions_of="streamz",
    home="https://streamz.readthedocs.io/",
    kind=Kind.STREAMING,
    imports="from streamz import Stream",
    code=each(
        "answers, source = [], Stream()\n"
        "source.sliding_window(size, return_partial=False).map(@).sink(answers.append)\n"
        "for value in values: source.emit(value)",
        sum="sum",
        min="min",
        max="max",
    ),
    start=Start.NOTHING,
    choices=(Choice("nan_undefined"),),
    remarks="hands windows over as tuples; what is made of them is Python's",
)

PEERS = (RIVER, ROLLING, STREAMZ)
