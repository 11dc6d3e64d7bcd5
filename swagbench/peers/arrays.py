"""Libraries of arrays: NumPy, SciPy, bottleneck and numbagg."""

from __future__ import annotations

from swagbench.peers.peer import INFINITY, NAN, Choice, Excluded, Kind, Peer, Start, each

_VIEWED = "np.lib.stride_tricks.sliding_window_view(values, size)"

NUMPY = Peer(
    id="numpy",
    versions_of="numpy",
    home="https://numpy.org/",
    kind=Kind.BATCH,
    imports="import numpy as np",
    code={
        **each(
            f"answers = {_VIEWED}.@",
            sum="sum(axis=1)",
            mean="mean(axis=1)",
            variance="var(axis=1, ddof=1)",
            std="std(axis=1, ddof=1)",
            min="min(axis=1)",
            max="max(axis=1)",
            product="prod(axis=1)",
        ),
        "median": f"answers = np.median({_VIEWED}, axis=1)",
    },
    takes_array=True,
    start=Start.NOTHING,
    choices=(
        Choice(
            "integers_wrap",
            "https://numpy.org/doc/stable/reference/generated/numpy.sum.html",
        ),
        Choice(
            "integers_as_floats", "https://numpy.org/doc/stable/reference/generated/numpy.mean.html"
        ),
    ),
    remarks="recomputes every window: the work grows with the window",
)

_SCIPY_MEDIAN = (
    "https://docs.scipy.org/doc/scipy/reference/generated/scipy.ndimage.median_filter.html"
)

SCIPY = Peer(
    id="scipy",
    versions_of="scipy",
    home="https://scipy.org/",
    kind=Kind.BATCH,
    imports="import numpy as np; from scipy import ndimage",
    code={
        "sum": (
            "answers = size * ndimage.uniform_filter1d("
            "np.asarray(values, float), size, origin=(size - 1) // 2)"
        ),
        "mean": (
            "answers = ndimage.uniform_filter1d("
            "np.asarray(values, float), size, origin=(size - 1) // 2)"
        ),
        **each(
            "answers = ndimage.@(values, size, origin=(size - 1) // 2)",
            min="minimum_filter1d",
            max="maximum_filter1d",
            median="median_filter",
        ),
    },
    takes_array=True,
    start=Start.MIRRORED,
    choices=(
        Choice("integers_as_floats"),
        Choice("upper_median", _SCIPY_MEDIAN),
        Choice("nan_undefined"),
    ),
    excludes=(Excluded(special=NAN, asked=("median",), address=_SCIPY_MEDIAN),),
    remarks="filters of images: windows hang over the ends, and are trailing by their origin",
)

BOTTLENECK = Peer(
    id="bottleneck",
    versions_of="bottleneck",
    home="https://github.com/pydata/bottleneck",
    kind=Kind.BATCH,
    imports="import numpy as np; import bottleneck as bn",
    code=each(
        "answers = bn.move_@",
        sum="sum(values, size)",
        mean="mean(values, size)",
        variance="var(values, size, ddof=1)",
        std="std(values, size, ddof=1)",
        min="min(values, size)",
        max="max(values, size)",
        median="median(values, size)",
    ),
    takes_array=True,
    choices=(Choice("integers_as_floats"),),
    excludes=(
        Excluded(
            special=INFINITY,
            asked=("sum", "mean", "variance", "std"),
            address="https://bottleneck.readthedocs.io/en/latest/reference.html",
        ),
    ),
)

NUMBAGG = Peer(
    id="numbagg",
    versions_of="numbagg",
    home="https://github.com/numbagg/numbagg",
    kind=Kind.BATCH,
    imports="import numpy as np; import numbagg",
    code=each(
        "answers = numbagg.move_@(np.asarray(values, float), window=size)",
        sum="sum",
        mean="mean",
        variance="var",
        std="std",
    ),
    takes_array=True,
    choices=(Choice("integers_as_floats"),),
)

PEERS = (NUMPY, SCIPY, BOTTLENECK, NUMBAGG)
