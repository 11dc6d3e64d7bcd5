"""The house's own algorithms as peers: the same code that a user writes, judged and timed alike."""

from __future__ import annotations

from swagbench.peers.peer import Kind, Peer, Start

_IMPORTS = "from swagbench import aggregation, algorithm"
_LOOP = """answers = []
for value in values:
    if len(window) == size: window.pop()
    window.push(value)
    answers.append(window.eval())"""

_ASKED = {
    "sum": "float_sum",
    "mean": "mean",
    "variance": "variance(sample=True)",
    "std": "std(sample=True)",
    "min": "min",
    "max": "max",
    "median": "median",
    "skewness": "skewness(sample=True)",
    "kurtosis": "kurtosis(sample=True)",
    "product": "float_product",
    "distinct": "distinct",
}
_OF_INTEGERS = {"sum": "sum", "product": "product"}
_BY_ALGORITHM = {
    "two_stacks": tuple(_ASKED),
    "daba_lite": ("sum", "mean", "variance", "max"),
    "monotonic_deque": ("min", "max"),
    "sorted_window": ("min", "max", "median"),
}
"""Which of them take part, and in what: one of each idea, where it is at home."""


def _streaming(algorithm: str) -> Peer:
    def code(spec: str) -> str:
        return f'window = algorithm("{algorithm}")(aggregation("{spec}"))\n{_LOOP}'

    asked = _BY_ALGORITHM[algorithm]
    return Peer(
        id=algorithm,
        versions_of="swagbench",
        home="",
        kind=Kind.STREAMING,
        imports=_IMPORTS,
        code={name: code(_ASKED[name]) for name in asked},
        integers={name: code(spec) for name, spec in _OF_INTEGERS.items() if name in asked},
        start=Start.SHORTER,
    )


def _batch(spec: str) -> str:
    return f'answers = algorithm("block_scan")(aggregation("{spec}")).roll(values, size)'


BLOCK_SCAN = Peer(
    id="block_scan",
    versions_of="swagbench",
    home="",
    kind=Kind.BATCH,
    imports=_IMPORTS,
    code={name: _batch(_ASKED[name]) for name in ("sum", "min", "max")},
    integers={"sum": _batch("sum")},
    start=Start.NOTHING,
)

PEERS = (BLOCK_SCAN, *map(_streaming, _BY_ALGORITHM))
