"""The probes as text: what `aggregation` is in a script, by the id of the probe."""

from __future__ import annotations

SPELLED = """\
from types import SimpleNamespace
aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value,),
    combine=lambda older, newer: older + newer,
    finalize=list,
)
"""

INVERSE = """\
aggregation.uncombine = lambda whole, oldest: whole[len(oldest):]
"""

RUNS = """\
from types import SimpleNamespace

def combine(older, newer):
    # Runs [a, b) of what was pushed: the newer one must follow the older one.
    if not older or not newer:
        return older or newer
    assert older[1] == newer[0], f'combine({older}, {newer}): not adjacent'
    return older[0], newer[1]

aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value, value + 1),
    combine=combine,
    finalize=lambda agg: list(range(*agg)) if agg else [],
)
"""

INVERSE_OF_RUNS = """
def uncombine(whole, oldest):
    if not oldest:
        return whole
    assert whole and whole[0] == oldest[0] and whole[1] >= oldest[1], (
        f'uncombine({whole}, {oldest}): this is not the oldest part'
    )
    return (oldest[1], whole[1]) if oldest[1] < whole[1] else ()

aggregation.uncombine = uncombine
"""

MULTISETS = """\
from types import SimpleNamespace
aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value,),
    combine=lambda older, newer: tuple(sorted(older + newer)),
    finalize=list,
    commutative=True,
)
"""

INVERSE_OF_MULTISETS = """
def uncombine(whole, oldest):
    rest = list(whole)
    for value in oldest:
        rest.remove(value)
    return tuple(rest)

aggregation.uncombine = uncombine
"""

SETS = """\
from types import SimpleNamespace
aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value,),
    combine=lambda older, newer: tuple(sorted({*older, *newer})),
    finalize=list,
    commutative=True,
    idempotent=True,
)
"""

SORTED = """\
from types import SimpleNamespace
# 3.000007 has the key 3 and came as number 7.
aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value,),
    combine=lambda older, newer: (
        tuple(sorted(older + newer, key=int)) if older and newer else older or newer
    ),
    finalize=list,
    sort_key=int,
    pick=list,
)
"""

WEAK_ORDERS = """\
from types import SimpleNamespace
# 3.000007 has the key 3 and came as number 7: of equal keys the oldest.
aggregation = SimpleNamespace(
    empty=tuple,
    unit=lambda value: (value,),
    combine=lambda older, newer: min(older, newer) if older and newer else older or newer,
    finalize=list,
    sort_key=int,
    pick=lambda ordered: [ordered[0]],
    commutative=True,
    selective=True,
    idempotent=True,
)
"""

AGGREGATIONS = {
    "free_monoid": SPELLED,
    "free_monoid_with_inverse": SPELLED + INVERSE,
    "multisets": MULTISETS,
    "multisets_with_inverse": MULTISETS + INVERSE_OF_MULTISETS,
    "sets": SETS,
    "sorted_windows": SORTED,
    "weak_orders": WEAK_ORDERS,
}
IN_RUNS = {"free_monoid": RUNS, "free_monoid_with_inverse": RUNS + INVERSE_OF_RUNS}
