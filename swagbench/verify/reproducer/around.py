"""What a check does to the aggregation, as text: it counts, raises, asks, or puts into boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Template
from typing import Any

HOOKED = """
def hooked(name, function):
    def call(*arguments):
        $does
        return function(*arguments)

    return call

$hooks
"""

CALLS = """\
global calls
calls += 1"""

RAISES = """
if calls == $number:
    raise $kind"""

TOXIC = """\
# A toxic value raises when it is combined with others.
if all(arguments) and any(toxic & {*aggregation.finalize(agg)} for agg in arguments):
    raise ValueError('toxic')"""

TOXIC_KEY = """\
# A toxic value raises when it is compared or combined with others.
if name == 'sort_key' and arguments[0] in toxic:
    raise ValueError('toxic')
if name == 'combine' and all(arguments):
    if any(toxic & {*aggregation.finalize(agg)} for agg in arguments):
        raise ValueError('toxic')"""

MEANWHILE = """\
# Whenever it is called, it asks the window, which must answer as before.
global is_asking
if not is_asking:
    is_asking = True
    meanwhile.append(str($asks))
    is_asking = False"""

WRAPPED = """
inside = aggregation
aggregation = SimpleNamespace(**vars(inside))
aggregation.empty = $empty
aggregation.unit = $unit
aggregation.combine = $combine
aggregation.finalize = $finalize
"""

BOX = """
class Box:
    # Something that can only be held: whoever looks inside fails.
    def __init__(self, content):
        self.content = content

    def refuse(self, *_):
        raise TypeError('an algorithm may hold values and aggregates, not look inside')

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __len__ = refuse
    __iter__ = __getitem__ = __contains__ = __int__ = __float__ = __index__ = refuse
    __add__ = __radd__ = __iadd__ = __sub__ = __rsub__ = __mul__ = refuse
"""

HOLDING = """
class Box:
    # A value, or an aggregate with the values that it was made of.
    def __init__(self, content, holds=()):
        self.content, self.holds = content, holds
"""

COUNTED = """
class Box:
    alive = 0  # how many aggregates there are

    def __init__(self, content):
        self.content = content
        Box.alive += 1

    def __del__(self):
        Box.alive -= 1
"""

COMBINE = """
def combine(older, newer):
    content = inside.combine(older.content, newer.content)
    for part in (older, newer):
        if part.content is content:
            return part
    return Box(content$both)
"""

UNCOMBINE_HELD = """
def uncombine(whole, oldest):
    gone = [id(box) for box in oldest.holds]
    content = inside.uncombine(whole.content, oldest.content)
    return Box(content, tuple(box for box in whole.holds if id(box) not in gone))
"""

WATCHED = """
import gc, weakref
pushed = []

def push(window, value):
    box = Box(value)
    pushed.append(weakref.ref(box))
    window.push(box)

def kept(gone):
    gc.collect()
    return [number for number, box in enumerate(pushed[:gone]) if box() is not None]
"""

WATCHED_BY_NAME = """
import gc, weakref
boxes = {}

def put_in(push, value):
    box = Box(value)
    boxes[value] = weakref.ref(box)
    push(box)

def kept(*gone):
    gc.collect()
    return [value for value in gone if boxes[value]() is not None]
"""

PICKED = """\
aggregation.sort_key = lambda value: inside.sort_key(value.content)
aggregation.pick = lambda ordered: inside.pick([value.content for value in ordered])
"""

LISTED = """
made = []

def new(agg):
    # Aggregates are lists, which show what is done to them in place.
    made.append((list(agg), agg))
    return made[-1][0]

def combine(older, newer):
    parts = tuple(older), tuple(newer)
    agg = inside.combine(*parts)
    for part, one in zip(parts, (older, newer)):
        if agg is part:
            return one
    return new(agg)
"""

NONE = """
# One aggregate is None, which is as good as any other object.
none = $none

def shut(agg):
    return None if agg == none else agg

def opened(agg):
    return none if agg is None else agg
"""

PICKLED = """
class Named(SimpleNamespace):
    def __reduce__(self):
        return 'aggregation'  # pickled by its name

aggregation = Named(**vars(aggregation))
"""


def filled(template: str, **names: object) -> str:
    return Template(template).substitute(names)


def hooked(names: Sequence[str], does: str, state: str = "") -> str:
    """Functions of the aggregation, before each call of which something is done."""
    if len(names) == 1:
        hooks = f"aggregation.{names[0]} = hooked({names[0]!r}, aggregation.{names[0]})"
    else:
        hooks = (
            f"for name in {tuple(names)!r}:\n"
            "    setattr(aggregation, name, hooked(name, getattr(aggregation, name)))"
        )
    does = "\n".join(f"        {line}" for line in does.strip().splitlines()).strip()
    return (f"\n{state}\n" if state else "") + filled(HOOKED, does=does, hooks=hooks)


def calls_counted(names: Iterable[str], does: str = "") -> str:
    """Calls, counted in ``calls``."""
    return hooked([*names], CALLS + does, "calls = 0")


def boxed(aggregation: Any, box: str, *, remembers: bool = False, has_values: bool = True) -> str:
    """Aggregates, and mostly values too, in boxes."""
    value = "value.content" if has_values else "value"
    held = ", (value,)" if remembers else ""
    text = box + filled(COMBINE, both=", older.holds + newer.holds" if remembers else "")
    has_inverse = hasattr(aggregation, "uncombine")
    text += UNCOMBINE_HELD * (remembers and has_inverse)
    text += filled(
        WRAPPED,
        empty="lambda: Box(inside.empty())",
        unit=f"lambda value: Box(inside.unit({value}){held})",
        combine="combine",
        finalize="lambda agg: inside.finalize(agg.content)",
    )
    if has_inverse:
        uncombine = "lambda whole, oldest: Box(inside.uncombine(whole.content, oldest.content))"
        text += f"aggregation.uncombine = {'uncombine' if remembers else uncombine}\n"
    return text + PICKED * (has_values and hasattr(aggregation, "pick"))


def listed(aggregation: Any, *, shares_empty: bool) -> str:
    """Aggregates as lists; `made` has each, and what it was."""
    text = LISTED + filled(
        WRAPPED,
        empty="lambda: shared" if shares_empty else "lambda: new(inside.empty())",
        unit="lambda value: new(inside.unit(value))",
        combine="combine",
        finalize="lambda agg: inside.finalize(tuple(agg))",
    )
    if shares_empty:
        text += "shared = new(inside.empty())\n"
    if hasattr(aggregation, "uncombine"):
        inverse = "lambda whole, oldest: new(inside.uncombine(tuple(whole), tuple(oldest)))"
        text += f"aggregation.uncombine = {inverse}\n"
    return text


def with_none(aggregation: Any, none: str) -> str:
    """One aggregate, made by an expression such as ``aggregation.empty()``, is None."""
    text = filled(NONE, none=none) + filled(
        WRAPPED,
        empty="lambda: shut(inside.empty())",
        unit="lambda value: shut(inside.unit(value))",
        combine="lambda older, newer: shut(inside.combine(opened(older), opened(newer)))",
        finalize="lambda agg: inside.finalize(opened(agg))",
    )
    if hasattr(aggregation, "uncombine"):
        inverse = "lambda whole, oldest: shut(inside.uncombine(opened(whole), opened(oldest)))"
        text += f"aggregation.uncombine = {inverse}\n"
    return text


BYTES_HELD = """
import gc, sys

def bytes_held(window):
    seen, stack = {}, [window]
    while stack:
        one = stack.pop()
        if id(one) not in seen and one is not aggregation and not isinstance(one, type):
            seen[id(one)] = one
            stack += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))
"""
