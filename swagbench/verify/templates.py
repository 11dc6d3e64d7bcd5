"""Templates of reproducers: what their scripts are put together from, as plain text.

Every block is plain Python once its ``$names`` are filled in. A script is: what makes `Window` and
`aggregation`; `value_of` and `right`, what is pushed and what must be answered; `TRIED`; what the
check does to the aggregation (`AROUND`); and how it goes through the word (`THROUGH`).
"""

from __future__ import annotations

# --- aggregations: what `aggregation` is, by the id of the probe ----------------------------------

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

RIGHT = {
    "sorted_windows": "sorted(held)",
    "weak_orders": "[min(held)] if held else []",
    "multisets": "sorted(held)",
    "multisets_with_inverse": "sorted(held)",
    "sets": "sorted(held)",
}
"""The right answer for the values held, where it is not ``list(held)``."""

NUMBERED = """\
def value_of(letter, index):
    return index
"""

KEYED = """\
def value_of(letter, index):
    key = $keys[index % $count] if letter == 'u' else ord(letter) - ord('A')
    return key + index / 1_000_000
"""

PICKLED = """
class Named(SimpleNamespace):
    def __reduce__(self):
        return 'aggregation'  # pickled by its name

aggregation = Named(**vars(aggregation))
"""

# --- a window that is compared with what it should hold -------------------------------------------

COMPARE = """
def right(held):
    return $right

def show(expected, given):
    print('expected', expected)
    print('given   ', given)
    raise SystemExit

def compare(expected, given):
    if given != expected:
        show(expected, given)
"""

TRIED = """
class Tried:
    # A window, and the values that it should hold.
    def __init__(self, first=0):
        self.window, self.held, self.pushed = Window(aggregation), [], first

    def take(self, letter):
        if letter == 'q':
            compare(right(self.held), self.window.eval())
        elif letter == 'o':
            self.window.pop()
            del self.held[0]
        else:
            value = value_of(letter, self.pushed)
            self.window.push(value)
            self.held.append(value)
            self.pushed += 1

    def measure(self):
        compare(f'length {len(self.held)}', f'length {len(self.window)}')

    def settle(self):
        # Ask, drain and refill: whatever is wrong inside shows by then.
        for letter in 'q' + 'oq' * len(self.held) + 'uq' * 3 + 'oq' * 3:
            self.take(letter)
        self.measure()
"""

OTHERS = """
other = Tried()  # a window alone is right
for letter in 'uuuoq':
    other.take(letter)
"""

FIRST = """
first = Window($aggregation)  # a window alone is right
first.push(0)
"""

# --- around the aggregation: what a check does to it ----------------------------------------------

HOOKED = """
def hooked(name, function):
    def call(*arguments):
        hook(name, arguments)
        return function(*arguments)

    return call

inside = aggregation
aggregation = SimpleNamespace(**{
    name: hooked(name, one) if callable(one) else one for name, one in vars(inside).items()
})
"""

COUNTED = (
    HOOKED
    + """
calls = 0

def hook(name, arguments):
    global calls
    calls += name in ('combine', 'uncombine')
"""
)

RAISING = (
    HOOKED
    + """
class Interrupted($kind):
    pass

calls = 0

def hook(name, arguments):
    # Call $number of $function raises; those after it do not.
    global calls
    calls += name == '$function'
    if name == '$function' and calls == $number:
        raise Interrupted
"""
)

TOXIC = (
    HOOKED
    + """
class Toxic(Exception):
    pass

toxic = set()

def hook(name, arguments):
    # A toxic value raises when it is compared or combined with others.
    if name == 'sort_key' and arguments[0] in toxic:
        raise Toxic
    if name == 'combine' and all(arguments):
        if any(toxic & {*inside.finalize(agg)} for agg in arguments):
            raise Toxic
"""
)

ASKING = (
    HOOKED
    + """
is_asking = True

def hook(name, arguments):
    # Whenever it is called, it asks the window, which must answer as before.
    global is_asking
    if is_asking or name == 'empty':
        return
    is_asking = True
    tried.take('q')
    tried.measure()
    is_asking = False
"""
)

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

inside = aggregation
aggregation = SimpleNamespace(**vars(inside))
shared = new(inside.empty())
aggregation.empty = $empty
aggregation.unit = lambda value: new(inside.unit(value))
aggregation.combine = combine
aggregation.finalize = lambda agg: tuple(inside.finalize(tuple(agg)))  # answers are none
if hasattr(inside, 'pick'):
    aggregation.pick = lambda ordered: tuple(inside.pick(ordered))
if hasattr(inside, 'uncombine'):
    aggregation.uncombine = lambda whole, oldest: new(inside.uncombine(tuple(whole), tuple(oldest)))

def right(held, inside=right):
    return tuple(inside(held))
"""

BOXED = """
class Box:
    # Something that can only be held: whoever looks inside fails.
    def __init__(self, content, holds=()):
        self.content, self.holds = content, holds

    def refuse(self, *_):
        raise TypeError('an algorithm may hold values and aggregates, not look inside')

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __len__ = refuse
    __iter__ = __getitem__ = __contains__ = __int__ = __float__ = __index__ = refuse
    __add__ = __radd__ = __iadd__ = __sub__ = __rsub__ = __mul__ = refuse

class Aggregate(Box):
    alive = 0  # how many there are

    def __init__(self, *contents):
        super().__init__(*contents)
        Aggregate.alive += 1

    def __del__(self):
        Aggregate.alive -= 1

def combine(older, newer):
    content = inside.combine(older.content, newer.content)
    for part in (older, newer):
        if part.content is content:
            return part
    return Aggregate(content, older.holds + newer.holds)

def uncombine(whole, oldest):
    gone = [id(box) for box in oldest.holds]
    content = inside.uncombine(whole.content, oldest.content)
    return Aggregate(content, tuple(box for box in whole.holds if id(box) not in gone))

inside = aggregation
aggregation = SimpleNamespace(**vars(inside))
aggregation.empty = lambda: Aggregate(inside.empty())
aggregation.unit = lambda value: Aggregate(inside.unit(value.content)$held)
aggregation.combine = combine
aggregation.finalize = lambda agg: inside.finalize(agg.content)
if hasattr(inside, 'uncombine'):
    aggregation.uncombine = uncombine
if hasattr(inside, 'pick'):
    aggregation.sort_key = lambda value: inside.sort_key(value.content)
    aggregation.pick = lambda ordered: inside.pick([value.content for value in ordered])
"""

WITH_NONE = """
def shut(agg):
    # One aggregate is None, which is as good as any other object.
    return None if agg == none else agg

def opened(agg):
    return none if agg is None else agg

inside = aggregation
aggregation = SimpleNamespace(**vars(inside))
none = inside.$none
aggregation.empty = lambda: shut(inside.empty())
aggregation.unit = lambda value: shut(inside.unit(value))
aggregation.combine = lambda older, newer: shut(inside.combine(opened(older), opened(newer)))
aggregation.finalize = lambda agg: inside.finalize(opened(agg))
if hasattr(inside, 'uncombine'):
    aggregation.uncombine = lambda whole, oldest: shut(
        inside.uncombine(opened(whole), opened(oldest))
    )
"""

BOXED_VALUES = """
def value_of(letter, index, inside=value_of):
    return Box(inside(letter, index))

def right(held, inside=right):
    return inside([box.content for box in held])
"""

# --- through the word: what the check does, letter by letter --------------------------------------

FOLLOW = """
word = $word
tried = Tried()
for letter in word + 'q':
    tried.take(letter)
tried.measure()
"""

UNCHANGED = """
from contextlib import suppress
word = $word
with suppress(Exception):  # Whatever comes of it, no aggregate may have changed.
    window, pushed = Window(aggregation), 0
    for letter in word + 'q':
        if letter == 'q':
            window.eval()
        elif letter == 'o':
            window.pop()
        else:
            window.push(value_of(letter, pushed))
            pushed += 1
for now, as_made in made:
    compare(list(as_made), now)
"""

ASK_TWICE = """
word = $word
tried = Tried()
for letter in word:
    tried.take(letter)
    if letter == 'q':
        tried.take('q')
tried.settle()
"""

CHANGE_ANSWERS = """
word = $word
tried = Tried()
for letter in word + 'q':
    if letter != 'q':
        tried.take(letter)
        continue
    for _ in range(2):
        answer = tried.window.eval()
        compare(right(tried.held), answer)
        answer.append('put in by the caller')
"""

POP_FROM_EMPTY = """
word = $word
tried = Tried()
for letter in word:
    if letter != 'o' or tried.held:
        tried.take(letter)
        continue
    given = 'no error'
    try:
        tried.window.pop()
    except Exception as error:
        given = 'IndexError' if isinstance(error, IndexError) else repr(error)
    compare('IndexError', given)
    tried.measure()
tried.settle()
"""

MEASURE = """
word = $word
tried = Tried()
for letter in word:
    tried.take(letter)
    tried.measure()
tried.settle()
"""

RETURNS = """
word = $word
window, pushed = Window(aggregation), 0
for letter in word:
    if letter == 'q':
        window.eval()
    elif letter == 'o':
        compare(None, window.pop())
    else:
        compare(None, window.push(value_of(letter, pushed)))
        pushed += 1
"""

TWO_WINDOWS = """
word = $word
one, other = Tried(), Tried(first=1000)
for step, letter in enumerate(word):
    one.take(letter)
    if step >= 3:
        other.take(word[step - 3])
fresh = Tried(first=2000)
for tried in (fresh, one, other):
    tried.measure()
    tried.settle()
"""

COPIES = """
import copy, pickle
word = $word
original, twin = Tried(), Tried()
for letter in word:
    original.take(letter)
twin.window = $duplicate
twin.held, twin.pushed = original.held.copy(), original.pushed
twin.measure()
twin.take('q')
for letter in 'o' * bool(twin.held) + 'uuq':
    twin.take(letter)
original.take('u')
original.settle()
twin.settle()
"""

AS_BEFORE = """
word = $word
tried = Tried()
for letter in word + 'q':
    before = calls
    try:
        tried.take(letter)
    except SystemExit:
        raise
    except BaseException:
        if not before < $number <= calls:
            raise
        # It must be as it was before, so that the same can be done now.
$asks        tried.measure()
        tried.take(letter)
tried.settle()
"""

USABLE = """
word = $word
tried = Tried()
for letter in word + 'q':
    before = calls
    try:
        tried.take(letter)
    except SystemExit:
        raise
    except BaseException:
        if not before < $number <= calls:
            raise
        # Whatever it holds, it can be emptied, and must be right from then on.
        for _ in range(len(tried.held) + 2):
            if len(tried.window):
                tried.window.pop()
        tried.held.clear()
        tried.measure()
        tried.settle()
        break
else:
    tried.settle()
"""

WITH_TOXIC = """
word = $word
tried = Tried()
for letter in word:
    if letter == 'o' and not tried.held:
        continue  # What should have been there could not be pushed.
    value = None if letter in 'oq' else value_of(letter, tried.pushed)
    if letter not in 'uoq':
        toxic.add(value)
    try:
        tried.take(letter)
    except Toxic:
        if not toxic & {*tried.held, value}:
            raise  # All that were have left.
        toxic.discard(value)
while toxic & {*tried.held}:
    tried.take('o')
tried.settle()
"""

RELEASE = """
import gc, weakref
word = $word
window, pushed, alive, gone = Window(aggregation), 0, [], []
for letter in word:
    if letter == 'q':
        window.eval()
    elif letter == 'o':
        window.pop()
        gone.append(alive.pop(0))
    else:
        box = Box(value_of(letter, pushed))
        alive.append(weakref.ref(box))
        window.push(box)
        del box
        pushed += 1
    gc.collect()
    for number, value in enumerate(gone):
        if value() is not None:
            show('what has left is free', f'value {number} is still held')
"""

SPACE = """
word = $word
window, pushed = Window(aggregation), 0
for letter in word:
    if letter == 'q':
        window.eval()
    elif letter == 'o':
        window.pop()
    else:
        window.push(Box(value_of(letter, pushed)))
        pushed += 1
print('expected', $expected)
print('given   ', Aggregate.alive)
"""

BUDGET = """
word = $word
window, pushed = Window(aggregation), 0
for step, letter in enumerate(word):
    if step == $start:
        calls = 0  # Counted from here on.
    if letter == 'q':
        window.eval()
    elif letter == 'o':
        window.pop()
    else:
        window.push(value_of(letter, pushed))
        pushed += 1
print('expected', $expected)
print('given   ', calls$divided)
"""

SAME_CALLS = (
    HOOKED
    + """
def hook(name, arguments):
    calls.append((name, arguments))

word = $word

def run():
    window, pushed = Window(aggregation), 0
    for letter in word + 'q':
        if letter == 'q':
            window.eval()
        elif letter == 'o':
            window.pop()
        else:
            window.push(value_of(letter, pushed))
            pushed += 1

calls = first = []
run()
for _ in range(1000):
    calls = []
    run()
    for one, other in zip([*first, 'no more calls'], [*calls, 'no more calls']):
        compare(one, other)
"""
)

MEANWHILE = """
word = $word
tried = Tried()
is_asking = False
for letter in word:
    tried.take(letter)
tried.settle()
"""

OVER_TIME = """
from swagbench import TimeWindow
word = $word
window, now, pushed, seen = TimeWindow(Window, aggregation, $span), 0, 0, []
for letter in word:
    if letter == 'u':
        value = value_of(letter, pushed)
        window.push(now, value)
        seen.append((now, value))
        pushed += 1
    elif letter.isupper():
        now += 1 + ord(letter) - ord('A')  # A, B, … let 1, 2, … units of time pass.
        window.advance(now)
        seen = [(time, value) for time, value in seen if time > now - $span]
    compare(right([value for _, value in seen]), window.eval())
    compare(f'length {len(seen)}', f'length {len(window)}')
"""
