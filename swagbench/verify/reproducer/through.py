"""How checks go through a word: moves of one window as the word says, and one question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import NamedTuple

from swagbench.verify.carriers import FUNCTIONS, Listed
from swagbench.verify.checking import Subject, Wrong
from swagbench.verify.conformance import follow
from swagbench.verify.cost import slides_at_end
from swagbench.verify.over_time import SPAN
from swagbench.verify.reproducer import around
from swagbench.verify.reproducer.moves import MEASURE, Move, made, moves_of
from swagbench.verify.reproducer.writing import (
    PLAIN,
    Hand,
    call,
    expects,
    expression,
    steps,
    told,
    values,
)
from swagbench.verify.words import ASK, POP, PUSH, held_after


class Blocks(NamedTuple):
    """What is done to the aggregation, and the lines that show what is wrong."""

    around: str
    body: Iterable[str]


Family = Callable[[Subject, str, Wrong], Blocks]


# --- the steps, one question ----------------------------------------------------------------------


def plain(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Make a window, take the steps, ask."""
    return _shown(subject, word, wrong)


def _shown(subject: Subject, word: str, wrong: Wrong, text: str = "", hand: Hand = PLAIN) -> Blocks:
    return Blocks(text, told(subject.arena, _up_to(word, wrong), wrong, hand))


def _up_to(word: str, wrong: Wrong) -> list[Move]:
    """The moves up to the step that is wrong, by itself; one after the last is a question."""
    if not wrong.step:
        return [made()]
    return moves_of((word + ASK)[: wrong.step], cuts=[wrong.step - 1])


def asked_or_not(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """With or without questions, drained or not: where it first goes wrong."""
    drain = (POP + ASK) * held_after(word)
    for end in ("", drain):
        for future in (word, word.replace(ASK, "")):
            if same := follow(subject, future + end):
                return plain(subject, future + end, same)
    return plain(subject, word, wrong)


def returns(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    *before, last = _up_to(word, wrong)
    given = call(subject.arena, last)
    return Blocks("", told(subject.arena, [*before, Move(MEASURE)], wrong, given=given))


def answers_changed(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Each answer is changed by the caller, the one asked last before it is asked again."""
    moves = _up_to(word, wrong)
    if moves[-1].word == ASK:
        moves.append(Move(ASK))
    hand = Hand(ask="{who}.eval().append('put in by the caller')")
    return Blocks("", told(subject.arena, moves, wrong, hand))


# --- other aggregates -----------------------------------------------------------------------------


def opaque(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    if not wrong.note.endswith("is None"):
        hand = Hand(push="{who}.push(Box({value}))")
        text = around.boxed(subject.aggregation, around.BOX)
        return _shown(subject, word, wrong, text, hand)
    held = wrong.note[wrong.note.index("[") + 1 : wrong.note.rindex("]")]
    units = [f"aggregation.unit({value})" for value in held.split(", ") if value]
    none = reduce("aggregation.combine({}, {})".format, units or ["aggregation.empty()"])
    return _shown(subject, word, wrong, around.with_none(subject.aggregation, none))


def listed(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Aggregates as lists. Whether there is one empty one: as the note says, or as it was wrong."""
    is_changed = wrong.expected.startswith("every aggregate")
    shares_empty = "one object" in wrong.note
    if not wrong.note:
        unshared = Listed(subject.aggregation)
        was_wrong = follow(subject, word, unshared)
        shares_empty = not (unshared.changed() if is_changed else was_wrong)
    text = around.listed(subject.aggregation, shares_empty=shares_empty)
    if not is_changed:
        return _shown(subject, word, wrong, text)
    return Blocks(text, _unchanged(subject, word))


def _unchanged(subject: Subject, word: str) -> Iterator[str]:
    yield "with suppress(Exception):  # whatever comes of it"
    yield from _indented(steps(subject.arena, moves_of(word + ASK)))
    yield "print('expected', [list(as_made) for _, as_made in made])"
    yield "print('given   ', [agg for agg, _ in made])"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for some in lines for line in some.splitlines())


def released(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    text = around.boxed(subject.aggregation, around.HOLDING, remembers=True) + around.WATCHED
    given = ""
    if "still held" in wrong.given:
        wrong = wrong._replace(expected="[]")
        given = f"kept({word[: wrong.step].count(POP)})"
    hand = Hand(push="push({who}, {value})")
    return Blocks(text, told(subject.arena, _up_to(word, wrong), wrong, hand, given))


# --- calls ----------------------------------------------------------------------------------------


def spent(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """Counted is the last step, the last slide, or all slides of a full window."""
    start, given = wrong.step - 1, "calls"
    if "a slide on average" in wrong.expected:
        start, slides = slides_at_end(word)
        given = f"calls / {slides}"
    elif "a slide" in wrong.expected:
        start = wrong.step - 3
    moves = moves_of(word[: wrong.step], cuts=[start, wrong.step - 1])
    moves.insert(2, Move(line="calls = 0  # counted from here on"))
    names = [name for name in functions(subject) if name.endswith("combine")]
    return Blocks(around.calls_counted(names), told(subject.arena, moves, wrong, given=given))


def kept(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """How many aggregates there are."""
    text = around.boxed(subject.aggregation, around.COUNTED, has_values=False)
    return Blocks(text, told(subject.arena, _up_to(word, wrong), wrong, given="Box.alive"))


def grown(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    """How many bytes are held in the end."""
    return Blocks(
        around.BYTES_HELD,
        told(subject.arena, _up_to(word, wrong), wrong, given="bytes_held(window)"),
    )


def same_calls(subject: Subject, word: str, _wrong: Wrong) -> Blocks:
    text = around.hooked(functions(subject), "calls.append((name, arguments))", "calls = []")

    def body() -> Iterator[str]:
        yield "def calls_made():"
        yield "    calls.clear()"
        yield from _indented(steps(subject.arena, moves_of(word + ASK)))
        yield "    return [*calls, 'no more calls']"
        yield ""
        yield "first = calls_made()"
        yield "for _ in range(1000):"
        yield "    for one, other in zip(first, calls_made()):"
        yield "        if one != other:"
        yield "            print('expected', one)"
        yield "            print('given   ', other)"
        yield "            raise SystemExit"

    return Blocks(text, body())


def functions(subject: Subject, *without: str) -> list[str]:
    names = (name for name in FUNCTIONS if hasattr(subject.aggregation, name))
    return [name for name in names if name not in without]


# --- over time ------------------------------------------------------------------------------------


def over_time(subject: Subject, word: str, wrong: Wrong) -> Blocks:
    asks = "f'length {len(window)}'" if wrong.given.startswith("length ") else "given"

    def body() -> Iterator[str]:
        yield "from swagbench import TimeWindow"
        yield from values(subject.arena, PUSH * word.count(PUSH))
        yield f"window, now = TimeWindow(Window, aggregation, {SPAN}), 0"
        yield expects(wrong)
        yield f"for letter in {expression(word[: wrong.step])}:"
        yield "    if letter == 'u':"
        yield "        window.push(now, next(values))"
        yield "    else:"
        yield "        now += 1 + ord(letter) - ord('A')  # A, B, … let 1, 2, … units of time pass."
        yield "        window.advance(now)"
        yield "    given = window.eval()"
        yield f"print('given   ', {asks})"

    return Blocks("", body())
